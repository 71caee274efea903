package diff

import (
	"fmt"
	"strings"
	"unicode"
)

// Marker begins every comment, unseen by readers: who updates a comment in place
// finds it by this line.
const Marker = "<!-- jouleboard diff -->"

// CommentLimit is the number of characters from which on GitHub refuses a comment.
const CommentLimit = 65536

// steps of what a comment shows, until it fits
var steps = []Limits{
	{Extremes: 10, Rows: 30, Folded: 50},
	{Extremes: 10, Rows: 20, Folded: 20},
	{Extremes: 10, Rows: 10, Folded: 5},
	{Extremes: 5, Rows: 3, Folded: 1},
	{},
}

// Markdown is the report as a comment on a pull request, see [Comment.Markdown].
// Version is that of the program.
func (r *Report) Markdown(version string) string { return r.comment(version).Markdown() }

func (s Section) markdown(b *strings.Builder) {
	if s.Folded {
		fmt.Fprintf(b, "<details><summary>%s (%d)</summary>\n\n", s.Title, len(s.Rows)+s.More)
	} else {
		fmt.Fprintf(b, "#### %s\n\n", s.Title)
	}
	if s.Note != "" {
		b.WriteString(s.Note + "\n\n")
	}
	if len(s.Rows) > 0 {
		fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(s.Columns, " | "), strings.Repeat(" --- |", len(s.Columns)))
	}
	for _, row := range s.Rows {
		for _, c := range row {
			b.WriteString("| " + c.markdown() + " ")
		}
		b.WriteString("|\n")
	}
	if s.More > 0 {
		fmt.Fprintf(b, "\n… and %d more\n", s.More)
	}
	if s.Folded {
		b.WriteString("\n</details>\n")
	}
	b.WriteString("\n")
}

func (c Cell) markdown() string {
	switch {
	case c.Text == "":
		return ""
	case c.Foreign:
		return code(c.Text)
	}
	return escaped(c.Text)
}

// code is foreign text as a code element: GitHub looks for no user, issue or
// address in one.
func code(text string) string { return "<code>" + escaped(clean(text)) + "</code>" }

// Shown is the cell's text as it is fit to be seen: foreign text in one line, not too
// long, without marks that hide or reverse it. It is not escaped.
func (c Cell) Shown() string {
	if c.Foreign {
		return clean(c.Text)
	}
	return c.Text
}

// longestCell bounds what one cell holds, in characters.
const longestCell = 200

// clean cuts text and drops what is not seen or reverses its direction.
func clean(text string) string {
	var b strings.Builder
	n := 0
	for _, r := range text {
		if n == longestCell {
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
