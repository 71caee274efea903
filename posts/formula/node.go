package formula

import "strings"

// node is an element of MathML, or several without one around them (no tag).
type node struct {
	tag   string // with attributes
	inner string
	class string // of the symbol that it stands for
}

func markup(nodes ...*node) string {
	var b strings.Builder
	for _, n := range nodes {
		if name, _, _ := strings.Cut(n.tag, " "); name == "" {
			b.WriteString(n.inner)
		} else {
			b.WriteString("<" + n.tag + ">" + n.inner + "</" + name + ">")
		}
	}
	return b.String()
}

// operators are the classes whose scripts may stand above and below.
const operators = "sum integral limit function name limit-name limits overbrace underbrace"

// row is what several elements become in the place of one. What is in braces is
// no operator any more.
func row(nodes ...*node) *node {
	if nodes = merged(nodes); len(nodes) != 1 || nodes[0].tag == "" {
		return &node{tag: "mrow", inner: markup(nodes...)}
	}
	if in(nodes[0].class, operators) {
		nodes[0].class = ""
	}
	return nodes[0]
}

// group is a row in braces. Authors put a sign alone in braces to take the space
// around it away, so a comma in a number.
func group(nodes ...*node) *node {
	n := row(nodes...)
	if len(nodes) == 1 && strings.HasPrefix(n.tag+" ", "mo ") && !strings.Contains(n.tag, "lspace") {
		n.tag += ` lspace="0em" rspace="0em"`
		n.class = map[string]string{",": "point"}[n.inner]
	}
	return n
}

// merged joins digits to numbers, with their points, and letters to words.
func merged(nodes []*node) (all []*node) {
	last := &node{}
	for _, n := range nodes {
		switch {
		case last.class == "digit" && in(n.class, "digit point"),
			strings.HasPrefix(n.tag, "mtext") && last.tag == n.tag && n.class != "space" && last.class != "space":
			last.inner += n.inner
			continue
		case in(last.class, "digit point") && in(n.class, "digit power"):
			start := strings.Index(n.inner, ">") + 1
			n.inner = n.inner[:start] + last.inner + n.inner[start:]
			all = all[:len(all)-1]
		}
		all, last = append(all, n), n
	}
	return all
}

// attached puts scripts to a base: above and below it where its class says so.
func attached(base, sub, sup *node, display bool) *node {
	one, class, names, n := sub == nil || sup == nil, base.class, []string{"sub", "sup"}, &node{tag: "m"}
	switch {
	case sub == nil && sup == nil:
		return base
	case class == "digit" && one:
		n.class = "power"
	case class == "overbrace" && sup != nil, class == "underbrace" && sup == nil, class == "limits" && one,
		display && in(class, "sum limit limit-name limits"):
		names = []string{"under", "over"}
	}
	n.inner = markup(row(base))
	for i, script := range []*node{sub, sup} {
		if script != nil {
			n.tag, n.inner = n.tag+names[i], n.inner+markup(script)
		}
	}
	return n
}
