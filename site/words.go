package site

import (
	"fmt"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// on says where a row was measured: "8× B200".
func on(r aggregate.Row) string { return fmt.Sprintf("%d× %s", r.NumGPUs, r.GPU) }

// precisionTag is the short form of a weight precision: BF16, FP8, MXFP4.
func precisionTag(precision string) string {
	if precision == "bfloat16" {
		return "BF16"
	}
	return strings.ToUpper(precision)
}

// perOutput is the unit of a task's energy: "J per token".
func (t *task) perOutput() string { return "J per " + t.Output }

// space keeps a number and its unit on one line.
const space = "\u00a0"

// latencyText is a latency of the task with its unit: "44.5 ms".
func (t *task) latencyText(x float64) string { return units.Number(x) + space + t.DeadlineUnit() }

// deadlineText says the default deadline in words: "50 ms per token".
func (t *task) deadlineText() string {
	return fmt.Sprintf("%s%s%s per %s", units.Short(t.Deadline), space, t.DeadlineUnit(), t.deadlinePer())
}

// deadlinePer is what the deadline is for.
func (t *task) deadlinePer() string {
	if t.PerToken() {
		return t.Output
	}
	return "batch"
}

// plural is a count with its noun: "1 model", "12 models".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return units.Whole(n) + " " + noun
}

// day writes a date for people: 16 Feb 2026.
func day(date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	return d.Format("2 Jan 2006")
}

// sourceName is whose data the site shows, with their date.
func (e *edition) sourceName() string {
	var name strings.Builder
	for _, r := range e.sourceText() {
		name.WriteString(r.Text)
	}
	return name.String()
}

// sourceText is sourceName on a page.
func (e *edition) sourceText() templates.Text {
	name := e.content.Site.Data.Name
	if e.data.Synthetic() {
		name = "Synthetic sample"
	}
	if e.date == "" {
		return templates.Plain(name)
	}
	return templates.Text{plain(name + ", data of "), {Text: e.date, Date: true}}
}

func strong(s string) templates.Run { return templates.Run{Text: s, Strong: true} }

func plain(s string) templates.Run { return templates.Run{Text: s} }

func linked(s, href string) templates.Run { return templates.Run{Text: s, Href: href} }
