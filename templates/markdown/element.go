package markdown

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html/atom"
)

// leftOut tells of elements that say nothing without a browser, and of those that repeat for narrow windows what stands
// in columns.
func (t tag) leftOut() bool {
	switch t.name {
	case atom.Head, atom.Nav, atom.Script, atom.Noscript, atom.Style, atom.Svg, atom.Legend:
		return true
	case atom.Form:
		return !t.demand
	case atom.Button:
		return t.class != "sort"
	}
	switch t.class {
	case "skip", "masthead", "banner announcement", "tools", "take", "why", "below", "below m", "below l", "pick", "credit":
		return true
	}
	return t.hidden
}

func (r *reader) element(t tag) {
	switch t.name {
	case atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6:
		r.endBlock()
		r.level = int(t.name.String()[1] - '0')
		r.block(t)
		r.level = 0
	case atom.P, atom.Div, atom.Section, atom.Article, atom.Main, atom.Header, atom.Footer, atom.Output, atom.Details,
		atom.Figcaption, atom.Summary:
		r.division(t)
	case atom.Table:
		r.table()
	default:
		if t.leftOut() {
			r.skip(t)
		} else {
			r.phrase(t)
		}
	}
}

// block is an element whose text stands on its own.
func (r *reader) block(t tag) {
	r.endBlock()
	r.content(t.name)
	r.endBlock()
}

func (r *reader) division(t tag) {
	switch {
	case t.leftOut() || t.name == atom.Summary && r.figures > 0:
		r.skip(t)
	case strings.HasPrefix(t.class, "banner") || strings.HasPrefix(t.class, "admonition"):
		r.quote(t)
	case t.name == atom.Summary:
		r.endBlock()
		r.marked("**", "**", t)
		r.endBlock()
	default:
		r.block(t)
	}
}

func (r *reader) quote(t tag) {
	r.endBlock()
	defer r.indented("> ")()
	r.block(t)
}

// phrase is what remains: parts of sentences, and blocks that authors write.
func (r *reader) phrase(t tag) {
	switch t.name {
	case atom.A:
		r.link(t)
	case atom.Strong:
		r.marked("**", "**", t)
	case atom.Em:
		r.marked("*", "*", t)
	case atom.Small:
		r.space = true
		r.marked("(", ")", t)
	case atom.Sup:
		r.marked("^", "", t)
	case atom.Code:
		r.code(r.verbatim(t.name))
	case atom.Math:
		r.formula(t)
	case atom.Img:
		if t.alt != "" {
			r.mark("![" + Text(t.alt) + "](" + Address(t.href) + ")")
		}
	case atom.Input:
		r.space = false
		r.text([]byte(": " + cmp.Or(t.value, "–")))
	case atom.Br:
		r.space = true
	default:
		r.blocks(t)
	}
}

func (r *reader) blocks(t tag) {
	switch t.name {
	case atom.Ul, atom.Ol:
		r.items(t)
	case atom.Li, atom.Label:
		r.item(t)
	case atom.Dl:
		r.endBlock()
		back := r.indented("  ")
		r.block(t)
		r.tight = false
		back()
	case atom.Dt:
		r.endBlock()
		r.marker = "- "
		r.marked("**", ":**", t)
		r.space = true
	case atom.Dd:
		r.content(t.name)
		r.endBlock()
		r.tight = true
	case atom.Form:
		r.block(t)
		r.tight = false
	case atom.Blockquote:
		r.quote(t)
	case atom.Pre:
		r.endBlock()
		r.fenced(r.verbatim(t.name))
	case atom.Hr:
		r.endBlock()
		r.line = append(r.line, "***"...)
		r.endBlock()
	case atom.Figure:
		r.figures++
		r.block(t)
		r.figures--
	default:
		r.content(t.name)
	}
}

// marked is a part of a sentence between two marks; without a text there are none.
func (r *reader) marked(open, end string, t tag) {
	before, from, space := len(r.line), r.from, r.space
	r.mark(open)
	start := len(r.line)
	r.from = start
	r.content(t.name)
	if len(r.line) == start {
		r.line, r.space = r.line[:before], space
	} else if open == "(" && r.line[start] == '(' { // it has its own
		r.line = slices.Delete(r.line, start-1, start)
	} else {
		r.line = append(r.line, end...)
	}
	r.from = from
}

func (r *reader) link(t tag) {
	if r.linked > 0 && len(r.line) == r.linked {
		r.space = true // the stylesheet keeps them apart
	}
	if t.href == "" {
		r.content(t.name)
		return
	}
	r.marked("[", "]("+Address(t.href)+")", t)
	r.linked = len(r.line)
}

// formula is written as its source in TeX.
func (r *reader) formula(t tag) {
	var tex []byte
	noted := false
	r.within(t.name, func(text []byte) {
		if noted {
			tex = append(tex, text...)
		}
	}, func(inner tag) { noted = noted || inner.name == atom.Annotation })
	around := "$"
	if t.display {
		around = "$$"
	}
	if source := strings.Join(strings.Fields(string(tex)), " "); source != "" {
		r.mark(around + strings.ReplaceAll(source, "<", `\lt `) + around)
	}
}

func (r *reader) items(t tag) {
	r.endBlock()
	outer := r.list
	r.list = list{links: t.class == "links"}
	if t.name == atom.Ol {
		r.list.number, _ = strconv.Atoi(t.start)
		r.list.number = max(r.list.number, 1)
	}
	r.content(t.name)
	r.endBlock()
	r.list, r.tight = outer, false
}

func (r *reader) item(t tag) {
	if r.list.links {
		if len(r.line) > 0 {
			r.space = true
			r.mark("·")
			r.space = true
		}
		r.content(t.name)
		return
	}
	r.endBlock()
	marker := "- "
	if r.list.number > 0 {
		marker = strconv.Itoa(r.list.number) + ". "
		r.list.number++
	}
	back := r.indented(strings.Repeat(" ", len(marker)))
	r.marker = marker
	r.block(t)
	r.marker, r.tight = "", true
	back()
}
