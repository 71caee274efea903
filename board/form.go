package board

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Form is how the values of a column are written, on all pages alike; that of a column which the board does not have is the
// zero value.
func (b *Board) Form(name string) units.Form {
	c, _ := b.Column(name)
	return c.Form
}

// formOf chooses the form of a column's values; margin is that of the rows, 0 where it is not of this column.
func formOf(c Column, rows []aggregate.Row, margin float64) units.Form {
	if c.Kind != data.Float {
		return units.Form{}
	}
	least, most := math.Inf(1), 0.0
	for _, r := range rows {
		if x, ok := data.Number(c.Value(r)); ok && x > 0 {
			least, most = min(least, x), max(most, x)
		}
	}
	return units.FormOf(c.Unit, least, most, margin)
}

// usualMargin is the median of the rows' margins, 0 where none is known.
func usualMargin(rows []aggregate.Row) float64 {
	known := lists.Map(lists.Filter(rows, func(r aggregate.Row) bool { return r.Margin > 0 }), func(r aggregate.Row) float64 { return r.Margin })
	if len(known) == 0 {
		return 0
	}
	slices.Sort(known)
	return known[len(known)/2]
}
