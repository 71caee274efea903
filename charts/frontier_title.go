package charts

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/units"
)

// title says what a longer latency is worth.
func (f frontier) title() sentence {
	switch {
	case f.all == 0:
		return saying("No configuration to show")
	case f.task.Deadline > 0 && len(f.best) == 0:
		fastest := f.line[0]
		return saying(
			fmt.Sprintf("No configuration meets the deadline of %s; the fastest takes %s", f.task.spanPer(f.task.Deadline, f.latency), f.span(fastest)),
			Claim{Predicate: NoneWithin, Fields: []string{f.latency.Name}, Limit: f.task.Deadline},
			Claim{Predicate: Least, Runs: runs(fastest), Fields: []string{f.latency.Name}, Value: fastest.Latency(f.task.Percentile)},
		)
	case f.all == 1:
		return saying(fmt.Sprintf("One configuration: %s at %s", f.task.energy(f.line[0].Energy), f.span(f.line[0])), f.is(f.line[0])...)
	case f.task.Deadline > 0:
		return f.saving()
	}
	return f.extremes()
}

// neutral names what is drawn.
func (f frontier) neutral() string {
	if f.all == 0 {
		return ""
	}
	return f.task.label(f.energy) + " against " + units.LowerFirst(f.task.label(f.latency))
}

// is claims both values of a row.
func (f frontier) is(r aggregate.Row) []Claim {
	return []Claim{
		{Predicate: Is, Runs: runs(r), Fields: []string{f.energy.Name}, Value: r.Energy},
		{Predicate: Is, Runs: runs(r), Fields: []string{f.latency.Name}, Value: r.Latency(f.task.Percentile)},
	}
}

// saving compares the least energy in time with the least of all, if anything slower was
// measured and is drawn.
func (f frontier) saving() sentence {
	best, last, deadline := f.best[0], f.line[len(f.line)-1], f.task.Deadline
	both := []string{f.energy.Name, f.latency.Name}
	claims := append(f.is(best), Claim{Predicate: Least, Runs: runs(best), Fields: both, Value: best.Energy, Limit: deadline})
	slower := f.slower()
	if slower == nil {
		return saying(
			fmt.Sprintf("The least energy is %s at %s; no configuration is slower than %s",
				f.task.energy(best.Energy), f.span(best), span(deadline, f.latency)),
			append(claims, Claim{Predicate: NoneBeyond, Fields: both[1:], Limit: deadline})...)
	}
	claims = append(claims, Claim{Predicate: SomeBeyond, Runs: runs(*slower), Fields: both[1:], Limit: deadline})
	if last.Energy >= best.Energy {
		return saying(
			fmt.Sprintf("No configuration slower than %s needs less energy than %s at %s",
				span(deadline, f.latency), f.task.energy(best.Energy), f.span(best)),
			append(claims, Claim{Predicate: Least, Runs: runs(best), Fields: both[:1], Value: best.Energy})...)
	}
	saved := 100 * (1 - last.Energy/best.Energy)
	text := fmt.Sprintf("Accepting %s instead of %s saves %s", f.task.spanPer(last.Latency(f.task.Percentile), f.latency), f.span(best), atLeastOne(saved))
	if last.Ties(best) {
		text += ", which is within measurement uncertainty"
	}
	return saying(text, append(append(claims, f.is(last)...), Claim{Predicate: Less, Runs: runs(last, best), Fields: both[:1], Value: saved})...)
}

// slower is a drawn row beyond the deadline, nil if there is none.
func (f frontier) slower() *aggregate.Row {
	for i := range f.rows {
		if l := f.rows[i].Latency(f.task.Percentile); l > f.task.Deadline && !math.IsInf(l, 1) {
			return &f.rows[i]
		}
	}
	return nil
}

func (f frontier) extremes() sentence {
	first, last := f.line[0], f.line[len(f.line)-1]
	both := []string{f.energy.Name, f.latency.Name}
	least := Claim{Predicate: Least, Runs: runs(last), Fields: both[:1], Value: last.Energy}
	fastest := Claim{Predicate: Least, Runs: runs(first), Fields: both[1:], Value: first.Latency(f.task.Percentile)}
	if first.Run == last.Run {
		return saying(fmt.Sprintf("The fastest configuration needs the least energy too: %s at %s", f.task.energy(first.Energy), f.span(first)), least, fastest)
	}
	times := first.Energy / last.Energy
	return saying(
		fmt.Sprintf("The least energy is %s at %s; the fastest configuration, %s, takes %s times as much",
			f.task.energy(last.Energy), f.span(last), f.span(first), units.Short(ratio(times))),
		least, fastest, Claim{Predicate: Times, Runs: runs(first, last), Fields: both[:1], Value: times})
}

// atLeastOne writes a share in whole percent, or that it is less than one.
func atLeastOne(x float64) string {
	if x < 1 {
		return "less than 1%"
	}
	return percent(x)
}

// runs are the ids of rows.
func runs(rows ...aggregate.Row) []string {
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.Run
	}
	return ids
}
