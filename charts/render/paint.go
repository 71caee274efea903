package render

import (
	"maps"
	"slices"
	"strings"
)

// defaults are values that an attribute has anyway. fill is not among them: every shape states its own, since
// merge moves fills to groups.
var defaults = []attr{
	{"fill-opacity", "1"},
	{"stroke-opacity", "1"},
	{"opacity", "1"},
	{"stroke-width", "1"},
	{"stroke-linecap", "butt"},
	{"stroke-linejoin", "miter"},
	{"stroke-dashoffset", "0"},
	{"paint-order", "normal"},
	{"text-anchor", "start"},
	{"dominant-baseline", "auto"},
	{"font-style", "normal"},
	{"font-weight", "normal"},
	{"font-weight", "400"},
}

// decimals of the numbers that are no coordinates.
var decimals = map[string]int{
	"fill-opacity": 3, "stroke-opacity": 3, "opacity": 3, "stroke-width": 2, "stroke-miterlimit": 2, "stroke-dashoffset": 2,
}

// shade brings a gradient's stop to its shortest form; ECharts writes offsets such as 7.000000000000001%.
func shade(stop *node) {
	if percent, isPercent := strings.CutSuffix(stop.attrs.get("offset"), "%"); isPercent {
		x, _ := parseNumber(percent)
		stop.attrs.set("offset", format(x, 2)+"%")
	}
}

// repaint brings presentation attributes to their shortest form.
func repaint(n *node) {
	roundNumbers(n)
	n.attrs.dropIf("stroke", "none")
	if n.attrs.get("stroke-width") == "0" {
		n.attrs.drop("stroke")
	}
	if n.attrs.get("fill") == "" {
		n.attrs.set("fill", "#000")
	}
	if n.attrs.get("fill-opacity") == "0" {
		n.attrs.set("fill", "none")
	}
	if n.attrs.get("fill") == "none" {
		n.attrs.drop("fill-opacity")
	}
	dropWithout(n)
	for _, d := range defaults {
		n.attrs.dropIf(d.name, d.value)
	}
}

func roundNumbers(n *node) {
	for _, name := range slices.Sorted(maps.Keys(decimals)) {
		if n.attrs.get(name) != "" {
			n.attrs.set(name, format(n.attrs.float(name, 0), decimals[name]))
		}
	}
	if size := n.attrs.get("font-size"); size != "" {
		px, _ := parseNumber(strings.TrimSuffix(size, "px"))
		n.attrs.set("font-size", format(px, 2))
	}
}

// dropWithout removes what only a stroke, or only text, makes use of.
func dropWithout(n *node) {
	n.attrs = slices.DeleteFunc(n.attrs, func(a attr) bool {
		switch {
		case strings.HasPrefix(a.name, "stroke-") || a.name == "paint-order":
			return n.attrs.get("stroke") == ""
		case strings.HasPrefix(a.name, "font-") || a.name == "text-anchor" || a.name == "dominant-baseline":
			return n.name != "text"
		}
		return false
	})
}
