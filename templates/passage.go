package templates

import "strings"

// Passage is a part of an author's text: prose, a figure, a table, or a message in place of a part that could not be
// made.
type Passage struct {
	Prose   HTML
	Figure  *TextFigure
	Table   *TextTable
	Answer  Text
	Message string
}

// TextFigure is a figure of a text with its number. Its title is in the caption, since the headings belong to the
// text.
type TextFigure struct {
	Figure
	Label string // "Figure 2."
}

// TextTable is a table of a text with its number.
type TextTable struct {
	Table
	ID      string
	Label   string // "Table 1."
	Title   string
	Caption string
}

// heading ends a title as a sentence, since the caption goes on behind it.
func heading(label, title string) string {
	if !strings.HasSuffix(title, ".") && !strings.HasSuffix(title, "?") {
		title += "."
	}
	return label + " " + title
}

// Byline contains the authors and dates of a text.
type Byline struct {
	Authors     string
	Date, Day   string // 2026-02-16 and as shown
	Updated     string // as shown, "" if never
	ReadingTime string // "4 minutes"
	Tags        []Link
}

// Post is a dated text.
type Post struct {
	Frame  Frame
	Title  string
	Lede   Text
	Byline Byline
	Jump   []Link
	Body   []Passage
	// Source describes the data from which its numbers are computed.
	Source Text
	// Cite is the citation of the post.
	Cite         []Snippet
	Older, Newer *Link
}

// PostLine is a post in a list.
type PostLine struct {
	Link    Link
	Byline  Byline
	Summary string
	// Thumbnail is nil if the post has no figure.
	Thumbnail *Thumbnail
}

// Thumbnail is a small picture in the colors of both themes. It has no text, because it repeats the link next to it.
type Thumbnail struct {
	Light, Dark   string // addresses
	Width, Height int    // px of the files
}

// PostIndex lists posts.
type PostIndex struct {
	Frame Frame
	Title string
	Lede  Text
	Posts []PostLine
	Tags  []Link
	Links []Link
}
