package templates

import (
	"context"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Kind determines how the cells of a column are aligned and how wide the column is. The layout is fixed, so widths do
// not depend on the rows.
type Kind int

// The kinds of columns. Name and Long share what the other columns leave.
const (
	Words  Kind = iota // short text: "8× B200"
	Number             // right aligned, never wrapped
	Rank               // "1", "=9"; hidden on phones
	Name               // the row's header cell: link, tag, line below
	Range              // a Strip
	Long               // text of any length
	Code               // checksum or path, may break anywhere
	Pick               // a checkbox that selects the row's model for comparison
	Date               // 2026-02-16, never wrapped
)

// Show is the width of the window from which a column is shown.
type Show int

// What a narrower window has no column for stands below the name of the row.
const (
	Always  Show = iota
	Tablet       // from 701 px
	Desktop      // from 1101 px
	Screen       // from 1321 px
	Folded       // never: it is said below the name in all windows
)

// room is how many columns fit beside Rank and Name in the narrowest window of each
// step; a table with more of them scrolls in its own region.
var room = [...]int{Always: 2, Tablet: 4, Desktop: 7, Screen: 9}

// Fit moves columns that a window has no room for into the fold there, the last first; the main one stays. It is what the script
// does with columns that readers choose (roomy in cells.js). A second name takes the room of more columns, the wider the window.
func Fit(columns []*Column) {
	names := lists.Filter(columns, func(c *Column) bool { return c.Kind == Name })
	for step, most := range room {
		most -= step * (len(names) - 1)
		beside := lists.Filter(columns, func(c *Column) bool {
			return c.Show <= Show(step) && (c.beside() || c.Kind == Name && c != names[0])
		})
		for i := len(beside) - 1; i >= 0 && len(beside) > most; i-- {
			if c := beside[i]; c.Show == Show(step) && !c.Main {
				c.Show++
				beside = slices.Delete(beside, i, i+1)
			}
		}
	}
}

// beside reports whether a column takes room beside those that each table has.
func (c *Column) beside() bool { return c.Kind != Rank && c.Kind != Name && c.Kind != Pick }

// Column describes one column.
type Column struct {
	// Field is the column's name in the data, empty if there is none.
	Field string
	Label string
	Unit  string // line below the label: "J per output token"
	Help  string // address of the glossary entry
	Text  string // explanation in a sentence
	Kind  Kind
	Show  Show
	// Main marks the main number of the page.
	Main bool
	// Named tells that the column is said with its label below the name of a row.
	Named bool
	// More tells that more is better: sorting begins with the highest.
	More bool
	// Sorted is "ascending" or "descending" for the column that orders the rows, otherwise empty.
	Sorted string
	// Scale labels the ticks of a Range column.
	Scale []Tick
}

// Cell is one value. An empty cell shows a dash, because missing is not zero.
type Cell struct {
	Text string
	// Value is the full-precision value behind Text, empty for plain text.
	Value string
	Href  string
	Tag   string // small label after the text: "FP8"
	Best  bool   // the best of its row
	Small string // small text under the text: the range of a rank
	// Below is shown under the text of a Name cell, only on phones, before what they have no columns for.
	Below string
	Strip *Strip
	// Badges are notes on the row, each with a link to its explanation. Only a Name cell has a tag and badges.
	Badges []Link
	// Pick is the name of the model that the checkbox of a Pick column selects.
	Pick string
}

// Row is one line of a table with a cell for each column.
type Row struct {
	Run   string // identifies the configuration; empty if the row is not a configuration
	Model string
	// Mark is the reason why the row is marked, such as "on the frontier"; shown as a sign after the row's name and
	// by its background.
	Mark string
	Late bool // misses the limit that the others keep
	// Head stands above the row: what the rows from here to the next head have in common.
	Head  string
	Cells []Cell
}

// Table is a table of any kind of rows.
type Table struct {
	ID    string // unique on the page; "results" on a task page's main table
	Label string // accessible name, unique on the page
	// Title is an h3 above the table; tables directly below the heading of a page or section do not have one.
	Title string
	// Folded tables open when a reader presses their title.
	Folded bool
	// Note explains how to read the table; it is shown above it.
	Note    Text
	Columns []Column
	Rows    []Row
	// Measured is what the energy of the rows was measured of; a column of the table as a file. "" for none.
	Measured string
	// Anchors allows links to rows by their run; for one table of a page that contains a run.
	Anchors bool
	// Empty is shown instead of a table without rows.
	Empty string
	// More is shown below: how many rows were left out and where to find all of them.
	More Text
	// Live tables are controlled by the page's script: headers sort, rows can be selected for comparison. Until the
	// script runs, these controls are disabled.
	Live bool
	// Kept tables are shown even without rows, because a script fills them.
	Kept bool
	// Listed tables show late rows below the others.
	Listed bool
	// Wide puts the table into a separate region, with its first column visible, that scrolls if the window is too
	// narrow. A table with more columns than fit always has one.
	Wide bool
	// Fixed tables have no controls, because their page has no script.
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
	return lists.Count(t.Columns, func(c Column) bool { return c.Show <= s && c.beside() })
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

// fold is what a row says below its name in windows without the columns of one step.
type fold struct{ class, text string }

// folds are the folds of a row, the widest windows' first. Numbers stand with their labels.
func (t Table) folds(ctx context.Context, r Row) (folds []fold) {
	for _, show := range []Show{Folded, Screen, Desktop, Tablet} {
		var parts []string
		for i, c := range t.Columns {
			cell := r.at(i)
			switch {
			case c.Kind == Name && c.Show == Always && show == Tablet:
				parts = append(parts, cell.Below)
			case c.Kind == Rank && show == Tablet && cell.Small != "":
				parts = append(parts, say(ctx, "task.below.ranks", "range", cell.Text+" ("+cell.Small+")"))
			case c.Show == show && c.Kind == Number && cell.Text != "":
				value := wordsOf(ctx).Measured(cell.Text, " ", beside(c.Label, c.Unit, " "+say(ctx, "charts.per")+" "))
				parts = append(parts, strings.Join(lists.NonZero([]string{c.Label, value, strings.TrimSpace(cell.Small)}), " "))
			case c.Show == show && (c.Unit != "" || c.Named) && cell.Text != "":
				parts = append(parts, c.Label+" "+cell.Text)
			case c.Show == show:
				parts = append(parts, cell.Text)
			}
		}
		if parts = lists.NonZero(parts); len(parts) > 0 {
			folds = append(folds, fold{foldClass[show], strings.Join(parts, " · ")})
		}
	}
	return folds
}

// beside is a unit behind a label that may say what it is per: "J" of "Energy per token", in J per token.
func beside(label, unit, per string) string {
	before, rest, _ := strings.Cut(unit, per)
	if thing, _, _ := strings.Cut(rest, ","); strings.Contains(label, per+thing) {
		return before
	}
	return unit
}

var foldClass = [...]string{Tablet: "below", Desktop: "below m", Screen: "below l", Folded: "below x"}

var kindClass = [...]string{
	Words: "w", Number: "n", Rank: "rank", Name: "name", Range: "range", Long: "long", Code: "code",
	Pick: "pick", Date: "date",
}

var showClass = [...]string{Always: "", Tablet: " not-s", Desktop: " not-m", Screen: " not-l", Folded: " not-w"}

// Class is shared by the header and the cells of a column.
func (c Column) Class() string {
	s := kindClass[c.Kind]
	if c.Main {
		s += " main"
	}
	return s + showClass[c.Show]
}
