package declared

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// usualLaw is what holds of any benchmark, roughly: the quotient of two terms of roles is between two bounds in most rows. That a
// bound is missed by several rows is no fault of them but of a column or its unit.
type usualLaw struct {
	What         string
	Above, Below []data.Role // factors, in their usual units
	Factor       float64     // of these units
	Least, Most  float64
	Meant        string // what else a column may be
}

// unusual tells that the values of most rows contradict a usual law.
func (l *loader) unusual(t data.Table) {
	for _, law := range clues().Laws {
		fields := lists.FilterMap(slices.Concat(law.Above, law.Below), l.usually)
		names := lists.Map(fields, func(f data.Field) string { return f.Name })
		isOf := func(p data.Problem) bool { return slices.Contains(names, p.Field) }
		if len(fields) < len(law.Above)+len(law.Below) || slices.ContainsFunc(l.problems, isOf) || slices.ContainsFunc(l.in.Problems, isOf) {
			continue
		}
		above, below := names[:len(law.Above)], names[len(law.Above):]
		ratios := ratios(t, data.Term{Factor: law.Factor, Fields: above}, data.Term{Factor: 1, Fields: below})
		if len(ratios) < 2 {
			continue
		}
		ratio := ratios[len(ratios)/2]
		own, _ := lists.Find(names, func(name string) bool { return l.own[name] > 0 })
		l.tellIf(ratio < law.Least || ratio > law.Most, l.own[own], own,
			"%s (%s) is %s times %s in the median row: one of these columns %s; correct “from” or “in”", law.What,
			strings.Join(above, " × "), strconv.FormatFloat(ratio, 'g', 3, 64), strings.Join(below, " × "), law.Meant)
	}
}

// usually is the field of a role in its usual unit.
func (l *loader) usually(r data.Role) (data.Field, bool) {
	f, known := l.schema.The(r)
	u, usual := unit(f.Unit), unit(data.UsualUnit(r))
	return f, known && (f.Unit == data.UsualUnit(r) || u.Same(usual) || r == data.RoleP50 && u.Same(unit("ms/token")))
}

// ratios are those of two terms in the rows that state both, in ascending order.
func ratios(t data.Table, above, below data.Term) []float64 {
	first, second := above.Reader(t), below.Reader(t)
	all := lists.FilterMap(lists.Indices(t.Len()), func(row int) (float64, bool) {
		x, _ := first(row)
		y, _ := second(row)
		return x / y, x/y > 0 && !math.IsInf(x/y, 1)
	})
	slices.Sort(all)
	return all
}

// exclusive are roles of which no two are in one column: a median is no P99.
var exclusive = append([]data.Role{data.RoleEnergy, data.RolePerResponse, data.RoleThroughput, data.RolePower}, data.LatencyRoles...)

// checkExclusive tells fields that read the same column though their roles differ, and percentiles in different units.
func (b *Benchmark) checkExclusive(faults *data.Faults) {
	read, unitOf := map[string]string{}, ""
	for _, r := range b.fields {
		if b.own[r.Name] == 0 || !slices.Contains(exclusive, r.Role) {
			continue
		}
		if slices.Contains(data.LatencyRoles, r.Role) {
			unitOf = cmp.Or(unitOf, r.Unit)
			faults.If(r.Unit != unitOf, b.pathTo(r.Name, "unit"), "%s: unit: %s, but another latency is in %s; write “unit: %[3]s” and “in: %[2]s”",
				r.Name, r.Unit, unitOf)
		}
		if r.value != nil {
			continue
		}
		for _, path := range r.paths {
			key := fmt.Sprint(path, r.Item, r.Match)
			faults.If(read[key] != "", b.pathTo(r.Name, "from"), "%s: from: %s is read by the field %s, which has another role; correct one of them",
				r.Name, data.ClipName(path), read[key])
			read[key] = r.Name
		}
	}
}
