package render

import (
	"cmp"
	"context"
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// page is what a PDF file of one page shows. Its y axis points down, as that of a scene.
type page struct {
	fonts   *Font
	unit    float64
	out     []byte // operators
	set     [3]color.NRGBA
	faded   map[uint8]bool             // levels of opacity that occur
	letters map[*typeface]map[rune]int // the code of each, from 1 on
	faces   []*typeface                // of letters, by first use
}

// What the colors of a page are for, by their place in page.set; the last is the opacity of both.
const (
	forFill = iota
	forLines
	forAll
)

// PDF returns a file of one page for papers: lines stay lines, text can be searched and copied, the letters that it
// needs are embedded. Only dark pages have a background. Without a paper, a px of the chart is 0.75 pt, so that text of
// 12 px has 9 pt. The error names the chart, or a font that is damaged.
func (r *Renderer) PDF(c Chart, t Theme) ([]byte, error) {
	if err := c.failed("pdf", nil); err != nil {
		return nil, err
	}
	black := color.NRGBA{A: 255}
	p := &page{
		fonts: r.fontsOf(c), unit: c.Paper.unit(), set: [3]color.NRGBA{black, black, black},
		faded: map[uint8]bool{}, letters: map[*typeface]map[rune]int{},
	}
	if t == Dark {
		c.Scene.Layers = append([]scene.Layer{c.ground()}, c.Scene.Layers...)
	}
	width, height := c.Paper.size(c.Scene)
	p.write("1 0 0 -1 0", height, "cm 1 j")
	err := draw(context.Background(), p, c.Scene, r.themes[t].alone())
	if err != nil {
		return nil, c.failed("pdf", err)
	}
	content, err := p.file(c, width, height)
	return content, c.failed("pdf", err)
}

// write appends operators and their numbers, which have at most hundredths.
func (p *page) write(parts ...any) {
	for _, part := range parts {
		switch part := part.(type) {
		case string:
			p.out = append(p.out, part...)
		case float64:
			p.out = appendHundredths(p.out, int(math.Round(100*part)))
		}
		p.out = append(p.out, ' ')
	}
	p.out[len(p.out)-1] = '\n'
}

func appendHundredths(b []byte, v int) []byte {
	if v < 0 {
		b, v = append(b, '-'), -v
	}
	b = strconv.AppendInt(b, int64(v/100), 10)
	if v%100 != 0 {
		b = append(b, '.', byte('0'+v/10%10))
	}
	if v%10 != 0 {
		b = append(b, byte('0'+v%10))
	}
	return b
}

// pt is a length in points.
func (p *page) pt(px float64) float64 { return p.unit * bounded(px) }

// ink sets the color and the opacity of what is drawn next.
func (p *page) ink(in ink, what int, operator string) {
	opaque := in[0]
	opaque.A = 255
	if p.set[what] != opaque {
		p.set[what] = opaque
		for _, level := range []uint8{opaque.R, opaque.G, opaque.B} {
			p.out = append(strconv.AppendFloat(p.out, float64(level)/255, 'f', 3, 64), ' ')
		}
		p.write(operator)
	}
	if all := (color.NRGBA{A: in[0].A}); p.set[forAll] != all {
		p.set[forAll], p.faded[all.A] = all, true
		p.write(fmt.Sprintf("/a%d gs", all.A))
	}
}

func (p *page) fill(o outline, in ink) {
	p.ink(in, forFill, "rg")
	p.draw(o, "f")
}

func (p *page) stroke(o outline, in ink, s scene.Style) {
	p.ink(in, forLines, "RG")
	p.write(p.pt(cmp.Or(s.Width, 1)), "w", map[bool]string{false: "0 J", true: "1 J"}[s.Round])
	p.out = append(p.out, '[')
	for _, px := range s.Dash {
		p.write(p.pt(px))
	}
	p.write("] 0 d")
	p.draw(o, "S")
}

// draw fills the outline, f, or draws it, S.
func (p *page) draw(o outline, way string) {
	if o.radius > 0 {
		x, y, r, k := p.pt(o.center.X), p.pt(o.center.Y), p.pt(o.radius), p.pt(0.5519*o.radius) // k for the least error
		p.write(x+r, y, "m")
		p.write(x+r, y+k, x+k, y+r, x, y+r, "c")
		p.write(x-k, y+r, x-r, y+k, x-r, y, "c")
		p.write(x-r, y-k, x-k, y-r, x, y-r, "c")
		p.write(x+k, y-r, x+r, y-k, x+r, y, "c h")
	}
	for _, line := range o.lines {
		to := "m"
		for _, q := range line {
			p.write(p.pt(q.X), p.pt(q.Y), to)
			to = "l"
		}
		if o.closed && len(line) > 0 {
			p.write("h")
		}
	}
	p.write(way)
}

func (p *page) text(t scene.Text, in ink) {
	p.ink(in, forFill, "rg")
	text, face := clean(t.Text), p.fonts.of(t)
	if p.letters[face] == nil {
		p.letters[face], p.faces = map[rune]int{}, append(p.faces, face)
	}
	along, down := p.pt(face.along(t, text)), p.pt(face.rise*em(t))
	p.write(fmt.Sprintf("BT /F%d", slices.Index(p.faces, face)), p.pt(em(t)), "Tf")
	if t.Up {
		p.write("0 -1 -1 0", p.pt(t.X)+down, p.pt(t.Y)-along, "Tm")
	} else {
		p.write("1 0 0 -1", p.pt(t.X)+along, p.pt(t.Y)+down, "Tm")
	}
	p.out = append(p.out, '<')
	for _, r := range text {
		code, known := p.letters[face][r]
		if !known {
			code = len(p.letters[face]) + 1
			p.letters[face][r] = code
		}
		p.out = fmt.Appendf(p.out, "%04X", code)
	}
	p.write("> Tj ET")
}

// file is the page with its fonts as a file.
func (p *page) file(c Chart, width, height float64) ([]byte, error) {
	f := &objects{out: []byte("%PDF-1.6\n%\xe2\xe3\xcf\xd3\n")}
	content, size := f.stream("", p.out), fmt.Sprintf("%.2f %.2f", width, height)
	var fonts []byte
	for i, face := range p.faces {
		name := p.fonts.name
		if face != p.fonts.regular {
			name += "Bold"
		}
		n, err := f.font(face, name, p.letters[face])
		if err != nil {
			return nil, err
		}
		fonts = fmt.Appendf(fonts, "/F%d %d 0 R ", i, n)
	}
	var states []byte
	for _, level := range slices.Sorted(maps.Keys(p.faded)) {
		states = fmt.Appendf(states, "/a%d <</ca %.3f /CA %.3f>> ", level, float64(level)/255, float64(level)/255)
	}
	f.object("<</Type /Page /Parent %d 0 R /MediaBox [0 0 %s] /Contents %d 0 R /Group <</S /Transparency /CS /DeviceRGB>>"+
		" /Resources <</Font <<%s>> /ExtGState <<%s>>>>>>", f.next()+1, size, content, fonts, states)
	pages := f.object("<</Type /Pages /Kids [%d 0 R] /Count 1>>", f.next()-1)
	return f.end(f.object("<</Type /Catalog /Pages %d 0 R>>", pages), f.object("<<%s>>", information(c))), nil
}

// information is what the file says of itself, as far as it is known. It has no date, since no clock may go in.
func information(c Chart) (b []byte) {
	for _, said := range [][2]string{
		{"Producer", "jouleboard"}, {"Title", c.Title}, {"Author", c.About.Source}, {"Subject", c.About.data()}, {"Keywords", c.About.Command},
	} {
		if said[1] != "" {
			b = fmt.Appendf(b, "/%s %s ", said[0], literal(clean(said[1])))
		}
	}
	return b
}
