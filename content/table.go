package content

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
	var errs Errors
	n := parse(src.File, []byte(src.Text), src.Line-1, &errs)
	if n == nil {
		return Table{}, errs.orNil()
	}
	e := entryOf(n, keysOf("table"), &errs)
	t := Table{
		ID: e.text("name"), Title: e.text("title"), Caption: e.text("caption"), Selection: e.selection(),
		Group: e.words("group"), Limit: int(e.number("limit")), Sort: e.text("sort"), Columns: e.tableColumns(),
	}
	return t, errs.orNil()
}

func (e entry) tableColumns() (columns []TableColumn) {
	for _, c := range e.parts("columns", "column") {
		columns = append(columns, TableColumn{
			Value: c.text("value"), Label: c.text("label"), Unit: c.text("unit"), Format: c.text("format"), Keys: c.places(),
		})
	}
	return columns
}
