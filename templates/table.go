package templates

import "github.com/jouleboard/jouleboard/internal/lists"

// Kind says how the cells of a column are aligned and how wide the column is. The
// layout is fixed, so widths never depend on the rows.
type Kind int

// The kinds of columns. Name and Long share what the other columns leave.
const (
	Words  Kind = iota // short text: "8× B200"
	Number             // right aligned, never wrapped
	Rank               // "1", "=9"; dropped on phones
	Name               // the row's header cell: link, tag, line below
	Range              // a Strip
	Long               // text of any length
	Code               // checksum or path, may break anywhere
	Pick               // a box that chooses the row's model for comparison
	Date               // 2026-02-16, never wrapped
)

// Show says from which width of the window on a column is shown.
type Show int

// A column that phones hide should reappear in the Below text of the row's Name.
const (
	Always  Show = iota
	Tablet       // from 761 px
	Desktop      // from 1101 px
	Screen       // from 1321 px
)

// room is how many columns fit beside Rank and Name in the narrowest window of each
// step; a table with more of them scrolls in its own region.
var room = [...]int{Always: 2, Tablet: 4, Desktop: 7, Screen: 9}

// Column describes one column.
type Column struct {
	// Field is the column's name in the data, empty where it has none.
	Field string
	Label string
	Unit  string // line below the label: "J per output token"
	Help  string // address of the glossary's entry
	Text  string // explanation in a sentence
	Kind  Kind
	Show  Show
	// Main marks the number that the page is about.
	Main bool
	// Sorted is "ascending" or "descending" on the column by which the rows are in
	// order, else empty.
	Sorted string
	// Scale labels the ticks of a Range column.
	Scale []Tick
}

// Cell is one value. An empty cell shows a dash: missing is not zero.
type Cell struct {
	Text string
	// Value is the full-precision value behind Text, empty for plain text.
	Value string
	// Title says more about the value to who points at it.
	Title string
	Href  string
	Tag   string // small label behind the text: "FP8"
	Small string // stands small under the text: the range of a rank
	// Below stands under the text of a Name cell, on phones only.
	Below string
	Strip *Strip
	// Badges are notes on the row, each leading to what it means. Only a Name cell has
	// a tag and badges.
	Badges []Link
	// Pick is the name of the model that a box of a Pick column chooses.
	Pick string
}

// Row is one line of a table with a cell for each column.
type Row struct {
	Run   string // identifies the configuration; empty where the row is none
	Model string
	// Mark names what sets this row apart, such as "on the frontier"; shown as a
	// sign behind the row's name and by its background.
	Mark  string
	Cells []Cell
}

// Table is a table of any kind of rows.
type Table struct {
	ID    string // unique on the page; "results" on a task page's main table
	Label string // accessible name, unique on the page
	// Title is an h3 above the table; tables right below a page's or a section's
	// heading do without. Links stand beside it: CSV, JSON.
	Title string
	Links []Link
	// Note explains how to read the table; it stands above it.
	Note    Text
	Columns []Column
	Rows    []Row
	// Anchors lets rows be linked by their run; for one table of a page that a run
	// stands in.
	Anchors bool
	// Empty is shown instead of a table without rows.
	Empty string
	// More stands below: how many rows were left out and where all are.
	More Text
	// Live tables are worked on by the page's script: headers sort, rows can be
	// picked for comparison. Until the script runs these controls are disabled.
	Live bool
	// Kept tables stand also without rows, for a script to fill.
	Kept bool
	// Wide puts the table into a region of its own, with its first column in
	// view, that scrolls where the window is too narrow. A table with more columns
	// than fit gets one anyway.
	Wide bool
	// Fixed tables offer nothing to be worked with: their page has no script.
	Fixed bool
}

func (t Table) scrolls() bool {
	for s, n := range room {
		if t.beside(Show(s)) > n {
			return true
		}
	}
	return t.Wide
}

// beside counts the columns beside Rank and Name at one step of window widths.
func (t Table) beside(s Show) int {
	return lists.Count(t.Columns, func(c Column) bool { return c.Show <= s && c.Kind != Rank && c.Kind != Name && c.Kind != Pick })
}

// region is the class of the table's scrolling region: one that is too wide for any
// window scrolls always. Its first column does not shrink, which costs the room of
// another.
func (t Table) region() string {
	if t.beside(Screen) >= room[Screen] {
		return "scroll vast"
	}
	return "scroll"
}

// sorts reports whether a script can sort by the column.
func (t Table) sorts(c Column) bool {
	if t.Live {
		return c.Field != ""
	}
	return t.stands() && !t.Fixed && c.Kind != Rank && c.Kind != Range && c.Kind != Pick
}

// taken reports whether readers are offered the table as a file. The main one of a task's
// page has more to offer, from its script.
func (t Table) taken() bool {
	return t.stands() && !t.Fixed && t.ID != "results"
}

func (t Table) stands() bool { return len(t.Rows) > 0 || t.Live || t.Kept }

func (t Table) noteID() string {
	if len(t.Note) == 0 {
		return ""
	}
	return t.ID + "-note"
}

// at is the cell of column i; a row that is too short has missing values.
func (r Row) at(i int) Cell {
	if i >= len(r.Cells) {
		return Cell{}
	}
	return r.Cells[i]
}

func (c Cell) missing() bool { return c.Text == "" && c.Strip == nil && len(c.Badges) == 0 }

var kindClass = [...]string{
	Words: "w", Number: "n", Rank: "rank", Name: "name", Range: "range", Long: "long", Code: "code",
	Pick: "pick", Date: "date",
}

var showClass = [...]string{Always: "", Tablet: " not-s", Desktop: " not-m", Screen: " not-l"}

// Class is shared by the header and the cells of a column.
func (c Column) Class() string {
	s := kindClass[c.Kind]
	if c.Main {
		s += " main"
	}
	return s + showClass[c.Show]
}
