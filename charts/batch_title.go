package charts

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// title follows the main line from its smallest to its largest batch where it keeps one
// direction, names the batch between where it turns, or states both ends.
func (a against) title() sentence {
	l := a.main()
	first, last := l[0], l[len(l)-1]
	label, on := a.task.label(a.field), " on "+tied(inTitle(gpus(first)))
	if len(l) == 1 {
		return saying(fmt.Sprintf("%s is %s at batch %s%s", label, a.amount(first), units.Whole(first.Batch), on), a.is(first))
	}
	if turn, verb, ok := a.turn(l); ok {
		predicate := BelowEnds
		if verb == "peaks" {
			predicate = AboveEnds
		}
		return saying(fmt.Sprintf("%s %s at batch %s%s: %s", label, verb, units.Whole(turn.Batch), on, a.amount(turn)),
			Claim{Predicate: predicate, Runs: append(runs(turn), runs(l...)...), Fields: []string{a.field.Name}, Value: a.value(turn)})
	}
	between := fmt.Sprintf("from batch %s to %s%s", units.Whole(first.Batch), units.Whole(last.Batch), on)
	if trend := a.trend(l); trend != "" {
		text := map[Predicate]string{
			Falling: fmt.Sprintf("%s falls from %s to %s ", label, units.Number(a.value(first)), a.amount(last)),
			Rising:  fmt.Sprintf("%s rises from %s to %s ", label, units.Number(a.value(first)), a.amount(last)),
			Steady:  fmt.Sprintf("%s stays within 5%% of %s ", label, a.amount(a.least(l))),
		}[trend]
		return saying(text+between, a.is(first), a.is(last), Claim{Predicate: trend, Runs: runs(l...), Fields: []string{a.field.Name}})
	}
	return saying(fmt.Sprintf("%s%s is %s at batch %s and %s at batch %s", label, on,
		a.amount(first), units.Whole(first.Batch), a.amount(last), units.Whole(last.Batch)), a.is(first), a.is(last))
}

// neutral names what is drawn.
func (a against) neutral() string { return a.task.label(a.field) + " against batch size" }

func (a against) is(r aggregate.Row) Claim {
	return Claim{Predicate: Is, Runs: runs(r), Fields: []string{a.field.Name}, Value: a.value(r)}
}

// trend is the direction that a metric keeps over a line, "" where it keeps none.
func (a against) trend(l []aggregate.Row) Predicate {
	values := make([]float64, len(l))
	for i, r := range l {
		values[i] = a.value(r)
	}
	first, last := values[0], values[len(values)-1]
	switch {
	case slices.Max(values) <= 1.05*slices.Min(values):
		return Steady
	case slices.IsSorted(values) && last >= 1.05*first:
		return Rising
	case slices.IsSortedFunc(values, func(x, y float64) int { return cmp.Compare(y, x) }) && first >= 1.05*last:
		return Falling
	}
	return ""
}

func (a against) byValue(x, y aggregate.Row) int { return cmp.Compare(a.value(x), a.value(y)) }

func (a against) least(l []aggregate.Row) aggregate.Row { return slices.MinFunc(l, a.byValue) }

// turn finds the batch size between the ends where the metric is more than 5 %
// beyond both: the least value of a metric that is better lower, else the most.
func (a against) turn(l []aggregate.Row) (turn aggregate.Row, verb string, ok bool) {
	low, high := a.least(l), slices.MaxFunc(l, a.byValue)
	ends := []float64{a.value(l[0]), a.value(l[len(l)-1])}
	isLow := a.value(low) < 0.95*slices.Min(ends)
	isHigh := a.value(high) > 1.05*slices.Max(ends)
	if isLow && (a.field.Better == data.Lower || !isHigh) {
		return low, "is least", true
	}
	return high, "peaks", isHigh
}

// amount is a value of the metric with its unit.
func (a against) amount(r aggregate.Row) string {
	return tied(units.Number(a.value(r)) + " " + shortUnit(a.task.inWords(a.field.Unit)))
}
