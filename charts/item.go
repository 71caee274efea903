package charts

import (
	"cmp"
	"strings"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Item is one bar in charts of other systems: a configuration of a study, or a model on a dataset.
type Item struct {
	Run, Model string // as in [Row]
	Name       string // display name of its model
	Own        string // settings that distinguish it from the model's others; "" if there are none
	Value      func(field string) (float64, bool)
}

// name tells the configuration from others on the same hardware.
func (i Item) name() string {
	return strings.Join(lists.NonZero([]string{i.Name, i.Own}), ", ")
}

func fieldColumn(w *words.Catalog, f data.Field) Column {
	return Column{Field: f.Name, Label: labelOf(w, f), Unit: cmp.Or(w.Field(f.Name).Unit, w.Unit(f.Unit)), Number: true}
}

// measure is a value with its unit; a share of a whole has none.
func measure(w *words.Catalog, v float64, f data.Field) string {
	if f.Unit == "" || strings.HasPrefix(f.Unit, "share") {
		return w.Number(v)
	}
	return w.Number(v) + " " + cmp.Or(w.Field(f.Name).Unit, w.Unit(f.Unit))
}
