package markdown

import (
	"bytes"
	"strings"
)

// writer gathers the text of a block and writes it as one line.
type writer struct {
	out    bytes.Buffer
	line   []byte
	space  bool   // before what follows
	from   int    // of the line, where a space would be the first thing between marks
	level  int    // of the heading that is open, 0 for none
	indent string // of all lines
	marker string // of a list's item, in the place of as much of the first line's indent
	tight  bool   // no empty line before the next block
	cell   bool   // of a table, in which there are no blocks
}

// indented puts text before all lines until the function is called that it returns.
func (w *writer) indented(by string) (end func()) {
	outer := w.indent
	w.separate()
	w.tight = true
	w.indent += by
	return func() { w.indent = outer }
}

// separate puts an empty line before the next block.
func (w *writer) separate() {
	if w.out.Len() > 0 && !w.tight && !bytes.HasSuffix(w.out.Bytes(), []byte("\n\n")) {
		w.out.WriteString(strings.TrimRight(w.indent, " "))
		w.out.WriteByte('\n')
	}
	w.tight = false
}

// mark writes what is Markdown already.
func (w *writer) mark(s string) {
	if w.space && len(w.line) > w.from {
		w.line = append(w.line, ' ')
	}
	w.space = false
	w.line = append(w.line, s...)
}

// text writes a text so that Markdown shows it as it is, with single spaces.
func (w *writer) text(s []byte) {
	if len(s) > 0 && s[0] == ',' {
		w.space = false
	}
	for i, c := range s {
		switch {
		case c == ' ' || c == '\n' || c == '\t' || c == '\r':
			w.space = true
			continue
		case w.space && len(w.line) > w.from:
			w.line = append(w.line, ' ')
		}
		w.space = false
		if special(s, i) {
			w.line = append(w.line, '\\')
		}
		w.line = append(w.line, c)
	}
}

// endBlock writes the block that was gathered.
func (w *writer) endBlock() {
	if w.cell {
		w.space = true
		return
	}
	if len(w.line) > 0 {
		w.separate()
		w.out.WriteString(w.indent[:max(len(w.indent)-len(w.marker), 0)])
		w.out.WriteString(w.marker)
		if w.level > 0 {
			w.out.WriteString(strings.Repeat("#", w.level) + " ")
			w.line = closed(w.line)
		} else {
			w.line = begun(w.line)
		}
		w.out.Write(w.line)
		w.out.WriteByte('\n')
		w.marker = ""
	}
	w.line, w.space, w.from = w.line[:0], false, 0
}

// fenced writes a block of code.
func (w *writer) fenced(text []byte) {
	w.separate()
	fence := strings.Repeat("`", max(3, longest(text)+1))
	for _, line := range strings.Split(fence+"\n"+strings.Trim(string(text), "\n")+"\n"+fence, "\n") {
		w.out.WriteString(strings.TrimRight(w.indent+line, " ") + "\n")
	}
}

// code writes code within a sentence.
func (w *writer) code(text []byte) {
	fence, pad := strings.Repeat("`", longest(text)+1), ""
	content := strings.Join(strings.Fields(string(text)), " ")
	if content == "" {
		return
	}
	if strings.HasPrefix(content, "`") || strings.HasSuffix(content, "`") {
		pad = " "
	}
	if w.cell {
		content = strings.ReplaceAll(content, "|", `\|`)
	}
	w.mark(fence + pad + content + pad + fence)
}

// longest is the length of the longest run of backticks.
func longest(text []byte) (most int) {
	run := 0
	for _, c := range text {
		run++
		if c != '`' {
			run = 0
		}
		most = max(most, run)
	}
	return most
}
