package charts

import (
	"strconv"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// columns head a table of configurations.
func (m metrics) columns(t Task) []Column {
	return []Column{
		{Field: m.name.Name, Label: "Model"},
		{Field: m.gpu.Name, Label: "GPUs"},
		t.numbers(m.batch),
		t.numbers(m.energy),
		t.numbers(m.latency),
	}
}

// row is a configuration below these columns.
func (t Task) row(r aggregate.Row) Row {
	return Row{Run: r.Run, Model: r.ModelID, Cells: []Cell{
		words(name(r)), words(gpus(r)), whole(r.Batch), number(r.Energy), number(r.Latency(t.Percentile)),
	}}
}

// numbers heads a column of a field's values.
func (t Task) numbers(f data.Field) Column {
	return Column{Field: f.Name, Label: t.label(f), Unit: t.inWords(f.Unit), Number: true}
}

func words(s string) Cell { return Cell{Text: s} }

func number(x float64) Cell {
	return Cell{Text: units.Number(x), Value: data.Text(x)}
}

func whole(n int) Cell { return Cell{Text: units.Whole(n), Value: strconv.Itoa(n)} }
