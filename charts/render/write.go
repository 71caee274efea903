package render

import (
	"strconv"
	"strings"
)

// write makes the text of an inline SVG: no width and height, so that CSS sizes it, and a name and a description
// for those who cannot see it.
func write(root *node, chart Chart) string {
	var b strings.Builder
	b.WriteString("<svg")
	writeAttr(&b, "viewBox", "0 0 "+strconv.Itoa(chart.Width)+" "+strconv.Itoa(chart.Height))
	writeAttrs(&b, labelled(chart))
	writeContent(&b, root, chart)
	return b.String()
}

// labelled makes an image of an svg element, named by its title and described by its desc.
func labelled(chart Chart) attrs {
	labels := chart.ID + "-title"
	if chart.Description != "" {
		labels += " " + chart.ID + "-desc"
	}
	return attrs{{"role", "img"}, {"aria-labelledby", labels}}
}

// writeContent writes the rest of an svg element whose attributes so far stand there.
func writeContent(b *strings.Builder, root *node, chart Chart) {
	writeAttrs(b, root.attrs)
	b.WriteByte('>')
	writeLabel(b, "title", chart.ID, chart.Title)
	if chart.Description != "" {
		writeLabel(b, "desc", chart.ID, chart.Description)
	}
	for _, child := range root.children {
		writeNode(b, child)
	}
	b.WriteString("</svg>")
}

func writeLabel(b *strings.Builder, name, id, text string) {
	b.WriteString("<" + name)
	writeAttr(b, "id", id+"-"+name)
	b.WriteString(">" + escape(text) + "</" + name + ">")
}

func writeNode(b *strings.Builder, n *node) {
	b.WriteString("<" + n.name)
	writeAttrs(b, n.attrs)
	if n.name == "path" {
		writeAttr(b, "d", n.path.text())
	}
	if n.text == "" && len(n.children) == 0 {
		b.WriteString("/>")
		return
	}
	b.WriteString(">" + escape(n.text))
	for _, child := range n.children {
		writeNode(b, child)
	}
	b.WriteString("</" + n.name + ">")
}

func writeAttrs(b *strings.Builder, list attrs) {
	for _, a := range list {
		name := a.name
		if name == rowMark {
			name = "data-i"
		}
		writeAttr(b, name, a.value)
	}
}

func writeAttr(b *strings.Builder, name, value string) {
	b.WriteString(" " + name + `="` + escape(value) + `"`)
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// escape makes text safe in XML and HTML, between tags and in attributes. Characters that XML forbids, which a
// name in a result file may hold, become U+FFFD.
func escape(text string) string {
	return escaper.Replace(strings.Map(legal, strings.ToValidUTF8(text, "\uFFFD")))
}

func legal(r rune) rune {
	switch {
	case r == '\t', r == '\n', r >= 0x20 && r <= 0xD7FF, r >= 0xE000 && r <= 0xFFFD, r >= 0x10000:
		return r
	}
	return '\uFFFD'
}
