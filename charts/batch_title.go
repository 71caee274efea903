package charts

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// title follows the main line from its smallest to its largest batch where it keeps one
// direction, names the batch between where it turns, or states both ends.
func (a against) title() sentence {
	l, w := a.main(), a.task.Words
	first, last := l[0], l[len(l)-1]
	values := []any{"label", a.task.label(a.field), "gpus", tied(inTitle(gpus(first)))}
	if len(l) == 1 {
		return saying(w.Say("charts.batch.one", append(values, "amount", a.amount(first), "batch", first.Batch)...), a.is(first))
	}
	if turn, predicate, ok := a.turn(l); ok {
		values = append(values, "amount", a.amount(turn), "batch", turn.Batch)
		text := w.Say("charts.batch.lowest", values...)
		if predicate == AboveEnds {
			text = w.Say("charts.batch.highest", values...)
		}
		return saying(text,
			Claim{Predicate: predicate, Runs: append(runs(turn), runs(l...)...), Fields: []string{a.field.Name}, Value: a.value(turn)})
	}
	values = append(values, "from", first.Batch, "to", last.Batch)
	trend := a.trend(l)
	if trend == "" {
		values = append(values, "first", a.amount(first), "last", a.amount(last))
		text := w.Say("charts.batch.ends", values...)
		if a.amount(first) == a.amount(last) {
			text = w.Say("charts.batch.same", values...)
		}
		return saying(text, a.is(first), a.is(last))
	}
	along := Claim{Predicate: trend, Runs: runs(l...), Fields: []string{a.field.Name}}
	values = append(values, "first", w.Number(a.value(first)), "last", a.amount(last), "lowest", a.amount(a.least(l)))
	text := w.Say("charts.batch.steady", values...)
	switch trend {
	case Falling:
		text = w.Say("charts.batch.falling", values...)
	case Rising:
		text = w.Say("charts.batch.rising", values...)
	}
	return saying(text, a.is(first), a.is(last), along)
}

// neutral names what is drawn.
func (a against) neutral() string {
	return a.task.Words.Say("charts.batch.neutral", "label", a.task.label(a.field))
}

func (a against) is(r aggregate.Row) Claim {
	return Claim{Predicate: Is, Runs: runs(r), Fields: []string{a.field.Name}, Value: a.value(r)}
}

// trend is the direction that a metric keeps over a line, "" where it keeps none.
func (a against) trend(l []aggregate.Row) Predicate {
	values := lists.Map(l, a.value)
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
// beyond both: the lowest value of a metric that is better lower, else the highest.
func (a against) turn(l []aggregate.Row) (turn aggregate.Row, is Predicate, ok bool) {
	low, high := a.least(l), slices.MaxFunc(l, a.byValue)
	ends := []float64{a.value(l[0]), a.value(l[len(l)-1])}
	isLow := a.value(low) < 0.95*slices.Min(ends)
	isHigh := a.value(high) > 1.05*slices.Max(ends)
	if isLow && (a.field.Better == data.Lower || !isHigh) {
		return low, BelowEnds, true
	}
	return high, AboveEnds, isHigh
}

// amount is a value of the metric with its unit.
func (a against) amount(r aggregate.Row) string {
	return tied(a.task.Words.Number(a.value(r)) + " " + a.task.shortUnit(a.field))
}
