package render

import (
	"slices"
	"strings"
)

// tidy makes a drawing small without changing how it looks: transforms go into coordinates, symbols become
// circles, what is invisible or says the default goes away.
func tidy(root *node) {
	root.attrs = nil // size and view come from the chart
	tidyChildren(root)
	dropClips(root)
}

func tidyChildren(n *node) {
	for _, child := range n.children {
		switch {
		case child.name == "stop":
			shade(child)
		case !elements[child.name].painted:
			tidyChildren(child)
		case n.name == "clipPath":
			place(child)
			// Only the outline of such a shape counts.
			child.attrs = slices.DeleteFunc(child.attrs, func(a attr) bool { return presentation[a.name] != nil })
		default:
			place(child)
			repaint(child)
		}
	}
	if n.name != "clipPath" {
		n.children = slices.DeleteFunc(n.children, invisible)
	}
}

func invisible(n *node) bool {
	switch n.name {
	case "g", "defs":
		return len(n.children) == 0
	case "text":
		return strings.TrimSpace(n.text) == "" || unpainted(n)
	case "path":
		return len(n.path) == 0 || unpainted(n)
	case "circle":
		return unpainted(n)
	}
	return false
}

func unpainted(n *node) bool {
	fill, stroke := n.attrs.get("fill"), n.attrs.get("stroke")
	return fill == "none" && stroke == "" || n.attrs.get("opacity") == "0"
}

// place turns every shape into a circle or a path and, where that is exact, its transform into coordinates.
func place(n *node) {
	m, _ := parseMatrix(n.attrs.get("transform"))
	if n.name == "text" {
		placeText(n, m)
		return
	}
	n.path = outline(n)
	k, even := m.scale()
	if (even || stretched(n, m)) && !strings.Contains(n.attrs.get("fill")+n.attrs.get("stroke"), "url(") {
		n.path = n.path.transform(m, k)
		n.attrs.drop("transform")
		enlargeStroke(n, k)
	} else {
		n.attrs.set("transform", m.text())
	}
	n.name = "path"
	n.attrs.drop("d", "x", "y", "width", "height", "points", "cx", "cy", "r")
	if x, y, r, ok := n.path.circle(); ok {
		n.name, n.path = "circle", nil
		n.attrs.set("cx", format(x, 1))
		n.attrs.set("cy", format(y, 1))
		n.attrs.set("r", format(r, 2))
	}
}

// stretched reports whether a transform that enlarges unevenly can go into the coordinates: no pen is stretched with
// them, and no arc would become another curve. A browser keeps a record for each transform that stays, which on a
// drawing with a thousand marks is what painting costs.
func stretched(n *node, m matrix) bool {
	arc := func(s segment) bool { return s.command == 'A' }
	stroke := n.attrs.get("stroke")
	return m.b == 0 && m.c == 0 && m.a > 0 && m.d > 0 && (stroke == "" || stroke == "none") && !slices.ContainsFunc(n.path, arc)
}

// enlargeStroke gives a stroke the width that its transform would have given it.
func enlargeStroke(n *node, k float64) {
	if n.attrs.get("stroke") == "" || k == 1 {
		return
	}
	n.attrs.set("stroke-width", format(n.attrs.float("stroke-width", 1)*k, 2))
	if offset := n.attrs.get("stroke-dashoffset"); offset != "" {
		n.attrs.set("stroke-dashoffset", format(n.attrs.float("stroke-dashoffset", 0)*k, 2))
	}
	if dashes, ok := parseNumbers(n.attrs.get("stroke-dasharray")); ok && len(dashes) > 0 {
		n.attrs.set("stroke-dasharray", formatAll(dashes, k))
	}
}

func formatAll(values []float64, k float64) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = format(v*k, 2)
	}
	return strings.Join(parts, " ")
}

// placeText moves text by coordinates where nothing turns it, else by the transform alone.
func placeText(n *node, m matrix) {
	m = m.after(n.attrs.float("x", 0), n.attrs.float("y", 0))
	n.attrs.drop("x", "y", "transform")
	if k, even := m.scale(); even && k == 1 {
		n.attrs.set("x", format(m.e, 1))
		n.attrs.set("y", format(m.f, 1))
		return
	}
	n.attrs.set("transform", m.text())
}

// outline is the shape's path in its own coordinates.
func outline(n *node) path {
	a := n.attrs
	switch n.name {
	case "rect":
		x, y, w, h := a.float("x", 0), a.float("y", 0), a.float("width", 0), a.float("height", 0)
		return path{{'M', []float64{x, y}}, {'L', []float64{x + w, y}}, {'L', []float64{x + w, y + h}}, {'L', []float64{x, y + h}}, {command: 'Z'}}
	case "circle":
		x, y, r := a.float("cx", 0), a.float("cy", 0), a.float("r", 0)
		return path{{'M', []float64{x + r, y}}, {'A', []float64{r, r, 0, 1, 1, x + r, y - r/10}}, {command: 'Z'}}
	case "polyline", "polygon":
		return corners(a.get("points"), n.name == "polygon")
	}
	p, _ := parsePath(a.get("d"))
	return p
}

func corners(points string, closed bool) path {
	values, _ := parseNumbers(points)
	var p path
	for i := 0; i+1 < len(values); i += 2 {
		p = append(p, segment{'L', values[i : i+2 : i+2]})
	}
	if len(p) == 0 {
		return nil
	}
	p[0].command = 'M'
	if closed {
		p = append(p, segment{command: 'Z'})
	}
	return p
}
