package pdf

import (
	"bytes"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// content is the page's operators so far, and what they refer to.
type content struct {
	out       bytes.Buffer
	fonts     vector.Fonts
	toPage    vector.Matrix // from px with y down to points with y up
	used      map[*vector.Font]*usedFont
	order     []*usedFont
	opacities []uint8
	shadings  []shading
}

func newContent(d vector.Drawing, fonts vector.Fonts) *content {
	c := &content{
		fonts:  fonts,
		toPage: vector.Matrix{A: pointsPerPx, D: -pointsPerPx, F: d.Height * pointsPerPx},
		used:   map[*vector.Font]*usedFont{},
	}
	c.op(matrix(c.toPage) + " cm")
	return c
}

func (c *content) op(line string) {
	c.out.WriteString(line)
	c.out.WriteByte('\n')
}

// number has so many decimals that none shows in print.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'f', 3, 64)
	s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	if s == "-0" || s == "" {
		return "0"
	}
	return s
}

func matrix(m vector.Matrix) string {
	return fmt.Sprintf("%s %s %s %s %s %s", exact(m.A), exact(m.B), exact(m.C), exact(m.D), number(m.E), number(m.F))
}

// exact has the decimals that a factor of a length needs.
func exact(x float64) string { return strconv.FormatFloat(x, 'f', -1, 32) }

// shape writes one shape within a state of its own.
func (c *content) shape(s vector.Shape) {
	c.op("q")
	for _, clip := range s.Clips {
		c.path(clip)
		c.op("W n")
	}
	if s.Matrix != vector.Identity {
		c.op(matrix(s.Matrix) + " cm")
	}
	if s.StrokeFirst {
		c.stroke(s)
		c.fill(s)
	} else {
		c.fill(s)
		c.stroke(s)
	}
	c.op("Q")
}

func (c *content) fill(s vector.Shape) {
	if !s.Fill.Visible() {
		return
	}
	c.colour(s.Fill, s.Matrix, "rg", "/Pattern cs", "scn")
	if s.Label != nil {
		c.text(s.Label)
		return
	}
	c.path(s.Path)
	c.op("f")
}

// stroke draws along the edge. A label's letters become outlines here: as text they would be found twice.
func (c *content) stroke(s vector.Shape) {
	if !s.Stroke.Visible() || s.Pen.Width <= 0 {
		return
	}
	c.colour(s.Stroke, s.Matrix, "RG", "/Pattern CS", "SCN")
	c.pen(s.Pen)
	outline := s.Path
	if s.Label != nil {
		outline = c.fonts.Outline(s.Label)
	}
	c.path(outline)
	c.op("S")
}

func (c *content) path(p vector.Path) {
	for _, s := range p {
		switch s.Command {
		case 'M':
			c.op(points(s.P[0]) + " m")
		case 'L':
			c.op(points(s.P[0]) + " l")
		case 'C':
			c.op(points(s.P[:]...) + " c")
		case 'Z':
			c.op("h")
		}
	}
}

func points(all ...vector.Point) string {
	parts := make([]string, 0, 2*len(all))
	for _, p := range all {
		parts = append(parts, number(p.X), number(p.Y))
	}
	return strings.Join(parts, " ")
}

// colour sets colour or gradient and opacity, with the operators for filling or for stroking.
func (c *content) colour(p vector.Paint, m vector.Matrix, flat, space, pattern string) {
	if p.Gradient != nil {
		c.op(fmt.Sprintf("%s /%s %s", space, c.shading(p.Gradient, m), pattern))
		c.opacity(255)
		return
	}
	c.op(rgb(p.Color) + " " + flat)
	c.opacity(p.Color.A)
}

func rgb(k color.NRGBA) string {
	part := func(level uint8) string { return number(float64(level) / 255) }
	return part(k.R) + " " + part(k.G) + " " + part(k.B)
}

// opacity is set by name; the names are in the page's resources.
func (c *content) opacity(a uint8) {
	c.op(fmt.Sprintf("/A%d gs", a))
	if !bytes.Contains(c.opacities, []byte{a}) {
		c.opacities = append(c.opacities, a)
	}
}

func (c *content) pen(p vector.Pen) {
	dash := make([]string, len(p.Dash))
	for i, d := range p.Dash {
		dash[i] = number(d)
	}
	limit := p.MiterLimit
	if limit < 1 {
		limit = 4
	}
	c.op(fmt.Sprintf("%s w %d J %d j %s M [%s] %s d", number(p.Width), caps[p.Cap], joins[p.Join], number(limit),
		strings.Join(dash, " "), number(p.DashOffset)))
}

// The numbers of SVG's line ends and corners; what is not named is 0.
var (
	caps  = map[vector.Cap]int{vector.RoundCap: 1, vector.Square: 2}
	joins = map[vector.Join]int{vector.RoundJoin: 1, vector.Bevel: 2}
)

// text writes a label. Letters stand upright only when the y axis, which points down here, is turned back.
func (c *content) text(l *vector.Label) {
	font := c.font(c.fonts.Of(l))
	at := c.fonts.Origin(l)
	m := vector.Matrix{A: 1, D: -1, E: at.X, F: at.Y}
	if l.Italic {
		m.C = vector.Slant
	}
	c.op(fmt.Sprintf("BT /%s %s Tf %s Tm <%s> Tj ET", font.name, number(l.Size), matrix(m), font.encode(l.Text)))
}

func (c *content) font(f *vector.Font) *usedFont {
	u := c.used[f]
	if u == nil {
		u = &usedFont{font: f, name: fmt.Sprintf("F%d", len(c.order)+1), texts: map[uint16]rune{}}
		c.used[f] = u
		c.order = append(c.order, u)
	}
	return u
}

// resources are what the operators name, as a dictionary.
func (c *content) resources(w *file) (string, error) {
	var fonts, states, patterns strings.Builder
	for _, f := range c.order {
		object, err := f.embed(w)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&fonts, "/%s %d 0 R ", f.name, object)
	}
	for _, a := range c.opacities {
		part := number(float64(a) / 255)
		fmt.Fprintf(&states, "/A%d << /ca %s /CA %s >> ", a, part, part)
	}
	for i, s := range c.shadings {
		fmt.Fprintf(&patterns, "/P%d %d 0 R ", i+1, s.add(w))
	}
	return fmt.Sprintf("<< /Font << %s>> /ExtGState << %s>> /Pattern << %s>> >>", fonts.String(), states.String(), patterns.String()), nil
}
