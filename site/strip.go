package site

import (
	"cmp"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// stripMargin keeps round ends and dots inside the drawing area.
const stripMargin = 6

// scale maps what a board is ranked by to positions on the strips of one column, by
// logarithm.
type scale struct{ least, most float64 }

func scaleOf(rows []aggregate.Row) scale {
	s := scale{math.Inf(1), math.Inf(-1)}
	for _, r := range rows {
		if x, ok := r.Metric(); ok && x > 0 {
			s.least, s.most = min(s.least, x), max(s.most, x)
		}
	}
	if s.least > s.most { // nothing to show
		return scale{1, 1}
	}
	return s
}

// at is the position of x; on a scale of one value that is the middle.
func (s scale) at(x float64) float64 {
	share := 0.5
	if s.most > s.least {
		share = (math.Log(x) - math.Log(s.least)) / (math.Log(s.most) - math.Log(s.least))
	}
	position := stripMargin + share*(templates.StripWidth-2*stripMargin)
	return math.Round(position*10) / 10
}

// ticks are the powers of ten on the scale, thinned to at most four. A scale
// within one decade is labelled at its ends.
func (s scale) ticks(style units.Style, form units.Form) []templates.Tick {
	const most = 4
	var ticks []templates.Tick
	first, last := math.Ceil(math.Log10(s.least)), math.Floor(math.Log10(s.most))
	step := max(1, math.Ceil((last-first+1)/most))
	for i := range most {
		if e := first + float64(i)*step; e <= last {
			ticks = append(ticks, templates.Tick{At: s.at(math.Pow(10, e)), Label: compact(style, form.Of(math.Pow(10, e)))})
		}
	}
	return ticks
}

// compact writes powers of ten briefly: 0.1, 10, 1k, 1M.
func compact(style units.Style, x float64) string {
	switch {
	case x >= 1e6:
		return style.Short(x/1e6) + "M"
	case x >= 1e3:
		return style.Short(x/1e3) + "k"
	}
	return style.Short(x)
}

func (s scale) grid() []float64 {
	return lists.Map(s.ticks(units.Style{}, units.Form{}), func(t templates.Tick) float64 { return t.At })
}

// strip draws the range of rows with a dot on the one that matters.
func (t *task) strip(s scale, rows []aggregate.Row, dot float64) *templates.Strip {
	own := scaleOf(rows)
	return &templates.Strip{
		From: s.at(own.least), To: s.at(own.most), Dot: new(s.at(dot)), Grid: s.grid(),
		Text: t.rangeText(t.words.In(t.rankForm(), own.least), t.words.In(t.rankForm(), own.most)),
	}
}

// rangeText is a range in words, one value where its ends look the same.
func (t *task) rangeText(low, high string) string {
	if low != high {
		low = t.words.Say("table.range_text", "low", low, "high", high)
	}
	return strings.TrimSpace(low + " " + t.rankUnit())
}

// rangeColumn shows for each row the range over the rows that belong to it.
func (t *task) rangeColumn(s scale, rowsOf func(aggregate.Row) []aggregate.Row) column {
	return column{
		Column: templates.Column{
			Label: t.words.Say("table.range"), Unit: t.words.Say("form.log", "unit", cmp.Or(t.rankUnit(), t.words.Unit("share"))), Kind: templates.Range,
			Scale: s.ticks(t.words.Style, t.rankForm()),
		},
		cell: func(r aggregate.Row) templates.Cell {
			x, ok := r.Metric()
			if !ok || x <= 0 {
				return templates.Cell{}
			}
			return templates.Cell{Strip: t.strip(s, rowsOf(r), x)}
		},
	}
}
