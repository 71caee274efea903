package view

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Effect sums up the pairs of a change.
type Effect struct {
	Pairs, Lower, Ties int     // how many there are, in how many the alternative is lower, how many cannot be told apart
	Median             float64 // of the ratios, as a change in percent
	// Turns reports whether an error of the power sensors that all runs of one side share could turn the sign of the
	// median.
	Turns bool
}

// Ends are all values of a sorted list, or of many those at both ends; more counts the others.
func Ends[T any](sorted []T, most int) (shown []T, more int) {
	if len(sorted) <= most {
		return sorted, 0
	}
	head := (most + 1) / 2
	return slices.Concat(sorted[:head], sorted[len(sorted)-(most-head):]), len(sorted) - most
}

func effectOf(pairs []Pair) Effect {
	e := Effect{Pairs: len(pairs)}
	for _, p := range pairs {
		if p.Ratio() < 1 {
			e.Lower++
		}
		if p.Ties() {
			e.Ties++
		}
	}
	if n := len(pairs); n > 0 { // sorted by ratio
		p := pairs[n/2]
		e.Turns = math.Abs(math.Log(p.Ratio())) <= math.Log1p(max(p.Base.Sensor, p.Alt.Sensor)) && p.Base.GPU != p.Alt.GPU
		e.Median = 100 * (math.Exp((math.Log(pairs[(n-1)/2].Ratio())+math.Log(pairs[n/2].Ratio()))/2) - 1)
	}
	return e
}

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
