package plausible

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// ofPower are the codes of runs whose power is not that of their GPUs.
var ofPower = []string{CodeLimit, CodeIdle, CodeBusy}

// exchanged is what is said if all runs of a group break laws, or most of them draw what their GPUs do not, but would not if the columns of two
// fields were exchanged; no fields if no two are, or others may be as well.
func (t *tally) exchanged(g group, kinds []kind, rows map[data.Place]bool) (said string, fields []string) {
	s, runs, d := t.table.Schema(), t.in(g), t.sources[g.source].Written
	var broken, drawn []kind
	var involve [][]string // fields of what is broken, each of which the exchange must mend
	n := 0
	for _, k := range kinds {
		if l, isLaw := lists.Find(s.Laws, func(l data.Law) bool { return l.Code == k.code }); isLaw {
			if why := t.unlawful(l, runs, ""); why != "" {
				broken, involve, said = append(broken, k), append(involve, t.sourcesOf(l)), cmp.Or(said, why)
			}
		} else if slices.Contains(ofPower, k.code) {
			drawn, n = append(drawn, k), n+t.found[k].n
		}
	}
	if 2*n > len(runs) {
		broken, involve = append(broken, drawn...), append(involve, []string{s.Name(data.RolePower), s.Name(data.RoleGPUs)})
		said = cmp.Or(said, t.example(drawn[0], fmt.Sprintf("%d of %s", n, units.Counted(len(runs), "row"))))
	}
	if len(involve) == 0 || len(runs) < fewestAlike {
		return "", nil
	}
	single := lists.Filter(s.Names(), func(name string) bool { return d.Fields[name] > 0 && d.Sets[name] == 0 && s.IsColumn(name) })
	for _, a := range lists.Filter(single, func(name string) bool { return slices.Contains(involve[0], name) }) {
		for _, b := range single {
			mends := lists.All(involve, func(of []string) bool { return slices.Contains(of, a) || slices.Contains(of, b) })
			if a != b && len(fields) < 4 && !slices.Equal(fields, []string{b, a}) && mends && t.holds(runs, a, b) {
				fields = append(fields, a, b)
			}
		}
	}
	accepted := slices.ContainsFunc(broken, func(k kind) bool { return t.found[k].accepted })
	if len(fields) != 2 || accepted || lists.Count(broken, func(k kind) bool { return t.follow(k, rows) }) == 0 {
		return "", nil
	}
	return fmt.Sprintf("%s; no row does with the columns of %s and %s (line %d) exchanged: exchange them, or accept %s with --accept",
		said, fields[0], fields[1], d.Fields[fields[1]], strings.Join(lists.Map(broken, func(k kind) string { return k.code }), ", ")), fields
}

// holds reports whether runs keep all laws and draw what their GPUs do, with the columns of two fields exchanged.
func (t *tally) holds(runs []int, a, b string) bool {
	s, odd := t.table.Schema(), false // a value that its field cannot have, or that breaks a law
	read := func(name string) func(int) (float64, bool) {
		from := cmp.Or(map[string]string{a: b, b: a}[name], name)
		to, _ := s.Field(name)
		of, _ := s.Field(from)
		other, by := t.table.Reader(from), to.InFile()/of.InFile()
		return func(run int) (float64, bool) {
			x, stated := other(run)
			isOutside := to.Max != 0 && (x*by < to.Min || x*by > to.Max)
			odd = odd || from != name && (!stated || isOutside || to.Kind == data.Int && x*by != math.Round(x*by))
			return x * by, stated
		}
	}
	power, count, first, second := read(s.Name(data.RolePower)), read(s.Name(data.RoleGPUs)), read(a), read(b)
	fits := lists.All(runs, func(run int) bool {
		first(run)
		second(run)
		limit := t.gpus[t.table.Text(run, s.Name(data.RoleGPU))]
		watts, measured := power(run)
		n, counted := count(run)
		draws := !measured || !counted || limit.Most == 0 || watts >= n*max(limit.Least, limit.Busy) && !t.above(run, watts, n*limit.Most)
		return draws && !odd
	})
	return fits && lists.All(s.Laws, func(l data.Law) bool {
		terms := termsOf(t.table, l, read)
		return lists.All(runs, func(run int) bool { return breachOf(l, terms, run).after == nil && !odd })
	})
}
