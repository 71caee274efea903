package view

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// breakEven pairs, for each value of By, the rows with the most outputs per GPU-hour within the deadline on two GPU models:
// those of Base and Alt, or without them of all GPU models, in their order. The score of a row is then its GPU-hours per
// output, so that the alternative is the cheaper one while the ratio of its price per GPU-hour to that of the base is below
// [Pair.BreakEven], whatever the prices are. Electricity is not included.
func (a *Answer) breakEven(s Subject) {
	gpu, by := s.text(a.View.Factor), s.inGroup(a.View.By)
	key := func(r aggregate.Row) string { return by(r) + "\n" + gpu(r) }
	best := aggregate.RankedOf(aggregate.BestBy(s.Board.PerGPUHour(s.Rows), a.Query.Query, key))
	paired := map[string]bool{}
	own := map[string][]aggregate.Row{}
	for _, r := range best {
		own[by(r)] = append(own[by(r)], r)
	}
	for _, alt := range best {
		for _, base := range own[by(alt)] {
			if !a.View.sides(gpu(base), gpu(alt)) {
				continue
			}
			paired[key(alt)], paired[key(base)] = true, true
			if pair := (Pair{base, alt}); s.alike(a.View.Alike, base, alt) {
				a.Pairs = append(a.Pairs, pair)
			} else {
				a.Unlike = append(a.Unlike, pair)
			}
		}
	}
	slices.SortStableFunc(a.Pairs, func(p, q Pair) int {
		return cmp.Or(-cmp.Compare(p.BreakEven(), q.BreakEven()), units.Natural(gpu(p.Alt)+"\n"+gpu(p.Base), gpu(q.Alt)+"\n"+gpu(q.Base)))
	})
	a.Alone = lists.Filter(best, func(r aggregate.Row) bool { return !paired[key(r)] })
	a.Pairs, a.MorePairs = Ends(a.Pairs, a.View.limit())
}

// sides reports whether two values of the factor are those of a pair.
func (v View) sides(base, alt string) bool {
	if v.Base == "" {
		return units.Natural(alt, base) < 0
	}
	return base == v.Base && alt == v.Alt
}

// BreakEven is the ratio of prices per GPU-hour below which the alternative costs less per output than the base.
func (p Pair) BreakEven() float64 { return p.Base.Score / p.Alt.Score }

// BreakEvenWithin is the interval of the ratio: runs are taken to vary in GPU-hours as they do in energy.
func (p Pair) BreakEvenWithin() (low, high float64) {
	margin := math.Hypot(p.Base.Margin, p.Alt.Margin)
	return p.BreakEven() * math.Exp(-margin), p.BreakEven() * math.Exp(margin)
}
