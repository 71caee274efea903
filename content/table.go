package content

// Table declares a table of runs, or of groups of runs.
type Table struct {
	Selection
	ID      string `key:"name"` // its anchor and its file's name
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
func ReadTable(src Markdown) (Table, error) { return readKeys[Table](src, "table") }

// BoardBlock declares a leaderboard in a text, or the sentence with its main result.
type BoardBlock struct {
	Task  string // its id, "" for the first board of the site
	Limit int    // models, 0 for all
	Keys
}

// ReadBoard reads the YAML of a board or an answer block. Its error is of type [Errors].
func ReadBoard(src Markdown) (BoardBlock, error) { return readKeys[BoardBlock](src, "board") }

// readKeys reads a block of the keys of a declared object.
func readKeys[T any](src Markdown, object string) (T, error) {
	return readBlock(src, func(n *node, errs *Errors) T { return read[T](entryOf(n, keysOf(object), errs)) })
}
