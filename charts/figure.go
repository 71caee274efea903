package charts

import (
	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/units"
)

// MostMarks is the maximum number of marks in a drawing of a post.
const MostMarks = 2000

// Figure is a chart with its title, caption and table. One without data has no drawings, and its title states that.
type Figure struct {
	Chart       string // which chart it is: "trade-off"
	Title       string // a sentence, computed from the data, with the main result
	Claims      []Claim
	Caption     string // how to read it, and what was left out
	Description string // the text alternative
	Wide        Drawing
	Smaller     []Drawing // for narrower frames, the widest first; none if Wide is as wide as [Small]
	Table                 // of what is drawn. A mark's data-i is an index into Rows.
	// Measured is what the energy was measured of, a column of the table as a file; "" for none.
	Measured string
	// Curves describes the fitted curves, see [CurveTable]; nil if there are none.
	Curves *Table
}

// Table is the numbers of a figure.
type Table struct {
	Columns []Column
	Rows    []Row
}

// Empty reports whether there is nothing to draw.
func (f Figure) Empty() bool { return f.Wide.Width == 0 }

// Column heads a column of a figure's table.
type Column struct {
	Field  string // in the field table, "" if it is not a field
	Label  string
	Unit   string
	Number bool
	Long   bool // text of any length
	Work   bool // how much work an output is: a claim that one row is the best names it where rows differ in it
}

// Row is one line of a figure's table.
type Row struct {
	Run   string // the configuration's id, "" if the row is not a configuration
	Model string // the model's id, "" if the row is not about a model
	Mark  string // the reason for a marked row, such as "on the frontier"
	Cells []Cell
}

// Cell is a value as shown and, for numbers, in full precision. The zero Cell is
// a missing value.
type Cell struct{ Text, Value string }

// Task contains what a chart needs to know about a task besides its rows.
type Task struct {
	Words    *words.Catalog
	Output   string  // what is counted, singular, as the data call it: token, image, video
	Deadline float64 // in the unit of [aggregate.Row.Latency]; 0 is none
	// Setting returns the words that distinguish a configuration besides its model, nil if titles name only the
	// model.
	Setting func(aggregate.Row) string
	// Form returns how the values of a field are written; nil writes all in the unit of the data.
	Form func(field string) units.Form
}
