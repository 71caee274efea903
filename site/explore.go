package site

import (
	"cmp"
	"errors"
	"maps"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// explorePath is the page on which readers choose the words of a view.
const explorePath = "explore/"

// drawViews makes the figures of views that texts declare by their address. Boards are made when the first is asked for.
func drawViews(published data.Dataset, c content.Content) query.Views {
	boards := sync.OnceValue(func() []Leaderboard {
		all, gpus := Leaderboards(published, c), gpuMarks(published)
		for _, b := range all {
			if b.task.marks == nil {
				b.task.marks = gpus
			}
		}
		return all
	})
	return func(address string) (query.Figure, error) {
		_, asked, whole := strings.Cut(address, "?")
		if !whole {
			asked = address
		}
		values, err := url.ParseQuery(asked)
		if err != nil {
			return query.Figure{}, errors.New("this is no query of an address; use that of a view on the page Explore")
		}
		ids := lists.Map(boards(), func(b Leaderboard) string { return b.ID })
		i := slices.Index(ids, values.Get("board"))
		if i < 0 {
			return query.Figure{}, errors.New("board=" + data.ClipName(values.Get("board")) + ": use one of " +
				strings.Join(ids[:min(len(ids), mostNamed)], ", ") + nearest.Hint(values.Get("board"), ids))
		}
		t := boards()[i].task
		e, faults := view.Explore(t.board, asked)
		if len(faults) > 0 {
			return query.Figure{}, errors.New(faults[0].String())
		}
		return t.explored(e)
	}
}

// explored draws a view: its rows are those of its table.
func (t *task) explored(e view.Explored) (query.Figure, error) {
	answer := e.Answer()
	if len(answer.Rows) == 0 {
		return query.Figure{}, errors.New(t.words.Say("explore.none"))
	}
	plot := answer.Plot(e.Subject, *t.exploredStyle(e, answer))
	plot.Name, plot.Title, plot.Caption = "explored", t.exploredTitle(e), t.exploredText(e, answer)
	plot.Description = plot.Caption
	plot.Columns = t.exploredColumns(e)
	plot.Rows = lists.Map(answer.Rows, func(r aggregate.Row) charts.Row {
		row := charts.Row{Run: r.Run, Model: r.ModelID}
		for _, c := range plot.Columns {
			column, _ := e.Board.Column(c.Field)
			cell := fieldCell(t.words.Style, column.Form, column.Value(r))
			row.Cells = append(row.Cells, charts.Cell{Text: cell.Text, Value: cell.Value})
		}
		return row
	})
	csv := charts.Figure{Columns: plot.Columns, Rows: plot.Rows, Measured: t.basisOf(t.rows[0])}.CSV()
	return query.Figure{Name: plot.Name, Plot: plot, CSV: csv, Runs: len(answer.Rows)}, nil
}

// exploredColumns are those of the table of a view: what rows are called, then what is drawn of them.
func (t *task) exploredColumns(e view.Explored) (columns []charts.Column) {
	for _, name := range []string{
		e.Board.Naming(), hardwareColumn, t.name(data.RoleBatch), e.Axis(e.X, e.Query.Percentile), e.Axis(e.Y[0], e.Query.Percentile),
		e.By, e.Facet, e.Per,
	} {
		c, ok := e.Board.Column(name)
		if ok && !slices.ContainsFunc(columns, func(c charts.Column) bool { return c.Field == name }) {
			f := t.exploredField(c.Field, e.Query)
			columns = append(columns, charts.Column{Field: name, Label: f.Label, Unit: c.Form.Unit(f.Unit), Number: f.Kind == data.Int || f.Kind == data.Float})
		}
	}
	return columns
}

// exploredField is a column in the words of the task.
func (t *task) exploredField(f data.Field, q board.Query) data.Field {
	f = t.translated(f)
	if outputs := t.words.Noun(t.Output, 2); slices.Contains(lists.Map(t.board.Measures(), func(m board.Measure) string { return m.Name }), f.Name) {
		f.Label = strings.NewReplacer("Outputs", capital(outputs), "outputs", outputs).Replace(f.Label)
	}
	if f.Name == "cost_per_million" {
		f.Unit = q.Currency
	}
	return f
}

// exploredStyle is how the drawing of a view looks. GPU models have the colors of other pages.
func (t *task) exploredStyle(e view.Explored, answer view.Answer) *view.Style {
	style := &view.Style{
		Words: t.words, Unit: t.latencyUnit(), Axes: map[string]string{}, Wide: plotWide, Powers: []string{t.name(data.RoleBatch)},
		Marks: charts.MarksInOrder(distinctNames(answer)),
	}
	if e.By == t.name(data.RoleGPU) {
		maps.Copy(style.Marks, t.marks)
		style.Marks[""] = t.marks[board.Unknown]
	}
	for _, name := range []string{e.X, e.Y[0], e.Facet, e.Axis(e.X, e.Query.Percentile), e.Axis(e.Y[0], e.Query.Percentile)} {
		if c, ok := e.Board.Column(name); ok {
			style.Axes[name] = t.chartTask().Axis(t.exploredField(c.Field, e.Query))
		}
	}
	return style
}

// distinctNames are the names of all series, in their order.
func distinctNames(a view.Answer) (names []string) {
	for _, one := range a.Series {
		names = append(names, one.Name)
	}
	slices.SortFunc(names, units.Natural)
	return slices.Compact(names)
}

// exploredTitle says what is drawn; the text below makes the claims.
func (t *task) exploredTitle(e view.Explored) string {
	label := func(name string) string {
		c, _ := e.Board.Column(e.Axis(name, e.Query.Percentile))
		return t.exploredField(c.Field, e.Query).Label
	}
	key := "explore.against"
	if e.Kind != view.Tradeoff {
		key = "explore.by"
	}
	title := t.words.Say(key, "task", t.Name, "y", t.words.Inside(label(e.Y[0])), "x", t.words.Inside(label(e.X)))
	if e.Facet != "" {
		title = t.words.Say("explore.facets", "title", title, "facet", t.words.Inside(label(e.Facet)))
	}
	return title
}

// exploredText says how many rows are drawn, what they are, and from where to where they reach.
func (t *task) exploredText(e view.Explored, a view.Answer) string {
	column := e.Axis(e.Y[0], a.Query.Percentile)
	c, _ := e.Board.Column(column)
	value := func(r aggregate.Row) float64 { x, _ := data.Number(c.Value(r)); return x }
	by := func(r, s aggregate.Row) int { return cmp.Compare(value(r), value(s)) }
	low, high := slices.MinFunc(a.Rows, by), slices.MaxFunc(a.Rows, by)
	f := t.exploredField(c.Field, a.Query)
	said := func(r aggregate.Row) string {
		return strings.TrimSpace(t.words.In(c.Form, value(r)) + space + t.chartTask().ShortUnit(f))
	}
	all := ask{View: e.View, rows: e.Rows}
	key := "explore.range"
	if len(a.Rows) == 1 {
		key = "explore.one"
	}
	parts := []string{t.among(a.Query, a.Rows, t.words.Say(key, "y", f.Label, "low", said(low), "low_who", t.who(all, low),
		"high", said(high), "high_who", t.who(all, high)))}
	per := e.Per
	if e.Kind == view.Bar {
		per = e.X
	}
	if of, ok := e.Board.Column(per); ok {
		kind := map[string]string{"energy": "per", "best": "ranked"}[t.superlative()]
		if at := t.at(a.Query); at != "" {
			parts = append(parts, t.words.Say("explore."+kind, "per", t.words.Inside(t.exploredField(of.Field, a.Query).Label), "at", at))
		} else {
			parts = append(parts, t.words.Say("explore."+kind+"_any", "per", t.words.Inside(t.exploredField(of.Field, a.Query).Label)))
		}
	}
	return strings.Join(append(parts, t.drawnOf(all, a)), " ")
}
