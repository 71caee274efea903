package render

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// families names the font of SVG files and those that are as wide, for machines that lack it.
const families = "Liberation Sans, Arimo, Arial, Helvetica, sans-serif"

// svgFile is a drawing as an SVG file that stands alone: with its ground and a size, real colours, named fonts, and
// text on its base line, because few programs but browsers know any other line.
func (d *drawn) svgFile(chart Chart, p palette, fonts vector.Fonts) ([]byte, error) {
	ground, err := p.colour("var(" + groundToken + ")")
	if err != nil {
		return nil, err
	}
	root := &node{name: "svg", children: []*node{background(d, ground)}}
	for _, child := range d.root.children {
		if child.name != "title" && child.name != "desc" {
			root.children = append(root.children, child.clone())
		}
	}
	root.visit(func(n *node) {
		if err == nil {
			err = makeReal(n, p, fonts)
		}
	})
	if err != nil {
		return nil, err
	}
	merge(root)
	return []byte(writeFile(root, chart)), nil
}

func background(d *drawn, ground color.NRGBA) *node {
	area := corners(fmt.Sprintf("0,0 %g,0 %g,%g 0,%g", d.width, d.width, d.height, d.height), true)
	return &node{name: "path", path: area, attrs: attrs{{"fill", digits(ground)}}}
}

// clone is a copy down to the attributes.
func (n *node) clone() *node {
	c := *n
	c.attrs = slices.Clone(n.attrs)
	c.children = nil
	for _, child := range n.children {
		c.children = append(c.children, child.clone())
	}
	return &c
}

// makeReal replaces what only a page or a browser understands.
func makeReal(n *node, p palette, fonts vector.Fonts) error {
	n.attrs.drop("data-i")
	switch n.name {
	case "path":
		if n.path == nil {
			n.path, _ = parsePath(n.attrs.get("d")) // as checked when it was read
		}
		n.attrs.drop("d")
	case "text":
		onBaseLine(n, fonts)
	}
	for _, name := range []string{"fill", "stroke", "stop"} {
		if err := realColour(n, name, p); err != nil {
			return err
		}
	}
	return nil
}

// realColour splits a colour into what every program reads: six digits and an opacity.
func realColour(n *node, name string, p palette) error {
	attribute := name
	if name == "stop" {
		attribute = "stop-color"
	}
	value := n.attrs.get(attribute)
	if value == "" || value == "none" || referenced(value) != "" {
		return nil
	}
	c, err := p.colour(value)
	if err != nil {
		return err
	}
	n.attrs.set(attribute, digits(c))
	if c.A < 255 {
		opacity := n.attrs.float(name+"-opacity", 1) * float64(c.A) / 255
		n.attrs.set(name+"-opacity", format(opacity, 3))
	}
	return nil
}

func digits(c color.NRGBA) string {
	long := fmt.Sprintf("%02x%02x%02x", c.R, c.G, c.B)
	if long[0] == long[1] && long[2] == long[3] && long[4] == long[5] {
		return "#" + string([]byte{long[0], long[2], long[4]})
	}
	return "#" + long
}

func onBaseLine(n *node, fonts vector.Fonts) {
	line := n.attrs.get("dominant-baseline")
	n.attrs.drop("dominant-baseline")
	f := fonts.Of(&vector.Label{Bold: isBold(n.attrs.get("font-weight"))})
	if down := rise(line, f) * n.attrs.float("font-size", 12); down != 0 {
		n.attrs.set("y", format(n.attrs.float("y", 0)+down, 1))
	}
}

func writeFile(root *node, chart Chart) string {
	var b strings.Builder
	width, height := strconv.Itoa(chart.Width), strconv.Itoa(chart.Height)
	b.WriteString("<svg")
	writeAttrs(&b, attrs{
		{"xmlns", svgSpace},
		{"viewBox", "0 0 " + width + " " + height},
		{"width", width},
		{"height", height},
		{"font-family", families},
	})
	writeAttrs(&b, labelled(chart))
	writeContent(&b, root, chart)
	b.WriteByte('\n')
	return b.String()
}
