package history

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/units"
)

// Words describe the change, in a clause that follows the name of the model, or of the
// task if the whole board changed. t is the task's description.
func (c Change) Words(t content.Task, w *words.Catalog) string {
	return teller{c, t, w}.clause()
}

// teller writes a change in a language.
type teller struct {
	Change
	task content.Task
	*words.Catalog
}

// clause says what changed, and of a run that is no result any more that this is why.
func (c teller) clause() string {
	if c.Gone == nil {
		return c.said()
	}
	return c.said() + "; " + c.Say("history.change.without", "standing", c.at(c.energy(*c.Gone), *c.Gone))
}

func (c teller) said() string {
	switch c.Kind {
	case NewTask:
		return c.Say("history.change.new_task", "n", len(c.New.Best)+len(c.New.Late))
	case TaskGone:
		return c.Say("history.change.task_gone", "n", len(c.Old.Best)+len(c.Old.Late))
	case NewTerms:
		return c.Say("history.change.new_terms", "terms", c.terms())
	case NewBest:
		return c.newBest()
	case NewModel:
		return c.Say("history.change.new_model", "standing", c.standing(*c.After))
	case InTime:
		return c.Say("history.change.in_time", "deadline", c.deadline(c.New.Deadline), "standing", c.at(c.energy(*c.After), *c.After))
	case Late:
		return c.Say("history.change.late", "deadline", c.deadline(c.New.Deadline), "latency", c.latency(c.After.Latency))
	case Lasting:
		return c.lasting()
	case ModelGone:
		return c.Say("history.change.gone", "standing", c.standing(*c.Before))
	}
	return c.moved()
}

// elsewhere reports whether another configuration than before is the best of the model now.
func (c teller) elsewhere() bool { return c.Before.configuration() != c.After.configuration() }

// moved is a change of what ranks a model.
func (c teller) moved() string {
	if c.Kind == Without {
		return c.Say("history.change.now_best", "standing", c.at(c.energy(*c.After), *c.After))
	}
	key := map[Kind]string{Better: "better", Worse: "worse", Less: "less", More: "more"}[c.Kind]
	before, after := c.Number(c.Before.Energy), c.energy(*c.After)
	if c.elsewhere() {
		before, after = c.at(c.energy(*c.Before), *c.Before), c.at(after, *c.After)
	}
	values := []any{"before", before, "after", after, "percent", c.percent(c.Before.Energy, c.After.Energy)}
	if m := c.New.Metric; m != nil {
		values = append(values, "metric", c.Inside(m.Label))
	}
	text := c.Say("history.change."+key, values...)
	if c.elsewhere() {
		text += c.formerConfiguration()
	}
	return text + c.newSoftware()
}

// formerConfiguration says what became of the configuration that was the best of the model.
func (c teller) formerConfiguration() (text string) {
	if c.Before.Hardware() == c.After.Hardware() && c.Before.Batch == c.After.Batch {
		text = "; " + c.Say("history.change.settings")
	}
	for _, one := range c.New.configurations {
		if one.configuration() != c.Before.configuration() {
			continue
		}
		if c.New.Deadline > 0 && c.New.beats(one.Energy, c.After.Energy) {
			return text + "; " + c.Say("history.change.former_late", "deadline", c.deadline(c.New.Deadline))
		}
		return text + "; " + c.Say("history.change.former", "value", c.energy(*one))
	}
	return text
}

// newSoftware says what software and machine were, where they are not what they were.
func (c teller) newSoftware() string {
	if c.Before == nil || c.Before.Software == c.After.Software {
		return ""
	}
	unknown := c.Say("history.change.unknown")
	return "; " + c.Say("history.change.software", "before", cmp.Or(c.Before.Software, unknown), "now", cmp.Or(c.After.Software, unknown))
}

// lasting is a change of level with its interval, the software on both sides, and both runs.
func (c teller) lasting() string {
	metric, s := c.Say("history.change.energy"), c.Shift
	if m := c.New.Metric; m != nil {
		metric = c.Inside(m.Label)
	}
	software := c.newSoftware()
	if software == "" && c.After.Software == "" {
		software = "; " + c.Say("history.change.no_software")
	} else if software == "" {
		software = "; " + c.Say("history.change.same_software", "software", c.After.Software)
	}
	run := func(of Configuration, n Night) string {
		key := "history.change.of_night"
		if n.Revision == "" || strings.HasPrefix(n.Revision, "sha256:") { // a digest of all results says nothing of one
			key = "history.change.of_date"
		}
		return strings.TrimSpace(of.Run + " " + c.Say(key, "date", c.Day(n.Date), "revision", shortened(n.Revision)))
	}
	return c.Say("history.change.lasting", "metric", metric, "date", c.Day(s.Since.Date), "change", c.at(c.Size(c.Catalog), *c.After)) +
		"; " + c.Form(c.Catalog) + software +
		"; " + c.Say("history.change.runs", "before", run(*c.Before, s.Before), "after", run(*c.After, s.After))
}

// shortened is a revision as people write it: of a long one its beginning.
func shortened(revision string) string {
	const long, enough = 40, 12
	if len(revision) == long && !strings.ContainsFunc(revision, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
		return revision[:enough]
	}
	return revision
}

// Size is the size of a lasting change with its interval.
func (c Change) Size(w *words.Catalog) string {
	return w.Say("history.change.within_interval", "percent", Percent(w, c.Shift.Ratio),
		"low", Percent(w, c.Shift.Low), "high", Percent(w, c.Shift.High))
}

// Form says whether a lasting change is a step or a drift.
func (c Change) Form(w *words.Catalog) string {
	return w.Say("history.change." + map[fitting.Shape]string{fitting.AtOnce: "step", fitting.Gradually: "drift", fitting.Unclear: "either"}[c.Shift.Shape])
}

// Where says where the configuration of a change runs, as far as it is known: "on 1× H100 at batch size 8".
func (c Change) Where(w *words.Catalog) string {
	return strings.TrimSpace(teller{Change: c, Catalog: w}.at("", *cmp.Or(c.After, c.Before)))
}

// newBest names the model that leads the board now, and the one that did.
func (c teller) newBest() string {
	key, metric := "leads", ""
	if m := c.New.Metric; m != nil {
		key, metric = "leads_lowest", c.Inside(m.Label)
		if m.More {
			key = "leads_highest"
		}
	}
	former := fmt.Sprintf("%s (%s)", c.Former.Name, c.energy(*c.Former))
	text := c.Say("history.change."+key, "metric", metric, "standing", c.at(c.energy(*c.After), *c.After),
		"percent", c.percent(c.Former.Energy, c.After.Energy), "former", former)
	if before := c.Before; before != nil && (before.Run != c.After.Run || !before.ties(*c.After)) {
		text += "; " + c.Say("history.change.before", "model", c.Name, "standing", c.standing(*before))
	} else if before != nil {
		text += "; " + c.Say("history.change.as_before", "model", c.Name)
	}
	return text + c.newSoftware()
}

// standing is a configuration's energy, or its latency where that is too much.
func (c teller) standing(of Configuration) string {
	for _, b := range []*Board{c.New, c.Old} {
		if found, late := b.find(of.Model); found != nil && found.Run == of.Run && late {
			return c.Say("history.change.slower", "standing", c.at(c.latency(of.Latency), of), "deadline", c.deadline(b.Deadline))
		}
	}
	return c.at(c.energy(of), of)
}

// energy is a configuration's energy, or what else ranks it.
func (c teller) energy(of Configuration) string {
	return strings.TrimSpace(c.Number(of.Energy) + " " + c.unit())
}

func (c teller) unit() string {
	if m := cmp.Or(c.New, c.Old).Metric; m != nil {
		return m.Unit
	}
	return c.Per("J", c.task.Output)
}

func (c teller) latency(x float64) string { return c.Number(x) + " " + c.task.DeadlineUnit() }

func (c teller) deadline(x float64) string {
	if x == 0 {
		return c.Say("history.change.unlimited")
	}
	return c.Short(x) + " " + c.task.DeadlineUnit()
}

// terms are the deadline or metric of the board, now and before.
func (c teller) terms() string {
	if c.New.EnergyField == c.Old.EnergyField && c.New.LatencyField == c.Old.LatencyField {
		return c.Say("history.change.deadline", "now", c.deadline(c.New.Deadline), "before", c.deadline(c.Old.Deadline))
	}
	in := func(b *Board) string {
		if b.LatencyField == "" {
			return b.EnergyField
		}
		return c.Say("history.change.within", "field", b.EnergyField, "deadline", c.deadline(b.Deadline), "latency", b.LatencyField)
	}
	return c.Say("history.change.ranked_by", "now", in(c.New), "before", in(c.Old))
}

// at says of a value where its configuration ran, as far as it is known.
func (c teller) at(value string, of Configuration) string {
	if hardware := of.Hardware(); hardware != "" {
		value = c.Say("history.change.on", "value", value, "hardware", hardware)
	}
	if of.Batch > 0 {
		value = c.Say("history.change.batch", "value", value, "batch", of.Batch)
	}
	return value
}

// Hardware returns text such as "8× B200", as far as it is known.
func (c Configuration) Hardware() string {
	if c.NumGPUs == 0 || c.GPU == "" {
		return c.GPU
	}
	return fmt.Sprintf("%s× %s", units.Whole(c.NumGPUs), c.GPU)
}

func (c teller) percent(from, to float64) string { return Percent(c.Catalog, to/from) }

// Percent is a ratio as a relative change with its sign.
func Percent(w *words.Catalog, ratio float64) string {
	change := 100 * (ratio - 1)
	sign, decimals := "+", 0
	if change < 0 {
		sign = "−"
	}
	if math.Abs(change) < 9.95 {
		decimals = 1
	}
	return sign + w.Say("form.percent", "x", w.Fixed(math.Abs(change), decimals))
}
