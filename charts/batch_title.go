package charts

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// title follows the main line from its smallest to its largest batch, or names
// the batch between where it turns.
func (a against) title() string {
	l := a.main()
	first, last := l[0], l[len(l)-1]
	label, on := a.task.label(a.field), " on "+tied(inTitle(gpus(first)))
	if len(l) == 1 {
		return fmt.Sprintf("%s is %s at batch %s%s", label, a.amount(first), units.Whole(first.Batch), on)
	}
	if turn, verb, ok := a.turn(l); ok {
		return fmt.Sprintf("%s %s at batch %s%s: %s", label, verb, units.Whole(turn.Batch), on, a.amount(turn))
	}
	return fmt.Sprintf("%s %s from batch %s to %s%s", label, a.change(first, last), units.Whole(first.Batch), units.Whole(last.Batch), on)
}

// change says where a metric goes; within 2 % it stays.
func (a against) change(first, last aggregate.Row) string {
	from, to := a.value(first), a.value(last)
	switch {
	case to > from*1.02:
		return fmt.Sprintf("rises from %s to %s", units.Number(from), a.amount(last))
	case to < from*0.98:
		return fmt.Sprintf("falls from %s to %s", units.Number(from), a.amount(last))
	}
	return "stays near " + a.amount(last)
}

// turn finds the batch size between the ends where the metric is more than 5 %
// beyond both: the least value of a metric that is better lower, else the most.
func (a against) turn(l []aggregate.Row) (turn aggregate.Row, verb string, ok bool) {
	byValue := func(x, y aggregate.Row) int { return cmp.Compare(a.value(x), a.value(y)) }
	low, high := slices.MinFunc(l, byValue), slices.MaxFunc(l, byValue)
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
