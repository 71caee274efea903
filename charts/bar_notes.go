package charts

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// barNote is a text beside a bar.
type barNote struct {
	text string
	bar  Point
	area box // of the text
}

// barRoom is what the bars of a panel leave free for notes.
type barRoom struct {
	c      *canvas
	ends   []float64 // px that the bars of each category reach, with their values
	height float64   // px of a category
	half   float64   // of the bars of a category, in px
	names  []string  // above the bars; nil for names beside them
	taken  []box
}

// placeBarNotes finds room for the notes at bars. If a note has none, the plotting area becomes narrower.
func (c *canvas) placeBarNotes(p PlotPanel, group float64, above bool) []barNote {
	for {
		notes, lack := c.roomOfBars(p, group, above).place(p)
		least := c.Left + (c.width-c.Left)*2/5
		if lack <= 0 || c.Right <= least {
			return notes
		}
		c.Right = max(c.Right-int(math.Ceil(lack))-1, least)
		c.x.place(float64(c.Left), float64(c.Right))
	}
}

func (c *canvas) roomOfBars(p PlotPanel, group float64, above bool) *barRoom {
	n := max(len(p.Categories), 1)
	r := &barRoom{c: c, ends: make([]float64, n), height: float64(c.Bottom-c.Top) / float64(n), half: group / 2}
	if above {
		r.names = p.Categories
	}
	for i, bars := range p.bars() {
		for k, b := range bars.All {
			end := c.x.At(max(b.To, b.From))
			pt := p.Series[i].Points[k]
			if pt.Label != "" && !p.Stacked {
				end += textWidth(pt.Label, c.small()) + 8
			}
			if pt.Spread != nil {
				end = max(end, c.x.At(pt.Spread[1])+4)
			}
			r.ends[int(b.At)] = max(r.ends[int(b.At)], end)
		}
	}
	return r
}

// place puts the notes one after the other; lack is by how many px the widest stands out of the drawing.
func (r *barRoom) place(p PlotPanel) (notes []barNote, lack float64) {
	for _, n := range p.Notes {
		for _, at := range n.At {
			one := barNote{text: forLabel(n.Text, r.c.small(), 0.75*float64(r.c.width-r.c.origin)), bar: at}
			if !r.beside(&one) {
				one.area = r.area(r.ends[at.Category]+6, at.Category, one.text)
				lack = max(lack, one.area.right-float64(r.c.width))
			}
			r.taken = append(r.taken, one.area)
			notes = append(notes, one)
		}
	}
	return notes, lack
}

// middle is that of a category's bars, in px.
func (r *barRoom) middle(category int) float64 {
	return float64(r.c.Top) + (float64(category)+0.5)*r.height
}

func (r *barRoom) area(left float64, category int, text string) box {
	const half, wide = 7, 1.08 // for readers' fonts that are wider than the estimate
	y := r.middle(category)
	return box{left, y - half, left + wide*textWidth(text, r.c.small()), y + half}
}

func (r *barRoom) free(area box) bool {
	return area.right <= float64(r.c.width) && free(r.taken, area.apart())
}

// beside puts a note behind its bar, or behind the name above it.
func (r *barRoom) beside(n *barNote) bool {
	n.area = r.area(r.ends[n.bar.Category]+6, n.bar.Category, n.text)
	if r.free(n.area) {
		return true
	}
	if r.names == nil {
		return false
	}
	const between = 14
	n.area = r.area(float64(r.c.Left)+textWidth(r.names[n.bar.Category], fontSize)+between, n.bar.Category, n.text)
	rise := r.half + 10
	n.area.top, n.area.bottom = n.area.top-rise, n.area.bottom-rise
	return r.free(n.area)
}

// addBarNotes draws lines across the bars with their texts, and the notes at bars.
func (c *canvas) addBarNotes(p PlotPanel, notes []barNote) {
	t := Texts{Color: labelInk}
	for _, n := range p.Notes {
		if n.Across != "y" {
			continue
		}
		last := float64(len(p.Categories)) - 0.5
		c.add(Line{At: [][2]float64{{n.Y, -0.5}, {n.Y, last}}, Style: scene.Style{Stroke: muted, Width: 1.2, Dash: []float64{4.8, 2.4}}})
		l := Label{At: [2]float64{n.Y, -0.5}, Text: forLabel(n.Text, c.small(), 240), Size: c.small(), Place: Place{"right", 0, -8}}
		if c.x.At(n.Y)+textWidth(l.Text, c.small()) > float64(c.width) {
			l.Side = "left"
		}
		t.All = append(t.All, l)
	}
	rows := float64(max(len(p.Categories), 1))
	for _, n := range notes {
		at := [2]float64{n.bar.Y, float64(n.bar.Category)}
		middle := float64(c.Top) + (at[1]+0.5)*float64(c.Bottom-c.Top)/rows
		t.All = append(t.All, Label{
			At: at, Text: n.text, Size: c.small(), Place: Place{"right", n.area.left - c.x.At(at[0]), (n.area.top+n.area.bottom)/2 - middle},
		})
	}
	c.add(t)
}
