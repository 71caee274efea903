package site

import (
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// mostFigureRows is how many rows of a figure's table come with the page. Whoever opens
// a longer one gets all rows from the figure's file, which few readers do: of a task's
// page the tables would be more than half.
const mostFigureRows = 10

// tabulate gives a figure the table of what it draws, of a long one those rows that the
// drawing marks. The figure has its links already; the first leads to all rows.
func (p *page) tabulate(v *templates.Figure, f charts.Figure) {
	if short(f.Rows) {
		v.Table = p.figureTable(v.ID, f)
		return
	}
	v.TableRows = len(f.Rows)
	f.Rows = labelled(f.Rows)
	v.Table = p.figureTable(v.ID, f)
	v.Table.More = templates.Said(p.listed(f.Rows, v.TableRows, v.Links[0].Href))
}

func short(rows []charts.Row) bool { return len(rows) <= mostFigureRows }

// labelled are the rows that a drawing marks, or the first where it marks none.
func labelled(rows []charts.Row) []charts.Row {
	marked := lists.Filter(rows, func(r charts.Row) bool { return r.Mark != "" })
	if len(marked) == 0 {
		marked = rows
	}
	return marked[:min(len(marked), mostFigureRows)]
}

// listed says which rows of a long table these are, and where all are.
func (p *page) listed(rows []charts.Row, all int, href string) []words.Run {
	if rows[0].Mark != "" {
		return p.content.Words.Rich("figure.marked", "n", all, "shown", len(rows), "href", href)
	}
	return p.content.Words.Rich("figure.listed", "n", all, "shown", len(rows), "href", href)
}

// tableRow is what a row has beside the texts of its cells, so that a script makes the
// row that the build would have made.
type tableRow struct {
	Model  string   `json:"model,omitempty"`
	Mark   string   `json:"mark,omitempty"`
	Href   string   `json:"href,omitempty"`
	Values []string `json:"values"` // of the cells, in full precision; "" where the text is all
}

// rowsInFull are the rows of a long table, as many as tables show; nil for one that comes
// whole with its page.
func (p *page) rowsInFull(f charts.Figure) []tableRow {
	if short(f.Rows) {
		return nil
	}
	rows := make([]tableRow, min(len(f.Rows), mostTableRows))
	for i, r := range f.Rows[:len(rows)] {
		rows[i] = tableRow{Model: r.Model, Mark: r.Mark, Href: p.toRun(r.Run), Values: make([]string, len(r.Cells))}
		for j, c := range r.Cells {
			rows[i].Values[j] = c.Value
		}
	}
	return rows
}

// figureTable is a table of rows that a figure draws.
func (p *page) figureTable(id string, f charts.Figure) *templates.Table {
	t := templates.Table{ID: id + "-table", Label: p.content.Words.Say("figure.table_of", "title", f.Title), Wide: true}
	for i, c := range f.Columns {
		t.Columns = append(t.Columns, columnOf(i, c))
	}
	for _, r := range f.Rows[:min(len(f.Rows), mostTableRows)] {
		row := templates.Row{Run: r.Run, Model: r.Model, Mark: r.Mark}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, templates.Cell{Text: c.Text, Value: c.Value})
		}
		if len(row.Cells) > 0 {
			row.Cells[0].Href = p.toRun(r.Run)
		}
		t.Rows = append(t.Rows, row)
	}
	return &t
}

// columnOf heads a column of a figure's table, of which the first names the rows.
func columnOf(i int, c charts.Column) templates.Column {
	column := templates.Column{Field: c.Field, Label: c.Label, Unit: c.Unit}
	switch {
	case i == 0:
		column.Kind = templates.Name
	case c.Number:
		column.Kind = templates.Number
	case c.Long:
		column.Kind = templates.Long
	}
	return column
}
