package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// title says what a longer latency is worth.
func (f frontier) title() sentence {
	w := f.task.Words
	switch {
	case f.all == 0:
		return saying(w.Say("charts.empty"))
	case f.task.Deadline > 0 && len(f.best) == 0:
		fastest := f.line[0]
		return saying(
			w.Say("charts.frontier.none", "deadline", f.task.spanPer(f.task.Deadline, f.latency), "fastest", f.span(fastest)),
			Claim{Predicate: NoneWithin, Fields: []string{f.latency.Name}, Limit: f.task.Deadline},
			Claim{Predicate: Least, Runs: runs(fastest), Fields: []string{f.latency.Name}, Value: fastest.Latency(f.task.Percentile)},
		)
	case f.all == 1:
		only := f.line[0]
		return saying(w.Say("charts.frontier.only", "energy", f.task.energy(only.Energy), "latency", f.span(only)), f.is(only)...)
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
	return f.task.Words.Say("charts.against", "y", f.task.label(f.energy), "x", f.task.inside(f.latency))
}

// is claims both values of a row.
func (f frontier) is(r aggregate.Row) []Claim {
	return []Claim{
		{Predicate: Is, Runs: runs(r), Fields: []string{f.energy.Name}, Value: r.Energy},
		{Predicate: Is, Runs: runs(r), Fields: []string{f.latency.Name}, Value: r.Latency(f.task.Percentile)},
	}
}

// saving compares the lowest energy within the deadline with the lowest of all, if anything slower was
// measured and is drawn.
func (f frontier) saving() sentence {
	best, last, deadline, w := f.best[0], f.line[len(f.line)-1], f.task.Deadline, f.task.Words
	both := []string{f.energy.Name, f.latency.Name}
	claims := append(f.is(best), Claim{Predicate: Least, Runs: runs(best), Fields: both, Value: best.Energy, Limit: deadline})
	limit := tied(f.task.span(deadline, f.latency))
	slower := f.slower()
	if slower == nil {
		text := w.Say("charts.frontier.none_slower", "energy", f.task.energy(best.Energy), "latency", f.span(best), "deadline", limit)
		return saying(text, append(claims, Claim{Predicate: NoneBeyond, Fields: both[1:], Limit: deadline})...)
	}
	claims = append(claims, Claim{Predicate: SomeBeyond, Runs: runs(*slower), Fields: both[1:], Limit: deadline})
	if last.Energy >= best.Energy {
		text := w.Say("charts.frontier.no_saving", "energy", f.task.energy(best.Energy), "latency", f.span(best), "deadline", limit)
		return saying(text, append(claims, Claim{Predicate: Least, Runs: runs(best), Fields: both[:1], Value: best.Energy})...)
	}
	saved := 100 * (1 - last.Energy/best.Energy)
	values := []any{"slow", f.task.spanPer(last.Latency(f.task.Percentile), f.latency), "fast", f.span(best), "percent", atLeastOne(w, saved)}
	text := w.Say("charts.frontier.saving", values...)
	if last.Ties(best) {
		text = w.Say("charts.frontier.saving_tied", values...)
	}
	return saying(text,
		append(append(claims, f.is(last)...), Claim{Predicate: Less, Runs: runs(last, best), Fields: both[:1], Value: saved})...)
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
	first, last, w := f.line[0], f.line[len(f.line)-1], f.task.Words
	both := []string{f.energy.Name, f.latency.Name}
	least := Claim{Predicate: Least, Runs: runs(last), Fields: both[:1], Value: last.Energy}
	fastest := Claim{Predicate: Least, Runs: runs(first), Fields: both[1:], Value: first.Latency(f.task.Percentile)}
	if first.Run == last.Run {
		return saying(w.Say("charts.frontier.both", "energy", f.task.energy(first.Energy), "latency", f.span(first)), least, fastest)
	}
	times := first.Energy / last.Energy
	text := w.Say("charts.frontier.extremes",
		"energy", f.task.energy(last.Energy), "latency", f.span(last), "fastest", f.span(first), "times", f.task.times(times))
	return saying(text, least, fastest, Claim{Predicate: Times, Runs: runs(first, last), Fields: both[:1], Value: times})
}

// atLeastOne writes a share in whole percent, or that it is less than one.
func atLeastOne(w *words.Catalog, x float64) string {
	if x < 1 {
		return w.Say("charts.under_one_percent")
	}
	return percent(w, x)
}

// runs are the ids of rows.
func runs(rows ...aggregate.Row) []string {
	return lists.Map(rows, func(r aggregate.Row) string { return r.Run })
}
