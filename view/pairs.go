package view

import (
	"cmp"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Effect sums up the pairs of a change.
type Effect struct {
	Pairs, Lower, Ties int     // how many there are, in how many the alternative is lower, how many cannot be told apart
	Median, Low, High  float64 // of the changes in percent, as of an [aggregate.Effect], and the ends
	// Reverses reports whether an error of the power sensors that all runs of one side share could reverse the sign of the median:
	// see [aggregate.DoubtOf].
	Reverses bool
}

// AllTied is the claim that no pair can be told apart.
const AllTied = "claim_tied"

// Claim is the message about an effect: of pairs that all are ties, of one pair, of two, whose median says little, or of others; none
// is lower in some.
func (e Effect) Claim() string {
	switch {
	case e.Pairs == e.Ties:
		return AllTied
	case e.Pairs == 1 && e.Median < 0:
		return "claim_one_lower"
	case e.Pairs == 1:
		return "claim_one_higher"
	case e.Pairs == 2 && e.Lower == 0:
		return "claim_two_none"
	case e.Pairs == 2:
		return "claim_two"
	case e.Lower == 0:
		return "claim_none"
	}
	return "claim"
}

// Ends are all values of a sorted list, or of many those at both ends; more counts the others.
func Ends[T any](sorted []T, most int) (shown []T, more int) {
	if len(sorted) <= most {
		return sorted, 0
	}
	head := (most + 1) / 2
	return slices.Concat(sorted[:head], sorted[len(sorted)-(most-head):]), len(sorted) - most
}

// effectOf sums up pairs in the order of their ratios. An error of sensors is one of a side only if no pair is of one GPU
// model.
func effectOf(pairs []Pair) Effect {
	e := Effect{Pairs: len(pairs)}
	if len(pairs) == 0 {
		return e
	}
	changes := make([]float64, len(pairs))
	across, sensor := true, 0.0
	for i, p := range pairs {
		changes[i] = 100 * (p.Ratio() - 1)
		across, sensor = across && p.Base.GPU != p.Alt.GPU, max(sensor, p.Base.Sensor, p.Alt.Sensor)
		if p.Ratio() < 1 {
			e.Lower++
		}
		if p.Ties() {
			e.Ties++
		}
	}
	e.Median, e.Low, e.High = lists.Quantile(changes, 0.5), changes[0], changes[len(changes)-1]
	e.Reverses = across && e.Claim() != AllTied && e.Pairs != 2 && aggregate.DoubtOf(changes, 100*sensor).Reverses()
	return e
}

// breakEven pairs, for each value of By, the rows with the most outputs per GPU-hour within the deadline on two GPU models:
// those of Base and Alt, or without them of all GPU models, in their order. The score of a row is then its GPU-hours per
// output, so that the alternative is the cheaper one while the ratio of its price per GPU-hour to that of the base is below
// [Pair.BreakEven], whatever the prices are. Electricity is not included.
func (a *Answer) breakEven(s Subject) {
	gpu, by := s.text(a.View.Factor), s.inGroup(a.View.By)
	key := func(r aggregate.Row) string { return by(r) + "\n" + gpu(r) }
	rows, text := s.Board.PerGPUHour(s.Rows), s.text(a.View.By)
	best := aggregate.RankedOf(aggregate.BestBy(rows, a.Query.Query, func(r aggregate.Row) string { return text(r) + "\n" + gpu(r) }))
	late := lists.By(a.justLate(rows, key), func(r aggregate.Row) (string, aggregate.Row) { return key(r), r })
	near := func(of aggregate.Row, even func(aggregate.Row) float64) []Near {
		if r, ok := late[key(of)]; ok && r.Score < of.Score {
			return []Near{{r, even(r)}}
		}
		return nil
	}
	order := naturally(lists.Map(best, gpu))
	groups, paired := lists.Under(lists.Indices(len(best)), func(i int) string { return by(best[i]) }), make([]bool, len(best))
	var evens [][2]int // the rows of base and alternative, which become pairs where they are shown: thousands of GPU models have millions
	even := func(p [2]int) Pair { return Pair{Base: best[p[0]], Alt: best[p[1]]} }
	for alt, r := range best {
		for _, base := range groups[by(r)] {
			if a.View.Base == "" && order[alt] >= order[base] || a.View.Base != "" && (gpu(best[base]) != a.View.Base || gpu(r) != a.View.Alt) {
				continue
			}
			paired[alt], paired[base] = true, true
			if s.alike(a.View.Alike, best[base], r) {
				evens = append(evens, [2]int{base, alt})
			} else {
				a.Unlike = append(a.Unlike, even([2]int{base, alt}))
			}
		}
	}
	ratio := func(p [2]int) float64 { return best[p[0]].Score / best[p[1]].Score }
	slices.SortStableFunc(evens, func(p, q [2]int) int {
		return cmp.Or(-cmp.Compare(ratio(p), ratio(q)), cmp.Compare(order[p[1]], order[q[1]]), cmp.Compare(order[p[0]], order[q[0]]))
	})
	for i, r := range best {
		if !paired[i] {
			a.Alone = append(a.Alone, r)
		}
	}
	a.Effect.Lower = lists.Count(evens, func(p [2]int) bool { return ratio(p) > 1 })
	evens, a.MorePairs = Ends(evens, a.View.limit())
	a.Pairs = lists.Map(evens, func(p [2]int) Pair {
		pair := even(p)
		pair.Near = append(near(pair.Alt, func(r aggregate.Row) float64 { return pair.Base.Score / r.Score }),
			near(pair.Base, func(r aggregate.Row) float64 { return r.Score / pair.Alt.Score })...)
		return pair
	})
}

// naturally are the places of names in their natural order.
func naturally(names []string) []int {
	sorted := units.InOrder(slices.Clone(names))
	place := lists.By(lists.Indices(len(sorted)), func(i int) (string, int) { return sorted[i], i })
	return lists.Map(names, func(name string) int { return place[name] })
}

// justLate are the best rows of the values of a key among those that miss the deadline by at most [board.NearLimit].
func (a *Answer) justLate(rows []aggregate.Row, key func(aggregate.Row) string) []aggregate.Row {
	soon := a.Query.Query
	soon.Deadline *= 1 + board.NearLimit
	late := lists.Filter(rows, func(r aggregate.Row) bool { return soon.Accepts(r) && !a.Query.Accepts(r) })
	return aggregate.RankedOf(aggregate.BestBy(late, soon, key))
}

// BreakEven is the ratio of prices per GPU-hour below which the alternative costs less per output than the base.
func (p Pair) BreakEven() float64 { return p.Base.Score / p.Alt.Score }

// BreakEvenWithin is the interval of the ratio: runs are taken to vary in GPU-hours as they do in energy.
func (p Pair) BreakEvenWithin() (low, high float64) {
	margin := math.Hypot(p.Base.Margin, p.Alt.Margin)
	return p.BreakEven() * math.Exp(-margin), p.BreakEven() * math.Exp(margin)
}
