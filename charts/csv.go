package charts

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// CSV returns the rows that the figure draws, in full precision: the ids of model and run, if rows have them, then
// the columns under the names of their fields. It is nil for a figure without columns.
func (f Figure) CSV() []byte {
	if len(f.Columns) == 0 {
		return nil
	}
	type id struct {
		name string
		of   func(Row) string
	}
	ids := lists.Filter([]id{
		{"model_id", func(r Row) string { return r.Model }}, {"run", func(r Row) string { return r.Run }},
	}, func(one id) bool {
		return slices.ContainsFunc(f.Rows, func(r Row) bool { return one.of(r) != "" })
	})
	head := append(lists.Map(ids, func(one id) string { return one.name }), lists.Map(f.Columns, Column.name)...)
	var measured []string
	if f.Measured != "" {
		head, measured = append(head, "measured"), []string{f.Measured}
	}
	lines := [][]string{head}
	for _, r := range f.Rows {
		own := lists.Map(ids, func(one id) string { return one.of(r) })
		lines = append(lines, slices.Concat(own, lists.Map(r.Cells, Cell.ofFile), measured))
	}
	return rowfile.CSV(lines)
}

// name of a column in files
func (c Column) name() string {
	name := cmp.Or(c.Field, c.Label)
	if c.Field == "" && c.Unit != "" {
		name += " (" + c.Unit + ")"
	}
	return typed.Replace(name)
}

// ofFile is the cell's value for files.
func (c Cell) ofFile() string {
	if c.Value != "" {
		return c.Value
	}
	return typed.Replace(c.Text)
}

// typed undoes what is for the eye alone: spaces that keep words on a line of a page,
// and minus signs, which programs do not read.
var typed = strings.NewReplacer("\u00a0", " ", "\u202f", " ", "−", "-")
