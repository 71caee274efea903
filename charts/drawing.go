package charts

import (
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Drawing is a chart with a layout in px. [Drawing.Scene] converts it to shapes, package charts/live to the option
// with which a browser draws the same.
type Drawing struct {
	Width, Height int // px; 0 if there is nothing to draw
	Panels        []Panel
	Legend        []Entry
	Titles        []Title
}

// Panel is a plotting area, whose edges are px from the drawing's upper left corner, with its axes and series.
type Panel struct {
	Left, Top, Right, Bottom int
	X, Y                     Axis
	Y2                       *Axis    // at the right, for the series that are [OnRight]; nil for none
	Series                   []Series // from back to front
	Unlabeled                int      // labels of points that have no room
}

// Series is drawn on the axes of a panel. There is one file for each kind of series.
type Series interface {
	// Named returns the name of the series in the legend, "" for a series without an entry.
	Named() Name
	// Shapes returns its marks, paths and texts.
	Shapes(p *Panel) []scene.Layer
}

// Name is what the legend calls a series.
type Name string

// Named is the name itself.
func (n Name) Named() Name { return n }

// Title is the name of a panel; Y is the middle of its line.
type Title struct {
	X, Y float64
	Text string
}

// The theme's colors; a drawing takes them from the page it stands in.
const (
	ink    scene.Color = "var(--fg)"
	muted  scene.Color = "var(--muted)"
	line   scene.Color = "var(--line)"
	accent scene.Color = "var(--accent)"
	bar    scene.Color = "var(--bar)"
)

// Scene returns the shapes of the drawing: axes, series, legend and titles.
func (d Drawing) Scene() scene.Scene {
	s := scene.Scene{Width: d.Width, Height: d.Height}
	for i := range d.Panels {
		p := &d.Panels[i]
		s.Layers = append(s.Layers, p.axes()...)
		shapes := func(one Series) []scene.Layer { return one.Shapes(p) }
		cut := p.BeforeBreaks()
		s.Layers = append(append(s.Layers, lists.FlatMap(p.Series[:cut], shapes)...), p.breaks()...)
		s.Layers = append(s.Layers, lists.FlatMap(p.Series[cut:], shapes)...)
	}
	s.Layers = append(s.Layers, lists.FlatMap(d.Legend, Entry.shapes)...)
	if len(d.Legend) > 0 {
		s.Layers = append(s.Layers, legendTexts(d.Legend))
	}
	if len(d.Titles) > 0 {
		s.Layers = append(s.Layers, titles(d.Titles))
	}
	return s
}

func titles(all []Title) scene.Layer {
	return scene.Layer{Style: scene.Style{Fill: ink}, Texts: lists.Map(all, func(t Title) scene.Text {
		return scene.Text{X: t.X, Y: t.Y, Text: t.Text, Bold: true}
	})}
}

// point is the place of a value in px.
func (p *Panel) point(v [2]float64) scene.Point { return scene.Point{X: p.X.At(v[0]), Y: p.Y.At(v[1])} }

// isGap reports whether a value ends a line; the next one begins another.
func isGap(v [2]float64) bool { return math.IsNaN(v[0]) || math.IsNaN(v[1]) }

// gap is a value that ends a line.
var gap = [2]float64{math.NaN(), math.NaN()}

// rowAt is the row of the i-th mark of a series.
func rowAt(rows []int, i int) int {
	if i < len(rows) {
		return rows[i]
	}
	return scene.NoRow
}

// numbered are the names of n categories whose own names stand elsewhere.
func numbered(n int) []string {
	return lists.Times(n, strconv.Itoa)
}
