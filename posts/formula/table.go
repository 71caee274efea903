package formula

import "strings"

// environment reads a table. Its text has, between bars, what stands left and right
// of it, its cells, the space between rows, how columns are aligned and the space
// between them.
func (r *reader) environment(t token, s symbol) *node {
	layout := strings.Split(s.text, "|")
	if layout[4] == "given" {
		name := r.name(t)
		layout[4] = strings.TrimSuffix(strings.NewReplacer("l", "left,", "c", "center,", "r", "right,").Replace(name), ",")
		if strings.Trim(name, "lcr") != "" {
			r.fail(t, "%s{%s}; write l, c or r for each column", t.text, name)
		}
	}
	rows, widest := r.rows(strings.Split(layout[2], ","), strings.Replace(t.text, "begin", "end", 1))
	n := &node{tag: `mtable rowspacing="` + layout[3] + `"`, inner: rows}
	for i, name := range []string{` columnalign="`, ` columnspacing="`} {
		if values := repeated(layout[4+i], widest-i); values != "" {
			n.tag += name + values + `"`
		}
	}
	if layout[0]+layout[1] != "" {
		n = &node{tag: "mrow", inner: stretched(layout[0]) + markup(n) + stretched(layout[1])}
	}
	return n
}

// rows reads rows up to the end of a table, with cells of each kind in turn.
func (r *reader) rows(kinds []string, end string) (rows string, widest int) {
	var b strings.Builder
	for more := true; more; {
		var cells []*node
		for len(cells) == 0 || r.found("&") {
			cells = append(cells, r.element(r.peek(), symbols()[kinds[len(cells)%len(kinds)]]))
		}
		b.WriteString("<mtr>" + markup(cells...) + "</mtr>")
		widest = max(widest, len(cells))
		if more = r.found(`\\`); more {
			if r.peek().text == "[" && r.found("[") {
				r.enclosed("]") // a height: rows are as high as what is in them
			}
			more = r.skip().text != end
		}
	}
	r.enclosed(end)
	return b.String(), widest
}

// repeated is a list of n values, those before dots again and again.
func repeated(list string, n int) string {
	values := strings.Split(list, ",")
	if some, more := strings.CutSuffix(list, "…"); more {
		values = strings.Split(strings.Repeat(some+",", n), ",")[:n]
	}
	return strings.Join(values, " ")
}
