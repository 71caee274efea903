package markdown

import (
	"bytes"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// table writes a line per row; the first has the headers.
func (r *reader) table() {
	r.endBlock()
	r.separate()
	r.cell = true
	defer func() { r.cell, r.tight = false, false }()
	for rows := 0; ; {
		switch r.tokens.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			if t := r.tag(); t.name == atom.Tr {
				r.row(rows == 0)
				rows++
			}
		case html.EndTagToken:
			if name, _ := r.tokens.TagName(); atom.Lookup(name) == atom.Table {
				return
			}
		}
	}
}

func (r *reader) row(head bool) {
	r.out.WriteString(r.indent)
	r.out.WriteByte('|')
	columns := 0
	defer func() {
		r.out.WriteByte('\n')
		if head {
			r.out.WriteString(r.indent + "|")
			r.out.Write(bytes.Repeat([]byte(" --- |"), columns))
			r.out.WriteByte('\n')
		}
	}()
	for {
		switch r.tokens.Next() {
		case html.ErrorToken:
			return
		case html.StartTagToken:
			t := r.tag()
			if t.leftOut() {
				r.skip(t)
				continue
			}
			columns++
			r.content(t.name)
			r.out.WriteByte(' ')
			r.out.Write(r.line)
			r.out.WriteString(" |")
			r.line, r.space, r.from = r.line[:0], false, 0
		case html.EndTagToken:
			if name, _ := r.tokens.TagName(); atom.Lookup(name) == atom.Tr {
				return
			}
		}
	}
}
