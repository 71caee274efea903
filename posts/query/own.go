package query

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Bounds of an author's own data, which are small: what is measured is a source.
const (
	mostOwnRows    = 10_000
	mostOwnColumns = 100
)

var ownName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,60}$`)

// numbers is the type of a column of numbers.
const numbers = "number?"

// own is the table of a CSV file of the author: its first line names the columns, numbers are columns of numbers, an empty
// cell is missing.
func (t *Text) own(s content.Selection) (table, error) {
	file, err := t.content.Table(s.CSV)
	if err != nil {
		return table{}, s.Fault("csv", "%v", err)
	}
	read, err := ownTable(s.CSV, file)
	if err != nil {
		return table{}, s.Fault("csv", "%v", err)
	}
	return read, nil
}

func ownTable(name string, file []byte) (table, error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff"))))
	r.TrimLeadingSpace, r.Comment = true, '#'
	lines, err := r.ReadAll()
	if err != nil {
		return table{}, fmt.Errorf("%s: %w; give every line as many cells as the first", name, err)
	}
	if len(lines) < 2 || len(lines) > mostOwnRows+1 || len(lines[0]) > mostOwnColumns {
		return table{}, fmt.Errorf("%s: expected a line of names, 1 to %d rows and at most %d columns; a larger file is a source (--source)",
			name, mostOwnRows, mostOwnColumns)
	}
	head, rows := lines[0], lines[1:]
	d := data.Declaration{Traits: data.Traits{Domain: "own"}}
	for i, column := range head {
		if !ownName.MatchString(column) || column == "run" || column == "domain" || slices.Contains(head[:i], column) {
			return table{}, fmt.Errorf("%s:1: column %q: use a name of a-z, 0-9 and _, beginning with a letter, other than run and domain, once", name, column)
		}
		f := data.DeclaredField{Name: column, Type: numbers, Label: strings.ReplaceAll(column, "_", " ")}
		if slices.ContainsFunc(rows, func(row []string) bool { _, err := strconv.ParseFloat(row[i], 64); return row[i] != "" && err != nil }) {
			f.Type = "text?"
		}
		d.Fields = append(d.Fields, f)
	}
	return ownRows(name, d, rows)
}

func ownRows(name string, d data.Declaration, rows [][]string) (table, error) {
	faults := &data.Faults{}
	schema := d.Schema(faults)
	if err := faults.Err(); err != nil {
		return table{}, fmt.Errorf("%s: %w", name, err)
	}
	in := data.NewIntake(schema)
	for n, cells := range rows {
		run := data.NewRow(schema)
		for i, f := range d.Fields {
			var v any = cells[i]
			if x, err := strconv.ParseFloat(cells[i], 64); f.Type == numbers && err == nil {
				v = x
			}
			if cells[i] == "" {
				v = nil
			}
			if err := run.Set(f.Name, v); err != nil {
				return table{}, fmt.Errorf("%s:%d: %w", name, n+2, err)
			}
		}
		in.Add(run, name, n+2)
	}
	if len(in.Problems) > 0 {
		return table{}, fmt.Errorf("%s", strings.Join(lists.Map(in.Problems, func(p data.Problem) string { return p.Error() }), "; "))
	}
	return table{in.Table(false)}, nil
}

// sourceNote names the file of the author's own data.
func (p *panel) sourceNote() string {
	if p.CSV == "" {
		return ""
	}
	return p.text.content.Words.Say("plot.own", "file", path.Base(p.CSV))
}
