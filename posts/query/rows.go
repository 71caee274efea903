package query

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// rowList gathers what all panels draw, then what their limits leave out, for the table and the file.
type rowList struct {
	panels bool // more than one
	rows   []figureRow
}

type figureRow struct {
	*panel
	dot
}

// add appends dots of a panel and returns the rows that they became.
func (l *rowList) add(p *panel, dots []dot) []int {
	first := len(l.rows)
	l.rows = append(l.rows, lists.Map(dots, func(d dot) figureRow { return figureRow{p, d} })...)
	return lists.Times(len(dots), func(i int) int { return first + i })
}

// csvHeader names the columns of every figure's file: what is drawn first, then
// the configuration behind it. A line of several runs leaves empty what differs.
var csvHeader = []string{
	"panel", "series", "group", "across", "x", "measure", "y", "unit", "percent", "runs",
	"task", "model_id", "nickname", "weight_precision", "gpu_model", "num_gpus", "batch", "measured",
}

func (l *rowList) csv() []byte {
	return rowfile.CSV(append([][]string{csvHeader}, lists.Map(l.rows, figureRow.line)...))
}

func (r figureRow) line() []string {
	ids := lists.Map(r.dot.runs, r.panel.runs.Run)
	x, percent := "", ""
	if r.X != nil && r.across == "" {
		x = data.Text(r.x)
	}
	if r.dot.percent {
		percent = data.Text(r.shown)
	}
	line := []string{r.title, r.series, r.category, r.across, x, r.dot.measure, data.Text(r.y), r.dot.unit, percent, strings.Join(ids, " ")}
	return append(append(line, lists.Map(configuration, r.common)...), r.agreed(r.panel.runs.Measured))
}

// configuration is the fields of the configuration in every figure's file.
var configuration = []data.Role{
	data.RoleTask, data.RoleModel, data.RoleModelName, data.RolePrecision, data.RoleGPU, data.RoleGPUs, data.RoleBatch,
}

// common is a field's value where all of the row's runs agree in it.
func (r figureRow) common(role data.Role) string {
	field := r.panel.runs.Schema().Name(role)
	return r.agreed(func(i int) string { return r.panel.runs.Text(i, field) })
}

func (r figureRow) agreed(of func(i int) string) string {
	if texts := slices.Compact(lists.Map(r.dot.runs, of)); len(texts) == 1 {
		return texts[0]
	}
	return ""
}

// column is a column of a figure's table; it is left out where no row has it.
type column struct {
	charts.Column
	cell func(figureRow) charts.Cell
}

func (l *rowList) table() charts.Table {
	all := l.columns()
	kept := append(all[:1:1], lists.Filter(all[1:], func(c column) bool {
		return slices.ContainsFunc(l.rows, func(r figureRow) bool { return c.cell(r) != charts.Cell{} })
	})...)
	rows := lists.Map(l.rows, func(r figureRow) (row charts.Row) {
		row.Cells = lists.Map(kept, func(c column) charts.Cell { return c.cell(r) })
		if len(r.dot.runs) == 1 {
			row.Run, row.Model = r.panel.runs.Run(r.dot.runs[0]), r.common(data.RoleModel)
		}
		return row
	})
	return charts.Table{Columns: lists.Map(kept, func(c column) charts.Column { return c.Column }), Rows: rows}
}

// columns say what a row is, then what is drawn of it: the value with its unit, and the percentage
// where that is drawn.
func (l *rowList) columns() (all []column) {
	first, w := l.rows[0], l.rows[0].panel.text.content.Words
	text := func(label string, of func(figureRow) string) {
		cell := func(r figureRow) charts.Cell { return charts.Cell{Text: of(r)} }
		all = append(all, column{charts.Column{Label: label}, cell})
	}
	number := func(label, unit string, cell func(figureRow) charts.Cell) {
		all = append(all, column{charts.Column{Label: label, Unit: unit, Number: true}, cell})
	}
	cellOf := func(x float64) charts.Cell { return charts.Cell{Text: w.Number(x), Value: data.Text(x)} }
	value := func(r figureRow) charts.Cell { return cellOf(r.y) }
	same := func(r figureRow) bool {
		return r.dot.measure == first.dot.measure && r.dot.unit == first.dot.unit
	}
	text(w.Say("charts.column.model"), figureRow.who)
	text(w.Say("charts.column.gpus"), func(r figureRow) string {
		return r.agreed(func(i int) string { return hardwareOf(r.panel.runs, i) })
	})
	text(w.Say("charts.column.batch"), func(r figureRow) string {
		if r.X != nil && r.X.Value == r.panel.runs.Schema().Name(data.RoleBatch) {
			return "" // it has its own column
		}
		return r.common(data.RoleBatch)
	})
	if l.panels {
		text(w.Say("plot.panel"), func(r figureRow) string { return r.title })
	}
	text(w.Say("plot.series"), func(r figureRow) string { return r.series })
	text(first.groupName(), func(r figureRow) string {
		if r.category == r.who() {
			return "" // another column says it
		}
		return r.category
	})
	text(first.axis.x.Name, func(r figureRow) string { return r.across })
	number(first.axis.x.Name, "", func(r figureRow) charts.Cell { return r.onAxis(w) })
	switch {
	case first.kind.Shape == charts.PerBin:
		number(w.Say("plot.runs"), "", value)
	case lists.All(l.rows, same):
		number(first.dot.measure, first.dot.unit, value)
	default:
		text(w.Say("plot.measure"), func(r figureRow) string { return r.dot.measure })
		number(w.Say("plot.value"), "", value)
		text(w.Say("plot.unit"), func(r figureRow) string { return r.dot.unit })
	}
	number(w.Say("plot.drawn"), "", func(r figureRow) charts.Cell {
		if !r.dot.percent {
			return charts.Cell{}
		}
		return cellOf(r.shown)
	})
	return all
}

// onAxis is the place of a point on the x axis: a setting such as a batch size without decimals.
func (r figureRow) onAxis(w *words.Catalog) charts.Cell {
	if r.X == nil || r.across != "" || r.kind.Shape == charts.PerBin {
		return charts.Cell{}
	}
	cell := charts.Cell{Text: w.Number(r.x), Value: data.Text(r.x)}
	if f, ok := r.panel.runs.Schema().Field(r.X.Value); ok && f.Kind == data.Int {
		cell.Text = w.Whole(int(r.x))
	}
	return cell
}

func (r figureRow) who() string {
	switch n := len(r.dot.runs); {
	case n == 1:
		return r.agreed(func(i int) string { return modelOf(r.panel.runs, i) })
	case r.kind.Shape == charts.PerBin:
		return r.category
	default:
		return r.panel.text.content.Words.Say("count.runs", "n", n)
	}
}

func (r figureRow) groupName() string {
	if r.Group != nil {
		if name := r.nameOf(r.Group.Value, r.Group.Label); name != "" {
			return name
		}
	}
	return r.panel.text.content.Words.Say("plot.group")
}
