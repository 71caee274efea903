package site

import (
	"cmp"
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
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

// findings pays for the comparisons that content/ declares, and returns what makes them, with a problem of each that cannot be
// made.
func findings(results *query.Results, ds data.Dataset, texts content.Content) func() ([]finding, []data.Problem) {
	all, wrong := make([]finding, len(texts.Comparisons)), make([]error, len(texts.Comparisons))
	runs := make([]data.Table, len(all))
	for i, c := range texts.Comparisons {
		of := ds.LLM().Table
		if c.Domain == (data.DiffusionRun{}).Schema().Domain {
			of = ds.Diffusion().Table
		}
		runs[i], wrong[i] = results.Pay(of, c)
	}
	return func() (made []finding, problems []data.Problem) {
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
}

func compare(runs data.Table, c content.Comparison, texts content.Content) (finding, error) {
	answer, err := aggregate.Matched(runs, aggregate.MatchOf(c, runs.Schema(), texts))
	for _, parts := range [][]aggregate.Claim{answer.ByDeadline, answer.ByBatch} { // whose pairs no page lists
		for i := range parts {
			parts[i].Pairs = nil
		}
	}
	return finding{c, answer, runs.Schema(), texts.Words}, err
}

// basis is what the sides of a finding's pairs have in common.
type basis string

const (
	oneSetting  basis = "setting" // settings are held
	atBest      basis = "best"    // each side is at its best within a deadline
	otherModels basis = "models"
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
	return p.Say("findings.basis." + string(b) + "." + what)
}

// findingsTable is one line for each finding, with a tick for each pair.
func (p *page) findingsTable(id, label string, shown []finding) templates.Table {
	note := p.Say("findings.note")
	if slices.ContainsFunc(shown, finding.isCut) {
		note += " " + p.Say("findings.edge")
	}
	t := templates.Table{
		ID: id, Label: label,
		Note: templates.Plain(note),
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

// isCut reports whether the strip does not reach as far as a change.
func (f finding) isCut() bool {
	return 1+*f.answer.Min/100 < 1.0/mostRatio || 1+*f.answer.Max/100 > mostRatio
}

func (f finding) strip() *templates.Strip {
	at := func(percent float64) float64 { return pairAt(1 + percent/100) }
	s := templates.Strip{
		From: at(*f.answer.Min), To: at(*f.answer.Max), Dot: new(at(*f.answer.Median)), Grid: []float64{at(0)},
		Text: f.words.Say("findings.range", "low", f.percent(*f.answer.Min), "high", f.percent(*f.answer.Max)),
	}
	s.Marks = append(s.Marks, lists.Map(f.answer.Pairs, func(pair aggregate.Pair) float64 { return at(pair.Change) })...)
	return &s
}

// findingsPage shows every comparison; the pairs of each are on its own page.
func (p *page) findingsPage() templates.Overview {
	v := p.overview(p.Rich("findings.lede", "methods", p.help("comparisons")))
	for _, kind := range []basis{oneSetting, atBest, otherModels} {
		id, title := "basis-"+string(kind), p.ofBasis(kind, "title")
		shown := lists.Filter(p.findings, func(f finding) bool { return f.basis() == kind })
		if len(shown) == 0 {
			continue
		}
		list := p.findingsTable(id+"-list", title, shown)
		if len(v.Sections) > 0 {
			list.Note = nil // the first has it
		}
		v.Sections = append(v.Sections, templates.Section{
			ID: id, Title: title, Text: templates.Plain(p.ofBasis(kind, "text")), Tables: []templates.Table{list},
		})
		v.Jump = append(v.Jump, templates.Link{Text: title, Href: "#" + id})
		v.Sections = append(v.Sections, lists.Map(shown, func(f finding) templates.Section {
			s := p.findingSection(f)
			s.Links = []templates.Link{{Text: p.Say("findings.pairs_link", "n", len(f.answer.Pairs)), Href: p.to(findingAddress(f))}}
			return s
		})...)
	}
	return v
}

// findingAddress is that of a finding's own page.
func findingAddress(f finding) string { return findingsPath + f.text.ID + "/" }

// findingPage is the page of one finding: what it rests on, and its pairs.
func (p *page) findingPage(f finding) templates.Overview {
	s := p.findingSection(f)
	s.Title = p.Say("findings.comparison")
	if f.measured() != "" {
		s.Items = append(s.Items, templates.Plain(p.Say("answer.basis", "scope", f.measured())))
	}
	s.Tables = append(s.Tables, p.pairs(f))
	return p.overview(nil, []templates.Section{s}, p.citing(p.about[0], p.description))
}

// measured is what the energy of a finding is of, "" for one that compares something else.
func (f finding) measured() string {
	if field, _ := f.schema.Field(f.answer.Metric); field.Role != data.RoleEnergy && field.Role != data.RolePerResponse {
		return ""
	}
	return inWords(f.words, f.schema.Basis.Scope)
}

func (p *page) findingSection(f finding) templates.Section {
	s := templates.Section{ID: f.text.ID, Title: f.name(), Items: []templates.Text{
		p.Rich("findings.claim", "claim", f.claim(f.answer.Claim)),
		{plain(f.from())},
		p.Rich("findings.equal", "fields", f.equal()),
	}}
	if f.text.Note != "" {
		s.Text = templates.Plain(f.text.Note)
	}
	if fields := f.differs(); fields != "" {
		s.Items = append(s.Items, p.Rich("findings.differs", "fields", fields))
	}
	if pairs := p.unequal(f, f.answer.OtherWork); pairs != "" {
		s.Items = append(s.Items, p.Rich("findings.other_work", "pairs", pairs))
	}
	if pairs := p.unequal(f, f.answer.Near); pairs != "" {
		s.Items = append(s.Items, p.Rich("findings.near", "pairs", pairs))
	}
	if doubt := f.sensorDoubt(); doubt != "" {
		s.Items = append(s.Items, p.Rich("findings.sensor", "text", doubt))
	}
	if len(f.answer.ByDeadline) > 1 {
		within := func(c aggregate.Claim) string { return f.within(f.label, c.Deadline) }
		s.Tables = append(s.Tables, p.parts(f, "deadlines", "findings.deadline", f.answer.ByDeadline, within))
	}
	if f.answer.Turns() {
		s.Tables = append(s.Tables, p.parts(f, "batches", "findings.batch", f.answer.ByBatch, f.batches))
	}
	return s
}

// parts is the table of a claim at other deadlines, or for ranges of batch sizes.
func (p *page) parts(f finding, id, label string, claims []aggregate.Claim, name func(aggregate.Claim) string) templates.Table {
	of := f.name()
	if id == "deadlines" {
		of = f.text.Title
	}
	t := templates.Table{ID: id + "-" + f.text.ID, Label: p.Say(label) + ": " + of, Columns: p.heads(label + " name, findings.lower_energy, " +
		"findings.groups number tablet, findings.median_change number main unit=%, findings.interval tablet unit=%")}
	t.Columns[1].Unit = p.Say("findings.of_pairs")
	for _, c := range claims {
		median := templates.Cell{}
		if c.Median != nil {
			median = templates.Cell{Text: f.percent(*c.Median), Value: data.Text(*c.Median)}
		}
		t.Rows = append(t.Rows, p.row(name(c), p.Say("findings.wins", "wins", c.Wins, "pairs", c.Count), c.Groups, median, f.interval(c.Effect)))
	}
	return t
}

// pairs is the table of a finding's pairs, of many those at both ends, with a link to all as CSV.
func (p *page) pairs(f finding) templates.Table {
	keys := f.differentKeys()
	label := p.Say("findings.pairs_of", "finding", f.name())
	t := templates.Table{ID: "pairs-" + f.text.ID, Label: label, Title: p.Say("findings.pairs"), Wide: true, Columns: p.pairColumns(f, keys)}
	shown, more := view.Ends(f.byChange(), view.Most)
	t.Rows = lists.Map(shown, func(pair aggregate.Pair) templates.Row { return p.pairLine(f, pair, keys) })
	if more > 0 {
		name, all := "assets/pairs.csv", p.pairsFile(f, keys)
		if len(all) > mostPairsFile {
			name, all = name+".gz", zipped(all)
		}
		t.More = p.Rich("findings.more", "n", more, "href", p.load(name, all))
	}
	return t
}

// byChange are the pairs of a finding, the largest fall first.
func (f finding) byChange() []aggregate.Pair {
	order, pairs := lists.Indices(len(f.answer.Pairs)), f.answer.Pairs // pairs are large: they are moved once
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(cmp.Compare(pairs[i].Change, pairs[j].Change), cmp.Compare(i, j)) })
	return lists.Map(order, func(i int) aggregate.Pair { return pairs[i] })
}

// differentKeys are the held keys that have several values, and the first.
func (f finding) differentKeys() (keys []int) {
	for i := range f.answer.Hold {
		another := func(o aggregate.Pair) bool { return o.Hold[i] != f.answer.Pairs[0].Hold[i] }
		if len(keys) == 0 || slices.ContainsFunc(f.answer.Pairs, another) {
			keys = append(keys, i)
		}
	}
	return keys
}

func (p *page) pairColumns(f finding, keys []int) (columns []templates.Column) {
	for _, i := range keys {
		c := templates.Column{Label: f.keyName(f.label, f.answer.Hold[i]), Kind: templates.Words}
		switch field, _ := f.schema.Field(f.answer.Hold[i]); {
		case len(columns) == 0:
			c.Kind = templates.Name
		case field.Kind == data.Int:
			c.Kind = templates.Number
		}
		columns = append(columns, c)
	}
	energy, _ := f.schema.Field(f.answer.Metric)
	return append(columns,
		templates.Column{Label: p.Say("findings.change_in_energy"), Unit: "%", Kind: templates.Range, Scale: pairScale()},
		templates.Column{Label: f.side(f.text.Base), Unit: energy.Unit, Kind: templates.Number, Help: p.help(energy.Anchor)},
		templates.Column{Label: f.side(f.text.Alt), Unit: energy.Unit, Kind: templates.Number, Help: p.help(energy.Anchor)},
		templates.Column{Label: p.Say("findings.change"), Unit: "%", Kind: templates.Number, Main: true},
	)
}

// pairsFile has all pairs in full precision.
func (p *page) pairsFile(f finding, keys []int) []byte {
	all := charts.Figure{Measured: f.measured()}
	all.Columns = lists.FilterMap(p.pairColumns(f, keys), func(c templates.Column) (charts.Column, bool) {
		return charts.Column{Label: c.Label, Unit: c.Unit}, c.Kind != templates.Range
	})
	all.Rows = lists.Map(f.answer.Pairs, func(pair aggregate.Pair) charts.Row { return charts.Row{Cells: p.pairCells(f, pair, keys)} })
	return all.CSV()
}

func (p *page) pairLine(f finding, pair aggregate.Pair, keys []int) templates.Row {
	cells := lists.Map(p.pairCells(f, pair, keys), func(c charts.Cell) templates.Cell { return templates.Cell{Text: c.Text, Value: c.Value} })
	base, alt := &cells[len(keys)], &cells[len(keys)+1]
	base.Href, alt.Href = p.toRun(pair.Base.Run), p.toRun(pair.Alt.Run)
	strip := templates.Cell{Strip: pairStrip(1+pair.Change/100, f.percent(pair.Change))}
	return templates.Row{Cells: slices.Insert(cells, len(keys), strip)}
}

// pairCells are what a file says of a pair: the values held, the metric on both sides and the change.
func (p *page) pairCells(f finding, pair aggregate.Pair, keys []int) []charts.Cell {
	cells := make([]charts.Cell, 0, len(keys)+3)
	for _, i := range keys {
		cells = append(cells, charts.Cell{Text: p.value(f, f.answer.Hold[i], pair.Hold[i])})
	}
	return append(cells,
		charts.Cell{Text: f.words.Number(pair.Base.Metric), Value: data.Text(pair.Base.Metric)},
		charts.Cell{Text: f.words.Number(pair.Alt.Metric), Value: data.Text(pair.Alt.Metric)},
		charts.Cell{Text: f.percent(pair.Change), Value: data.Text(pair.Change)},
	)
}
