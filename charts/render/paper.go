package render

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Paper is the size of a chart's files. The zero Paper is as large as the chart, with 0.75 pt for each px.
type Paper struct {
	Width, Height float64 // pt
	Unit          float64 // pt for each px of the chart
	DPI           float64 // pixels per inch of PNG files; 0 for FileScale pixels for each px
	Font          *Font   // nil for Liberation Sans
	Theme         Theme   // of the PDF file, "" for light
}

// Shown is the theme of a single file.
func (p Paper) Shown() Theme { return cmp.Or(p.Theme, Light) }

// Scale is the number of pixels of PNG files for each px.
func (p Paper) Scale() float64 {
	if p.DPI == 0 {
		return FileScale
	}
	return p.DPI / 72 * p.unit()
}

func (p Paper) unit() float64 { return cmp.Or(p.Unit, 0.75) }

// size is that of a page in pt.
func (p Paper) size(s scene.Scene) (width, height float64) {
	return cmp.Or(p.Width, p.unit()*float64(s.Width)), cmp.Or(p.Height, p.unit()*float64(s.Height))
}

// px is that size in px of the scene.
func (p Paper) px(s scene.Scene) (width, height float64) {
	if p.Width == 0 {
		return float64(s.Width), float64(s.Height)
	}
	return p.Width / p.unit(), p.Height / p.unit()
}

// sides are the attributes of an SVG file about its size.
func (p Paper) sides(s scene.Scene) []byte {
	if p.Width == 0 {
		return fmt.Appendf(nil, ` width="%d" height="%d"`, s.Width, s.Height)
	}
	return fmt.Appendf(nil, ` width="%spt" height="%spt"`, short3(p.Width), short3(p.Height))
}

// short3 writes at most three decimals.
func short3(x float64) string {
	return strconv.FormatFloat(float64(int(x*1000+0.5))/1000, 'f', -1, 64)
}

// About is what files say of themselves.
type About struct {
	Source  string // name of the data
	Version string // of the data
	Command string // that draws the same
}

// data names the data with their version.
func (a About) data() string {
	if a.Version == "" {
		return a.Source
	}
	return a.Source + ", version " + a.Version
}

// lines are what is known, each with its name.
func (a About) lines() []string {
	return lists.FilterMap([][2]string{{"Source", a.data()}, {"Command", a.Command}}, func(l [2]string) (string, bool) {
		return l[0] + ": " + l[1], l[1] != ""
	})
}

// Misfit returns a text of the chart that leaves the paper or covers another one, as wide as the font is; "" for none.
func (c Chart) Misfit() string {
	width, height := c.Paper.px(c.Scene)
	usual, _ := sans() // built in
	f := cmp.Or(c.Paper.Font, usual)
	type box struct{ left, top, right, bottom float64 }
	var taken []box
	for _, l := range c.Scene.Layers {
		for _, t := range l.Texts {
			face, size := f.of(t), em(t)
			begin, length := face.along(t, t.Text), face.width(t.Text)*size
			const half = 0.36 // of the height of capitals and figures, in em
			b := box{t.X + begin, t.Y - half*size, t.X + begin + length, t.Y + half*size}
			if t.Up {
				b = box{t.X - half*size, t.Y - begin - length, t.X + half*size, t.Y - begin}
			}
			const slack = 1
			if b.left < -slack || b.right > width+slack || b.top < -slack || b.bottom > height+slack {
				return t.Text
			}
			for _, o := range taken {
				if b.left < o.right-slack && o.left < b.right-slack && b.top < o.bottom-slack && o.top < b.bottom-slack {
					return t.Text
				}
			}
			taken = append(taken, b)
		}
	}
	return ""
}
