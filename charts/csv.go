package charts

import (
	"cmp"
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
	models, runs := f.identified()
	var head []string
	if models {
		head = append(head, "model_id")
	}
	if runs {
		head = append(head, "run")
	}
	head = append(head, lists.Map(f.Columns, Column.name)...)
	var measured []string
	if f.Measured != "" {
		head, measured = append(head, "measured"), []string{f.Measured}
	}
	lines := [][]string{head}
	for _, r := range f.Rows {
		var record []string
		if models {
			record = append(record, r.Model)
		}
		if runs {
			record = append(record, r.Run)
		}
		record = append(record, lists.Map(r.Cells, Cell.ofFile)...)
		lines = append(lines, append(record, measured...))
	}
	return rowfile.CSV(lines)
}

// identified reports whether any row names a model, a run.
func (f Figure) identified() (models, runs bool) {
	for _, r := range f.Rows {
		models, runs = models || r.Model != "", runs || r.Run != ""
	}
	return models, runs
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
