package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// TooSmall is a frame that is too small for its drawing.
type TooSmall struct {
	Side string // width or height
	Need int    // px that suffice, as far as is known; 0 for unknown
	Why  string
}

func (e TooSmall) Error() string { return e.Why }

// leastPlot is the px of a plotting area in which lines and marks can be told apart.
const leastPlot = 60

// Within draws what an author declared in a frame of so many px, of which text has 12; a height of 0 is what the content needs.
// All its texts have one size. The error is a [TooSmall].
func (p Plot) Within(width, height int) (Drawing, error) {
	if width < joinedBelow {
		p = p.joined()
	}
	p.even = true
	columns := cmp.Or(p.Beside, p.columns(width))
	d := p.draw(width, columns, 0)
	if height > 0 {
		rows := (len(p.Panels) + columns - 1) / columns
		stretch := (height - d.Height) / rows
		if height < d.Height {
			stretch = -((d.Height - height + rows - 1) / rows)
		}
		if least := p.leastStretch(d); stretch < least {
			need := d.Height + rows*least
			return d, TooSmall{"height", need, "the plotting area has no room below its text"}
		}
		d = p.draw(width, columns, stretch)
	}
	for _, panel := range d.Panels {
		least := max(leastPlot, int(math.Ceil(textWidth(panel.X.Name, fontSize)))-nameRoom)
		if lacking := least - (panel.Right - panel.Left); lacking > 0 {
			return d, TooSmall{"width", width + columns*lacking, "the plotting area has no room beside its text, or the name of its axis below it"}
		}
	}
	return d, p.uncut(d.Scene())
}

// leastStretch is by how much panels can be lower than usual: rows of categories are as low as they can be.
func (p Plot) leastStretch(d Drawing) int {
	if p.Panels[0].Categories != nil {
		return 0
	}
	lowest := slices.MinFunc(d.Panels, func(a, b Panel) int { return (a.Bottom - a.Top) - (b.Bottom - b.Top) })
	return min(leastPlot-(lowest.Bottom-lowest.Top), 0)
}

// uncut refuses a drawing that shortens a text: on paper no reader can ask for the rest.
func (p Plot) uncut(s scene.Scene) error {
	texts := lists.FlatMap(s.Layers, func(l scene.Layer) []scene.Text { return l.Texts })
	cut, some := lists.Find(texts, func(t scene.Text) bool { return strings.Contains(t.Text, "…") && !p.says(t.Text) })
	if some {
		return TooSmall{Side: "width", Why: fmt.Sprintf("%q has to be cut", cut.Text)}
	}
	return nil
}

// says reports whether an author wrote a text as it is drawn.
func (p Plot) says(text string) bool {
	for _, panel := range p.Panels {
		own := append(slices.Concat(panel.Categories, panel.Across), panel.Title, panel.X.Name, panel.Y.Name)
		for _, s := range panel.Series {
			own = append(append(own, s.Name), lists.Map(s.Points, func(pt Point) string { return pt.Label })...)
		}
		own = append(own, lists.Map(panel.Notes, func(n PlotNote) string { return n.Text })...)
		if slices.Contains(own, text) {
			return true
		}
	}
	return false
}
