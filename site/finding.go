package site

import (
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

const findingsPath = "findings/"

// finding is a matched comparison that the data have pairs for.
type finding struct {
	text   content.Comparison
	answer aggregate.Comparison
	schema *data.Schema
}

// findings makes the comparisons that content/ declares, and a problem of each
// that cannot be made.
func findings(ds data.Dataset, declared []content.Comparison) (made []finding, problems []data.Problem) {
	for _, c := range declared {
		runs := ds.LLM().Table
		if c.Domain == (data.DiffusionRun{}).Schema().Domain {
			runs = ds.Diffusion().Table
		}
		f, err := compare(runs, c)
		switch {
		case err != nil:
			problems = append(problems, data.Problem{File: "comparisons.yaml", Field: c.ID, Message: err.Error()})
		case f.answer.Pairs > 0:
			made = append(made, f)
		}
	}
	return made, problems
}

func compare(runs data.Table, c content.Comparison) (finding, error) {
	answer, err := aggregate.Matched(runs, aggregate.Match{
		Factor: c.Factor, Base: c.Base, Alt: c.Alt, Hold: c.Hold,
		Metric: runs.Schema().Name(data.RoleEnergy), DeadlineField: c.Deadline, Deadlines: c.At,
	})
	return finding{text: c, answer: answer, schema: runs.Schema()}, err
}

// sentence is the finding in words: "less energy in 30 of 39 pairs, median −28 %".
func sentence(e aggregate.Effect) string {
	if e.Pairs == 0 {
		return "no pair"
	}
	return fmt.Sprintf("less energy in %d of %s, median change %s", e.Wins, units.Plural(e.Pairs, "pair"), percent(*e.Median))
}

// percent writes a change with its sign: −28 %.
func percent(x float64) string {
	sign := "+"
	if x < 0 {
		sign = "−"
	}
	return sign + units.Number(math.Abs(x)) + space + "%"
}

// within names a deadline: "at 50 ms or less".
func (f finding) within(deadline float64) string {
	field, _ := f.schema.Field(f.text.Deadline)
	return fmt.Sprintf("%s ≤ %s%s%s", field.Label, units.Short(deadline), space, field.Unit)
}

// findingsTable is one line a finding, with a stroke for each pair.
func (p *page) findingsTable() templates.Table {
	t := templates.Table{
		ID: "findings-list", Label: "Matched comparisons",
		Note: templates.Plain("Pairs of runs that are equal in all but one respect. A stroke is a pair; left of zero the alternative needs less. Dot: the median."),
		Columns: []templates.Column{
			{Label: "Comparison", Kind: templates.Name},
			{Label: "Change of energy", Unit: "%, cut at ±100", Kind: templates.Range, Scale: changes.ticks()},
			{Label: "Median", Unit: "%", Kind: templates.Number, Main: true},
			{Label: "Less energy", Unit: "of pairs", Show: templates.Tablet},
		},
		Rows: make([]templates.Row, len(p.findings)),
	}
	for i, f := range p.findings {
		t.Rows[i] = templates.Row{Cells: []templates.Cell{
			{
				Text: f.text.Title, Href: p.to(findingsPath + "#" + f.text.ID),
				Below: fmt.Sprintf("less energy in %d of %s", f.answer.Wins, units.Plural(f.answer.Pairs, "pair")),
			},
			{Strip: f.strip()},
			{Text: percent(*f.answer.Median), Value: data.Text(*f.answer.Median)},
			{Text: fmt.Sprintf("%d of %d", f.answer.Wins, f.answer.Pairs)},
		}}
	}
	return t
}

// changeScale is the linear scale of changes in percent.
type changeScale struct{ most float64 }

var changes = changeScale{100}

func (s changeScale) at(x float64) float64 {
	share := (max(-s.most, min(s.most, x)) + s.most) / (2 * s.most)
	return stripMargin + math.Round(share*(templates.StripWidth-2*stripMargin)*10)/10
}

func (s changeScale) ticks() []templates.Tick {
	return []templates.Tick{{At: s.at(-50), Label: "−50"}, {At: s.at(0), Label: "0"}, {At: s.at(50), Label: "+50"}}
}

func (f finding) strip() *templates.Strip {
	dot := changes.at(*f.answer.Median)
	s := templates.Strip{
		From: changes.at(*f.answer.Min), To: changes.at(*f.answer.Max), Dot: &dot,
		Text: percent(*f.answer.Min) + " to " + percent(*f.answer.Max),
	}
	for _, t := range changes.ticks() {
		s.Grid = append(s.Grid, t.At)
	}
	for _, pair := range f.answer.Rows {
		s.Marks = append(s.Marks, changes.at(pair.ChangePercent))
	}
	return &s
}

// findingsPage shows every pair of every comparison.
func (p *page) findingsPage() templates.Overview {
	v := templates.Overview{
		Frame: p.frame(), Title: "What the data say", Source: p.source(),
		Lede: templates.Plain("What changes when one thing changes: pairs of runs that agree in everything else, computed from the data of this edition. Each pair leads to its two runs."),
	}
	overview := p.findingsTable()
	v.Sections = append(v.Sections, templates.Section{ID: "overview", Title: "All comparisons", Tables: []templates.Table{overview}})
	for _, f := range p.findings {
		v.Sections = append(v.Sections, p.findingSection(f))
		v.Jump = append(v.Jump, templates.Link{Text: f.text.Title, Href: "#" + f.text.ID})
	}
	return v
}

func (p *page) findingSection(f finding) templates.Section {
	s := templates.Section{ID: f.text.ID, Title: f.text.Title, Text: templates.Text{plain(f.text.Note)}}
	for i, e := range f.answer.ByDeadline {
		s.Items = append(s.Items, templates.Text{strong(f.within(f.answer.Deadlines[i]) + ": "), plain(sentence(e))})
	}
	if len(f.answer.ByDeadline) == 0 {
		s.Items = []templates.Text{{plain("In all: " + sentence(f.answer.Effect))}}
	}
	s.Tables = []templates.Table{p.pairs(f)}
	return s
}

// pairs is the table of a finding's pairs.
func (p *page) pairs(f finding) templates.Table {
	t := templates.Table{ID: "pairs-" + f.text.ID, Label: "Pairs: " + f.text.Title, Wide: true}
	for i, key := range f.answer.Hold {
		c := templates.Column{Label: f.label(key), Kind: templates.Words}
		if i == 0 {
			c.Kind = templates.Name
		}
		t.Columns = append(t.Columns, c)
	}
	if f.text.Deadline != "" {
		t.Columns = append(t.Columns, templates.Column{Label: "Deadline", Kind: templates.Words})
	}
	energy, _ := f.schema.Field(f.answer.Metric)
	t.Columns = append(t.Columns,
		templates.Column{Label: f.text.Base, Unit: energy.Unit, Kind: templates.Number, Help: p.help(energy.Anchor)},
		templates.Column{Label: f.text.Alt, Unit: energy.Unit, Kind: templates.Number, Help: p.help(energy.Anchor)},
		templates.Column{Label: "Change", Unit: "%", Kind: templates.Number, Main: true},
	)
	for _, pair := range f.answer.Rows[:min(len(f.answer.Rows), mostTableRows)] {
		t.Rows = append(t.Rows, p.pairLine(f, pair))
	}
	if n := len(f.answer.Rows) - len(t.Rows); n > 0 {
		t.More = templates.Plain(units.Whole(n) + " more pairs are not listed; the command compare prints them all.")
	}
	return t
}

// label names a key that is held equal: by its field, or by the first field that
// an expression is made of.
func (f finding) label(key string) string {
	for _, word := range strings.FieldsFunc(key, func(r rune) bool { return r != '_' && (r < 'a' || r > 'z') }) {
		if field, ok := f.schema.Field(word); ok {
			return field.Label
		}
	}
	return key
}

func (p *page) pairLine(f finding, pair aggregate.Pair) templates.Row {
	var cells []templates.Cell
	for i, v := range pair.Hold {
		text := data.Text(v)
		if f.answer.Hold[i] == f.schema.Name(data.RoleTask) {
			text = p.content.Task(text, f.text.Domain).Name
		}
		cells = append(cells, templates.Cell{Text: text})
	}
	if f.text.Deadline != "" {
		cells = append(cells, templates.Cell{Text: "≤" + space + units.Short(pair.Deadline)})
	}
	return templates.Row{Cells: append(cells,
		templates.Cell{Text: units.Number(pair.Base), Value: data.Text(pair.Base), Href: p.runLink(pair.BaseRun)},
		templates.Cell{Text: units.Number(pair.Alt), Value: data.Text(pair.Alt), Href: p.runLink(pair.AltRun)},
		templates.Cell{Text: percent(pair.ChangePercent), Value: data.Text(pair.ChangePercent)},
	)}
}

// runLink leads to a run's line on its model's page, where that line is shown.
func (p *page) runLink(run string) string {
	model, ok := p.shownRuns[run]
	if !ok {
		return ""
	}
	return p.to(modelAddress(model) + "#" + run)
}
