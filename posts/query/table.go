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
	charts.Table
	More int // rows beyond the limit
}

// Table computes a table. Its error is of type [content.Errors].
func (t *Text) Table(d content.Table) (Table, error) {
	out, err := t.table(d)
	if err != nil {
		return out, content.Errors{asFault(err, d.Keys, "")}
	}
	return out, nil
}

func (t *Text) table(d content.Table) (out Table, err error) {
	out.Name = d.ID
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
	values, err := t.rows(&out, d, runs)
	if err == nil {
		err = t.Take(len(out.Rows) * len(d.Columns) * cellCost)
	}
	for _, c := range d.Columns {
		if err == nil {
			err = t.addColumn(&out, c, runs, values)
		}
	}
	if err == nil {
		err = out.order(d)
	}
	return out, err
}

// columnValues are what a column has in the rows of a table.
type columnValues func(content.TableColumn) ([]any, error)

// rows makes a row of each run, or of each group, and returns what columns have in them: the values
// of runs, or what is computed from the runs of a group, which expressions call "runs".
func (t *Text) rows(out *Table, d content.Table, runs data.Table) (columnValues, error) {
	if len(d.Group) == 0 {
		out.Rows = lists.Times(runs.Len(), func(i int) charts.Row {
			return charts.Row{Run: runs.Run(i), Model: textOf(runs, data.RoleModel, i)}
		})
		return func(c content.TableColumn) ([]any, error) { return runs.Evaluate(c.Value) }, nil
	}
	keys, err := keysOf(runs, d.Group)
	if err != nil {
		return nil, d.Fault("group", "%v", err)
	}
	groups := lists.Group(lists.Indices(runs.Len()), func(i int) string { return keys[i] })
	out.Rows = make([]charts.Row, len(groups))
	return func(c content.TableColumn) ([]any, error) {
		values := make([]any, len(groups))
		for i, members := range groups {
			if values[i], err = t.ofGroup(c, d, runs.Only(members)); err != nil {
				return nil, err
			}
		}
		return values, nil
	}, nil
}

// ofGroup is one of the grouping expressions, or a value computed from the runs.
func (t *Text) ofGroup(c content.TableColumn, d content.Table, group data.Table) (any, error) {
	if slices.Contains(d.Group, c.Value) {
		values, err := group.Evaluate(c.Value)
		if err != nil {
			return nil, err
		}
		return values[0], nil
	}
	within := *t
	within.chosen = map[string]data.Table{"runs": group}
	v, _, err := within.compute(c.Value, false)
	return v, err
}

// addColumn adds a column, with a cell in each row.
func (t *Text) addColumn(
	out *Table, c content.TableColumn, runs data.Table, values columnValues,
) error {
	own, err := values(c)
	if err != nil {
		return c.Fault("value", "%v", err)
	}
	column, err := t.heading(c, runs)
	if err != nil {
		return err
	}
	for i, v := range own {
		cell := charts.Cell{Text: data.Text(v)}
		if c.Value == runs.Schema().Name(data.RoleTask) {
			cell.Text = t.content.Task(cell.Text, domainOf(runs)).Name
		}
		if x, ok := data.Number(v); ok {
			text, err := Format(x, c.Format)
			if err != nil {
				return c.Fault("format", "%v", err)
			}
			cell, column.Number = charts.Cell{Text: t.content.Words.Written(text), Value: data.Text(x)}, true
		}
		out.Rows[i].Cells = append(out.Rows[i].Cells, cell)
	}
	out.Columns = append(out.Columns, column)
	return nil
}

// heading names a column by its field, or as declared.
func (t *Text) heading(c content.TableColumn, runs data.Table) (charts.Column, error) {
	f, ok := runs.Schema().Field(c.Value)
	if !ok && c.Label == "" {
		return charts.Column{}, c.Fault("", "%s is not a field; describe it: {value: …, label: …, unit: …}", c.Value)
	}
	p := panel{Panel: content.Panel{Selection: content.Selection{Keys: c.Keys}}, text: t, runs: runs}
	declared := content.Measure{Label: c.Label, Unit: c.Unit}
	m := measured{Measure: declared, field: f, label: c.Label, unit: c.Unit}
	if ok {
		p.named("value", &m)
	}
	return charts.Column{Field: f.Name, Label: m.label, Unit: m.unit}, p.err
}

// order sorts and cuts the rows as declared.
func (out *Table) order(d content.Table) error {
	if d.Sort != "" {
		number, sign := data.Order(d.Sort)
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
