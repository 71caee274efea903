package content

import "github.com/jouleboard/jouleboard/internal/lists"

// Table declares a table of runs, or of groups of runs.
type Table struct {
	Selection
	ID      string // its anchor and its file's name
	Title   string
	Caption string
	Group   []string // expressions; if present, each row is a group, otherwise a run
	Sort    string   // number of a column from 1, with a prefix - for descending; "" keeps the order
	Limit   int
	Columns []TableColumn
}

// TableColumn is a column: an expression over the fields of a run or, in a
// table of groups, over columns, such as mean(energy_per_token_joules).
type TableColumn struct {
	Value, Label, Unit string
	Format             string // "" means three significant digits
	Keys
}

// ReadTable reads the YAML of a table block. Its error is of type [Errors].
func ReadTable(src Markdown) (Table, error) {
	return readBlock(src, func(n *node, errs *Errors) Table {
		e := entryOf(n, keysOf("table"), errs)
		return Table{
			ID: e.text("name"), Title: e.text("title"), Caption: e.text("caption"), Selection: e.selection(),
			Group: e.words("group"), Limit: int(e.number("limit")), Sort: e.text("sort"), Columns: e.tableColumns(),
		}
	})
}

func (e entry) tableColumns() []TableColumn {
	return lists.Map(e.parts("columns", "column"), func(c entry) TableColumn {
		return TableColumn{Value: c.text("value"), Label: c.text("label"), Unit: c.text("unit"), Format: c.text("format"), Keys: c.places()}
	})
}

// Board declares a leaderboard in a text, or the sentence with its main result.
type Board struct {
	Task  string // its id, "" for the first board of the site
	Limit int    // models, 0 for all
	Keys
}

// ReadBoard reads the YAML of a board or an answer block. Its error is of type [Errors].
func ReadBoard(src Markdown) (Board, error) {
	return readBlock(src, func(n *node, errs *Errors) Board {
		e := entryOf(n, keysOf("board"), errs)
		return Board{Task: e.text("task"), Limit: int(e.number("limit")), Keys: e.places()}
	})
}
