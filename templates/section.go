package templates

// Snippet is a piece of code or a citation to copy.
type Snippet struct {
	Title string // "BibTeX"
	Code  string
	// Cite and View are the URL and the view in a citation of this page, which a script replaces with those of the
	// current view; "" in other code.
	Cite, View string
	BibTeX     bool // the citation is in BibTeX
	Folded     bool // a reader opens it: it is for programs
}

// Section is a part of a page under an h2. All fields except ID and Title are optional and are shown in the order of
// the fields.
type Section struct {
	ID       string // unique on the page
	Title    string // the main result, if there is one
	Text     Text
	Ask      *Ask       // nil for none
	Demand   []Quantity // input fields of the tables below; handled by a script
	Facts    []Fact
	Values   []Value
	Answer   []Text // one answer in sentences
	Folded   string // what opens the answer when a reader presses it; "" where it is open
	Items    []Text // a list
	Dated    []Dated
	Prose    HTML
	Before   []Table // above the figures
	Figures  []Figure
	Tables   []Table
	Snippets []Snippet
	Links    []Link
	Share    *Share // nil for none
}

// Dated is a dated entry of a list.
type Dated struct {
	Date string // 2026-02-16
	Day  string // as shown
	Text Text
}

// Share is what a reader can take to another page.
type Share struct {
	Title    string
	Badge    Picture
	Snippets []Snippet
}

// Picture is a file; Width and Height are in px.
type Picture struct {
	Src, Alt      string
	Width, Height int
}

// Value is a quantity with how it came about.
type Value struct {
	Field string // its name in the data, "" if there is none
	Label string
	Text  string
	Full  string // in full precision, "" for plain text
	Unit  string
	Help  string // address of the glossary entry
	Note  string // how it follows from others
}
