package view

// Most is how many rows of an answer a page has before a reader asks for more, unless [View.Limit] says otherwise.
const Most = 30

// What a drawing shows at a legible size.
const (
	mostMarks  = 600
	MostSeries = 12
	MostFacets = 12 // panels; posts/query refuses figures with more
)
