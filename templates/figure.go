package templates

import (
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Drawing is a drawing that was laid out for frames of so many px.
type Drawing struct {
	Width int
	SVG   SVG
}

// SVG is a drawing that has passed an allow-list of elements and attributes. It is
// written unescaped and carries its own role, title and description.
type SVG string

// Figure is one chart with everything that belongs to it.
type Figure struct {
	// Made is the whole figure, in place of all else, if it was made before.
	Made  HTML
	ID    string // unique on the page; the figure can be linked
	Chart string // which chart it is: "task-frontier"
	Title string // a sentence with the main result
	Links []Link // CSV, SVG, PNG, …
	// Drawings are the same at several widths, the widest first. The stylesheet shows the widest that fits into the frame.
	Drawings []Drawing
	// Apart tells that a script brings the drawings.
	Apart bool
	// Histogram replaces Drawings.
	Histogram *Histogram
	// Message is shown in place of a missing drawing, such as "This source has no output-length histogram."
	Message string
	// Option is the address of the file from which a script makes the drawing interactive, empty for none, and
	// Library that of the chart library, empty if the site has none.
	Option  string
	Library string
	// Explore is the address of the view on the page where readers choose other axes, empty for none.
	Explore string
	// Switch is what a script draws on the axes that readers can switch to, empty for none.
	Switch string
	// Drawn says how many rows the drawing has; a script keeps it true under filters.
	Drawn   string
	Caption Text
	Table   *Table
	// TableRows is the number of rows of the whole table if Table is only a part of it, otherwise 0. A script adds
	// them from the file of Option when the table is opened.
	TableRows int
	// Curves describes the fitted curves, nil if there are none.
	Curves *Table
	// Small figures (with one drawing, which fits everywhere) are placed side by side.
	Small bool
	// Mid figures are as wide as text.
	Mid bool
}

func (f Figure) class() string {
	switch {
	case f.Small:
		return "small"
	case f.Mid:
		return "large mid"
	}
	return "large"
}

// picture is the address of the drawing as a file, for readers without scripts; "" for none.
func (f Figure) picture() string {
	svg, _ := lists.Find(f.Links, func(l Link) bool { return strings.HasSuffix(l.Href, ".svg") })
	return svg.Href
}
