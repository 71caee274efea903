package templates

// Snippet is a piece of code or a citation to copy.
type Snippet struct {
	Title string // "BibTeX"
	Code  string
	// Cite and View are the address and the view in a citation of this page, which a
	// script replaces by those of the view shown; "" in other code.
	Cite, View string
	BibTeX     bool // the citation's form
}

// Section is one part of a page under an h2. All but ID and Title are optional and
// stand in the order of the fields.
type Section struct {
	ID       string // unique on the page
	Title    string // where the figures say something, the sentence they prove
	Neutral  string // the title under a filter, "" where the title is no claim
	Text     Text
	Demand   []Quantity // that the tables below answer; asked by a script
	Facts    []Fact
	Items    []Text // a list
	Prose    HTML
	Figures  []Figure
	Tables   []Table
	Snippets []Snippet
	Links    []Link
}
