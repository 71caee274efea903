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
}

// written is the date of all files: the format has one, and no clock may go in.
var written = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)

// pt is a length in points, in hundredths: 12 px are 9 pt.
func pt(px float64) float64 { return math.Round(75*bounded(px)) / 100 }

// PDF returns a file of one page for papers, in light colors without a background: lines stay lines, text can be
// searched and copied, its font is embedded. A px of the chart is 0.75 pt, so that text of 12 px has 9 pt. The error
// names the chart.
func (r *Renderer) PDF(c Chart) ([]byte, error) {
	if err := c.failed("pdf", nil); err != nil {
		return nil, err
	}
	var file bytes.Buffer
	p := &page{newFile(c), r.fonts, 255}
	err := draw(context.Background(), p, c.Scene, r.themes[Light])
	if err == nil {
		err = p.Output(&file)
	}
	return file.Bytes(), c.failed("pdf", err)
}

func newFile(c Chart) *fpdf.Fpdf {
	width, height := pt(float64(c.Scene.Width)), pt(float64(c.Scene.Height))
	f := fpdf.NewCustom(&fpdf.InitType{UnitStr: "pt", Size: fpdf.SizeType{Wd: width, Ht: height}})
	f.SetCatalogSort(true)
	f.SetCreationDate(written)
	f.SetModificationDate(written)
	f.SetProducer("jouleboard", false)
	f.SetTitle(short(c.Title), true)
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

func (p *page) fill(o outline, ink color.NRGBA) {
	p.fade(ink)
	p.SetFillColor(int(ink.R), int(ink.G), int(ink.B))
	p.draw(o, "F")
}

func (p *page) stroke(o outline, ink color.NRGBA, s scene.Style) {
	p.fade(ink)
	p.SetDrawColor(int(ink.R), int(ink.G), int(ink.B))
	p.SetLineWidth(pt(cmp.Or(s.Width, 1)))
	p.SetLineCapStyle(map[bool]string{false: "butt", true: "round"}[s.Round])
	var dash []float64
	for _, px := range s.Dash {
		dash = append(dash, pt(px))
	}
	p.SetDashPattern(dash, 0)
	p.draw(o, "D")
}

// fade sets the opacity of what is drawn next.
func (p *page) fade(ink color.NRGBA) {
	if ink.A != p.opacity {
		p.SetAlpha(float64(ink.A)/255, "Normal")
		p.opacity = ink.A
	}
}

// draw fills the outline, F, or draws it, D.
func (p *page) draw(o outline, way string) {
	if o.radius > 0 {
		x, y, r, k := pt(o.center.X), pt(o.center.Y), pt(o.radius), pt(0.5519*o.radius) // k for the least error
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
			to(pt(q.X), pt(q.Y))
			to = p.LineTo
		}
		if o.closed && len(line) > 0 {
			p.ClosePath()
		}
	}
	p.DrawPath(way)
}

func (p *page) text(t scene.Text, ink color.NRGBA) {
	p.fade(ink)
	p.SetTextColor(int(ink.R), int(ink.G), int(ink.B))
	text, face, name := short(t.Text), p.fonts.of(t), "LiberationSans"
	if t.Bold {
		name = "LiberationSansBold"
	}
	p.AddUTF8FontFromBytes(name, "", face.file) // once; only fonts that are used become part of the file
	p.SetFont(name, "", pt(em(t)))
	x, y := pt(t.X), pt(t.Y)
	if t.Up {
		p.TransformBegin()
		p.TransformRotate(90, x, y)
	}
	p.Text(x+pt(face.along(t, text)), y+pt(face.rise*em(t)), text)
	if t.Up {
		p.TransformEnd()
	}
}
