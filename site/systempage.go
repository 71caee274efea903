package site

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// systemPage is the page of a study or data set of another system.
func (p *page) systemPage(ctx context.Context, b *systemBoard) (templates.Overview, error) {
	v := templates.Overview{
		Frame: p.systemFrame(b.System + ". "), Title: b.title, Name: p.byName(b), Facts: b.facts(),
		Lede:   templates.Plain(b.About + " Its numbers compare with each other where a table holds them, and with no other system's."),
		Source: templates.Text{linked("Which numbers compare with which", p.to(comparablePath)), plain(" · "), linked("about the system", b.URL)},
	}
	warned := b.warnings()
	for i := range b.classes {
		s, err := p.classSection(ctx, b, i, warned)
		if err != nil {
			return v, err
		}
		v.Sections = append(v.Sections, s)
	}
	figures, err := p.systemFigures(ctx, b)
	if err != nil {
		return v, err
	}
	v.Sections = append(v.Sections, figures...)
	v.Sections = append(v.Sections, p.allRuns(b, warned))
	if s, ok := b.warningSection(warned); ok {
		v.Sections = append(v.Sections, s)
	}
	if s, ok := p.kinSection(b); ok {
		v.Sections = append(v.Sections, s)
	}
	v.Sections = append(v.Sections, b.basisSection(), p.systemData(b))
	for i, s := range v.Sections {
		title := shortTitle(s)
		if i < len(b.classes) {
			title = b.className(i)
		}
		v.Jump = append(v.Jump, templates.Link{Text: title, Href: "#" + s.ID})
	}
	return v, nil
}

// byName is the value that the page stands for, where its title is another.
func (p *page) byName(b *systemBoard) string {
	if name := b.runs.Text(0, b.By); name != b.title {
		return name
	}
	return ""
}

// shortTitle is a section's title as a link.
func shortTitle(s templates.Section) string {
	title, _, _ := strings.Cut(s.Title, ":")
	return title
}

// className is what sets a class apart from the others of its page.
func (b *systemBoard) className(i int) string {
	var parts []string
	for k, name := range b.Alike {
		if !slices.ContainsFunc(b.classes, func(c class) bool { return c.alike[k] != b.classes[i].alike[k] }) {
			continue
		}
		part := b.inWords(name, b.classes[i].alike[k])
		if name != b.runs.Schema().Name(data.RoleGPU) || part == "unknown" {
			part = b.field(name).Label + " " + part
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return "Configurations"
	}
	return strings.Join(parts, ", ")
}

func (b *systemBoard) facts() []templates.Fact {
	facts := []templates.Fact{
		{Term: "Models", Value: templates.Plain(units.Whole(b.models()))},
		{Term: "Configurations", Value: templates.Plain(units.Whole(len(b.configurations)))},
		{Term: "Runs", Value: templates.Plain(units.Whole(b.runs.Len()))},
	}
	for _, name := range b.Counts {
		f := b.field(name)
		if n, ok := b.runs.Value(0, name).(int); ok {
			facts = append(facts, templates.Fact{Term: f.Label, Value: templates.Plain(units.Whole(n))})
		}
	}
	return facts
}

// classSection compares configurations that may be compared.
func (p *page) classSection(ctx context.Context, b *systemBoard, i int, warned map[string][]string) (templates.Section, error) {
	c := b.classes[i]
	s := templates.Section{ID: fmt.Sprintf("class-%d", i+1), Title: b.classTitle(c), Facts: b.classFacts(c)}
	for _, plot := range b.Plots {
		if plot.X == "" {
			continue
		}
		chart := charts.Tradeoff("board-"+plot.Name, p.items(b, c.configurations), b.field(plot.X), b.field(plot.Y), plot.Help)
		if len(chart.Rows) < 2 { // the table says it
			continue
		}
		f, err := p.figure(ctx, fmt.Sprintf("%s-%d", plot.Name, i+1), chart)
		if err != nil {
			return s, err
		}
		s.Figures = append(s.Figures, f)
	}
	s.Tables = []templates.Table{p.classTable(b, c, i, warned)}
	return s, nil
}

// classTitle is the answer of a class in a sentence.
func (b *systemBoard) classTitle(c class) string {
	f := b.primary()
	best := c.configurations[0]
	x, ok := best.Float(f.Name)
	if !ok {
		return "No run here states " + lowerFirst(f.Label)
	}
	if len(c.configurations) == 1 {
		return fmt.Sprintf("%s: %s %s", b.model(best), units.Number(x), f.Unit)
	}
	which := "the least "
	if f.Better == data.Higher {
		which = "the most "
	}
	return fmt.Sprintf("%s has %s%s: %s %s", b.model(best), which, lowerFirst(f.Label), units.Number(x), f.Unit)
}

// lowerFirst begins a label with a small letter, unless it is an abbreviation.
func lowerFirst(label string) string {
	if len(label) > 1 && label[1] >= 'A' && label[1] <= 'Z' || label == "" {
		return label
	}
	return strings.ToLower(label[:1]) + label[1:]
}

// classFacts are what the configurations of a class have in common.
func (b *systemBoard) classFacts(c class) []templates.Fact {
	var facts []templates.Fact
	for i, name := range b.Alike {
		facts = append(facts, templates.Fact{Term: b.field(name).Label, Value: templates.Plain(b.inWords(name, c.alike[i]))})
	}
	return facts
}

// known is a value that stands for itself; what is not stated is unknown, not absent.
func known(v any) string {
	if v == nil {
		return "unknown"
	}
	return data.Text(v)
}

// inWords is known for a field that may hold codes.
func (b *systemBoard) inWords(field string, v any) string {
	text := known(v)
	return cmp.Or(b.Words[field][text], text)
}

// items are what charts draw of configurations.
func (p *page) items(b *systemBoard, configurations []aggregate.Row) []charts.Item {
	items := make([]charts.Item, len(configurations))
	for i, c := range configurations {
		items[i] = charts.Item{
			Run: c.Run, Model: b.model(c), Name: b.shortName(c), Group: known(c.Value(b.runs.Schema().Name(data.RoleGPU))),
			Value: c.Float,
		}
	}
	return items
}

// shortName tells a configuration from the others of its model: the model without its
// organization, and what differs.
func (b *systemBoard) shortName(c aggregate.Row) string {
	name := b.model(c)
	if _, after, ok := strings.Cut(name, "/"); ok {
		name = after
	}
	for _, other := range b.configurations {
		if other.Run != c.Run && b.model(other) == b.model(c) {
			return name + b.difference(c)
		}
	}
	return name
}

// difference is what sets a configuration apart in the first columns of text.
func (b *systemBoard) difference(c aggregate.Row) string {
	for _, column := range append(slices.Clone(b.Columns), b.Details...) {
		f := b.field(column)
		values := map[string]bool{}
		for _, other := range b.configurations {
			if b.model(other) == b.model(c) {
				values[known(other.Value(column))] = true
			}
		}
		if f.Kind == data.String && len(values) > 1 {
			return ", " + b.inWords(column, c.Value(column))
		}
	}
	return ""
}

// systemFigures are the charts of all runs of the board: parts and recordings.
func (p *page) systemFigures(ctx context.Context, b *systemBoard) ([]templates.Section, error) {
	var sections []templates.Section
	for _, plot := range b.Plots {
		var drawn []charts.Figure
		switch {
		case len(plot.Parts) > 0:
			var fields []data.Field
			for _, name := range plot.Parts {
				fields = append(fields, b.field(name))
			}
			drawn = append(drawn, charts.Parts("board-"+plot.Name, p.items(b, b.configurations), fields, plot.Help))
		case plot.Series != "":
			drawn = p.recordings(b, plot)
		}
		s := templates.Section{ID: plot.Name}
		for i, chart := range drawn {
			if chart.Empty() {
				continue
			}
			f, err := p.figure(ctx, fmt.Sprintf("%s-figure-%d", plot.Name, i+1), chart)
			if err != nil {
				return nil, err
			}
			s.Figures = append(s.Figures, f)
		}
		if len(s.Figures) == 0 {
			continue
		}
		s.Title = sectionTitle(plot)
		sections = append(sections, s)
	}
	return sections, nil
}

func sectionTitle(plot data.Plot) string {
	if plot.Series != "" {
		return "Power over time"
	}
	return "What the energy goes into"
}

// most recordings that a page draws
const mostRecordings = 24

// recordings are the series of the runs, run by run.
func (p *page) recordings(b *systemBoard, plot data.Plot) (drawn []charts.Figure) {
	for i := range b.runs.Len() {
		for _, s := range b.runs.Series(i) {
			if s.Name != plot.Series || len(drawn) == mostRecordings {
				continue
			}
			samples := make([]charts.Sample, len(s.Points))
			for i, point := range s.Points {
				samples[i] = charts.Sample(point)
			}
			name := b.runName(i)
			drawn = append(drawn, charts.Recording("board-"+plot.Name, charts.NewTrace(samples), name, plot.Help))
		}
	}
	return drawn
}

// runName is what a run is called: its model and its directory.
func (b *systemBoard) runName(i int) string {
	model := b.the(data.RoleModel, i)
	if _, after, ok := strings.Cut(model, "/"); ok {
		model = after
	}
	if gpu := b.the(data.RoleGPU, i); gpu != "" {
		model += " on " + gpu
	}
	if cycle := b.the(data.RoleRepeat, i); cycle != "" {
		model += ", cycle " + cycle
	}
	return model
}

// the is the text of the field of run i that plays a role.
func (b *systemBoard) the(role data.Role, i int) string {
	return b.runs.Text(i, b.runs.Schema().Name(role))
}

// warnings are the texts of each run's warnings by its id, "code: what happened".
func (b *systemBoard) warnings() map[string][]string {
	all := map[string][]string{}
	for i := range b.runs.Len() {
		run := b.runs.Run(i)
		for _, name := range b.Warnings {
			var texts []string
			if json.Unmarshal([]byte(b.runs.Text(i, name)), &texts) == nil {
				all[run] = append(all[run], texts...)
			}
		}
		if b.runs.Value(i, b.runs.Schema().Name(data.RoleThrottled)) == true {
			all[run] = append(all[run], "throttled: a GPU lowered its clock")
		}
	}
	return all
}

// explain is what is known of a warning, by its code; one that nobody explains speaks
// for itself.
func (b *systemBoard) explain(warning string) data.Explanation {
	code, _, _ := strings.Cut(warning, ":")
	for _, e := range b.Explain {
		if e.Code == code {
			return e
		}
	}
	return data.Explanation{Code: "other", Label: "warning", Text: warning}
}

// warningSection explains the warnings that occur, with how many runs have them.
func (b *systemBoard) warningSection(warned map[string][]string) (templates.Section, bool) {
	s := templates.Section{ID: "warnings", Title: "What the warnings mean"}
	runs := map[data.Explanation]int{}
	var order []data.Explanation
	for i := range b.runs.Len() {
		seen := map[data.Explanation]bool{}
		for _, w := range warned[b.runs.Run(i)] {
			if e := b.explain(w); !seen[e] {
				seen[e] = true
				runs[e]++
			}
		}
	}
	for _, e := range b.Explain {
		if runs[e] > 0 {
			order = append(order, e)
		}
	}
	unexplained := slices.DeleteFunc(slices.Collect(maps.Keys(runs)), func(e data.Explanation) bool { return slices.Contains(b.Explain, e) })
	slices.SortFunc(unexplained, func(x, y data.Explanation) int { return strings.Compare(x.Text, y.Text) })
	for _, e := range append(order, unexplained[:min(len(unexplained), mostUnexplained)]...) {
		s.Items = append(s.Items, templates.Text{strong(e.Label), plain(fmt.Sprintf(" (%s): %s", plural(runs[e], "run"), e.Text))})
	}
	return s, len(s.Items) > 0
}

// most warnings that speak for themselves on a page
const mostUnexplained = 30

// kinSection leads to what the ML.ENERGY benchmark measured of the same models on the
// same GPUs.
func (p *page) kinSection(b *systemBoard) (templates.Section, bool) {
	s := templates.Section{
		ID: "same-models", Title: "The same models in the ML.ENERGY benchmark",
		Text: templates.Text{
			plain("Measured on the same GPU, but under other conditions: the numbers are not comparable. "),
			linked("Why", p.to(comparablePath)),
		},
	}
	seen := map[string]bool{}
	for _, c := range b.configurations {
		id, gpu := p.kin(b, c)
		if id == "" || seen[id+gpu] {
			continue
		}
		seen[id+gpu] = true
		s.Items = append(s.Items, templates.Text{linked(b.model(c), p.to(modelAddress(id))), plain(" on " + gpu)})
	}
	return s, len(s.Items) > 0
}

// systemData links to the data of exactly this page.
func (p *page) systemData(b *systemBoard) templates.Section {
	s := templates.Section{ID: "data", Title: "The data of this page", Text: templates.Plain(fmt.Sprintf(
		"All %s with every field in full precision. What is missing was not measured or not stated.", plural(b.runs.Len(), "run")))}
	for _, format := range []string{"csv", "json", "parquet"} {
		path := b.dataPath(format)
		if f := p.file(path); f != nil {
			s.Links = append(s.Links, templates.Link{
				Text: fmt.Sprintf("%s (%s)", formatName(format), units.Bytes(f.size)), Href: p.to(path), Download: b.slug + "." + format,
			})
		}
	}
	schema := "data/schema/" + b.runs.Schema().Domain + "-run.json"
	if p.file(schema) != nil {
		s.Links = append(s.Links, templates.Link{Text: "Schema", Href: p.to(schema)})
	}
	return s
}

func (b *systemBoard) dataPath(format string) string { return "data/boards/" + b.slug + "." + format }
