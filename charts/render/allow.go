package render

import (
	"encoding/xml"
	"fmt"
	"slices"
	"strings"
)

// element says what an allowed element may have.
type element struct {
	own     []string // its own attributes
	holds   bool     // whether it may have children
	painted bool     // whether it may have presentation attributes
}

// elements is the allow-list: what is not here is not drawn. No script, foreignObject, image, use, a, animate,
// filter or tspan.
var elements = map[string]element{
	"svg":            {own: []string{"width", "height", "viewBox"}, holds: true},
	"g":              {own: []string{"clip-path"}, holds: true},
	"defs":           {holds: true},
	"clipPath":       {own: []string{"id"}, holds: true},
	"linearGradient": {own: []string{"id", "x1", "y1", "x2", "y2", "gradientUnits"}, holds: true},
	"radialGradient": {own: []string{"id", "cx", "cy", "r", "gradientUnits"}, holds: true},
	"stop":           {own: []string{"offset", "stop-color", "stop-opacity"}},
	"path":           {own: []string{"d", "transform", rowMark}, painted: true},
	"rect":           {own: []string{"x", "y", "width", "height", "transform", rowMark}, painted: true},
	"circle":         {own: []string{"cx", "cy", "r", "transform", rowMark}, painted: true},
	"polyline":       {own: []string{"points", "transform", rowMark}, painted: true},
	"polygon":        {own: []string{"points", "transform", rowMark}, painted: true},
	"text":           {own: []string{"x", "y", "transform", rowMark}, painted: true},
}

// rowMark is what the engine calls data-i; see assets/js/rows.js.
const rowMark = "ecmeta_row"

// grammars lists every allowed attribute with the form that its value must have.
var grammars = map[string]grammar{
	"x": number, "y": number, "width": number, "height": number, "viewBox": numbers,
	"cx": number, "cy": number, "r": number, "x1": number, "y1": number, "x2": number, "y2": number,
	"d": pathData, "points": numbers, "transform": transform, rowMark: row,
	"id": id, "clip-path": localReference, "gradientUnits": oneOf("objectBoundingBox", "userSpaceOnUse"),
	"offset": numberOrPercent, "stop-color": paint, "stop-opacity": number,
}

// presentation lists what a painted element may have. A group may not: ECharts repeats everything on each mark,
// and tidy relies on that.
var presentation = map[string]grammar{
	"fill": paint, "fill-opacity": number, "stroke": paint, "stroke-width": number, "stroke-opacity": number,
	"stroke-dasharray": numbers, "stroke-dashoffset": number, "stroke-miterlimit": number, "opacity": number,
	"stroke-linecap":    oneOf("butt", "round", "square"),
	"stroke-linejoin":   oneOf("miter", "round", "bevel"),
	"paint-order":       oneOf("fill", "stroke", "markers", "normal"),
	"text-anchor":       oneOf("start", "middle", "end"),
	"dominant-baseline": oneOf("auto", "central", "middle", "hanging", "alphabetic"),
	"font-size":         length,
	"font-style":        oneOf("normal", "italic", "oblique"),
	"font-weight":       fontWeight,
}

// ignored lists what ECharts writes and a still, inline drawing has no use for. font-family is among them: text
// takes the page's font, where a family named here would have to be the same in every page and theme.
var ignored = []string{"class", "cursor", "font-family", "pointer-events", "version", "baseProfile", "xmlns"}

// admit makes a node of a start tag, or says what is wrong with it.
func admit(start xml.StartElement) (*node, error) {
	allowed, ok := elements[start.Name.Local]
	if !ok || start.Name.Space != svgSpace {
		return nil, fmt.Errorf("drawing has %s, which no chart may have", start.Name.Local)
	}
	n := &node{name: start.Name.Local}
	for _, a := range start.Attr {
		if err := n.admitAttr(a, allowed); err != nil {
			return nil, fmt.Errorf("drawing has %s with %w", n.name, err)
		}
	}
	return n, nil
}

func (n *node) admitAttr(a xml.Attr, allowed element) error {
	switch {
	case a.Name.Space == "xmlns" || a.Name == xml.Name{Space: xmlSpace, Local: "space"}:
		return nil
	case a.Name.Space != "":
		return fmt.Errorf("attribute %s of a foreign namespace", a.Name.Local)
	case a.Name.Local == "style":
		return n.admitStyle(a.Value, allowed)
	}
	return n.admitValue(a.Name.Local, a.Value, allowed)
}

func (n *node) admitValue(name, value string, allowed element) error {
	if slices.Contains(ignored, name) || strings.HasPrefix(name, "ecmeta_") && name != rowMark {
		return nil
	}
	form := formOf(name, allowed)
	if form == nil {
		return fmt.Errorf("attribute %s, which it may not have", name)
	}
	if !form(value) {
		return fmt.Errorf("%s=%q, which is not allowed there", name, shorten(value))
	}
	n.attrs.set(name, value)
	return nil
}

// formOf is the grammar of an attribute of the element, nil when it may not have it.
func formOf(name string, allowed element) grammar {
	switch {
	case slices.Contains(allowed.own, name):
		return grammars[name]
	case allowed.painted:
		return presentation[name]
	}
	return nil
}

// admitStyle turns declarations into attributes, since the page's policy forbids inline styles. They win over
// attributes of the same name, as in CSS, because ECharts writes each property once.
func (n *node) admitStyle(style string, allowed element) error {
	for declaration := range strings.SplitSeq(style, ";") {
		property, value, _ := strings.Cut(declaration, ":")
		property, value = strings.TrimSpace(property), strings.TrimSpace(value)
		switch {
		case property == "":
		case property == "font":
			if err := n.admitFont(value, allowed); err != nil {
				return err
			}
		default:
			if err := n.admitValue(property, value, allowed); err != nil {
				return err
			}
		}
	}
	return nil
}

// admitFont splits the shorthand "[style] [weight] size family".
func (n *node) admitFont(shorthand string, allowed element) error {
	for word := range strings.FieldsSeq(shorthand) {
		name := fontPart(word)
		if err := n.admitValue(name, word, allowed); err != nil {
			return err
		}
		if name == "font-size" {
			return nil
		}
	}
	return fmt.Errorf("font %q without a size", shorten(shorthand))
}

func fontPart(word string) string {
	switch {
	case presentation["font-style"](word):
		return "font-style"
	case fontWeight(word):
		return "font-weight"
	}
	return "font-size"
}

// shorten keeps messages readable when a value is a long path.
func shorten(s string) string {
	if len(s) <= 60 {
		return s
	}
	return strings.ToValidUTF8(s[:60], "") + "…"
}
