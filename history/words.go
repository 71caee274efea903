package history

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/units"
)

// Words describe the change, in a clause that follows the name of the model, or of the
// task if the whole board changed. t is the task's description.
func (c Change) Words(t content.Task) string {
	switch c.Kind {
	case NewTask:
		return fmt.Sprintf("is new, with %s", units.Plural(len(c.New.Best)+len(c.New.Late), "model"))
	case TaskGone:
		return fmt.Sprintf("was removed, with %s", units.Plural(len(c.Old.Best)+len(c.Old.Late), "model"))
	case NewTerms:
		return c.terms(t) + "; earlier results are not compared"
	case NewBest:
		return fmt.Sprintf("now %s (%s%s); the previous leader was %s", c.New.claim(), c.energy(*c.After, t), c.After.on(), c.former(t))
	case NewModel:
		return "is new: " + c.standing(*c.After, t)
	case InTime:
		return fmt.Sprintf("now meets the deadline of %s: %s%s", deadline(c.New.Deadline, t), c.energy(*c.After, t), c.After.on())
	case Late:
		return fmt.Sprintf("no longer meets the deadline of %s: %s at best", deadline(c.New.Deadline, t), latency(c.After.Latency, t))
	case ModelGone:
		return "was removed; previously: " + c.standing(*c.Before, t)
	case Better, Worse:
		m := c.New.Metric
		return fmt.Sprintf("is %s in %s: %s → %s (%s)", c.Kind, units.LowerFirst(m.Label), units.Number(c.Before.Energy), c.energy(*c.After, t),
			percent(c.Before.Energy, c.After.Energy))
	}
	return fmt.Sprintf("uses %s: %s → %s J per %s (%s)", c.Kind, units.Number(c.Before.Energy), units.Number(c.After.Energy), t.Output,
		percent(c.Before.Energy, c.After.Energy))
}

// standing is a configuration's energy, or its latency where that is too much.
func (c Change) standing(at Configuration, t content.Task) string {
	for _, b := range []*Board{c.New, c.Old} {
		if found, late := b.find(at.Model); found != nil && found.Run == at.Run && late {
			return fmt.Sprintf("%s%s, slower than %s", latency(at.Latency, t), at.on(), deadline(b.Deadline, t))
		}
	}
	return c.energy(at, t) + at.on()
}

func (c Change) former(t content.Task) string {
	return fmt.Sprintf("%s (%s)", c.Former.Name, c.energy(*c.Former, t))
}

// energy is a configuration's energy, or what else ranks it.
func (c Change) energy(of Configuration, t content.Task) string {
	unit := "J per " + t.Output
	if m := cmp.Or(c.New, c.Old).Metric; m != nil {
		unit = m.Unit
	}
	return strings.TrimSpace(units.Number(of.Energy) + " " + unit)
}

// claim is the distinction of a board's best model.
func (b *Board) claim() string {
	switch {
	case b.Metric == nil:
		return "uses the least energy"
	case b.Metric.More:
		return "has the highest " + units.LowerFirst(b.Metric.Label)
	}
	return "has the lowest " + units.LowerFirst(b.Metric.Label)
}

func latency(x float64, t content.Task) string { return units.Number(x) + " " + t.DeadlineUnit() }

func deadline(x float64, t content.Task) string {
	if x == 0 {
		return "no limit"
	}
	return units.Short(x) + " " + t.DeadlineUnit()
}

// terms are the deadline or metric of the board, now and before.
func (c Change) terms(t content.Task) string {
	if c.New.EnergyField == c.Old.EnergyField && c.New.LatencyField == c.Old.LatencyField {
		return fmt.Sprintf("now has a deadline of %s (previously %s)", deadline(c.New.Deadline, t), deadline(c.Old.Deadline, t))
	}
	in := func(b *Board) string {
		if b.LatencyField == "" {
			return b.EnergyField
		}
		return fmt.Sprintf("%s within %s of %s", b.EnergyField, deadline(b.Deadline, t), b.LatencyField)
	}
	return fmt.Sprintf("is now ranked by %s (previously by %s)", in(c.New), in(c.Old))
}

// on says where a configuration ran, as far as it is known.
func (c Configuration) on() (text string) {
	if text = c.Hardware(); text != "" {
		text = " on " + text
	}
	if c.Batch > 0 {
		text += " at batch size " + units.Whole(c.Batch)
	}
	return text
}

// Hardware returns text such as "8× B200", as far as it is known.
func (c Configuration) Hardware() string {
	if c.NumGPUs == 0 || c.GPU == "" {
		return c.GPU
	}
	return fmt.Sprintf("%s× %s", units.Whole(c.NumGPUs), c.GPU)
}

// percent is a relative change with its sign.
func percent(from, to float64) string {
	change := 100 * (to/from - 1)
	sign := "+"
	if change < 0 {
		sign = "−"
	}
	if math.Abs(change) < 9.95 {
		return fmt.Sprintf("%s%.1f%%", sign, math.Abs(change))
	}
	return fmt.Sprintf("%s%.0f%%", sign, math.Abs(change))
}
