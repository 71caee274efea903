package charts

import (
	"fmt"
	"math"

	"github.com/jouleboard/jouleboard/units"
)

// title says what waiting is worth.
func (f frontier) title() string {
	switch {
	case f.all == 0:
		return "No configuration to show"
	case f.task.Deadline > 0 && len(f.best) == 0:
		return fmt.Sprintf("No configuration meets the deadline of %s; the fastest takes %s",
			f.task.spanPer(f.task.Deadline, f.latency), f.span(f.line[0]))
	case f.all == 1:
		return fmt.Sprintf("One configuration: %s at %s", f.task.energy(f.line[0].Energy), f.span(f.line[0]))
	case f.task.Deadline > 0:
		return f.saving()
	}
	return f.extremes()
}

// saving compares the least energy in time with the least of all.
func (f frontier) saving() string {
	best, last := f.best[0], f.line[len(f.line)-1]
	saved := math.Round(100 * (1 - last.Energy/best.Energy))
	if last.Energy == best.Energy {
		return fmt.Sprintf("Waiting longer than %s saves nothing: the least energy is %s at %s",
			span(f.task.Deadline, f.latency), f.task.energy(best.Energy), f.span(best))
	}
	if saved < 1 {
		return fmt.Sprintf("Waiting longer than %s saves less than %s", span(f.task.Deadline, f.latency), percent(1))
	}
	latency := last.Latency(f.task.Percentile)
	return fmt.Sprintf("Waiting %s saves %s: %s instead of %s",
		longer(latency/f.task.Deadline), percent(saved), units.Short(latency), f.task.spanPer(f.task.Deadline, f.latency))
}

func (f frontier) extremes() string {
	first, last := f.line[0], f.line[len(f.line)-1]
	if first.Run == last.Run {
		return fmt.Sprintf("The fastest configuration is the most frugal too: %s at %s", f.task.energy(first.Energy), f.span(first))
	}
	return fmt.Sprintf("The least energy is %s at %s; the fastest configuration, %s, takes %s times as much",
		f.task.energy(last.Energy), f.span(last), f.span(first), units.Short(ratio(first.Energy/last.Energy)))
}

var timesWords = [...]string{
	2: "twice as long", 3: "three times as long", 4: "four times as long", 5: "five times as long",
	6: "six times as long", 7: "seven times as long", 8: "eight times as long", 9: "nine times as long", 10: "ten times as long",
}

// longer words a ratio above 1: as a whole number of times where it is within
// 5 % of one.
func longer(ratio float64) string {
	whole := math.Round(ratio)
	if whole >= 2 && whole < float64(len(timesWords)) && math.Abs(ratio/whole-1) <= 0.05 {
		return timesWords[int(whole)]
	}
	if ratio < 2 {
		return percent(100*(ratio-1)) + " longer"
	}
	return units.Short(math.Round(ratio*10)/10) + " times as long"
}

func percent(x float64) string { return tied(units.Short(math.Round(x)) + " %") }
