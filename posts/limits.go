package posts

import (
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Limits of a text. Markdown's parser cannot be stopped, and its time grows with the
// square of what these bound; within them no text that we know of takes a second.
const (
	deepestNesting = 16     // marks of quotations and lists at the beginning of a line
	widestIndent   = 40     // columns before such a mark
	mostMarks      = 4000   // that could begin or end markup, between two blank lines
	mostCells      = 20_000 // of all tables
	mostWorks      = 500    // of a bibliography
	longestKey     = 100    // bytes of a work's key
	mostFootnotes  = 400    // marks and notes, each of which the parser compares with all others
)

// excess is a text that would take too long: the line, counted from 0, and a remedy.
// It reads lines alone, so some of what it counts may stand in code, where it is
// harmless; no text of a person comes near.
func excess(text string) (line int, fault string) {
	if len(text) > content.LargestText {
		return 0, "the text is too long; split it, or shorten it to 128 kB"
	}
	var block struct{ marks, lines, bars int }
	cells, footnotes := 0, 0
	for i := 0; text != ""; i++ {
		var now string
		now, text, _ = strings.Cut(text, "\n")
		if strings.Trim(now, " \t\r") == "" {
			cells += block.lines * block.bars
			block.marks, block.lines, block.bars = 0, 0, 0
			continue
		}
		if c := units.Unseen(now); c != "" {
			return i, "the line contains the character " + c + ", which does not show; remove it"
		}
		block.lines++
		block.bars = max(block.bars, strings.Count(now, "|"))
		block.marks += marksIn(now)
		footnotes += strings.Count(now, "[^")
		switch nesting, indent := containers(now); {
		case nesting > deepestNesting:
			return i, "quotations and lists nest deeper than 16 levels; nest less"
		case nesting > 0 && indent > widestIndent:
			return i, "a list or a quotation is indented by more than 40 columns; nest less"
		case block.marks > mostMarks:
			return i, "the paragraph has more than 4000 characters such as * _ [ ] ` < $; split it with a blank line"
		case footnotes > mostFootnotes:
			return i, "the text has more than 400 marks of footnotes; split it"
		case cells+block.lines*block.bars > mostCells:
			return i, "the tables have more than 20000 cells; shorten them, or declare a table of runs"
		}
	}
	return 0, ""
}

func marksIn(line string) int {
	return lists.Count([]byte(line), func(c byte) bool { return strings.IndexByte("*_[]`<$~{", c) >= 0 })
}

// containers counts the marks of quotations, lists and definitions that a line begins
// with, and the columns before the last of them that are blank.
func containers(line string) (nesting, indent int) {
	blank := 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			blank++
		case c == '\t':
			blank += 4
		case c == '>', strings.IndexByte("-+*:.)", c) >= 0 && (i+1 == len(line) || strings.IndexByte(" \t\r", line[i+1]) >= 0):
			nesting, indent = nesting+1, blank
		case c < '0' || c > '9':
			return nesting, indent
		}
	}
	return nesting, indent
}
