package site

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"path"
	"slices"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/live"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/provenance"
	"github.com/jouleboard/jouleboard/templates"
)

// figureFile is what a page's script loads when a figure is in view: the rows that its marks stand for, and where the options
// are that draw what the static picture shows.
type figureFile struct {
	Drawings string         `json:"drawings,omitempty"` // file beside this one with the charts, the widest first
	Columns  []figureColumn `json:"columns"`
	Rows     [][]string     `json:"rows"`           // as shown, a cell for each column
	Runs     []string       `json:"runs,omitempty"` // of the rows, "" for those without
	Run      string         `json:"run,omitempty"`  // address of a run's page, with {run} in place of its ID
	// Table contains the links and badges of a long table's rows, or of the first ones if there are too many for a
	// table.
	Table []tableRow `json:"table,omitempty"`
}

type figureColumn struct {
	Label string `json:"label"`
	Unit  string `json:"unit,omitempty"`
	All   string `json:"all,omitempty"` // the text of all rows, which do not repeat it
}

// liveFigure notes the figure's file among those that the page loads and gives its
// address.
func (p *page) liveFigure(f charts.Figure, table []tableRow) string {
	file := p.rowsFile(f, table)
	file.Drawings = path.Base(p.loadJSON("assets/drawings.json", live.FileOf(append([]charts.Drawing{f.Wide}, f.Smaller...))))
	return p.loadJSON("assets/figure.json", file)
}

// rowsFile is what the file of a figure says of its rows.
func (p *page) rowsFile(f charts.Figure, table []tableRow) *figureFile {
	file := &figureFile{Rows: make([][]string, len(f.Rows)), Table: table}
	file.Columns = lists.Map(f.Columns, func(c charts.Column) figureColumn { return figureColumn{Label: c.Label, Unit: c.Unit} })
	if slices.ContainsFunc(f.Rows, func(r charts.Row) bool { return r.Run != "" }) {
		file.Runs = lists.Map(f.Rows, func(r charts.Row) string { return r.Run })
		file.Run = p.to(provenance.Address("{run}", p.runs.Len()))
	}
	for i, r := range f.Rows {
		file.Rows[i] = lists.Map(r.Cells, func(c charts.Cell) string { return c.Text })
	}
	return file
}

// shortened has a name that all rows have once: their model, in a figure of one.
func (f *figureFile) shortened() *figureFile {
	names := lists.Distinct(lists.Map(f.Rows, func(row []string) string { return row[0] }))
	if len(names) == 1 && names[0] != "" {
		f.Columns[0].All = names[0]
		for i := range f.Rows {
			f.Rows[i] = f.Rows[i][1:]
		}
	}
	return f
}

// loaded is a file of one page: what its script loads, what its figures and its
// head link to.
type loaded struct {
	address string
	content []byte
	kept    *partFile // of the last build, nil for one with content
}

// load notes a file of this page, to be written with it, and gives the address of
// the file from the page.
func (p *page) load(name string, content []byte) string {
	address := hashedName(name, content)
	p.loads = append(p.loads, loaded{address: address, content: content})
	return p.to(address)
}

// writeLoaded writes the files of a page. What another page has written already
// has the same name, because it has the same content.
func (e *edition) writeLoaded(w *recorder, files []loaded) error {
	for _, f := range files {
		var err error
		switch _, again := e.written.LoadOrStore(f.address, true); {
		case f.kept != nil:
			w.files = append(w.files, *f.kept)
			if !again {
				err = e.parts.tree.Keep(f.address)
			}
		case again:
			w.note(f.address, f.content)
		default:
			err = w.Write(f.address, f.content)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// writeMade writes a file whose content was made, or says why it was not.
func writeMade(w writer, name string, content []byte, err error) error {
	if err != nil {
		return err
	}
	return w.Write(name, content)
}

// writeHashed writes a file under a name with its hash, which is its address.
func writeHashed(w writer, name string, content []byte) (address string, err error) {
	address = hashedName(name, content)
	return address, w.Write(address, content)
}

// zippedJSON is the content of a large file for scripts: not every server compresses what it sends, and none what it keeps.
func zippedJSON(v any) ([]byte, error) {
	content, err := compactJSON(v)
	return zipped(content), err
}

func zipped(content []byte) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	if _, failed := w.Write(content); cmp.Or(err, failed, w.Close()) != nil {
		panic("site: a buffer takes everything, and the level is one")
	}
	return b.Bytes()
}

// loadJSON notes one of this page, and gives its address from the page.
func (p *page) loadJSON(name string, v any) string {
	content, err := compactJSON(v)
	p.fail(err)
	return p.load(name, content)
}

// compactJSON is for files of their own, never part of a page.
func compactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}

// tabulate gives a figure the table of what it draws, of a long one those rows that the
// drawing marks. The figure has its links already; the first leads to all rows.
func (p *page) tabulate(v *templates.Figure, f charts.Figure) {
	if short(f.Rows) {
		v.Table = p.figureTable(v.ID, f)
		return
	}
	v.TableRows = len(f.Rows)
	marked := labelled(f.Rows)
	f.Rows = marked[:min(len(marked), mostFigureRows)]
	v.Table = p.figureTable(v.ID, f)
	v.Table.More = p.listed(f.Rows, len(marked), v.TableRows, v.Links[0].Href)
}

func short(rows []charts.Row) bool { return len(rows) <= mostFigureRows }

// labelled are the rows that a drawing marks, or the first where it marks none.
func labelled(rows []charts.Row) []charts.Row {
	marked := lists.Filter(rows, func(r charts.Row) bool { return r.Mark != "" })
	if len(marked) == 0 {
		return rows
	}
	return marked
}

// listed says which rows of a long table these are, how many of those that a drawing marks, and where all are.
func (p *page) listed(rows []charts.Row, marked, all int, href string) []words.Run {
	switch {
	case rows[0].Mark != "" && marked > len(rows):
		return p.content.Words.Rich("figure.marked_first", "n", all, "shown", len(rows), "marked", marked, "href", href)
	case rows[0].Mark != "":
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
		row.Cells = lists.Map(r.Cells, func(c charts.Cell) templates.Cell { return templates.Cell{Text: c.Text, Value: c.Value} })
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
