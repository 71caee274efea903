package markdown

import (
	"bytes"

	"golang.org/x/net/html/atom"
)

// table writes a line per row; the first has the headers.
func (r *reader) table() {
	r.endBlock()
	r.separate()
	r.cell = true
	defer func() { r.cell, r.tight = false, false }()
	rows := 0
	r.within(atom.Table, func([]byte) {}, func(t tag) {
		if t.name == atom.Tr {
			r.row(rows == 0)
			rows++
		}
	})
}

func (r *reader) row(head bool) {
	r.out.WriteString(r.indent)
	r.out.WriteByte('|')
	columns := 0
	r.within(atom.Tr, func([]byte) {}, func(t tag) {
		if t.leftOut() {
			r.skip(t)
			return
		}
		columns++
		r.content(t.name)
		r.out.WriteByte(' ')
		r.out.Write(r.line)
		r.out.WriteString(" |")
		r.line, r.space, r.from = r.line[:0], false, 0
	})
	r.out.WriteByte('\n')
	if head {
		r.out.WriteString(r.indent + "|")
		r.out.Write(bytes.Repeat([]byte(" --- |"), columns))
		r.out.WriteByte('\n')
	}
}
