package charts

import (
	"strconv"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
)

// columns head a table of configurations.
func (m metrics) columns(t Task) []Column {
	return []Column{
		{Field: m.name.Name, Label: t.Words.Say("charts.column.model")},
		{Field: m.gpu.Name, Label: t.Words.Say("charts.column.gpus")},
		t.numbers(m.batch),
		t.numbers(m.energy),
		t.numbers(m.latency),
	}
}

// row is a configuration below these columns.
func (t Task) row(r aggregate.Row) Row {
	return Row{Run: r.Run, Model: r.ModelID, Cells: []Cell{
		textCell(name(r)), textCell(gpus(r)), whole(t.Words, r.Batch), number(t.Words, r.Energy), number(t.Words, r.Latency(t.Percentile)),
	}}
}

// numbers heads a column of a field's values.
func (t Task) numbers(f data.Field) Column {
	return Column{Field: f.Name, Label: t.label(f), Unit: t.Unit(f), Number: true}
}

func textCell(s string) Cell { return Cell{Text: s} }

func number(w *words.Catalog, x float64) Cell {
	return Cell{Text: w.Number(x), Value: data.Text(x)}
}

func whole(w *words.Catalog, n int) Cell { return Cell{Text: w.Whole(n), Value: strconv.Itoa(n)} }
