package view

import (
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Kind is the shape of an answer.
type Kind string

// The kinds of views.
const (
	Ranking  Kind = "ranking"   // the best row of each value of a column, best first
	Tradeoff Kind = "trade-off" // one metric against another, with a frontier for each series
	Line     Kind = "line"      // metrics over a swept field, a line for each series
	Change   Kind = "change"    // matched pairs of rows that differ in a factor

	// Chosen is one row, the best of all, with what is near it; see [board.Choice].
	Chosen Kind = "answer"
	// BreakEven has pairs of GPU models, and the ratio of their prices at which their outputs cost the same.
	BreakEven Kind = "break-even"
	// Matrix has the best row of each value of By on each value of Factor.
	Matrix Kind = "matrix"
	// Bar is the best row of each value of a column as a bar.
	Bar Kind = "bar"
)

// View is a question about the rows of a subject on a board, with the shape of its answer. Columns are named as on the
// board. Scripts read it too.
type View struct {
	ID   string `json:"id"` // unique on its page
	Kind Kind   `json:"kind"`
	// By is the column of whose values each has a row, a series or a pair; "" makes each configuration a row.
	By string `json:"by,omitempty"`
	// Per is the column of whose values each has one row in a drawing, the best; "" for all configurations.
	Per string `json:"per,omitempty"`
	// Facet is the column of whose values each has a panel, all with the same axes; "" for one panel.
	Facet string `json:"facet,omitempty"`
	Plain bool   `json:"plain,omitempty"` // without frontiers
	// Factor is the column in which the rows of a pair differ: Base on one side, Alt on the other. The rows of a ranking
	// are set against that of which By is Base; a matrix has a column for each of its values.
	Factor string `json:"factor,omitempty"`
	Base   string `json:"base,omitempty"`
	Alt    string `json:"alt,omitempty"`
	// X is the column of the x axis, and Y has one for each panel. A latency stands for that of the query's percentile.
	X string   `json:"x,omitempty"`
	Y []string `json:"y,omitempty"`
	// Switch has x and y of the axes that a reader can choose instead, which may be measures.
	Switch []string `json:"switch,omitempty"`
	// Alike are columns of the work, in which the rows of lines and of pairs agree, such as the resolution of an image: other
	// work has other lines, and is no pair. Numbers of a pair agree by [data.SameWork].
	Alike  []string `json:"alike,omitempty"`
	Linear []string `json:"linear,omitempty"` // columns whose axes begin at zero; those of others are logarithmic
	// Label is the column whose values stand beside the marks of a frontier, each once.
	Label string `json:"label,omitempty"`
	Limit int    `json:"limit,omitempty"` // rows shown; 0 is [Most]
}

func (v View) limit() int {
	if v.Limit > 0 {
		return v.Limit
	}
	return Most
}

// Subject is what a view is about: some rows of a board.
type Subject struct {
	Board *board.Board
	Rows  []aggregate.Row
}

// text returns how a row is called by a column, "" for a missing value.
func (s Subject) text(column string) func(aggregate.Row) string {
	c, ok := s.Board.Column(column)
	if !ok {
		return func(aggregate.Row) string { return "" }
	}
	return c.Text
}

// inGroup returns how a row is called by a column in its group of equal work.
func (s Subject) inGroup(column string) func(aggregate.Row) string {
	text := s.text(column)
	return func(r aggregate.Row) string { return text(r) + "\n" + strconv.Itoa(r.Group) }
}

// number returns a column's number of a row; ok is false where it is missing.
func (s Subject) number(column string) func(aggregate.Row) (float64, bool) {
	c, ok := s.Board.Column(column)
	if !ok {
		return func(aggregate.Row) (float64, bool) { return 0, false }
	}
	return c.Number
}

// alike reports whether two rows agree in columns of the work.
func (s Subject) alike(columns []string, a, b aggregate.Row) bool {
	return lists.All(columns, func(name string) bool {
		c, ok := s.Board.Column(name)
		return !ok || data.SameWork(c.Value(a), c.Value(b))
	})
}

// Axis is the column of an axis: instead of a latency, that of the percentile.
func (s Subject) Axis(column string, p aggregate.Percentile) string {
	latency := s.Board.Rows[0].Schema().LatencyAt()
	if len(latency) > 0 && latency[0] == column {
		return latency[min(int(p), len(latency)-1)]
	}
	return column
}

// first are at most n values, and how many are left out.
func first[T any](all []T, n int) (shown []T, more int) {
	n = min(n, len(all))
	return slices.Clip(all[:n]), len(all) - n
}
