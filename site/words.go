package site

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// where is a row's hardware and batch size, as far as they are known: "1× B200, batch size 8".
func (t *task) where(r aggregate.Row) string {
	hardware := board.Hardware(r)
	if hardware == "" && len(t.board.GPUs()) > 0 { // others are on GPUs that are known
		hardware = t.words.Say("answer.unstated")
	}
	return joined(hardware, t.batchText(r))
}

// batchText is a row's batch size by the name that the benchmark gives it, "" if it is unknown: "batch size 8".
func (t *task) batchText(r aggregate.Row) string {
	if r.Batch <= 0 {
		return ""
	}
	return t.batchName() + " " + t.words.Whole(r.Batch)
}

func (t *task) batchName() string {
	f, ok := t.rows[0].Schema().The(data.RoleBatch)
	if !ok {
		return ""
	}
	return inSentence(t.words, f)
}

// translated is a field as the site's language calls it.
func translated(w *words.Catalog, f data.Field) data.Field {
	in := w.Field(f.Name)
	if in.Label == "" && f.Label == data.UsualLabel(f.Role) { // a field of another benchmark, called as its role is
		in = w.Field("role_" + string(f.Role))
	}
	f.Label, f.Unit, f.Help = cmp.Or(in.Label, f.Label), cmp.Or(in.Unit, w.Unit(f.Unit)), cmp.Or(in.Help, f.Help)
	return f
}

// inSentence is what a sentence calls a field. Above a column, "GPUs" is enough for their number; Ulysses is a name.
func inSentence(w *words.Catalog, f data.Field) string {
	label := translated(w, f).Label
	switch f.Role {
	case data.RoleUlysses:
		return label
	case data.RoleGPUs:
		label = w.Say("filters.gpus")
	}
	return w.Inside(label)
}

// translated is a field in the words of the language and the task: images per second, not outputs.
func (t *task) translated(f data.Field) data.Field {
	in := translated(t.words, f)
	if t.subject == nil {
		own := charts.Task{Words: t.words, Output: t.Output}
		in.Label, in.Unit = own.Label(f), own.Unit(f)
	}
	return in
}

// display is a field with the unit in which the board writes it.
func (t *task) display(f data.Field) data.Field {
	f = t.translated(f)
	f.Unit = t.board.Form(f.Name).Unit(f.Unit)
	return f
}

// energyNumber is an energy of an output in the multiple of its unit, and energyUnit that multiple.
func (t *task) energyNumber(joules float64) string {
	return t.words.In(t.energyForm(), joules)
}

func (t *task) energyForm() units.Form { return t.board.Form(t.rows[0].EnergyField().Name) }

func (t *task) energyUnit() string {
	return t.energyForm().Unit(t.perOutput())
}

// energy is an energy of an output with its unit: "0.312 J per token".
func (t *task) energy(joules float64) string { return t.energyNumber(joules) + " " + t.energyUnit() }

// rankForm is how the board writes what it is ranked by.
func (t *task) rankForm() units.Form { return t.board.Form(t.rows[0].RankField().Name) }

// perOutput is the unit in which data have a task's energy: "J per token".
func (t *task) perOutput() string {
	if t.subject != nil {
		return t.translated(t.rows[0].EnergyField()).Unit
	}
	return t.words.Per("J", t.Output)
}

// perAnyOutput is the unit of the energies of several tasks: "J per token, image or video".
func (e *edition) perAnyOutput(tasks []*task) string {
	nouns := lists.Distinct(lists.Map(tasks, func(t *task) string { return e.content.Words.Noun(t.Output, 1) }))
	return e.Say("form.per", "unit", "J", "noun", e.content.Words.Either(nouns))
}

// rankUnit is the unit in which the board writes what it is ranked by.
func (t *task) rankUnit() string {
	if f := t.rows[0].RankField(); strings.HasPrefix(f.Unit, "share") {
		return ""
	} else if t.subject != nil {
		return t.display(f).Unit
	}
	return t.energyUnit()
}

// ranked is a value of what the board is ranked by, with its unit: "0.312 J per token".
func (t *task) ranked(x float64) string {
	return strings.TrimSpace(t.words.In(t.rankForm(), x) + " " + t.rankUnit())
}

// rankLabel is what the board is ranked by.
func (t *task) rankLabel() string {
	if t.subject != nil {
		return t.translated(t.rows[0].RankField()).Label
	}
	return t.words.Say("task.energy", "noun", t.words.Noun(t.Output, 1))
}

// metric is what the board is ranked by, within a sentence.
func (t *task) metric() string { return t.words.Inside(t.rankLabel()) }

// latencyUnit is that of the task's latency.
func (t *task) latencyUnit() string {
	if t.subject != nil {
		unit, _, _ := strings.Cut(t.rows[0].LatencyField(aggregate.P50).Unit, ",")
		return unit
	}
	return t.DeadlineUnit()
}

// heading is the title of the board's page in a browser's tab.
func (t *task) heading() string {
	if t.subject != nil {
		if t.Title == t.subject.System {
			return t.Title
		}
		return t.Title + ": " + t.subject.System
	}
	return t.words.Say("task.heading", "task", t.Name, "noun", t.words.Noun(t.Output, 1))
}

// description is what previews of links to a task's page say.
func (t *task) description() string {
	models, at := t.words.Say("count.models", "n", len(t.best)+len(t.late)), t.at(t.board.Default)
	return t.words.Say(variant("task.description", at == "", "_all"), "models", models, "noun", t.words.Noun(t.Output, 1), "at", at) + t.inGroups(t.best)
}

// embedded is what previews of links to the table for other sites say.
func (t *task) embedded() string {
	if t.subject != nil {
		return t.words.Say("embed.board", "task", t.Title)
	}
	return t.words.Say("embed.description", "task", t.Name, "noun", t.words.Noun(t.Output, 1))
}

func (t *task) address() string {
	if t.subject != nil {
		return boardsPath + t.ID + "/"
	}
	return taskAddress(t.ID)
}

// dataPath is the file with the rows of the board.
func (t *task) dataPath(format string) string {
	folder := "data/tasks/"
	if t.subject != nil {
		folder = "data/boards/"
	}
	return folder + t.ID + "." + format
}

// nameField is what tables of models are sorted by name by.
func (t *task) nameField() string { return cmp.Or(t.name(data.RoleModelName), t.name(data.RoleModel)) }

// space keeps a number and its unit on one line.
const space = "\u00a0"

// latencyText is a latency of the task with its unit: "44.5 ms".
func (t *task) latencyText(x float64) string { return t.words.Number(x) + space + t.latencyUnit() }

// deadlineText says the default deadline in words: "50 ms per token".
func (t *task) deadlineText() string { return t.limit(t.Deadline) }

// limit is a latency that a configuration may have at most.
func (t *task) limit(latency float64) string {
	per := t.deadlinePer()
	return t.words.Say(variant("limit.value", per == "", "_bare"), "value", t.words.Typed(latency), "unit", t.latencyUnit(), "noun", t.words.Noun(per, 1))
}

// deadlinePer is what the deadline is for, "" where another benchmark does not state what its latency is.
func (t *task) deadlinePer() string {
	switch {
	case t.subject != nil && t.rows[0].Schema().Basis.Latency == data.NotStated:
		return ""
	case t.PerToken() || t.subject != nil:
		return t.Output
	}
	return "batch"
}

func strong(s string) templates.Run { return templates.Run{Text: s, Strong: true} }

func plain(s string) templates.Run { return templates.Run{Text: s} }

func linked(s, href string) templates.Run { return templates.Run{Text: s, Href: href} }

// Say is [words.Catalog.Say] in the language of the site.
func (e *edition) Say(key string, values ...any) string { return e.content.Words.Say(key, values...) }

// Rich is a message with its strong text and links.
func (e *edition) Rich(key string, values ...any) templates.Text {
	return e.content.Words.Rich(key, values...)
}

func (e *edition) day(date string) string { return e.content.Words.Day(date) }

// variant is the key of a message, with an ending where something is so.
func variant(key string, is bool, ending string) string {
	if is {
		return key + ending
	}
	return key
}
