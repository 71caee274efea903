package charts

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Plot is a chart that an author declared: one or several panels side by side,
// every value computed. Its figure is without drawings.
type Plot struct {
	Figure
	Words  *words.Catalog
	Kind   string // the name of one of PlotKinds
	Panels []PlotPanel
	Width  int    // px of the wide drawing; 0 for that of posts
	Legend string // where the names of series are: top or "", right, or direct, which is at the ends of lines
	Beside int    // panels side by side in the wide drawing; 0 for as many as cut no title
	even   bool   // all texts have one size
}

// PlotPanel is a plotting area that an author declared. Kinds with categories have them on the y axis, the first on
// top; a heat map also has categories on the x axis.
type PlotPanel struct {
	Title      string
	X, Y       PlotAxis
	Categories []string
	Across     []string
	Series     []PlotSeries
	Frontier   []Point // by x; empty for no line
	Notes      []PlotNote
	Limit      PlotLimit
	Best       *Point // gets a ring; nil for none
	Ghosts     []PlotGhost
	Right      *PlotAxis // of the series that are on it; nil for none
	Stacked    bool      // bars of a category stand on each other
	Single     bool      // a category has one bar, of one of the series
	Leaders    bool      // labels without room at their marks stand apart, with a line
	Ends       bool      // names of series stand at the ends of their lines
}

// PlotGhost is a place that a configuration had in the base of a preview, and the one that it has now; nil if it is gone.
type PlotGhost struct {
	Was Point
	Now *Point
}

// PlotLimit is what the reader accepts at most on the x axis; 0 for no limit. What is beyond it is shaded, and the
// longest of the texts for which there is room stands there.
type PlotLimit struct {
	At    float64
	Texts []string
}

// PlotAxis is what an axis shows.
type PlotAxis struct {
	Name   string    // with its unit
	Log    bool      // which the axis states next to its name
	Powers bool      // ticks of a log axis at powers of two
	Also   []float64 // values that the axis shows besides those of the points, such as those of other panels
	// Least and Most are the ends of the axis, nil for what the values need; Ticks replaces those at round values.
	Least, Most *float64
	Ticks       []float64
	Break       *[2]float64 // from where to where values are left out; nil for nothing
	Categories  []string    // at 0, 1, … instead of numbers; only of an x axis
	Form        units.Form  // of its ticks
}

// PlotSeries is a group of points with the same appearance. The first series of a name determines the appearance in
// all panels.
type PlotSeries struct {
	Name   string // "" for the only one
	Mark   Mark
	Points []Point
	Joined bool // by a line, in order
	Right  bool // on the axis at the right
	Band   bool // intervals are an area
	// Curve is drawn through the points of a joined series instead of a line from one to the next; nil for none. It is
	// over the logarithm to base 2 of x.
	Curve *fitting.Sketch
	Front []Point // of the points, in order: a line joins them, and the others stand back
}

// Point is a mark, a bar, a cell or one value of a violin.
type Point struct {
	X, Y     float64
	Width    float64     // of a histogram's bin, from X on
	Category int         // index into PlotPanel.Categories
	Across   int         // index into PlotPanel.Across
	Label    string      // written next to it
	Row      int         // index into Plot.Rows
	Spread   *[2]float64 // ends of an interval around Y; nil for none
}

// PlotNote is a text at points, a text at a place of its own with an arrow to each of them, or a line across the panel
// with its text.
type PlotNote struct {
	Text   string
	At     []Point  // places of points
	X, Y   float64  // places of a line, if Across is set, or where the text begins, if Apart is
	To     *float64 // the other edge of an area; nil for a line
	Across string   // x or y: the axis that the line crosses
	Apart  bool
}

// Sizes of declared charts in px: text stays legible where a page or a paper
// shows them 600 px wide.
const (
	plotWidth   = 680
	joinedBelow = 520 // a drawing has no room for curves
)

// Declared draws what an author declared.
func Declared(p Plot) Figure {
	fig := p.Figure
	fig.Wide = p.Wide()
	fig.Smaller = lists.Map(Frames(fig.Wide.Width), func(width int) Drawing {
		own := p
		if width < joinedBelow {
			own = p.joined()
		}
		return own.draw(width, own.columns(width), 0)
	})
	return fig
}

// Wide is the drawing of pages that have room.
func (p Plot) Wide() Drawing {
	width := cmp.Or(p.Width, plotWidth)
	return p.draw(width, cmp.Or(p.Beside, p.columns(width)), 0)
}

// Small is the width in px of a drawing that fits into every frame.
const Small = 296

// frames are the widths in px at which figures are laid out for frames that are narrower than their wide drawing: a text of 11 px
// has them at least in a frame that is not narrower.
var frames = []int{680, 500, Phone, 272}

// Phone is the width in px of a figure's drawing for phones.
const Phone = 350

// Frames are those that are narrower than a drawing of a width, the widest first; none for a small one.
func Frames(wide int) []int {
	if wide <= Small {
		return nil
	}
	return lists.Filter(frames, func(width int) bool { return width < wide })
}

// Curved reports whether a curve is drawn through a series.
func (p Plot) Curved() bool { return slices.ContainsFunc(p.series(), PlotSeries.curved) }

// series are those of all panels.
func (p Plot) series() []PlotSeries {
	return lists.FlatMap(p.Panels, func(panel PlotPanel) []PlotSeries { return panel.Series })
}

// joined is the plot with lines from point to point instead of curves, which small drawings have no room for.
func (p Plot) joined() Plot { return p.with(func(s *PlotSeries) { s.Curve = nil }) }

func (p Plot) kind() PlotKind {
	kind, _ := PlotKindOf(p.Kind) // that of a declaration is checked
	return kind
}

// columns is how many panels stand side by side where there is room: as many as cut no title, and no name above bars
// and violins.
func (p Plot) columns(width int) int {
	const least = 200 // px of a panel
	n := len(p.Panels)
	if n > 3 {
		n = 2
	}
	for n > 1 && (panelWidth(width, n) < least || p.longestText() > float64(panelWidth(width, n)-12)) {
		n--
	}
	return n
}

// longestText is the width of the panels' longest line of text.
func (p Plot) longestText() (most float64) {
	for _, panel := range p.Panels {
		most = max(most, textWidth(panel.Title, fontSize*1.08))
		if p.kind().Shape == PerCell {
			continue // names stand beside the cells and may be cut
		}
		for _, name := range panel.Categories {
			most = max(most, textWidth(name, fontSize))
		}
	}
	return most
}

// draw lays panels out row by row, each higher than it needs to be by so many px.
func (p Plot) draw(width, columns, stretch int) Drawing {
	p = p.named()
	s := p.sheet(width)
	s.stretch = stretch
	for first := 0; first < len(p.Panels); first += columns {
		s.row(p.Panels[first:min(first+columns, len(p.Panels))], columns)
	}
	return s.drawing()
}

// sheet has the legend where the plot wants it. Bars and other kinds without lines have no ends to name.
func (p *Plot) sheet(width int) *sheet {
	names := p.legendNames()
	switch {
	case p.Legend == "direct" && p.kind().Joined && len(names) > 0:
		p.Panels = slices.Clone(p.Panels)
		for i := range p.Panels {
			p.Panels[i].Ends = true
		}
		names = slices.DeleteFunc(names, func(name string) bool { return name != frontierName(p.Words) })
	case p.Legend == "right" && len(names) > 0:
		return newSheetBeside(*p, width, names)
	}
	return newSheet(*p, width, names)
}

// dashWidth is how wide a legend's sample of a dashed line is.
const dashWidth = 18

// sample is how wide a legend's sample of a series is.
func (p Plot) sample() int {
	if slices.ContainsFunc(p.series(), func(s PlotSeries) bool { return s.Joined }) {
		return dashWidth
	}
	return markWidth
}

// legendNames are the series of all panels, each once; one alone needs no legend.
func (p Plot) legendNames() []string {
	var names []string
	for _, panel := range p.Panels {
		names = append(names, lists.Map(panel.Series, func(s PlotSeries) string { return s.Name })...)
		if len(panel.Frontier) > 1 {
			names = append(names, frontierName(p.Words))
		}
		if len(panel.Ghosts) > 0 {
			names = append(names, ghostName(p.Words))
		}
	}
	names = lists.Distinct(lists.NonZero(names))
	if len(names) < 2 {
		return nil
	}
	return names
}

// named is the plot with the names of its series as legends show them.
func (p Plot) named() Plot {
	names, short := lists.Ascending(lists.Map(p.series(), func(s PlotSeries) string { return s.Name })), map[string]string{}
	for i, text := range shortened(names, fontSize, 300) {
		short[names[i]] = text
	}
	return p.with(func(s *PlotSeries) { s.Name = short[s.Name] })
}

// with is the plot with other series.
func (p Plot) with(change func(*PlotSeries)) Plot {
	p.Panels = slices.Clone(p.Panels)
	for i := range p.Panels {
		p.Panels[i].Series = slices.Clone(p.Panels[i].Series)
		for k := range p.Panels[i].Series {
			change(&p.Panels[i].Series[k])
		}
	}
	return p
}
