package charts

import (
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Parts of a trade-off have colors of their own, which the stylesheet can change.
const (
	frontierInk  scene.Color = "var(--frontier)"
	ringInk      scene.Color = "var(--ring)"
	ghostInk     scene.Color = "var(--ghost)"
	ghostLinkInk scene.Color = "var(--ghost-link)"
)

// frontierName is what legends call the line.
func frontierName(w *words.Catalog) string { return w.Say("charts.legend.frontier") }

// drawMarks draws what stands above the lines: marks, the line of those that no other beats in both values, the best of them,
// and labels between all of these.
func (c *canvas) drawMarks(p PlotPanel) {
	var marks []point // that labels keep off
	for _, s := range p.Series {
		if s.Right || s.Joined {
			continue
		}
		shown := s.Points
		if len(s.Front) > 0 {
			behind := s.behind()
			c.add(behind)
			marks, shown = append(marks, lists.Map(behind.At, c.point)...), s.Front
		}
		drawn := s.marks(shown)
		c.add(drawn)
		marks = append(marks, lists.Map(drawn.At, c.point)...)
	}
	if len(p.Frontier) > 1 {
		c.add(Line{Name: Name(frontierName(c.words)), At: lists.Map(p.Frontier, Point.at), Style: scene.Style{Stroke: frontierInk, Width: 1.6}})
	}
	if p.Best != nil {
		c.add(Points{
			At: [][2]float64{p.Best.at()}, Shape: scene.Circle, W: ringSize, H: ringSize,
			Style: scene.Style{Stroke: ringInk, Width: 2, Opacity: markStrength},
		})
	}
	if placed := c.placeBeside(p, marks); len(placed) > 0 {
		c.leaders(placed)
		c.add(labels(placed))
	}
}

// Diameters in px of marks and of the ring around the best.
const markSize, ringSize = 8, 16

// markStrength leaves marks on top of each other visible, in colors that have contrast enough to lose some.
const markStrength = 0.8

// marks are those of points of the series.
func (s PlotSeries) marks(points []Point) Points {
	return Points{
		Name: Name(s.Name), At: lists.Map(points, Point.at), Rows: lists.Map(points, func(pt Point) int { return pt.Row }),
		Shape: s.Mark.Shape, W: markSize, H: markSize, Style: s.Mark.style(),
	}
}

// behind are the points of the series that its front leaves out, as hollow marks.
func (s PlotSeries) behind() Points {
	front := lists.By(s.Front, func(pt Point) (int, bool) { return pt.Row, true })
	hollow := s.marks(lists.Filter(s.Points, func(pt Point) bool { return !front[pt.Row] }))
	hollow.Name, hollow.W, hollow.H, hollow.Style = "", markSize-1, markSize-1, scene.Style{Stroke: s.Mark.Color}
	return hollow
}

// style fills a mark lightly, so that marks on top of each other stay visible; its edge has the contrast.
func (m Mark) style() scene.Style {
	return scene.Style{Fill: m.Color + "80", Stroke: m.Color}
}

// placeBeside finds room for the notes at points and the labels of a panel, between marks and lines.
func (c *canvas) placeBeside(p PlotPanel, marks []point) []label {
	var lines []point
	var wanted []label
	join := func(line []Point) {
		own := lists.Map(lists.Map(line, Point.at), c.point)
		marks, lines = append(marks, own...), append(lines, along(own)...)
	}
	for _, s := range p.Series {
		switch {
		case s.Right:
			continue
		case s.Joined:
			join(s.Points)
		case len(s.Front) > 0:
			join(s.Front)
		}
		for _, pt := range s.Points {
			if pt.Label != "" {
				wanted = append(wanted, label{Label: Label{At: pt.at(), Text: pt.Label, Size: c.small(), Gap: 6}, leads: p.Leaders})
			}
		}
	}
	join(p.Frontier)
	for i, text := range shortened(lists.Map(wanted, func(l label) string { return l.Text }), c.small(), 220) {
		wanted[i].Text = text
	}
	wanted = append(c.noteLabels(p), wanted...)
	for i := range wanted {
		wanted[i].at = c.point(wanted[i].At)
	}
	rivals(wanted, marks)
	bounds := box{float64(c.Left), float64(c.Top - 4), float64(c.width - 4), float64(c.Bottom)}
	placed := placeLabels(wanted, slices.Concat(marks, lines, c.crossed), c.noted, bounds)
	c.Unlabeled = len(wanted) - len(placed)
	return placed
}

// rivals makes labels of marks that stand alone keep nearer to their own mark than to any other that has a label, and
// notes, for which there may be a line, to any mark.
func rivals(labels []label, marks []point) {
	ofMarks := lists.Filter(labels, func(l label) bool { return l.over == 0 })
	all := lists.Map(ofMarks, func(l label) point { return l.at })
	for i := range labels {
		if labels[i].over == 0 {
			labels[i].rivals = all
		} else if labels[i].leads {
			labels[i].rivals = marks
		}
	}
}

func (c *canvas) point(v [2]float64) point { return point{c.x.At(v[0]), c.y.At(v[1])} }

// drawGhosts draws hollow marks, whose table rows follow those of the configurations,
// and a line from each to what it has become.
func (c *canvas) drawGhosts(ghosts []PlotGhost) {
	if len(ghosts) == 0 {
		return
	}
	marks := Points{
		Name: Name(ghostName(c.words)), Shape: scene.Circle, W: markSize, H: markSize, Style: scene.Style{Stroke: ghostInk, Width: 1.3},
	}
	links := Line{Style: scene.Style{Stroke: ghostLinkInk}}
	for _, g := range ghosts {
		marks.At, marks.Rows = append(marks.At, g.Was.at()), append(marks.Rows, g.Was.Row)
		if g.Now != nil {
			links.At = append(links.At, g.Was.at(), g.Now.at(), gap)
		}
	}
	if len(links.At) > 0 {
		c.add(links)
	}
	c.add(marks)
}
