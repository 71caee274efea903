package render

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"image/color"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/tex"
)

// tikz is a picture in the language of LaTeX's package TikZ, in PostScript points from the upper left corner.
type tikz struct {
	out    bytes.Buffer
	fonts  *Font
	unit   float64
	colors map[color.NRGBA]string // names of those that are defined
}

// TikZ returns a picture for LaTeX documents, which set its text in their own font, at the size of the paper. It requires
// \usepackage{tikz}. The error names the chart.
func (r *Renderer) TikZ(c Chart, t Theme) ([]byte, error) {
	if err := c.failed("tikz", nil); err != nil {
		return nil, err
	}
	p := &tikz{fonts: r.fontsOf(c), unit: c.Paper.unit(), colors: map[color.NRGBA]string{}}
	for _, line := range append([]string{"Title: " + c.Title}, c.About.lines()...) {
		fmt.Fprintf(&p.out, "%% %s\n", clean(line))
	}
	width, height := c.Paper.size(c.Scene)
	p.out.WriteString("\\begin{tikzpicture}[x=1bp,y=-1bp,line join=round]\n")
	fmt.Fprintf(&p.out, "\\path[use as bounding box] (0,0) rectangle (%s,%s);\n", short3(width), short3(height))
	err := draw(context.Background(), p, c.Scene, r.themes[t].alone())
	p.out.WriteString("\\end{tikzpicture}\n")
	return p.out.Bytes(), c.failed("tikz", err)
}

// ink is the name of a color, defined where it is first used.
func (p *tikz) ink(c color.NRGBA) string {
	c.A = 255
	name, ok := p.colors[c]
	if !ok {
		name = fmt.Sprintf("jb%c", 'a'+rune(len(p.colors)%26)) + strings.Repeat("x", len(p.colors)/26)
		p.colors[c] = name
		fmt.Fprintf(&p.out, "\\definecolor{%s}{RGB}{%d,%d,%d}\n", name, c.R, c.G, c.B)
	}
	return name
}

func (p *tikz) at(q scene.Point) string {
	return "(" + p.length(q.X) + "," + p.length(q.Y) + ")"
}

func (p *tikz) length(px float64) string {
	return strings.TrimSuffix(strings.TrimRight(fmt.Sprintf("%.2f", bounded(px)*p.unit), "0"), ".")
}

func (p *tikz) fill(o outline, in ink) {
	fmt.Fprintf(&p.out, "\\fill[%s,fill opacity=%.3g] ", p.ink(in[0]), float64(in[0].A)/255)
	p.draw(o)
}

func (p *tikz) stroke(o outline, in ink, s scene.Style) {
	name := p.ink(in[0])
	fmt.Fprintf(&p.out, "\\draw[%s,draw opacity=%.3g,line width=%sbp", name, float64(in[0].A)/255, p.length(cmp.Or(s.Width, 1)))
	if s.Round {
		p.out.WriteString(",line cap=round")
	}
	if len(s.Dash) > 0 {
		p.out.WriteString(",dash pattern=")
		for i, px := range s.Dash {
			fmt.Fprintf(&p.out, "%s %sbp ", []string{"on", "off"}[i%2], p.length(px))
		}
	}
	p.out.WriteString("] ")
	p.draw(o)
}

func (p *tikz) draw(o outline) {
	if o.radius > 0 {
		fmt.Fprintf(&p.out, "%s circle[radius=%sbp]", p.at(o.center), p.length(o.radius))
	}
	for _, line := range o.lines {
		for i, q := range line {
			if i > 0 {
				p.out.WriteString("--")
			}
			p.out.WriteString(p.at(q))
		}
		if o.closed && len(line) > 0 {
			p.out.WriteString("--cycle")
		}
	}
	p.out.WriteString(";\n")
}

// text stands on its base line, as the font of other files has it.
func (p *tikz) text(t scene.Text, in ink) {
	name, size := p.ink(in[0]), p.length(em(t))
	down := p.fonts.of(t).rise * em(t)
	at, turned := scene.Point{X: t.X, Y: t.Y + down}, ""
	if t.Up {
		at, turned = scene.Point{X: t.X + down, Y: t.Y}, ",rotate=90"
	}
	anchor := map[scene.Anchor]string{scene.Middle: "base", scene.End: "base east"}[t.Anchor]
	face := ""
	if t.Bold {
		face = `\bfseries`
	}
	fmt.Fprintf(&p.out, "\\node[%s,anchor=%s,inner sep=0bp%s,font=\\fontsize{%sbp}{%sbp}\\selectfont%s] at %s {%s};\n",
		name, cmp.Or(anchor, "base west"), turned, size, size, face, p.at(at), tex.Escape(clean(t.Text)))
}
