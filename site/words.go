package site

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// on says where a row was measured: "8× B200".
func on(r aggregate.Row) string { return fmt.Sprintf("%d× %s", r.NumGPUs, r.GPU) }

// where is a row's hardware and batch size, as far as they are known.
func where(r aggregate.Row) string {
	var text string
	switch {
	case r.GPU != "" && r.NumGPUs > 0:
		text = " on " + on(r)
	case r.GPU != "":
		text = " on " + r.GPU
	}
	if r.Batch > 0 {
		text += " at batch size " + units.Whole(r.Batch)
	}
	return text
}

// precisionTag is the short form of a weight precision: BF16, FP8, MXFP4.
func precisionTag(precision string) string {
	if precision == "bfloat16" {
		return "BF16"
	}
	return strings.ToUpper(precision)
}

// perOutput is the unit of a task's energy: "J per token".
func (t *task) perOutput() string {
	if t.subject != nil {
		return t.rows[0].EnergyField().Unit
	}
	return "J per " + t.Output
}

// rankUnit is the unit of what the board is ranked by.
func (t *task) rankUnit() string {
	if t.subject != nil {
		return t.rows[0].RankField().Unit
	}
	return t.perOutput()
}

// metric is what the board is ranked by, in the words of the task.
func (t *task) metric() string {
	label := t.rows[0].RankField().Label
	if t.subject == nil {
		label = t.chartTask().Label(t.rows[0].RankField())
	}
	return units.LowerFirst(label)
}

// latencyUnit is that of the task's latency.
func (t *task) latencyUnit() string {
	if t.subject != nil {
		unit, _, _ := strings.Cut(t.rows[0].LatencyField(aggregate.P50).Unit, ",")
		return unit
	}
	return t.DeadlineUnit()
}

// within is a limit of the default view behind a noun: " within 50 ms per token", ""
// where there is none.
func (t *task) within() string {
	if t.Deadline <= 0 {
		return ""
	}
	return " within " + t.deadlineText()
}

// heading is the title of the board's page in a browser's tab.
func (t *task) heading() string {
	if t.subject != nil {
		return t.Title + ": " + t.subject.System
	}
	return t.Name + ": energy per " + t.Output
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
func (t *task) latencyText(x float64) string { return units.Number(x) + space + t.latencyUnit() }

// deadlineText says the default deadline in words: "50 ms per token".
func (t *task) deadlineText() string { return t.limit(t.Deadline) }

// limit is a latency that a configuration may have at most.
func (t *task) limit(latency float64) string {
	return fmt.Sprintf("%s%s%s per %s", units.Short(latency), space, t.latencyUnit(), t.deadlinePer())
}

// deadlinePer is what the deadline is for.
func (t *task) deadlinePer() string {
	if t.PerToken() || t.subject != nil {
		return t.Output
	}
	return "batch"
}

func strong(s string) templates.Run { return templates.Run{Text: s, Strong: true} }

func plain(s string) templates.Run { return templates.Run{Text: s} }

func linked(s, href string) templates.Run { return templates.Run{Text: s, Href: href} }
