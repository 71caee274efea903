package charts

import "github.com/jouleboard/jouleboard/internal/lists"

// PlotShape is what the marks of a plot are made of.
type PlotShape int

// The shapes of plots.
const (
	AtPlaces       PlotShape = iota // values at a place on the x axis
	PerCategory                     // a value of each category
	WithinCategory                  // all values of each category
	PerBin                          // how many values are in each bin
	PerCell                         // a value of each pair of categories
)

// PlotKind is a kind of plot by the name under which figures declare it.
type PlotKind struct {
	Name  string
	Shape PlotShape
	// Joined reports whether lines join the points of a series.
	Joined bool
	// draw sets the scales and the lower edge of a canvas, lays it out and adds the series of a panel.
	draw func(PlotPanel, *canvas)
}

// PlotKinds are the kinds that figures can declare.
var PlotKinds = []PlotKind{
	{"scatter", AtPlaces, false, drawPoints},
	{"line", AtPlaces, true, drawPoints},
	{"trade-off", AtPlaces, true, drawPoints},
	{"bar", PerCategory, false, drawBars},
	{"grouped-bar", PerCategory, false, drawBars},
	{"violin", WithinCategory, false, drawViolins},
	{"box", WithinCategory, false, drawBoxes},
	{"histogram", PerBin, false, drawHistogram},
	{"heatmap", PerCell, false, drawHeatmap},
}

// PlotKindOf returns the kind of this name.
func PlotKindOf(name string) (kind PlotKind, ok bool) {
	return lists.Find(PlotKinds, func(k PlotKind) bool { return k.Name == name })
}
