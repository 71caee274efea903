package query

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// shownOf are the values of a series by category.
func (p *panel) shownOf(series string) map[string]float64 {
	own := lists.Filter(p.dots, func(d dot) bool { return d.series == series })
	return lists.By(own, func(d dot) (string, float64) { return d.category, d.shown })
}

// evenly keeps so many groups as the panel wants: at equal steps of their order by the change from the first series to
// the last, the greatest decrease first, or of one series by value, the greatest first. Groups without both have no change.
func (p *panel) evenly() {
	if p.Spread == 0 {
		return
	}
	series := p.distinct(func(d dot) string { return d.series })
	first, last := p.shownOf(series[0]), p.shownOf(series[len(series)-1])
	rank := func(name string) float64 {
		if len(series) == 1 {
			return -last[name]
		}
		return last[name]/first[name] - 1
	}
	names := lists.Filter(p.categories(), func(name string) bool {
		_, ends := last[name]
		return ends && first[name] != 0 && !math.IsNaN(rank(name))
	})
	if len(names) < 2 {
		p.fault("spread", "%d groups have a value of the first and the last series; select more runs, or remove spread", len(names))
		return
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	n := min(p.Spread, len(names))
	var kept []dot
	for i := range n {
		name := names[i*(len(names)-1)/(n-1)]
		kept = append(kept, lists.Filter(p.dots, func(d dot) bool { return d.category == name })...)
	}
	p.ranked, p.dots = len(names), kept
}
