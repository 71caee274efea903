package charts

import (
	"github.com/jouleboard/jouleboard/aggregate"
)

// deadlineText names the deadline in so many px, if it can.
func (f frontier) deadlineText(width float64) string {
	deadline, w := f.task.span(f.task.Deadline, f.latency), f.task.Words
	for _, text := range []string{w.Say("charts.frontier.slower", "deadline", deadline), "> " + deadline} {
		if textWidth(text, fontSize)+10 <= width {
			return text
		}
	}
	return ""
}

// namedPoints labels the best in time and the end of the frontier, where the
// configuration with the lowest energy is.
func (f frontier) namedPoints() []label {
	var named []aggregate.Row
	if len(f.best) > 0 && f.task.Deadline > 0 {
		named = append(named, f.best[0])
	}
	if last := f.line[len(f.line)-1]; len(named) == 0 || last.Run != named[0].Run {
		named = append(named, last)
	}
	labels := make([]label, len(named))
	for i, r := range named {
		text := f.task.Words.Say("charts.frontier.point", "model", plain(name(r), fontSize, 220), "batch", r.Batch)
		labels[i] = label{value: f.value(r), text: text, size: fontSize, bold: true, gap: f.gap(r)}
	}
	return labels
}

// gap keeps a label off its mark, and off the ring around it.
func (f frontier) gap(r aggregate.Row) int {
	if len(f.best) > 0 && r.Run == f.best[0].Run {
		return 11
	}
	return 5
}
