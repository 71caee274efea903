package templates

// SVG is a drawing that has passed an allow-list of elements and attributes. It is
// written unescaped and carries its own role, title and description.
type SVG string

// Figure is one chart with everything that belongs to it.
type Figure struct {
	ID    string // unique on the page; the figure can be linked
	Chart string // which chart it is: "task-frontier"
	Title string // a sentence that says what it shows
	// Neutral is the title under a filter, which the sentence need not hold for; "" where it
	// is none or the page has no filter.
	Neutral string
	Links   []Link // CSV, SVG, PNG, …
	Wide    SVG    // the drawing; for windows over 760 px if there is a Narrow one
	// Narrow is the drawing for phones, empty where one drawing serves all.
	Narrow SVG
	// Histogram is drawn in place of Wide and Narrow.
	Histogram *Histogram
	// Message takes the drawing's place where there is none to show, such as
	// "This source has no output-length histogram."
	Message string
	// Option is the address of the file from which a script makes the drawing live,
	// empty for none, and Library that of the chart library, empty where the site has none.
	Option  string
	Library string
	Caption Text
	Table   *Table
	// TableRows counts the rows of the whole table, where Table is only a
	// part of it, else it is 0. A script makes them from the file of Option when
	// the table is opened.
	TableRows int
	// Curves says what the fitted curves are, nil where there are none.
	Curves *Table
	// Small figures (drawings at most 340 px wide) stand side by side. A Lone one
	// has a line of its own, with its text beside the drawing.
	Small, Lone bool
	// Mid figures are as wide as a text's.
	Mid bool
}

func (f Figure) class() string {
	switch {
	case f.Lone:
		return "lone"
	case f.Small:
		return "small"
	}
	if f.Mid {
		return "large mid"
	}
	return "large"
}
