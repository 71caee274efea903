package site

import (
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
)

const findingsPath = "findings/"

// finding is a matched comparison that the data have pairs for: the claim before it
// has words. Every sentence about it is made from its answer.
type finding struct {
	text   content.Comparison
	answer aggregate.Comparison
	schema *data.Schema
	words  *words.Catalog
}

// findings makes the comparisons that content/ declares, and a problem of each
// that cannot be made.
func findings(source *query.Source, ds data.Dataset, texts content.Content) (made []finding, problems []data.Problem) {
	all, wrong := make([]finding, len(texts.Comparisons)), make([]error, len(texts.Comparisons))
	runs := make([]data.Table, len(all))
	for i, c := range texts.Comparisons {
		of := ds.LLM().Table
		if c.Domain == (data.DiffusionRun{}).Schema().Domain {
			of = ds.Diffusion().Table
		}
		runs[i], wrong[i] = source.Pay(of, c)
	}
	_ = sideBySide(context.Background(), len(all), func(_ context.Context, i int) error {
		if wrong[i] == nil {
			all[i], wrong[i] = compare(runs[i], texts.Comparisons[i], texts)
		}
		return nil
	})
	for i, f := range all {
		switch {
		case wrong[i] != nil:
			problems = append(problems, data.Problem{File: "comparisons.yaml", Field: texts.Comparisons[i].ID, Message: wrong[i].Error()})
		case len(f.answer.Pairs) > 0:
			made = append(made, f)
		}
	}
	return made, problems
}

func compare(runs data.Table, c content.Comparison, texts content.Content) (finding, error) {
	answer, err := aggregate.Matched(runs, aggregate.Match{
		Factor: c.Factor, Base: c.Base, Alt: c.Alt, Hold: c.Hold,
		Metric: runs.Schema().Name(data.RoleEnergy), DeadlineField: c.Deadline, Deadlines: c.At, SensorError: texts.Site.Uncertainty.Sensor,
	})
	for _, parts := range [][]aggregate.Claim{answer.ByDeadline, answer.ByBatch} { // whose pairs no page lists
		for i := range parts {
			parts[i].Pairs = nil
		}
	}
	return finding{c, answer, runs.Schema(), texts.Words}, err
}

// basis is what the sides of a finding's pairs have in common.
type basis int

const (
	oneSetting basis = iota // settings are held
	atBest                  // each side is at its best within a deadline
	otherModels
)

func (f finding) basis() basis {
	switch {
	case f.answer.OtherModels:
		return otherModels
	case f.text.Deadline != "":
		return atBest
	}
	return oneSetting
}

// ofBasis is a message about a basis: its title, what it is, or what a column calls it.
func (p *page) ofBasis(b basis, what string) string {
	return p.Say("findings.basis." + [...]string{"setting", "best", "models"}[b] + "." + what)
}

// findingsTable is one line for each finding, with a tick for each pair.
func (p *page) findingsTable(id, label string, shown []finding) templates.Table {
	t := templates.Table{
		ID: id, Label: label,
		Note: templates.Plain(p.Say("findings.note")),
		Columns: p.heads("findings.comparison name, findings.change_in_energy range unit=%, findings.median number main unit=%, " +
			"findings.interval desktop unit=% help=comparisons, findings.lower_energy tablet, table.models number desktop"),
	}
	t.Columns[1].Scale = pairScale()
	mixed := slices.ContainsFunc(shown, func(f finding) bool { return f.basis() != shown[0].basis() })
	if mixed {
		t.Columns = append(t.Columns, p.heads("findings.compared screen")...)
	}
	for _, f := range shown {
		a, href := f.answer, p.to(findingAddress(f))
		row := p.row(templates.Cell{Text: f.name(), Href: href, Badges: f.doubts(href)}, templates.Cell{Strip: f.strip()},
			templates.Cell{Text: f.percent(*a.Median), Value: data.Text(*a.Median)}, f.interval(a.Effect), f.ofGroups(a.Effect), f.models())
		if mixed {
			row.Cells = append(row.Cells, templates.Cell{Text: p.ofBasis(f.basis(), "short")})
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// doubts are the badges of a finding that a sensor's error could turn, or whose sign
// depends on the batch size.
func (f finding) doubts(href string) (badges []templates.Link) {
	if s := f.answer.Sensor; s != nil && s.Turns {
		badges = append(badges, templates.Link{Text: f.words.Say("findings.within_sensor_error"), Href: href})
	}
	if f.answer.Turns() {
		badges = append(badges, templates.Link{Text: f.words.Say("findings.depends_on_batch"), Href: href})
	}
	return badges
}

func (f finding) strip() *templates.Strip {
	at := func(percent float64) float64 { return pairAt(1 + percent/100) }
	dot := at(*f.answer.Median)
	s := templates.Strip{
		From: at(*f.answer.Min), To: at(*f.answer.Max), Dot: &dot, Grid: []float64{at(0)},
		Text: f.words.Say("findings.range", "low", f.percent(*f.answer.Min), "high", f.percent(*f.answer.Max)),
	}
	s.Marks = append(s.Marks, lists.Map(f.answer.Pairs, func(pair aggregate.Pair) float64 { return at(pair.Change) })...)
	return &s
}
