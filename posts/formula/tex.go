package formula

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Limits of one formula: bytes, and groups in groups. The longest of this site has
// 150 bytes. No command stands for more than a dozen signs, so that the bytes bound
// the elements too.
const maxBytes, maxDepth = 10_000, 100

// mathML turns TeX into MathML.
func mathML(tex string, block bool) (string, error) {
	r := &reader{rest: []token{{end, strings.Count(tex, "\n")}}, style: style{display: block}}
	if len(tex) > maxBytes {
		r.fail(token{}, "more than %d bytes; write it as several formulas", maxBytes)
	}
	r.push(tex[:min(len(tex), maxBytes)], 0)
	n := row(r.enclosed(end)...)
	if n.tag != "mrow" && !strings.HasPrefix(n.tag, "mtable") {
		n = &node{tag: "mrow", inner: markup(n)}
	}
	return fmt.Sprintf(`<math xmlns="http://www.w3.org/1998/Math/MathML"%s><semantics>%s<annotation encoding="application/x-tex">%s`+
		"</annotation></semantics></math>", map[bool]string{true: ` display="block"`}[block], markup(n), html.EscapeString(tex)), r.err
}

// token is a command with its backslash, \begin and \end with their name, one sign
// with the marks that combine with it, a blank, or the end.
type token struct {
	text string
	line int
}

const end = "the end"

// tokenPattern is a command with the blanks after it, which TeX skips, blanks, a
// comment or a sign. It matches nothing that turns a page's direction or ends it.
var tokenPattern = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\\(?:begin|end)\s*\{[a-zA-Z]+\*?\}|\\operatorname\s*\*|\\sqrt\s*\[|\\[a-zA-Z]+\s*|\\\s+` +
		`|\\[^\pC\x{FFFD}]|\s+|%(?:[^\pC\x{FFFD}]|[\t\r])*\n|[^\\%\pC\p{Zl}\p{Zp}\x{FFFD}]\pM*)`)
})

// ends says whether t ends every list.
func (t token) ends() bool {
	return in(t.text, `} & \\ \right`) || t.text == end || strings.HasPrefix(t.text, `\end{`)
}

// reader makes MathML of TeX while it reads. After its first error it finds the
// end, so that every loop ends.
type reader struct {
	rest  []token // the last first
	depth int
	stop  string // ends the list that is read, beside what ends every list
	style style
	err   error
}

// style is what holds until the end of a group.
type style struct {
	words   bool   // text, not mathematics
	display bool   // limits stand above and below
	font    string // mathvariant that a command such as \mathbf asks for
}

// push puts TeX that begins on the given line before what is left to read.
func (r *reader) push(tex string, line int) {
	var all []token
	for tex != "" {
		found := tokenPattern().FindString(tex)
		if found == "" {
			r.fail(token{line: line}, `%q has no meaning there; remove it, or write \%% for a percent sign`, []rune(tex)[0])
			return
		}
		text := strings.Join(strings.Fields(found), "")
		if text == "" || text == `\` {
			text += " "
		}
		if text[0] != '%' {
			all = append(all, token{text, line})
		}
		line += strings.Count(found, "\n")
		tex = tex[len(found):]
	}
	slices.Reverse(all)
	r.rest = append(r.rest, all...)
}

// fail keeps the first error. It gives an empty row for where a node is wanted.
func (r *reader) fail(at token, format string, a ...any) *node {
	if r.err == nil {
		r.err = Error{at.line, fmt.Sprintf(format, a...)}
	}
	r.rest = r.rest[:1]
	return row()
}

func (r *reader) peek() token { return r.rest[len(r.rest)-1] }

// next reads a token. The end stays.
func (r *reader) next() token {
	t := r.peek()
	r.rest = r.rest[:max(1, len(r.rest)-1)]
	return t
}

// skip reads blanks. It gives what is next.
func (r *reader) skip() token {
	for r.peek().text == " " {
		r.next()
	}
	return r.peek()
}

// found reads a token if it is next.
func (r *reader) found(text string) bool { return r.skip().text == text && r.next().text == text }

// list reads up to the end of a group.
func (r *reader) list(stop string) (nodes []*node) {
	defer func(outer string) { r.stop = outer }(r.stop)
	for r.stop = stop; ; {
		if !r.style.words {
			r.skip()
		}
		t, base := r.peek(), row()
		if t.text == stop || t.ends() {
			return nodes
		}
		if r.style.words || !in(t.text, "^ _ '") {
			base = r.nucleus()
		}
		nodes = append(nodes, r.scripted(base))
	}
}

// enclosed reads up to an end that has to be there.
func (r *reader) enclosed(end string) []*node {
	nodes := r.list(end)
	if t := r.next(); t.text != end {
		r.fail(t, "%s comes before %s; close open groups, or remove the extra one", t.text, end)
	}
	return nodes
}

// argument reads what a command is for: a group in braces, or one sign or command.
func (r *reader) argument() []*node {
	if r.found("{") {
		return r.enclosed("}")
	}
	return []*node{r.nucleus()}
}

// nucleus reads one sign, command or group without its scripts.
func (r *reader) nucleus() *node {
	defer func() { r.depth-- }()
	if r.depth++; r.depth > maxDepth {
		return r.fail(r.peek(), "more than %d nested groups; simplify the formula", maxDepth)
	}
	if r.peek().text == "{" {
		return group(r.argument()...)
	}
	t := r.next()
	s, known := symbols()[t.text]
	switch {
	case t.ends(), in(t.text, "^ _"), t.text == "'" && !r.style.words:
		return r.fail(t, "%s instead of a symbol or group; add one, or put a backslash before a character to show it", t.text)
	case r.style.words:
		return r.word(t, s)
	case s.class == "alias":
		r.push(s.text, t.line)
		return r.nucleus()
	case known:
		return r.symbol(t, s)
	case t.text[0] == '\\':
		return r.fail(t, "undefined control sequence: %s; docs/posts.md lists the commands of formulas", t.text)
	}
	return r.fail(t, `%q is not allowed in formulas; use a command for it, or \text{…} for words`, t.text)
}

// scripted reads the scripts of a base. A space has none.
func (r *reader) scripted(base *node) *node {
	var scripts [2]*node // below and above
	for !r.style.words && !in(base.class, "space width") && in(r.skip().text, "_ ^ '") {
		place := len(strings.Trim(r.peek().text, "_"))
		if scripts[place] != nil {
			return r.fail(r.peek(), "a second script at one place; put braces around the first and its base")
		}
		scripts[place] = r.script()
	}
	return attached(base, scripts[0], scripts[1], r.style.display)
}

// script reads a script, or primes with what stands above beside them.
func (r *reader) script() *node {
	var nodes []*node
	for r.peek().text == "'" {
		nodes = append(nodes, r.element(r.next(), symbols()[`\prime`]))
	}
	if len(nodes) == 0 || r.peek().text == "^" {
		r.next()
		become := row
		if r.skip().text == "{" {
			become = group
		}
		if nodes = append(nodes, become(r.argument()...)); len(nodes) == 1 {
			return nodes[0]
		}
	}
	return group(nodes...)
}
