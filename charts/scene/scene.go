// Package scene defines the shapes of a drawing.
//
// A scene consists of layers of marks, paths and texts, with their places in px, in the order in which they cover
// each other. Package charts makes it from a chart with its layout; package charts/render writes it as SVG, PNG and
// PDF. It is independent of charts and file formats.
//
// There are only the kinds of shapes that charts need: no curves other than circles, no gradients, no clips. Texts
// are plain; writers escape them.
package scene

// Scene is a drawing of Width × Height px, x to the right, y down.
type Scene struct {
	Width, Height int
	Layers        []Layer // the first one is the lowest
}

// Layer is shapes with the same appearance, so that their common properties are written once. Its marks are below its
// paths, and these below its texts.
type Layer struct {
	Style Style
	Marks []Mark
	Paths []Path
	Texts []Text
}

// Color is a CSS color: "#2f9a78", with opacity "#2f9a7880", or a token of the page's
// theme, "var(--fg)". The zero Color paints nothing.
type Color string

// Style is how shapes are painted. The zero Style paints nothing.
type Style struct {
	Fill, Stroke Color
	Width        float64   // of the stroke in px; 0 means 1
	Dash         []float64 // px on and off in turn; none for a solid line
	Opacity      float64   // of fill and stroke, multiplied with that of the colors; 0 means 1
	Round        bool      // lines have round ends; their corners are always round
}

// NoRow is the row of a shape without a row.
const NoRow = -1

// Shape is the outline of a mark.
type Shape string

// The shapes of marks, by ECharts' names for them.
const (
	Circle   Shape = "circle"
	Rect     Shape = "rect"
	Triangle Shape = "triangle"
	Diamond  Shape = "diamond"
)

// Mark is a symbol around (X, Y), W px wide and H px high; of a circle W is the diameter.
type Mark struct {
	X, Y, W, H float64
	Shape      Shape
	Row        int     // of the figure's table, or NoRow
	Opacity    float64 // of its fill instead of the layer's; 0 means that of the layer
}

// Point is a place in px.
type Point struct{ X, Y float64 }

// Path is lines through points. A closed one returns to where each of its lines began.
type Path struct {
	Lines  [][]Point
	Closed bool
	Row    int // of the figure's table, or NoRow
}

// Anchor is the part of a text that is at its point.
type Anchor string

// The anchors have the names that SVG gives them.
const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// Text is one line of text. Its middle, halfway between base line and capital height,
// is at Y.
type Text struct {
	X, Y   float64
	Text   string
	Anchor Anchor  // "" means Start
	Size   float64 // px; 0 means TextSize
	Bold   bool
	Up     bool // reads from bottom to top
}

// TextSize is the size in px of most text.
const TextSize = 12

// Outline is the corners of a mark that is not a circle.
func (m Mark) Outline() []Point {
	left, right, top, bottom := m.X-m.W/2, m.X+m.W/2, m.Y-m.H/2, m.Y+m.H/2
	switch m.Shape {
	case Triangle:
		return []Point{{m.X, top}, {right, bottom}, {left, bottom}}
	case Diamond:
		return []Point{{m.X, top}, {right, m.Y}, {m.X, bottom}, {left, m.Y}}
	}
	return []Point{{left, top}, {right, top}, {right, bottom}, {left, bottom}}
}
