package site

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
)

// responseFigure is the energy per response of the model's best configuration. A
// script shows it for others.
func (p *page) responseFigure(t *task, rows []aggregate.Row) templates.Figure {
	w := t.words
	v := templates.Figure{ID: t.ID + "-responses", Chart: "energy-per-response", Small: true}
	best := bestOf(t, rows)
	edges, counts := histogramOf(p.lengths[best.Run], t.lengthEdges)
	if counts == nil {
		v.Title, v.Message = w.Say("charts.responses.neutral"), w.Say("charts.responses.unknown")
		return v
	}
	shown := charts.ResponseEnergy(edges, counts, best.Energy)
	bars := shown.Bars(w)
	v.Title, v.Caption = shown.Title(w), templates.Plain(responseCaption(t, best, shown))
	v.Histogram = &templates.Histogram{
		ID: v.ID, Description: shown.Description(w), Title: v.Title, Run: best.Run, Bars: barPath(bars),
		X: histogramTicks(bars.X), Y: histogramTicks(bars.Y),
	}
	whole := charts.Figure{Title: v.Title, Table: shown.Table(w), Measured: t.basisOf(t.rows[0])}
	lines, first := whole.Rows, whole
	first.Rows = lines[:min(len(lines), mostFigureRows)]
	v.Table = p.figureTable(v.ID, first)
	if len(lines) > mostFigureRows {
		v.Table.More = p.listed(lines[:mostFigureRows], len(lines), len(lines), p.load("assets/responses.csv", whole.CSV()))
	}
	v.Table.Label = w.Say("figure.table_of", "title", w.Say("charts.responses.of_task", "task", t.Name))
	return v
}

func responseCaption(t *task, r aggregate.Row, shown charts.Responses) string {
	text := t.words.Say("charts.responses.caption",
		"energy", t.energy(r.Energy), "n", shown.Requests(), "setting", t.where(r))
	if tail := shown.Caption(t.words); tail != "" {
		text += " " + tail
	}
	return text
}

// bestOf is the model's best configuration within the deadline, or its fastest.
func bestOf(t *task, rows []aggregate.Row) aggregate.Row {
	if r, ok := lists.Find(slices.Concat(t.best, t.late), func(r aggregate.Row) bool { return r.ModelID == rows[0].ModelID }); ok {
		return r
	}
	return rows[0]
}

func barPath(b charts.ResponseBars) string {
	path := ""
	for _, box := range b.Boxes {
		path += fmt.Sprintf("M%v %vV%vH%vV%vz", box.Left, charts.BarsBottom, box.Top, box.Right, charts.BarsBottom)
	}
	return path
}

func histogramTicks(ticks []charts.Tick) []templates.HistogramTick {
	return lists.Map(ticks, func(t charts.Tick) templates.HistogramTick {
		return templates.HistogramTick{At: fmt.Sprint(t.At), Text: t.Text}
	})
}

// lengthsFile is what scripts load to draw how long a task's answers were: a
// histogram for each row of the board's file whose source states lengths.
type lengthsFile struct {
	Edges  [][]float64 `json:"edges"`  // in tokens; rows share them
	Of     []int       `json:"of"`     // index into Edges by row, -1 where nothing is known
	Counts [][]int     `json:"counts"` // of answers by row, without empty bins at the end
}

// writeLengths writes the lengths of a task and notes their address; without any
// there is no file.
func (e *edition) writeLengths(w writer, t *task) error {
	f, any := e.lengthsFile(t)
	if !any {
		return nil
	}
	content, err := compactJSON(f)
	if err == nil {
		t.lengths, err = writeHashed(w, "assets/"+t.ID+"-lengths.json", content)
	}
	return err
}

// lengthsFile bins exact lengths by edges that all of the task share; what is
// already binned keeps its own.
func (e *edition) lengthsFile(t *task) (f lengthsFile, any bool) {
	t.lengthEdges = data.CommonEdges(e.lengthsOf(t.rows))
	for _, r := range t.rows {
		edges, counts := histogramOf(e.lengths[r.Run], t.lengthEdges)
		f.Counts = append(f.Counts, counts)
		if counts == nil {
			f.Of = append(f.Of, -1)
			continue
		}
		any = true
		at := slices.IndexFunc(f.Edges, func(known []float64) bool { return slices.Equal(known, edges) })
		if at < 0 {
			at = len(f.Edges)
			f.Edges = append(f.Edges, edges)
		}
		f.Of = append(f.Of, at)
	}
	return f, any
}

// histogramOf is one run's histogram; counts are nil where there is none.
func histogramOf(l *data.OutputLengths, common []float64) (edges []float64, counts []int) {
	h := leaderboard.Histogram(l, common)
	if h == nil || h.Requests() == 0 {
		return nil, nil
	}
	last := len(h.Counts)
	for h.Counts[last-1] == 0 {
		last--
	}
	return h.Edges, h.Counts[:last]
}
