package site

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// findingsPage shows every comparison with its pairs.
func (p *page) findingsPage() templates.Overview {
	v := templates.Overview{
		Frame: p.frame(), Title: "Key findings", Source: p.source(),
		Lede: templates.Text{
			plain("What changes when one thing changes, computed from this edition’s data. Each pair links to its two runs. "),
			linked("How pairs, groups and intervals are made", p.help("comparisons")), plain("."),
		},
	}
	for _, kind := range []struct {
		basis
		id, title, text string
	}{
		{
			oneSetting, "basis-setting", "One setting changed",
			"The same model in the same task with one setting changed. What else differs is named with each comparison.",
		},
		{
			atBest, "basis-best", "Each at its best within a deadline",
			"The same model in the same task. Each side is its lowest-energy configuration that meets the deadline, so batch size, number of GPUs " +
				"and parallelism may differ, as in a real deployment.",
		},
		{
			otherModels, "basis-models", "Different models",
			"The sides are different models, so these comparisons say nothing about a change of one setting. Quality is not compared.",
		},
	} {
		shown := slices.DeleteFunc(slices.Clone(p.findings), func(f finding) bool { return f.basis() != kind.basis })
		if len(shown) == 0 {
			continue
		}
		v.Sections = append(v.Sections, templates.Section{
			ID: kind.id, Title: kind.title, Text: templates.Plain(kind.text),
			Tables: []templates.Table{p.findingsTable(kind.id+"-list", kind.title, shown)},
		})
		v.Jump = append(v.Jump, templates.Link{Text: kind.title, Href: "#" + kind.id})
		for _, f := range shown {
			v.Sections = append(v.Sections, p.findingSection(f))
		}
	}
	return v
}

func (p *page) findingSection(f finding) templates.Section {
	s := templates.Section{ID: f.text.ID, Title: f.name(), Items: []templates.Text{
		{strong(capitalized(sentence(f.answer.Claim)) + ".")},
		{plain(f.from())},
		{strong("Equal within a pair: "), plain(f.equal())},
	}}
	if f.text.Note != "" {
		s.Text = templates.Plain(f.text.Note)
	}
	for _, more := range []struct{ name, text string }{
		{"Differs as well: ", f.differs()}, {"Sensor error: ", f.sensorDoubt()},
	} {
		if more.text != "" {
			s.Items = append(s.Items, templates.Text{strong(more.name), plain(more.text)})
		}
	}
	if len(f.answer.ByDeadline) > 1 {
		within := func(c aggregate.Claim) string { return f.within(c.Deadline) }
		s.Tables = append(s.Tables, f.parts("deadlines-", "Deadline", f.answer.ByDeadline, within))
	}
	if f.answer.Turns() {
		s.Tables = append(s.Tables, f.parts("batches-", "Batch size", f.answer.ByBatch, batches))
	}
	s.Tables = append(s.Tables, p.pairs(f))
	return s
}

// parts is the table of a claim at other deadlines, or for ranges of batch sizes.
func (f finding) parts(id, label string, claims []aggregate.Claim, name func(aggregate.Claim) string) templates.Table {
	t := templates.Table{ID: id + f.text.ID, Label: label + ": " + f.name(), Columns: []templates.Column{
		{Label: label, Kind: templates.Name},
		{Label: "Lower energy", Unit: "of pairs", Kind: templates.Words},
		{Label: "Groups", Kind: templates.Number},
		{Label: "Median change", Unit: "%", Kind: templates.Number, Main: true},
		{Label: "95% interval", Unit: "%", Show: templates.Tablet},
	}}
	for _, c := range claims {
		row := templates.Row{Cells: []templates.Cell{
			{Text: name(c)},
			{Text: units.Whole(c.Wins) + " of " + units.Whole(len(c.Pairs))},
			fieldCell(english, c.Groups),
			{},
			{Text: medianInterval(c.Effect)},
		}}
		if c.Median != nil {
			row.Cells[3] = templates.Cell{Text: percent(*c.Median), Value: data.Text(*c.Median)}
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// pairs is the table of a finding's pairs, with a column for each key that has several values.
func (p *page) pairs(f finding) templates.Table {
	t := templates.Table{ID: "pairs-" + f.text.ID, Label: "Pairs: " + f.name(), Title: "Pairs", Wide: true}
	var keys []int
	for i, key := range f.answer.Hold {
		another := func(o aggregate.Pair) bool { return o.Hold[i] != f.answer.Pairs[0].Hold[i] }
		if len(keys) > 0 && !slices.ContainsFunc(f.answer.Pairs, another) {
			continue
		}
		c := templates.Column{Label: f.label(key), Kind: templates.Words}
		if len(keys) == 0 {
			c.Kind = templates.Name
		}
		keys, t.Columns = append(keys, i), append(t.Columns, c)
	}
	energy, _ := f.schema.Field(f.answer.Metric)
	t.Columns = append(t.Columns,
		templates.Column{Label: f.text.Base, Unit: energy.Unit, Kind: templates.Number, Help: p.help(energy.Anchor)},
		templates.Column{Label: f.text.Alt, Unit: energy.Unit, Kind: templates.Number, Help: p.help(energy.Anchor)},
		templates.Column{Label: "Change", Unit: "%", Kind: templates.Number, Main: true},
	)
	for _, pair := range f.answer.Pairs[:min(len(f.answer.Pairs), mostTableRows)] {
		t.Rows = append(t.Rows, p.pairLine(f, pair, keys))
	}
	if n := len(f.answer.Pairs) - len(t.Rows); n > 0 {
		t.More = templates.Plain(units.Whole(n) + " more pairs are not listed; the command compare prints them all.")
	}
	return t
}

func (p *page) pairLine(f finding, pair aggregate.Pair, keys []int) templates.Row {
	var cells []templates.Cell
	for _, i := range keys {
		cells = append(cells, templates.Cell{Text: p.value(f, f.answer.Hold[i], pair.Hold[i])})
	}
	return templates.Row{Cells: append(cells,
		templates.Cell{Text: units.Number(pair.Base.Metric), Value: data.Text(pair.Base.Metric), Href: p.runLink(pair.Base.Run)},
		templates.Cell{Text: units.Number(pair.Alt.Metric), Value: data.Text(pair.Alt.Metric), Href: p.runLink(pair.Alt.Run)},
		templates.Cell{Text: percent(pair.Change), Value: data.Text(pair.Change)},
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
