package plausible

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// relation is a quotient of two products of fields that is 1 if all of them are of the same GPUs, outputs and time.
type relation struct {
	above, below data.Term
	loose        bool // it is about 1 only
	computed     bool // it is 1 unless prompts count, or GPUs
}

func (r relation) fields() []string { return slices.Concat(r.above.Fields, r.below.Fields) }

// relations are those between the fields of a record type.
func (t *tally) relations() (all []relation) {
	s := t.table.Schema()
	joule, _ := data.ParseUnit("J")
	for _, name := range s.ReadFor(s.Name(data.RoleEnergy)) {
		f, _ := s.Field(name)
		if u, known := data.ParseUnit(f.Unit); known && u.Fits(joule) && f.Value == "" {
			whole := data.Term{Text: name, Factor: u.Factor, Fields: []string{name}}
			all = append(all, relation{above: whole, below: s.Product(1, data.RolePower, data.RoleDuration)},
				relation{above: s.Product(1, data.RoleEnergy, data.RoleOutputTokens), below: whole, computed: true})
		}
	}
	all = append(all, relation{above: s.Product(1, data.RoleEnergy, data.RoleThroughput), below: s.Product(1, data.RolePower)},
		relation{above: s.Product(1, data.RoleThroughput, data.RoleDuration), below: s.Product(1, data.RoleOutputTokens)},
		relation{above: s.Product(0.001, data.RoleThroughput, data.RoleP50), below: s.Product(1, data.RoleBatch), loose: true})
	return lists.Filter(all, func(r relation) bool { return len(r.fields()) == 3 && len(r.below.Fields) > 0 })
}

// Of so many rows, quotients are alike by more than an accident if they are within closely of one another, and a quotient is not 1 if it
// is unequal to it by more; the lesser part of rows is in another unit from the factor farApart on.
const (
	fewestRelated = 6
	closely       = 0.02
	roughly       = 0.25
	unequal       = 1.2
	farApart      = 20
	farther       = 200
)

// mostLooked are the first rows of each file, and the first of all, that are enough to tell what is wrong with a column.
const mostLooked = 10_000

// settled reports whether a declared law is about fields, or one of them, or of those that they are read from, is known to be wrong.
func (t *tally) settled(names []string, known map[string]bool) bool {
	s := t.table.Schema()
	return slices.ContainsFunc(s.Laws, func(l data.Law) bool { return l.Relates(names) }) ||
		slices.ContainsFunc(append(lists.FlatMap(names, s.ReadFor), names...), func(name string) bool { return known[name] })
}

// lines name fields with the lines of their declarations.
func (t *tally) lines(source int, fields []string) []string {
	return lists.Map(fields, func(name string) string {
		return fmt.Sprintf("%s (line %d)", name, t.sources[source].Written.Fields[name])
	})
}

// related tells the first of the relations whose fields contradict each other in a way that tells the reason, unless a declared law is
// about them, or one of them is known to be wrong. Fields of relations that hold are right.
func (t *tally) related(source int, known map[string]bool) (said string, fields []string) {
	s, d := t.table.Schema(), t.sources[source].Written
	if d == nil {
		return "", nil
	}
	right := map[string]bool{}
	for _, r := range t.relations() {
		names := r.fields()
		read, runs := lists.Distinct(lists.FlatMap(names, s.ReadFor)), t.stating(names, source)
		if r.computed || len(runs) < fewestRelated || t.settled(names, known) {
			continue
		}
		quotients := t.quotients(r, runs, "", 0)
		fits := fitting(quotients)
		why, each := t.partly(r, source, quotients), ""
		if r.loose || fits < len(runs) {
			each = t.perGPU(r, runs, quotients)
		}
		if !r.loose && 2*fits < len(runs) {
			why = cmp.Or(each, t.shifted(r, names, runs, fits), steadily(r, quotients), t.includes(r, quotients), why)
		}
		switch why = cmp.Or(each, why); {
		case why != "" && said == "":
			said, fields = why, read
			if each != "" {
				read = lists.Filter(read, func(name string) bool { return !slices.Contains(s.Latency(), name) }) // of no GPU
			}
			if used := t.counting(names, s.Name(data.RoleGPUs)); each != "" && len(used) < len(names) {
				read = used
			}
			fields = read
		case why == "" && 10*fits >= 9*len(runs):
			for _, name := range read {
				right[name] = true
			}
		}
	}
	if said != "" {
		maps.Copy(right, t.bearingOf(group{source, all}).right)
	}
	own := func(name string) bool { return d.Fields[name] > 0 }
	fields = lists.Filter(fields, own)
	if free := lists.Filter(fields, func(name string) bool { return !right[name] }); len(free) > 0 {
		fields = free
	}
	return said + "; correct " + strings.Join(t.lines(source, fields), " or "), fields
}

// stating are the first runs of a source that are not left out and have positive values of some fields, in the order of the files.
func (t *tally) stating(names []string, source int) []int {
	read := lists.Map(names, t.table.Reader)
	gone := t.gone(source)
	runs := lists.Filter(t.in(group{source, all}), func(run int) bool {
		at := t.table.Place(run)
		isPositive := func(read func(int) (float64, bool)) bool { x, stated := read(run); return stated && x > 0 }
		return at.Row <= mostLooked && !gone[at] && lists.All(read, isPositive)
	})
	slices.SortFunc(runs, t.inOrder)
	return runs[:min(len(runs), mostLooked)]
}

// fitting are so many quotients that are 1.
func fitting(quotients []float64) int {
	return lists.Count(quotients, func(q float64) bool { return data.Near(q, 1, closely) })
}

// quotients are those of runs. Of one field, the value is taken that stands so many rows further down.
func (t *tally) quotients(r relation, runs []int, field string, down int) []float64 {
	read := func(name string) func(at int) (float64, bool) {
		of, moved := t.table.Reader(name), down*lists.One(name == field)
		return func(at int) (float64, bool) { return of(runs[(at+moved+len(runs))%len(runs)]) }
	}
	above, below := r.above.Product(lists.Map(r.above.Fields, read)), r.below.Product(lists.Map(r.below.Fields, read))
	return lists.Times(len(runs), func(at int) float64 {
		x, _ := above(at)
		y, _ := below(at)
		return x / y
	})
}

// perGPU tells a quotient that is, in all rows with several GPUs, their number or its inverse. One that is about 1 only is so in the others.
func (t *tally) perGPU(r relation, runs []int, quotients []float64) string {
	count, within, usual := t.reader(data.RoleGPUs), closely, 1.0
	if ofOne := lists.Filter(lists.Indices(len(runs)), func(i int) bool { n, _ := count(runs[i]); return n == 1 }); r.loose {
		usual = median(append(lists.Map(ofOne, func(i int) float64 { return quotients[i] }), 1))
		if within = roughly; len(ofOne) < fewestAlike || max(usual, 1/usual) > unequal {
			return ""
		}
	}
	times, shares, of := true, true, 0
	for i, q := range quotients {
		n, counted := count(runs[i])
		if !counted {
			return ""
		}
		times, shares = times && data.Near(q, n*usual, within), shares && data.Near(q, usual/n, within)
		of += lists.One(n > 1)
	}
	if of < fewestAlike || !times && !shares {
		return ""
	}
	return fmt.Sprintf("in all %s with several GPUs, %s is %s %s by their number: one of them is of a single GPU",
		units.Counted(of, "row"), r.above.Text, r.below.Text, map[bool]string{true: "multiplied", false: "divided"}[times])
}

// shifted tells a column whose values fit to the rows beside theirs, unlike most of their own.
func (t *tally) shifted(r relation, names []string, runs []int, own int) string {
	for _, name := range names {
		for i, where := range []string{"above", "below"} {
			down := 2*i - 1
			if n := fitting(t.quotients(r, runs, name, down)); 10*n >= 9*(len(runs)-2) {
				return fmt.Sprintf("%s equals %s in %d of %s, but in %d with the value of %s that is in the row %s: the column is shifted",
					r.above.Text, r.below.Text, own, units.Counted(len(runs), "row"), n, name, where)
			}
		}
	}
	return ""
}

// steadily tells a quotient that is the same in all rows, but not 1.
func steadily(r relation, quotients []float64) string {
	q, is := steady(quotients, closely)
	if !is || q < unequal && q > 1/unequal {
		return ""
	}
	return fmt.Sprintf("in all %s, %s is %s times %s: they are not of the same outputs, GPUs or period, or one is in another unit",
		units.Counted(len(quotients), "row"), r.above.Text, units.Short(q), r.below.Text)
}

// always is by which factor an energy is more, or less, than its power in every row if one of them includes what the other does not.
const always = 1.05

// includes tells an energy that is more than that of the power in all rows, or less, and much so in most.
func (t *tally) includes(r relation, quotients []float64) string {
	least, middle, most := slices.Min(quotients), median(slices.Clone(quotients)), slices.Max(quotients)
	isMore, isLess := least > always && middle > unequal && most < offUnits, most < 1/always && middle < 1/unequal && least > 1.0/offUnits
	if !slices.Contains(r.below.Fields, t.table.Schema().Name(data.RolePower)) || !isMore && !isLess {
		return ""
	}
	return fmt.Sprintf("in all %s, %s is %s to %s times %s: one of them includes what the other does not, such as CPUs, idle time or a GPU",
		units.Counted(len(quotients), "row"), r.above.Text, units.Short(least), units.Short(most), r.below.Text)
}

// partly tells the lesser part of rows whose quotient is far from that of the others, as with another unit.
func (t *tally) partly(r relation, source int, quotients []float64) string {
	ofPower := slices.Contains(r.below.Fields, t.table.Schema().Name(data.RolePower)) // of which single rows are told by drawn
	above, below := r.above.Reader(t.table), r.below.Reader(t.table)
	middle, limit := median(slices.Clone(quotients)), map[bool]float64{true: farther, false: farApart}[r.loose]
	n, far, first, example := 0, 0, 0, 0.0
	for _, run := range t.in(group{source, all}) {
		x, _ := above(run)
		y, _ := below(run)
		if q := x / y; q > 0 && !math.IsInf(q, 1) {
			n++
			if max(q/middle, middle/q) >= limit && (ofPower || !t.gone(source)[t.table.Place(run)]) {
				if far++; far == 1 {
					first, example = run, q
				}
			}
		}
	}
	if far == 0 || ofPower && far < fewestAlike {
		return ""
	}
	return fmt.Sprintf("%s, %s is %s times %s, but %s times in most others: these rows are in another unit",
		t.some(far, n, first), r.above.Text, units.Short(example), r.below.Text, units.Short(middle))
}

// gone are the rows of a source that are left out.
func (t *tally) gone(source int) map[data.Place]bool {
	if t.lost[source] == nil {
		t.lost[source] = lists.By(t.sources[source].Problems, func(p data.Problem) (data.Place, bool) {
			return data.Place{Source: source, File: p.File, Row: p.Row}, p.LeftOut > 0
		})
	}
	return t.lost[source]
}
