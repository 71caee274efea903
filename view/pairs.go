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
	paired, own := map[string]bool{}, lists.Under(best, by)
	for _, alt := range best {
		for _, base := range own[by(alt)] {
			if !a.View.sides(gpu(base), gpu(alt)) {
				continue
			}
			paired[key(alt)], paired[key(base)] = true, true
			pair := Pair{Base: base, Alt: alt}
			pair.Near = append(near(alt, func(r aggregate.Row) float64 { return base.Score / r.Score }),
				near(base, func(r aggregate.Row) float64 { return r.Score / alt.Score })...)
			if s.alike(a.View.Alike, base, alt) {
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
	a.Effect.Lower = lists.Count(a.Pairs, func(p Pair) bool { return p.BreakEven() > 1 })
	a.Pairs, a.MorePairs = Ends(a.Pairs, a.View.limit())
}

// justLate are the best rows of the values of a key among those that miss the deadline by at most [board.NearLimit].
func (a *Answer) justLate(rows []aggregate.Row, key func(aggregate.Row) string) []aggregate.Row {
	soon := a.Query.Query
	soon.Deadline *= 1 + board.NearLimit
	late := lists.Filter(rows, func(r aggregate.Row) bool { return soon.Accepts(r) && !a.Query.Accepts(r) })
	return aggregate.RankedOf(aggregate.BestBy(late, soon, key))
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
