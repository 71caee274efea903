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
	CSV   []byte        // the drawn rows in full precision
	Look  content.Look  // of its files, with that of the site where it says nothing
	Chart *render.Chart // as its files show it; nil for what its page shows
}

// Figure computes the data of a figure. Its error is of type [content.Errors].
func (t *Text) Figure(f content.Figure) (Figure, error) {
	var faults content.Errors
	panels := t.panels(f, &faults)
	fill := func(key, text string) string {
		filled, err := t.Fill(text)
		if err != nil {
			faults = append(faults, f.Fault(key, "%v", err))
		}
		return filled
	}
	plot := charts.Plot{Figure: charts.Figure{
		Chart: f.Name, Title: fill("title", f.Title), Caption: fill("caption", f.Caption), Description: fill("alt", f.Alt),
	}}
	if len(faults) > 0 {
		return Figure{}, faults
	}
	draw := t.assemble
	if f.View != "" {
		draw = t.viewed
	}
	made, err := draw(f, plot, panels)
	if err != nil {
		return Figure{}, content.Errors{asFault(err, f.Keys, "")}
	}
	made.Name, made.Look = f.Name, f.Look.Over(t.content.Site.Look)
	return made, nil
}

// panels are those of a declared figure, with what they show.
func (t *Text) panels(f content.Figure, faults *content.Errors) (panels []*panel) {
	kind, known := charts.PlotKindOf(f.Kind)
	if !known && f.View == "" {
		*faults = append(*faults, f.Fault("kind", "no chart draws a %s: charts.PlotKinds must have each kind of content/declared.yaml", f.Kind))
		return nil
	}
	for _, declared := range f.Panels {
		faceted, err := t.facets(declared, kind)
		if err != nil {
			*faults = append(*faults, asFault(err, f.Keys, ""))
		}
		panels = append(panels, faceted...)
	}
	return panels
}

// asFault is the fault that an error is, or one in the value of a key; "" is the whole declaration.
func asFault(err error, k content.Keys, key string) content.Error {
	var fault content.Error
	if errors.As(err, &fault) {
		return fault
	}
	return k.Fault(key, "%v", err)
}

// viewed is the figure of a view; plot has the words that its author gave it.
func (t *Text) viewed(f content.Figure, plot charts.Plot, _ []*panel) (Figure, error) {
	if t.Views == nil {
		return Figure{}, f.Fault("view", "views of boards are not known here; use kind, x and y")
	}
	if err := t.Take(figureCost + viewCost*t.data.Len()); err != nil {
		return Figure{}, err
	}
	made, err := t.Views(f.View)
	if err != nil {
		return Figure{}, f.Fault("view", "%v", err)
	}
	own := &made.Plot
	own.Chart, own.Title = plot.Chart, cmp.Or(plot.Title, own.Title)
	own.Caption = joined(plot.Caption, own.Caption)
	own.Description = cmp.Or(plot.Description, own.Description)
	return made, nil
}

// assemble makes one plot of the panels; plot has its words.
func (t *Text) assemble(f content.Figure, plot charts.Plot, panels []*panel) (Figure, error) {
	if err := t.Take(figureCost + markCost*lists.Sum(panels, func(p *panel) int { return len(p.dots) })); err != nil {
		return Figure{}, err
	}
	plot.Words, plot.Kind, plot.Legend = t.content.Words, f.Kind, f.Legend
	marks := styled(t.marksOf(panels), panels, f.Look.Over(t.content.Site.Look))
	rows := &rowList{panels: len(panels) > 1}
	for _, p := range panels {
		plot.Panels = append(plot.Panels, p.plot(rows.add(p, p.dots), marks))
		plot.Caption = joined(plot.Caption, p.note())
		if said := p.breakNote(); !strings.Contains(plot.Description, said) {
			plot.Caption, plot.Description = joined(plot.Caption, said), joined(strings.TrimSuffix(plot.Description, ".")+".", said)
		}
	}
	for _, p := range panels {
		rows.add(p, p.rest)
	}
	plot.Table = rows.table()
	return Figure{Plot: plot, CSV: rows.csv()}, nil
}

func joined(a, b string) string {
	return strings.Join(lists.NonZero([]string{a, b}), " ")
}

// marksOf gives each series its mark; a GPU keeps the one of other pages.
func (t *Text) marksOf(panels []*panel) charts.Marks {
	if lists.All(panels, func(p *panel) bool {
		return p.Series != "" && p.Series == p.runs.Schema().Name(data.RoleGPU)
	}) {
		return t.gpuMarks
	}
	return charts.MarksInOrder(seriesIn(panels))
}

// seriesIn are the names of all series, each once.
func seriesIn(panels []*panel) []string {
	return lists.Distinct(lists.FlatMap(panels, func(p *panel) []string {
		return p.distinct(func(d dot) string { return d.series })
	}))
}
