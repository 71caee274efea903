package formula

import (
	"html"
	"strings"
)

// symbol writes a sign or command, and reads what says where its scripts stand.
func (r *reader) symbol(t token, s symbol) *node {
	write := map[string]func(token, symbol) *node{"dots": r.dots, "environment": r.environment, "font": r.font, "text": r.font}[s.class]
	if write == nil {
		write = r.element
	}
	n := write(t, s)
	if in(n.class, operators) && in(r.skip().text, `\limits \nolimits`) {
		n.class = r.next().text[1:]
	}
	return n
}

// element fills in what the class of a symbol says.
func (r *reader) element(t token, s symbol) *node {
	outer, text, inner := r.style, html.EscapeString(s.text), ""
	if style := s.tag + s.content; strings.Contains(style, "displaystyle") {
		r.style.display = strings.Contains(style, `displaystyle="true"`)
	}
	for _, sign := range s.content {
		switch sign {
		case 'T':
			inner += text
		case 'A':
			inner += markup(row(r.argument()...))
		case 'G':
			inner += markup(group(r.argument()...))
		case 'I':
			index := markup(group(r.enclosed("]")...))
			inner += markup(group(r.argument()...)) + index
		case 'D':
			inner += r.delimiter(t)
		case 'N':
			inner += r.name(t)
		case 'C':
			inner += markup(group(r.list(r.stop)...))
		case 'R':
			inner += markup(merged(r.list(r.stop))...)
		case 'S':
			inner += r.nucleus().inner + "\u0338"
		case 'F':
			inner += stretched(r.delimiter(t))
		case 'E':
			r.enclosed(`\right`)
			inner += stretched(r.delimiter(t))
		case 'B':
			inner += markup(r.element(t, symbols()[`\binom`]))
		case 'W':
			r.style.words, r.style.font = false, ""
			inner += markup(merged(r.enclosed("$"))...)
		default:
			inner += string(sign)
		}
	}
	r.style = outer
	return &node{inFont(strings.ReplaceAll(s.tag, "T", text), s, outer.font), inner, s.class}
}

// inFont is the tag of a letter or digit in a font. \mathrm leaves Greek letters
// slanted, \boldsymbol what is upright.
func inFont(tag string, s symbol, font string) string {
	name, _, _ := strings.Cut(tag, " ")
	switch {
	case font == "", !in(s.class, "var ord prime escape point digit word"), font == "normal" && (s.class != "var" || len(s.text) > 1):
		return tag
	case font == "italic" && name == "mi":
		return name
	case font == "bold-italic" && s.class != "var":
		font = "bold"
	}
	return name + ` mathvariant="` + font + `"`
}

// font reads in another font, or text.
func (r *reader) font(_ token, s symbol) *node {
	outer := r.style
	if s.text != "-" || !outer.words {
		r.style.font = strings.TrimPrefix(s.text, "-")
	}
	r.style.words = s.class == "text"
	n := row(r.argument()...)
	r.style = outer
	return n
}

// ligatures are what TeX makes of hyphens and quotation marks in text.
var ligatures = map[string]string{"-": "-", "--": "–", "---": "—", "'": "’", "''": "”", "`": "‘", "``": "“"}

// word writes one sign or command within text.
func (r *reader) word(t token, s symbol) *node {
	switch {
	case t.text == "$":
		return r.element(t, symbols()["math"])
	case in(s.class, "blank inner text space width dots"):
		return r.symbol(t, s)
	case ligatures[t.text] != "":
		for r.style.font != "monospace" && ligatures[t.text+r.peek().text] != "" {
			t.text += r.next().text
		}
		t.text = ligatures[t.text]
	case s.class == "escape", in(t.text, `\{ \}`):
		t.text = s.text
	case t.text[0] == '\\':
		return r.fail(t, "%s within text; end the text before it, or write it between $ and $", t.text)
	}
	return r.element(t, symbol{"word", t.text, "mtext", "T"})
}

// dots are low between commas and high between operators. A space keeps them from
// what closes.
func (r *reader) dots(t token, s symbol) *node {
	next := r.peek().text
	if t.text == `\dots` && in(symbols()[next].class, "rel bin sum integral") {
		s.text = "⋯"
	}
	n := &node{tag: "mo", inner: s.text}
	if next == "," && s.text == "…" ||
		!in(next, `) ] \rbrack \} \rbrace \rangle \rceil \rfloor \rgroup \right \bigr \biggr \Bigr \Biggr ; . ,`) {
		return n
	}
	return &node{inner: markup(n, r.element(t, symbols()[`\,`]))}
}

// name reads the name of an operator.
func (r *reader) name(t token) (name string) {
	for _, n := range r.argument() {
		name += strings.ReplaceAll(n.inner, "−", "-")
	}
	if strings.Contains(name, "<") {
		r.fail(t, "%s of more than letters; write letters, digits and spaces", t.text)
	}
	return name
}

// delimiters are those beside opening and closing ones; a point is none.
const delimiters = `< > \lt \gt / \backslash | \vert \| \Vert \uparrow \downarrow \updownarrow \Uparrow \Downarrow \Updownarrow .`

// delimiter reads the delimiter of a command.
func (r *reader) delimiter(of token) string {
	r.skip()
	t := r.next()
	if !in(t.text, delimiters) && !in(symbols()[t.text].class, "open close") {
		r.fail(of, `%s before no delimiter; write one such as ( or \langle after it, or a point for none`, of.text)
	}
	return html.EscapeString(strings.TrimSuffix(symbols()[t.text].text, "."))
}

// stretched is a delimiter that is as high as what stands beside it.
func stretched(text string) string {
	return map[bool]string{true: `<mo fence="true">` + text + "</mo>"}[text != ""]
}
