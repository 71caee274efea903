package charts

import (
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// tradeoff is what every chart of two metrics against each other shows, whatever its
// rows are: marks by group, the line of those that no other beats in both, and where
// there is one the best of them, what is too late, and ghosts.
type tradeoff struct {
	groups []group        // in the order of their names in the legend
	size   float64        // of marks in px
	under  []Line         // below the marks
	lines  [][][2]float64 // among them, which labels keep off
	front  [][2]float64
	best   *[2]float64
	late   *Span
	ghosts []ghostMark
	labels []label // in the order in which they get room
}

// group is marks that look alike.
type group struct {
	name string // in the legend
	mark Mark
	at   [][2]float64
	rows []int

	hollow bool // marks that stand back
}

// ghostMark is a place that a configuration had, and the one that it has now.
type ghostMark struct {
	at  [2]float64
	now *[2]float64 // nil where it is gone
	row int
}

// Parts of a trade-off have colors of their own, which the stylesheet can change.
const (
	frontierInk  scene.Color = "var(--frontier)"
	ringInk      scene.Color = "var(--ring)"
	ghostInk     scene.Color = "var(--ghost)"
	ghostLinkInk scene.Color = "var(--ghost-link)"
)

// frontierName is what legends call the line.
func frontierName(w *words.Catalog) string { return w.Say("charts.legend.frontier") }

// drawUnder adds what stands below the marks.
func (t tradeoff) drawUnder(c *canvas) {
	if t.late != nil {
		c.add(*t.late)
	}
	t.addGhosts(c)
	for _, l := range t.under {
		c.add(l)
	}
}

func (t tradeoff) drawMarks(c *canvas) {
	for _, g := range t.groups {
		c.add(g.points(t.size))
	}
	if len(t.front) > 1 {
		c.add(Line{Name: Name(frontierName(c.words)), At: t.front, Style: scene.Style{Stroke: frontierInk, Width: 1.6}})
	}
	if t.best != nil {
		c.add(Points{
			At: [][2]float64{*t.best}, Shape: scene.Circle, W: ringSize, H: ringSize,
			Style: scene.Style{Stroke: ringInk, Width: 2, Opacity: markStrength},
		})
	}
	if placed := t.place(c); len(placed) > 0 {
		c.leaders(placed)
		c.add(labels(placed))
	}
}

// ringSize is the diameter in px of the ring around the best.
const ringSize = 16

// markStrength leaves marks on top of each other visible, in colors that have contrast enough to lose some.
const markStrength = 0.8

func (g group) points(size float64) Points {
	if g.hollow {
		return Points{At: g.at, Rows: g.rows, Shape: g.mark.Shape, W: size - 1, H: size - 1, Style: scene.Style{Stroke: g.mark.Color}}
	}
	return Points{Name: Name(g.name), At: g.at, Rows: g.rows, Shape: g.mark.Shape, W: size, H: size, Style: g.mark.style()}
}

// style fills a mark lightly, so that marks on top of each other stay visible; its edge has the contrast.
func (m Mark) style() scene.Style {
	return scene.Style{Fill: m.Color + "80", Stroke: m.Color}
}

// place finds room for the labels between marks and line.
func (t tradeoff) place(c *canvas) []label {
	var marks, lines []point
	for _, g := range t.groups {
		marks = append(marks, lists.Map(g.at, c.point)...)
	}
	for _, l := range append(t.lines, t.front) {
		own := lists.Map(l, c.point)
		marks, lines = append(marks, own...), append(lines, along(own)...)
	}
	wanted := make([]label, len(t.labels))
	for i, l := range t.labels {
		l.at = c.point(l.value)
		wanted[i] = l
	}
	rivals(wanted, marks)
	bounds := box{float64(c.left), float64(c.top - 4), float64(c.width - 4), float64(c.bottom)}
	placed := placeLabels(wanted, slices.Concat(marks, lines, c.crossed), c.noted, bounds)
	c.unlabeled = len(wanted) - len(placed)
	return placed
}

// rivals makes labels of marks that stand alone keep nearer to their own mark than to any other that has a label, and
// notes, for which there may be a line, to any mark.
func rivals(labels []label, marks []point) {
	var all []point
	for _, l := range labels {
		if l.over == 0 {
			all = append(all, l.at)
		}
	}
	for i := range labels {
		if labels[i].over == 0 {
			labels[i].rivals = all
		} else if labels[i].leads {
			labels[i].rivals = marks
		}
	}
}

func (c *canvas) point(v [2]float64) point { return point{c.x.at(v[0]), c.y.at(v[1])} }

// addGhosts draws hollow marks, whose table rows follow those of the configurations,
// and a line from each to what it has become.
func (t tradeoff) addGhosts(c *canvas) {
	if len(t.ghosts) == 0 {
		return
	}
	marks := Points{
		Name: Name(ghostName(c.words)), Shape: scene.Circle, W: 8, H: 8, Style: scene.Style{Stroke: ghostInk, Width: 1.3},
	}
	links := Line{Style: scene.Style{Stroke: ghostLinkInk}}
	for _, g := range t.ghosts {
		marks.At, marks.Rows = append(marks.At, g.at), append(marks.Rows, g.row)
		if g.now != nil {
			links.At = append(links.At, g.at, *g.now, gap)
		}
	}
	if len(links.At) > 0 {
		c.add(links)
	}
	c.add(marks)
}
