package site

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// modelsByGPU is the matrix of the models and the GPU models of a board; nil where it has only one GPU model.
func (t *task) modelsByGPU() *ask {
	if len(t.board.GPUs()) < 2 {
		return nil
	}
	return &ask{View: view.View{
		ID: "gpus-table", Kind: view.Matrix, By: t.column(string(data.RoleModel)), Factor: t.name(data.RoleGPU),
	}, rows: t.rows}
}

// matrixSection is that of a task's page.
func (p *page) matrixSection(t *task) []templates.Section {
	a := t.modelsByGPU()
	if a == nil {
		return nil
	}
	made := p.matrixTable(t, t.answerTo(*a))
	made.Measured = t.basisOf(t.rows[0])
	return []templates.Section{{ID: "gpus", Title: t.words.Say("views.matrix.title"), Tables: []templates.Table{made}}}
}

// matrixTable has a row for each model and a column for each GPU model; the best of a row is marked.
func (p *page) matrixTable(t *task, a view.Answer) templates.Table {
	v := templates.Table{
		ID: a.View.ID, Kept: true, Fixed: true, Label: t.words.Say("views.matrix.table", "task", t.Name), Note: p.matrixNote(t, a),
		Empty: t.nothing(), Columns: []templates.Column{p.modelName(t).Column},
	}
	for i, value := range a.Columns {
		v.Columns = append(v.Columns, templates.Column{Field: value, Label: value, Kind: templates.Number, Show: showsSpot(i)})
	}
	for _, line := range a.Lines {
		row := templates.Row{Cells: make([]templates.Cell, len(v.Columns))}
		best := bestSpot(line)
		for i, spot := range line.Spots {
			if spot.Row == nil {
				continue
			}
			row.Cells[i+1] = p.traced(t.spotCell(a, spot), *spot.Row)
			row.Cells[i+1].Best = i == best
			if row.Model == "" {
				row.Model = spot.Row.ModelID
				row.Cells[0] = p.named(*spot.Row, p.modelLink(t, *spot.Row))
			}
		}
		v.Rows = append(v.Rows, row)
	}
	return v
}

// showsSpot is from which width a column of a matrix is shown.
func showsSpot(i int) templates.Show {
	if i < 2 {
		return templates.Always
	}
	return shows(i - 2)
}

// bestSpot is the place of the best spot of a line that keeps the limit, -1 for none.
func bestSpot(line view.Entry) int {
	best := -1
	for i, spot := range line.Spots {
		if spot.Row != nil && !spot.Late && (best < 0 || spot.Row.Score < line.Spots[best].Row.Score) {
			best = i
		}
	}
	return best
}

// spotCell says what ranks of a row and on what it was measured, or how slow it is.
func (t *task) spotCell(a view.Answer, spot view.Spot) templates.Cell {
	x, ok := t.rankedBy(a.Query, *spot.Row)
	if !ok {
		return templates.Cell{}
	}
	cell := templates.Cell{Text: t.words.In(t.rankedForm(a.Query), x), Value: data.Text(x), Small: " " + t.onText(*spot.Row)}
	if spot.Late {
		cell.Small = " " + t.words.Say("views.matrix.late", "latency", t.latencyText(spot.Row.Latency(a.Query.Percentile)))
	}
	return cell
}

// onText is the number of GPUs and the batch size of a row.
func (t *task) onText(r aggregate.Row) string {
	return t.words.Say("views.on", "gpus", r.NumGPUs, "batch", r.Batch)
}

func (p *page) matrixNote(t *task, a view.Answer) templates.Text {
	text := t.words.Say(withLimit("views.matrix.note", t.at(a.Query)), "metric", t.metricOf(a.Query), "at", t.at(a.Query), "unit", t.rankedUnit(a.Query))
	if a.More > 0 {
		text += " " + t.words.Say("views.more", "n", a.More)
	}
	return templates.Plain(text)
}
