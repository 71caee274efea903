package diff

import (
	"fmt"
	"strings"
	"unicode"
)

// Marker begins every comment, invisible to readers: a job that updates a comment finds it by this line.
const Marker = "<!-- jouleboard diff -->"

// CommentLimit is the number of characters from which GitHub rejects a comment.
const CommentLimit = 65536

// steps of what a comment shows, until it fits
var steps = []Limits{{Rows: 15, Folded: 60}, {Rows: 10, Folded: 40}, {Rows: 7, Folded: 20}, {Rows: 5, Folded: 10}, {Rows: 3, Folded: 3}, {}}

// Markdown returns the report as a comment on a pull request, see [Comment.Markdown]. version is that of the program.
func (r *Report) Markdown(version string) string { return r.Comment(version).Markdown("") }

// Markdown is the section, with as many rows as limits say.
func (s Section) Markdown(l Limits) string {
	var b strings.Builder
	s.markdown(&b, l, "")
	return b.String()
}

// markdown writes a section: what is beyond the limit of one in sight is folded.
func (s Section) markdown(b *strings.Builder, l Limits, preview string) {
	rows := s.Rows[:min(len(s.Rows), s.most(l))]
	left := s.More + len(s.Rows) - len(rows)
	fold := func(title string, n int) { fmt.Fprintf(b, "<details><summary>%s (%d)</summary>\n\n", title, n) }
	sight := 0
	if s.Folded {
		fold(s.Title, max(s.Count, len(s.Rows)+s.More))
	} else {
		fmt.Fprintf(b, "#### %s\n\n", s.Title)
		sight = min(len(rows), l.Rows)
	}
	if s.Note != "" {
		b.WriteString(s.Note + "\n\n")
	}
	s.table(b, rows, 0, sight, preview)
	if !s.Folded && len(rows) > sight {
		fold(s.Title+", further rows", len(rows)-sight+left)
	}
	s.table(b, rows, sight, len(rows), preview)
	if left > 0 {
		fmt.Fprintf(b, "… and %d more\n\n", left)
	}
	if s.Folded || len(rows) > sight {
		b.WriteString("</details>\n\n")
	}
}

// table writes some rows.
func (s Section) table(b *strings.Builder, rows [][]Cell, from, to int, preview string) {
	if from == to {
		return
	}
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(s.Columns, " | "), strings.Repeat(" --- |", len(s.Columns)))
	for i := from; i < to; i++ {
		for k, c := range rows[i] {
			text := c.markdown()
			if preview != "" && s.Columns[k] == s.Linked && s.Link(i) != "" {
				text = "[" + text + "](" + preview + s.Link(i) + ")"
			}
			b.WriteString("| " + text + " ")
		}
		b.WriteString("|\n")
	}
	b.WriteString("\n")
}

// Link returns the page of a row's run on the site, "" for none.
func (s Section) Link(row int) string {
	if row < len(s.Links) {
		return s.Links[row]
	}
	return ""
}

func (c Cell) markdown() string {
	switch {
	case c.Text == "":
		return ""
	case c.Foreign:
		return "<code>" + escaped(c.clean()) + "</code>"
	}
	return escaped(c.Text)
}

// code is foreign text as a code element: GitHub looks for no user, issue or
// address in one.
func code(text string) string { return "<code>" + escaped(clean(text, longestCell)) + "</code>" }

// Shown returns the cell's text for display: text from contributors in one line of limited length, without characters
// that hide or reverse it. It is not escaped.
func (c Cell) Shown() string {
	if c.Foreign {
		return c.clean()
	}
	return c.Text
}

// What one cell holds at most, in characters.
const (
	longestCell = 200
	longestWhy  = 600
)

func (c Cell) longest() int {
	if c.Long {
		return longestWhy
	}
	return longestCell
}

func (c Cell) clean() string { return clean(c.Text, c.longest()) }

// clean cuts text and drops what is not seen or reverses its direction.
func clean(text string, longest int) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == longest {
			return b.String() + "…"
		}
		switch {
		case unicode.IsControl(r), unicode.Is(unicode.Zl, r), unicode.Is(unicode.Zp, r):
			r = ' '
		case unicode.Is(unicode.Cf, r):
			continue
		}
		b.WriteRune(r)
		n++
	}
	return b.String()
}

// escaped writes every mark that Markdown or HTML could read as an entity.
func escaped(text string) string {
	var b strings.Builder
	before := ' '
	for _, r := range text {
		if strings.ContainsRune("\\`*_{}[]()<>#+!|~&\"'@:$^=", r) || r == '.' && unicode.IsLetter(before) { // www. makes a link
			fmt.Fprintf(&b, "&#%d;", r)
		} else {
			b.WriteRune(r)
		}
		before = r
	}
	return b.String()
}
