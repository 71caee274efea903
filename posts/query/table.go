package query

import (
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
)

// Table is a declared table with its computed rows.
type Table struct {
	Name, Title, Caption string
	Columns              []charts.Column
	Rows                 []charts.Row
	More                 int // rows beyond the limit
}

// Table computes a table. Its error is of type [content.Errors].
func (t *Text) Table(d content.Table) (Table, error) {
	out, err := t.table(d)
	if err != nil {
		return out, content.Errors{asFault(err, d.Keys)}
	}
	return out, nil
}

func (t *Text) table(d content.Table) (Table, error) {
	out := Table{Name: d.ID}
	var err error
	if out.Title, err = t.Fill(d.Title); err != nil {
		return out, d.Fault("title", "%v", err)
	}
	if out.Caption, err = t.Fill(d.Caption); err != nil {
		return out, d.Fault("caption", "%v", err)
	}
	runs, err := t.selected(d.Selection)
	if err != nil {
		return out, err
	}
	if err := nonEmpty(runs, d.Selection); err != nil {
		return out, err
	}
	if len(d.Group) > 0 {
		err = t.groupRows(&out, d, runs)
	} else {
		err = t.runRows(&out, d, runs)
	}
	if err == nil {
		err = out.order(d)
	}
	return out, err
}

// runRows makes a row of each run; cells hold its values.
func (t *Text) runRows(out *Table, d content.Table, runs table) error {
	out.Rows = make([]charts.Row, runs.Len())
	for i := range out.Rows {
		out.Rows[i].Run, out.Rows[i].Model = runs.Run(i), runs.the(data.RoleModel, i)
	}
	return t.fillColumns(out, d, runs, func(c content.TableColumn) ([]any, error) { return runs.Evaluate(c.Value) })
}

// fillColumns adds the cells of each column to the rows; values are those of a column, one a row.
func (t *Text) fillColumns(
	out *Table, d content.Table, runs table, values func(content.TableColumn) ([]any, error),
) error {
	if err := t.Take(len(out.Rows) * len(d.Columns) * cellCost); err != nil {
		return err
	}
	for _, c := range d.Columns {
		own, err := values(c)
		if err != nil {
			return c.Fault("value", "%v", err)
		}
		column, err := t.heading(c, runs)
		if err != nil {
			return err
		}
		for i, v := range own {
			if err := t.addCell(&out.Rows[i], &column, v, c, runs); err != nil {
				return err
			}
		}
		out.Columns = append(out.Columns, column)
	}
	return nil
}

// groupRows makes a row of each group; cells hold what is computed from its runs,
// which the expressions call "runs".
func (t *Text) groupRows(out *Table, d content.Table, runs table) error {
	keys, err := keysOf(runs, d.Group)
	if err != nil {
		return d.Fault("group", "%v", err)
	}
	groups := lists.Group(lists.Indices(runs.Len()), func(i int) string { return keys[i] })
	out.Rows = make([]charts.Row, len(groups))
	return t.fillColumns(out, d, runs, func(c content.TableColumn) (values []any, err error) {
		for _, members := range groups {
			v, err := t.ofGroup(c, d, runs.only(members))
			if err != nil {
				return nil, err
			}
			values = append(values, v)
		}
		return values, nil
	})
}

// ofGroup is one of the grouping expressions, or a value computed from the runs.
func (t *Text) ofGroup(c content.TableColumn, d content.Table, group table) (any, error) {
	if slices.Contains(d.Group, c.Value) {
		values, err := group.Evaluate(c.Value)
		if err != nil {
			return nil, err
		}
		return values[0], nil
	}
	within := &Text{Results: t.Results, declared: t.declared, chosen: map[string]table{"runs": group}, matches: t.matches}
	return within.evaluate(c.Value, false)
}

// heading names a column by its field, or as declared.
func (t *Text) heading(c content.TableColumn, runs table) (charts.Column, error) {
	column := charts.Column{Label: c.Label, Unit: c.Unit}
	f, ok := runs.field(c.Value)
	switch {
	case ok:
		column.Field = f.Name
		p := panel{Panel: content.Panel{Selection: content.Selection{Keys: c.Keys}}, text: t, runs: runs}
		m := measured{Measure: content.Measure{Label: c.Label, Unit: c.Unit}, field: f, label: c.Label, unit: c.Unit}
		if err := p.named("value", &m); err != nil {
			return column, err
		}
		column.Label, column.Unit = m.label, m.unit
	case c.Label == "":
		return column, c.Fault("", "%s is not a field; describe it: {value: …, label: …, unit: …}", c.Value)
	}
	return column, nil
}

func (t *Text) addCell(row *charts.Row, column *charts.Column, v any, c content.TableColumn, runs table) error {
	cell := charts.Cell{Text: data.Text(v)}
	if c.Value == runs.Schema().Name(data.RoleTask) {
		cell.Text = t.content.Task(cell.Text, runs.name()).Name
	}
	if x, ok := data.Number(v); ok {
		text, err := Format(x, c.Format)
		if err != nil {
			return c.Fault("format", "%v", err)
		}
		cell = charts.Cell{Text: t.content.Words.Written(text), Value: data.Text(x)}
		column.Number = true
	}
	row.Cells = append(row.Cells, cell)
	return nil
}

// order sorts and cuts the rows as declared.
func (out *Table) order(d content.Table) error {
	if d.Sort != "" {
		number, sign := order(d.Sort)
		n, err := strconv.Atoi(number)
		if err != nil || n < 1 || n > len(out.Columns) {
			return d.Fault("sort", "expected the number of a column from 1 to %d, with a prefix - for descending; got %q", len(out.Columns), d.Sort)
		}
		slices.SortStableFunc(out.Rows, func(a, b charts.Row) int {
			return data.Compare(cellValue(a.Cells[n-1]), cellValue(b.Cells[n-1]), sign)
		})
	}
	if d.Limit > 0 && len(out.Rows) > d.Limit {
		out.More = len(out.Rows) - d.Limit
		out.Rows = out.Rows[:d.Limit]
	}
	return nil
}

func cellValue(c charts.Cell) any {
	if x, err := strconv.ParseFloat(c.Value, 64); err == nil {
		return x
	}
	if c.Text == "" {
		return nil
	}
	return c.Text
}
