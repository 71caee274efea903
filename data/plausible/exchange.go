package plausible

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// ofPower are the codes of runs whose power is not that of their GPUs.
var ofPower = []string{CodeLimit, CodeIdle, CodeBusy}

// exchanged is what is said if all runs of a group break laws, or draw what their GPUs do not, but would not if the columns of two
// fields were exchanged; no fields if no two are, or others may be as well.
func (t *tally) exchanged(g group, kinds []kind, rows map[data.Place]bool) (p data.Problem, fields []string) {
	s, runs, d := t.table.Schema(), t.in(g), t.sources[g.source].Written
	var broken, drawn []kind
	var names []string
	said, n := "", 0
	for _, k := range kinds {
		if l, isLaw := lists.Find(s.Laws, func(l data.Law) bool { return l.Code == k.code }); isLaw {
			if why := t.unlawful(l, runs, ""); why != "" {
				broken, names, said = append(broken, k), append(names, t.sourcesOf(l)...), cmp.Or(said, why)
			}
		} else if slices.Contains(ofPower, k.code) {
			drawn, n = append(drawn, k), n+t.found[k].n
		}
	}
	if n > 0 && n == len(runs) {
		broken, names = append(broken, drawn...), append(names, s.Name(data.RolePower), s.Name(data.RoleGPUs))
		said = cmp.Or(said, t.example(drawn[0], runs, ""))
	}
	single := func(name string) bool { return t.single(name, d) }
	names = lists.Distinct(lists.Filter(names, single))
	for i, a := range names {
		for _, b := range lists.Filter(lists.Map(s.Fields(), func(f data.Field) string { return f.Name }), single) {
			switch {
			case len(runs) < fewestAlike || slices.Contains(names[:i+1], b) || !t.holds(runs, a, b):
			case fields != nil:
				return p, nil
			default:
				fields = []string{a, b}
			}
		}
	}
	isAccepted := func(k kind) bool { return t.found[k].accepted }
	if fields == nil || slices.ContainsFunc(broken, isAccepted) || lists.Count(broken, func(k kind) bool { return t.follow(k, rows) }) == 0 {
		return p, nil
	}
	codes := strings.Join(lists.Map(broken, func(k kind) string { return k.code }), ", ")
	said = fmt.Sprintf("%s; no row does with the columns of %s and %s (line %d) exchanged: exchange them in “from”, or their names in the files, "+
		"or accept %s with --accept", said, fields[0], fields[1], d.Fields[fields[1]], codes)
	return t.at(g.source, fields, said), fields
}

// holds reports whether runs keep all laws and draw what their GPUs do, with the columns of two fields exchanged.
func (t *tally) holds(runs []int, a, b string) bool {
	s := t.table.Schema()
	read := func(name string) func(int) (float64, bool) {
		from := cmp.Or(map[string]string{a: b, b: a}[name], name)
		to, _ := s.Field(name)
		of, _ := s.Field(from)
		other, by := t.table.Reader(from), to.InFile()/of.InFile()
		return func(run int) (float64, bool) {
			x, stated := other(run)
			return x * by, stated
		}
	}
	terms := lists.Map(s.Laws, func(l data.Law) []term { return termsOf(t.table, l, read) })
	power, count := read(s.Name(data.RolePower)), read(s.Name(data.RoleGPUs))
	fits := func(name string, run int) bool {
		x, stated := read(name)(run)
		f, _ := s.Field(name)
		return stated && (f.Kind != data.Int || x > 0 && math.Abs(x-math.Round(x)) < rounding)
	}
	return lists.All(runs, func(run int) bool {
		for i, l := range s.Laws {
			if breachOf(l, terms[i], run).after != nil {
				return false
			}
		}
		limit := t.gpus[t.table.Text(run, s.Name(data.RoleGPU))]
		watts, measured := power(run)
		n, counted := count(run)
		draws := !measured || !counted || limit.Most == 0 || watts >= n*max(limit.Least, limit.Busy) && watts <= n*limit.Most
		return draws && fits(a, run) && fits(b, run)
	})
}

// single reports whether a field is read from one column of numbers in the files of rows, and no other field is computed from it.
func (t *tally) single(name string, d *data.Written) bool {
	s := t.table.Schema()
	f, _ := s.Field(name)
	operand := func(o data.Field) bool { return o.Value != "" && slices.Contains(s.ReadFor(o.Name), name) }
	return (f.Kind == data.Float || f.Kind == data.Int) && f.Value == "" && f.FileUnit != "cell" && !strings.Contains(strings.Join(f.From, ""), ":") &&
		d.Fields[name] > 0 && d.Sets[name] == 0 && !slices.ContainsFunc(s.Fields(), operand)
}
