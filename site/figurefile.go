package site

import (
	"bytes"
	"encoding/json"
	"path"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/live"
	"github.com/jouleboard/jouleboard/provenance"
)

// figureFile is what a page's script loads when a figure is in view: the rows that its marks stand for, and where the options
// are that draw what the static picture shows.
type figureFile struct {
	Drawings string         `json:"drawings"` // file beside this one with the charts, the widest first
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
}

// liveFigure notes the figure's file among those that the page loads and gives its
// address.
func (p *page) liveFigure(f charts.Figure, table []tableRow) (string, error) {
	file := figureFile{Rows: make([][]string, len(f.Rows)), Runs: runsOf(f.Rows), Table: table}
	drawings, err := p.loadJSON("assets/drawings.json", live.FileOf(append([]charts.Drawing{f.Wide}, f.Smaller...)))
	if err != nil {
		return "", err
	}
	file.Drawings = path.Base(drawings)
	for _, c := range f.Columns {
		file.Columns = append(file.Columns, figureColumn{c.Label, c.Unit})
	}
	if file.Runs != nil {
		file.Run = p.to(provenance.Address("{run}", p.runs.Len()))
	}
	for i, r := range f.Rows {
		for _, c := range r.Cells {
			file.Rows[i] = append(file.Rows[i], c.Text)
		}
	}
	return p.loadJSON("assets/figure.json", file)
}

// runsOf are the runs of the rows, nil if none has one.
func runsOf(rows []charts.Row) []string {
	runs := make([]string, len(rows))
	some := false
	for i, r := range rows {
		runs[i] = r.Run
		some = some || r.Run != ""
	}
	if !some {
		return nil
	}
	return runs
}

// loaded is a file of one page: what its script loads, what its figures and its
// head link to.
type loaded struct {
	address string
	content []byte
}

// load notes a file of this page, to be written with it, and gives the address of
// the file from the page.
func (p *page) load(name string, content []byte) string {
	address := hashedName(name, content)
	p.loads = append(p.loads, loaded{address, content})
	return p.to(address)
}

// writeLoaded writes the files of a page. What another page has written already
// has the same name, because it has the same content.
func (e *edition) writeLoaded(w *recorder, files []loaded) error {
	for _, f := range files {
		if _, again := e.written.LoadOrStore(f.address, true); again {
			w.note(f.address, f.content)
			continue
		}
		if err := w.Write(f.address, f.content); err != nil {
			return err
		}
	}
	return nil
}

// writeHashed writes a file under a name with its hash, which is its address.
func writeHashed(w writer, name string, content []byte) (address string, err error) {
	address = hashedName(name, content)
	return address, w.Write(address, content)
}

// writeJSON writes such a file for scripts.
func writeJSON(w writer, name string, v any) (address string, err error) {
	content, err := compactJSON(v)
	if err != nil {
		return "", err
	}
	return writeHashed(w, name, content)
}

// loadJSON notes one of this page, and gives its address from the page.
func (p *page) loadJSON(name string, v any) (string, error) {
	content, err := compactJSON(v)
	return p.load(name, content), err
}

// compactJSON is for files of their own, never part of a page.
func compactJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return b.Bytes(), err
}
