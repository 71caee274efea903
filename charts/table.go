package charts

import (
	"strconv"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/units"
)

// numbers heads a column of a field's values.
func (t Task) numbers(f data.Field) Column {
	return Column{Field: f.Name, Label: t.label(f), Unit: t.Unit(f), Number: true}
}

func textCell(s string) Cell { return Cell{Text: s} }

func number(w *words.Catalog, x float64) Cell { return numberIn(w, units.Form{}, x) }

func numberIn(w *words.Catalog, f units.Form, x float64) Cell {
	return Cell{Text: w.In(f, x), Value: data.Text(x)}
}

func whole(w *words.Catalog, n int) Cell { return Cell{Text: w.Whole(n), Value: strconv.Itoa(n)} }
