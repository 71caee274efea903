package charts

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
)

// MostMarks is how many marks a drawing shows at most.
const MostMarks = 2000

// Figure is a chart with all that belongs to it. One without data has no
// drawings, and its title says so.
type Figure struct {
	Chart       string // which chart it is: "task-frontier"
	Title       string // a sentence, computed from the data, that says what it shows
	Claims      []Claim
	Neutral     string // the title where a page shows other rows than the claims are about, "" where it cannot
	Caption     string // how to read it, and what was left out
	Description string // the text alternative
	Wide        Drawing
	Narrow      *Drawing // for phones; nil where Wide is at most 340 px wide
	// Columns and Rows are the table of what is drawn. A mark's data-i is an
	// index into Rows.
	Columns []Column
	Rows    []Row
	// Curves is the table of the fitted curves, nil where there are none.
	Curves *Table
	// Frames are those of a trade-off at each percentile of latency, of its wide drawing
	// and of its narrow one if it has one: a page's script moves the marks into them.
	Frames [][]Frame
}

// Frame is a drawing's size with the axes of its one panel.
type Frame struct {
	Width  int  `json:"width"`
	Height int  `json:"height"`
	X      Axis `json:"x"`
	Y      Axis `json:"y"`
}

// Table is a table beside that of what is drawn.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Empty reports whether there is nothing to draw.
func (f Figure) Empty() bool { return f.Wide.Width == 0 }

// Column heads a column of a figure's table.
type Column struct {
	Field  string // in the field table, "" where it is none
	Label  string
	Unit   string
	Number bool
	Long   bool // text of any length
}

// Row is one line of a figure's table.
type Row struct {
	Run   string // the configuration's id, "" where the row is none
	Model string // the model's id, "" where the row is none
	Mark  string // what sets the row apart, such as "on the frontier"
	Cells []Cell
}

// Cell is a value as shown and, for numbers, in full precision. The zero Cell is
// a missing value.
type Cell struct{ Text, Value string }

// Task is what a chart needs to know about a task besides its rows.
type Task struct {
	Words      *words.Catalog
	Output     string  // what is counted, singular, as the data call it: token, image, video
	Deadline   float64 // in the unit of [aggregate.Row.Latency]; 0 is none
	Percentile aggregate.Percentile
	// Setting is what sets a configuration apart besides its model, nil where titles name
	// the model alone.
	Setting func(aggregate.Row) string
	// Ghosts are drawn beside the configurations of a trade-off, in this order.
	Ghosts     []Ghost
	MoreGhosts int // that are not drawn
}

func (t Task) query() aggregate.Query {
	return aggregate.Query{Deadline: t.Deadline, Percentile: t.Percentile}
}
