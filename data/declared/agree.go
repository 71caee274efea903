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

// usualLaws are what holds of any benchmark, roughly: two terms of roles whose quotient is between two bounds in most rows. That a
// bound is missed by several rows is no fault of them but of a column or its unit.
var usualLaws = []struct {
	what         string
	above, below []data.Role // factors, in their usual units
	factor       float64     // of these units
	least, most  float64
	meant        string // what else a column may be
}{
	{
		"throughput × duration",
		[]data.Role{data.RoleThroughput, data.RoleDuration},
		[]data.Role{data.RoleOutputTokens},
		1, 0.4, 2.5,
		"includes prompts, or is of one GPU or user, or is in another unit",
	},
	{ // mean concurrency
		"throughput × median latency",
		[]data.Role{data.RoleThroughput, data.RoleP50},
		[]data.Role{data.RoleBatch},
		0.001, 1. / 500, 100,
		"is in another unit, such as s",
	},
}

// unusual tells that the values of most rows contradict a usual law.
func (l *loader) unusual(t data.Table) {
	for _, law := range usualLaws {
		fields := lists.FilterMap(slices.Concat(law.above, law.below), l.usually)
		names := lists.Map(fields, func(f data.Field) string { return f.Name })
		isOf := func(p data.Problem) bool { return slices.Contains(names, p.Field) }
		if len(fields) < len(law.above)+len(law.below) || slices.ContainsFunc(l.problems, isOf) || slices.ContainsFunc(l.in.Problems, isOf) {
			continue
		}
		ratios := ratios(t, data.Term{Factor: law.factor, Fields: names[:len(law.above)]}, data.Term{Factor: 1, Fields: names[len(law.above):]})
		if len(ratios) < 2 {
			continue
		}
		if ratio := ratios[len(ratios)/2]; ratio < law.least || ratio > law.most {
			own, _ := lists.Find(names, func(name string) bool { return l.own[name] > 0 })
			l.tell(l.own[own], own, "%s (%s) is %s times %s in the median row: one of these columns %s; correct “from” or “in”", law.what,
				strings.Join(names[:len(law.above)], " × "), strconv.FormatFloat(ratio, 'g', 3, 64), strings.Join(names[len(law.above):], " × "), law.meant)
		}
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
		at := slices.IndexFunc(b.Fields, func(d data.DeclaredField) bool { return d.Name == r.Name })
		if b.own[r.Name] == 0 || !slices.Contains(exclusive, r.Role) {
			continue
		}
		if slices.Contains(data.LatencyRoles, r.Role) {
			unitOf = cmp.Or(unitOf, r.Unit)
			faults.If(r.Unit != unitOf, []any{"fields", at, "unit"}, "%s: unit: %s, but another latency is in %s; write “unit: %[3]s” and “in: %[2]s”",
				r.Name, r.Unit, unitOf)
		}
		if r.value != nil {
			continue
		}
		for _, path := range r.paths {
			key := fmt.Sprint(path, r.Item, r.Match)
			faults.If(read[key] != "", []any{"fields", at, "from"}, "%s: from: %s is read by the field %s, which has another role; correct one of them",
				r.Name, data.ClipName(path), read[key])
			read[key] = r.Name
		}
	}
}
