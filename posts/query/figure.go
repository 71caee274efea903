package query

import (
	"cmp"
	"errors"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Figure is a declared figure with the runs it shows.
type Figure struct {
	Name  string
	Plot  charts.Plot
	CSV   []byte // the drawn rows in full precision
	Runs  int
	Look  content.Look  // of its files, with that of the site where it says nothing
	Chart *render.Chart // as its files show it, if it was drawn to check that it fits; nil otherwise
}

// Figure computes the data of a figure. Its error is of type [content.Errors].
func (t *Text) Figure(f content.Figure) (Figure, error) {
	if f.View != "" {
		return t.viewed(f)
	}
	var faults content.Errors
	kind, known := charts.PlotKindOf(f.Kind)
	if !known {
		return Figure{}, content.Errors{f.Fault("kind", "no chart draws a %s: charts.PlotKinds must have each kind of content/declared.yaml", f.Kind)}
	}
	var panels []*panel
	for _, declared := range f.Panels {
		faceted, err := t.facets(declared, kind)
		if err != nil {
			faults = append(faults, asFault(err, f.Keys))
			continue
		}
		panels = append(panels, faceted...)
	}
	filled := t.filled(f, &faults)
	if len(faults) > 0 {
		return Figure{}, faults
	}
	if err := t.Take(figureCost + markCost*lists.Sum(panels, func(p *panel) int { return len(p.dots) })); err != nil {
		return Figure{}, content.Errors{asFault(err, f.Keys)}
	}
	return t.assemble(f, filled, panels)
}

// viewed is the figure of a view.
func (t *Text) viewed(f content.Figure) (Figure, error) {
	var faults content.Errors
	filled := t.filled(f, &faults)
	if len(faults) > 0 {
		return Figure{}, faults
	}
	if t.Views == nil {
		return Figure{}, content.Errors{f.Fault("view", "views of boards are not known here; use kind, x and y")}
	}
	if err := t.Take(figureCost + viewCost*t.data.Len()); err != nil {
		return Figure{}, content.Errors{asFault(err, f.Keys)}
	}
	made, err := t.Views(f.View)
	if err != nil {
		return Figure{}, content.Errors{f.Fault("view", "%v", err)}
	}
	plot := &made.Plot
	made.Name, plot.Name = f.Name, f.Name
	plot.Title, plot.Description = cmp.Or(filled.title, plot.Title), cmp.Or(filled.alt, plot.Description)
	plot.Caption = joined(filled.caption, plot.Caption)
	made.Look = f.Look.Over(t.content.Site.Look)
	return made, nil
}

// asFault is the fault that an error is, or one of the whole declaration.
func asFault(err error, k content.Keys) content.Error {
	var fault content.Error
	if errors.As(err, &fault) {
		return fault
	}
	return k.Fault("", "%v", err)
}

// filled are a figure's texts with their values filled in.
type filled struct{ title, caption, alt string }

func (t *Text) filled(f content.Figure, faults *content.Errors) filled {
	fill := func(key, text string) string {
		filled, err := t.Fill(text)
		if err != nil {
			*faults = append(*faults, f.Fault(key, "%v", err))
		}
		return filled
	}
	return filled{fill("title", f.Title), fill("caption", f.Caption), fill("alt", f.Alt)}
}

// assemble makes one plot of the panels.
func (t *Text) assemble(f content.Figure, w filled, panels []*panel) (Figure, error) {
	plot := charts.Plot{Words: t.content.Words, Name: f.Name, Kind: f.Kind, Title: w.title, Description: w.alt, Caption: w.caption, Legend: f.Legend}
	marks := styled(t.marksOf(panels), panels, f.Look.Over(t.content.Site.Look))
	rows := &rowList{panels: len(panels) > 1}
	for _, p := range panels {
		plot.Panels = append(plot.Panels, p.plot(rows.add(p, p.dots), marks))
		plot.Caption = joined(plot.Caption, p.note())
		if said := p.breakNote(); !strings.Contains(plot.Description, said) {
			plot.Caption, plot.Description = joined(plot.Caption, said), joined(strings.TrimSuffix(plot.Description, ".")+".", said)
		}
	}
	runs := rows.runs()
	for _, p := range panels {
		rows.add(p, p.rest)
	}
	plot.Columns, plot.Rows = rows.table()
	return Figure{Name: f.Name, Plot: plot, CSV: rows.csv(), Runs: runs, Look: f.Look.Over(t.content.Site.Look)}, nil
}

func joined(a, b string) string {
	return strings.Join(lists.NonZero([]string{a, b}), " ")
}

// marksOf gives each series its mark; a GPU keeps the one of other pages.
func (t *Text) marksOf(panels []*panel) charts.Marks {
	var names []string
	gpus := true
	for _, p := range panels {
		gpus = gpus && p.Series != "" && p.Series == p.runs.Schema().Name(data.RoleGPU)
		names = append(names, p.distinct(func(d dot) string { return d.series })...)
	}
	if gpus {
		return t.gpuMarks
	}
	return charts.MarksInOrder(lists.Distinct(names))
}

// panel is a panel while it is computed.
type panel struct {
	content.Panel
	text   *Text
	kind   charts.PlotKind
	runs   table
	dots   []dot // what is drawn, in the order of the runs
	lacks  int   // runs without a value
	more   int   // categories beyond the limit
	rest   []dot // their dots, which table and file have
	ranked int   // categories of which some are drawn, evenly spread; 0 for all
	axis   struct {
		x, y  charts.PlotAxis
		right *charts.PlotAxis // nil for none
	}
	facet  string // of the runs, "" for all
	beyond int    // points that the axes' limits leave out
	notes  []charts.PlotNote
	front  []int // dots on the frontier
	title  string
}

// dot is a mark, a bar, a cell or one value of a violin.
type dot struct {
	runs             []int // of panel.runs; several where a statistic joins them
	series, category string
	measure, unit    string
	across, label    string
	x, y             float64 // in full precision
	shown            float64 // y, or the percentage drawn in its place
	percent          bool
	order            float64
	width            float64     // of a bin
	spread           *[2]float64 // ends of an interval around what is shown; nil for none
	right, band      bool
}

// compute fills the panel. Its error is a [content.Error].
func (p *panel) compute() error {
	if err := p.choose(); err != nil {
		return err
	}
	var err error
	switch p.kind.Shape {
	case charts.AtPlaces:
		err = p.points()
	case charts.PerCategory:
		err = p.bars()
	case charts.WithinCategory:
		err = p.grouped()
	case charts.PerBin:
		err = p.histogram()
	case charts.PerCell:
		err = p.heatmap()
	}
	if err != nil {
		return err
	}
	if len(p.dots) == 0 {
		return p.Fault("y", "no selected run has a value")
	}
	if p.title, err = p.text.Fill(p.Title); err != nil {
		return p.Fault("panel", "%v", err)
	}
	return p.annotate()
}

// choose selects the runs: filter, runs that match in all series, pick, order.
func (p *panel) choose() error {
	runs, err := p.text.filtered(p.Selection)
	if err != nil {
		return err
	}
	if err := nonEmpty(runs, p.Selection); err != nil {
		return err
	}
	if runs, err = p.matched(runs); err != nil {
		return err
	}
	if runs, err = p.text.pick(runs, p.Pick); err != nil {
		return err
	}
	if runs.Len() == 0 {
		return p.Fault("pick", "leaves no run; is the deadline too short?")
	}
	if runs, err = p.recorded(runs); err != nil {
		return err
	}
	if runs, err = p.ofFacet(runs); err != nil {
		return err
	}
	p.runs, err = p.sorted(runs)
	return err
}

// matched keeps the runs whose keys occur with every series.
func (p *panel) matched(runs table) (table, error) {
	if len(p.Matched) == 0 {
		return runs, nil
	}
	if p.Series == "" {
		return table{}, p.Fault("matched", "requires series, whose runs are matched")
	}
	if p.Pick != nil && p.Pick.Deadline != "" {
		var err error
		within := *p.Pick
		if within.Deadline, err = p.text.Fill(within.Deadline); err != nil {
			return table{}, p.Fault("deadline", "%v", err)
		}
		if runs, err = inTime(runs, &within); err != nil {
			return table{}, err
		}
	}
	keys, err := keysOf(runs, p.Matched)
	if err != nil {
		return table{}, p.Fault("matched", "%v", err)
	}
	series, err := keysOf(runs, []string{p.Series})
	if err != nil {
		return table{}, p.Fault("series", "%v", err)
	}
	all, with := map[string]bool{}, map[string]map[string]bool{}
	for i, key := range keys {
		if with[key] == nil {
			with[key] = map[string]bool{}
		}
		all[series[i]], with[key][series[i]] = true, true
	}
	kept := lists.Filter(lists.Indices(len(keys)), func(i int) bool { return len(with[keys[i]]) == len(all) })
	if len(kept) == 0 {
		return table{}, p.Fault("matched", "no run has a counterpart in all %d series; name fewer fields, or select fewer series with where", len(all))
	}
	return runs.only(kept), nil
}

// note says what the drawing leaves out.
func (p *panel) note() (text string) {
	w := p.text.content.Words
	if p.lacks > 0 {
		text = w.Say("plot.lacking", "n", p.lacks)
	}
	if p.beyond > 0 {
		text = joined(text, w.Say("plot.beyond", "n", p.beyond))
	}
	text = joined(joined(text, p.intervalNote()), p.sourceNote())
	if p.ranked > p.Spread && p.Spread > 0 {
		text = joined(text, w.Say("plot.spread", "n", p.Spread, "all", p.ranked))
	}
	if p.more > 0 {
		text = joined(text, w.Say("plot.first", "n", p.Limit, "all", p.Limit+p.more))
	}
	if n := len(p.dots); n > charts.MostMarks && p.kind.Shape != charts.PerBin {
		text = joined(text, w.Say("plot.sample", "n", charts.MostMarks, "all", n))
	}
	return text
}
