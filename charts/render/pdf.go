package render

import (
	"bytes"
	"cmp"
	"context"
	"image/color"
	"math"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// page is a PDF file of one page.
type page struct {
	*fpdf.Fpdf
	fonts   fonts
	opacity uint8 // set last
	unit    float64
}

// written is the date of all files: the format has one, and no clock may go in.
var written = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// pt is a length in points, in hundredths.
func (p *page) pt(px float64) float64 { return math.Round(100*p.unit*bounded(px)) / 100 }

// PDF returns a file of one page for papers: lines stay lines, text can be searched and copied, the letters that it
// needs are embedded. Only dark pages have a background. Without a paper, a px of the chart is 0.75 pt, so that text of
// 12 px has 9 pt. The error names the chart.
func (r *Renderer) PDF(c Chart, t Theme) ([]byte, error) {
	if err := c.failed("pdf", nil); err != nil {
		return nil, err
	}
	var file bytes.Buffer
	p := &page{newFile(c), r.fontsOf(c), 255, c.Paper.unit()}
	if t == Dark {
		c.Scene.Layers = append([]scene.Layer{c.ground()}, c.Scene.Layers...)
	}
	err := draw(context.Background(), p, c.Scene, r.themes[t].alone())
	if err == nil {
		err = p.Output(&file)
	}
	return bytes.ReplaceAll(file.Bytes(), []byte("/utf8"+subset), []byte("/"+subsetTag)), c.failed("pdf", err)
}

// The names of fonts that are embedded in part begin with six capitals. The library writes names in small letters after
// four of its own; others of the same length take their place, so that the places of objects in the file remain.
const (
	subset    = "bd+"
	subsetTag = "JOULBD+"
)

func newFile(c Chart) *fpdf.Fpdf {
	width, height := c.Paper.size(c.Scene)
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	f.SetCatalogSort(true)
	f.SetCreationDate(written)
	f.SetModificationDate(written)
	f.SetProducer("jouleboard", false)
	f.SetTitle(short(c.Title), true)
	f.SetAuthor(short(c.About.Source), true)
	f.SetSubject(short(c.About.data()), true)
	f.SetKeywords(short(c.About.Command), true)
	f.SetLineJoinStyle("round")
	f.AddPage()
	return f
}

// short is text of characters that one unit of UTF-16 holds. The library writes no others, and the font has none.
func short(text string) string {
	return strings.Map(func(r rune) rune {
		if r > 0xFFFF {
			return '\uFFFD'
		}
		return r
	}, clean(text))
}

func (p *page) fill(o outline, in ink) {
	ink := p.fade(in)
	p.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
	p.draw(o, "F")
}

func (p *page) stroke(o outline, in ink, s scene.Style) {
	ink := p.fade(in)
	p.SetDrawColor(int(ink.R), int(ink.G), int(ink.B))
	p.SetLineWidth(p.pt(cmp.Or(s.Width, 1)))
	p.SetLineCapStyle(map[bool]string{false: "butt", true: "round"}[s.Round])
	var dash []float64
	for _, px := range s.Dash {
		dash = append(dash, p.pt(px))
	}
	p.SetDashPattern(dash, 0)
	p.draw(o, "D")
}

// fade sets the opacity of what is drawn next, and returns the color.
func (p *page) fade(in ink) color.NRGBA {
	ink := in[0]
	if ink.A != p.opacity {
		p.SetAlpha(float64(ink.A)/255, "Normal")
		p.opacity = ink.A
	}
	return ink
}

// draw fills the outline, F, or draws it, D.
func (p *page) draw(o outline, way string) {
	if o.radius > 0 {
		x, y, r, k := p.pt(o.center.X), p.pt(o.center.Y), p.pt(o.radius), p.pt(0.5519*o.radius) // k for the least error
		p.MoveTo(x+r, y)
		p.CurveBezierCubicTo(x+r, y+k, x+k, y+r, x, y+r)
		p.CurveBezierCubicTo(x-k, y+r, x-r, y+k, x-r, y)
		p.CurveBezierCubicTo(x-r, y-k, x-k, y-r, x, y-r)
		p.CurveBezierCubicTo(x+k, y-r, x+r, y-k, x+r, y)
		p.ClosePath()
	}
	for _, line := range o.lines {
		to := p.MoveTo
		for _, q := range line {
			to(p.pt(q.X), p.pt(q.Y))
			to = p.LineTo
		}
		if o.closed && len(line) > 0 {
			p.ClosePath()
		}
	}
	p.DrawPath(way)
}

func (p *page) text(t scene.Text, in ink) {
	ink := p.fade(in)
	p.SetTextColor(int(ink.R), int(ink.G), int(ink.B))
	text, face, name := short(t.Text), p.fonts.of(t), subset+p.fonts.name
	if t.Bold && face != p.fonts.regular {
		name += "Bold"
	}
	p.AddUTF8FontFromBytes(name, "", face.file) // once; only fonts that are used become part of the file
	p.SetFont(name, "", p.pt(em(t)))
	x, y := p.pt(t.X), p.pt(t.Y)
	if t.Up {
		p.TransformBegin()
		p.TransformRotate(90, x, y)
	}
	p.Text(x+p.pt(face.along(t, text)), y+p.pt(face.rise*em(t)), text)
	if t.Up {
		p.TransformEnd()
	}
}
