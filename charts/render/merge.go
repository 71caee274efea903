package render

import (
	"slices"
	"strings"
)

// merge says once what neighbours have in common: lines of one style become one path, marks of one style stand in
// a group that carries it, and what most of the drawing shares stands on the root.
func merge(root *node) {
	mergeChildren(root)
	for _, name := range []string{"fill", "font-size", "dominant-baseline"} {
		hoist(root, name)
	}
	dissolve(root)
}

func mergeChildren(n *node) {
	n.children = joinAll(n.children)
	for _, child := range n.children {
		if child.name == "g" {
			mergeChildren(child)
		}
	}
	if n.name == "svg" || n.name == "g" {
		n.children = groupRuns(n.children)
	}
}

func joinAll(nodes []*node) []*node {
	var joined []*node
	for _, n := range nodes {
		if len(joined) == 0 || !joinLines(joined[len(joined)-1], n) {
			joined = append(joined, n)
		}
	}
	return joined
}

// joinLines appends the second path to the first when they are equal strokes, such as grid lines and ticks, and
// reports whether it did. Strokes that let others shine through stay apart: where they cross, each one shows.
func joinLines(first, second *node) bool {
	if !isLine(first) || !isLine(second) || !slices.Equal(first.attrs, second.attrs) {
		return false
	}
	first.path = append(first.path, second.path...)
	return true
}

func isLine(n *node) bool {
	for _, name := range []string{"transform", "opacity", "stroke-opacity", rowMark} {
		if n.attrs.get(name) != "" {
			return false
		}
	}
	return n.name == "path" && n.attrs.get("fill") == "none" && !strings.Contains(n.attrs.get("stroke"), "(#")
}

// inherited are the attributes that a group passes on. opacity is not: on a group it would blend the whole.
var inherited = []string{
	"fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-dashoffset",
	"stroke-miterlimit", "stroke-linecap", "stroke-linejoin", "paint-order", "text-anchor", "dominant-baseline",
	"font-size", "font-style", "font-weight",
}

func (n *node) style() attrs {
	if n.children != nil || n.name == "defs" {
		return nil
	}
	var style attrs
	for _, a := range n.attrs {
		if slices.Contains(inherited, a.name) {
			style = append(style, a)
		}
	}
	return style
}

// groupRuns puts neighbours of equal style into a group.
func groupRuns(nodes []*node) []*node {
	var grouped []*node
	for len(nodes) > 0 {
		style := nodes[0].style()
		run := 1
		for run < len(nodes) && len(style) > 0 && slices.Equal(nodes[run].style(), style) {
			run++
		}
		grouped = append(grouped, group(nodes[:run], style)...)
		nodes = nodes[run:]
	}
	return grouped
}

func group(nodes []*node, style attrs) []*node {
	if len(nodes) < 2 {
		return nodes
	}
	for _, n := range nodes {
		n.attrs = slices.DeleteFunc(n.attrs, func(a attr) bool { return slices.Contains(style, a) })
	}
	return []*node{{name: "g", attrs: style, children: slices.Clone(nodes)}}
}

// hoist moves the most frequent value of an inherited attribute to the root.
func hoist(root *node, name string) {
	counts := map[string]int{}
	var most string
	visitDrawn(root, func(n *node) {
		if value := n.attrs.get(name); value != "" {
			counts[value]++
			if counts[value] > counts[most] {
				most = value
			}
		}
	})
	if counts[most] < 2 {
		return
	}
	visitDrawn(root, func(n *node) { n.attrs.dropIf(name, most) })
	root.attrs.set(name, most)
}

// visitDrawn leaves out definitions, which inherit nothing that shows.
func visitDrawn(root *node, do func(*node)) {
	for _, child := range root.children {
		if child.name != "defs" {
			do(child)
			visitDrawn(child, do)
		}
	}
}

// dissolve replaces groups that carry nothing by what is in them.
func dissolve(n *node) {
	var kept []*node
	for _, child := range n.children {
		dissolve(child)
		if child.name == "g" && len(child.attrs) == 0 {
			kept = append(kept, child.children...)
			continue
		}
		kept = append(kept, child)
	}
	n.children = kept
}
