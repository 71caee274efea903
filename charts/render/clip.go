package render

import (
	"slices"
	"strings"
)

// dropClips removes clipping where nothing reaches over the edge. ECharts clips every line to its grid, also
// where all of it lies inside, and each clip path costs an id that must be unique in the page.
func dropClips(root *node) {
	areas := map[string]box{}
	for _, clip := range clipPaths(root) {
		if area, ok := clipArea(clip); ok {
			areas[clip.attrs.get("id")] = area
		}
	}
	unclip(root, areas)
	dropUnused(root)
}

func clipPaths(root *node) []*node {
	var found []*node
	for _, child := range root.children {
		if child.name == "clipPath" {
			found = append(found, child)
		}
		found = append(found, clipPaths(child)...)
	}
	return found
}

// clipArea is the clip path's rectangle; ok is false when it has another form.
func clipArea(clip *node) (area box, ok bool) {
	if len(clip.children) != 1 || clip.children[0].attrs.get("transform") != "" {
		return box{}, false
	}
	p := clip.children[0].path
	area, ok = p.bounds()
	for _, s := range p {
		if len(s.at) > 2 || len(s.at) == 2 && !area.corner(s.at[0], s.at[1]) {
			return box{}, false
		}
	}
	return area, ok && len(p) >= 4
}

func (b box) corner(x, y float64) bool {
	return (x == b.left || x == b.right) && (y == b.top || y == b.bottom)
}

func unclip(n *node, areas map[string]box) {
	var kept []*node
	for _, child := range n.children {
		unclip(child, areas)
		area, ok := areas[referenced(child.attrs.get("clip-path"))]
		if ok && child.name == "g" && within(child, area) {
			kept = append(kept, child.children...)
			continue
		}
		kept = append(kept, child)
	}
	n.children = kept
}

// within reports whether everything in the group is surely inside the area.
func within(group *node, area box) bool {
	return !slices.ContainsFunc(group.children, func(n *node) bool {
		b, ok := n.path.bounds()
		return !ok || n.attrs.get("transform") != "" || !area.holds(b)
	})
}

// referenced is the id in url(#id), or nothing.
func referenced(value string) string {
	if match := referenceForm.FindStringSubmatch(value); match != nil {
		return match[1]
	}
	return ""
}

// dropUnused removes definitions that nothing refers to any more.
func dropUnused(root *node) {
	used := map[string]bool{}
	root.visit(func(n *node) {
		for _, a := range n.attrs {
			used[referenced(a.value)] = true
		}
	})
	unused := func(n *node) bool { return n.attrs.get("id") != "" && !used[n.attrs.get("id")] }
	root.visit(func(n *node) { n.children = slices.DeleteFunc(n.children, unused) })
	root.children = slices.DeleteFunc(root.children, func(n *node) bool { return strings.HasPrefix(n.name, "def") && invisible(n) })
}

// visit calls do for the node and everything in it, parents first.
func (n *node) visit(do func(*node)) {
	do(n)
	for _, child := range n.children {
		child.visit(do)
	}
}
