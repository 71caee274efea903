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
	m := &mapping{node: n, errs: &errs}
	t := Table{
		ID: m.slug("name", "best-models"), Title: m.text("title", "What the table shows"), Caption: m.optional("caption"),
		Selection: m.selection(), Group: m.optionalWords("group"), Limit: m.whole("limit", 500), Sort: m.optional("sort"),
		Columns: m.columns(),
	}
	m.done()
	return t, errs.orNil()
}

func (m *mapping) columns() (columns []TableColumn) {
	v, ok := m.take("columns")
	if !ok {
		m.missing("columns", "[nickname, energy_per_token_joules]")
		return nil
	}
	for _, n := range v.list() {
		if text, ok := n.scalar(); ok && text != "" {
			columns = append(columns, TableColumn{Value: text, Keys: Keys{File: n.file, Line: n.line}})
		} else if e, ok := m.mapping(n); ok {
			columns = append(columns, TableColumn{
				Value: e.text("value", "energy_per_token_joules"), Label: e.optional("label"), Unit: e.optional("unit"),
				Format: e.optional("format"), Keys: e.places(),
			})
			e.done()
		}
	}
	return columns
}
