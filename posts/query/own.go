package query

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Bounds of an author's own data, which are small: what is measured is a source.
const (
	mostOwnRows    = 10_000
	mostOwnColumns = 100
	perOwnByte     = 8 // of the budget of all texts, for each time that the file is read
)

var ownName = regexp.MustCompile(`^[a-z][a-z0-9_]{0,60}$`)

// numbers is the type of a column of numbers.
const numbers = "number?"

// ownFile is an author's file as it was read: numbers are float64, nil is missing.
type ownFile struct {
	name string
	head []string
	rows [][]any
	line int // of the first row
}

// own is the table of a file of the author. The error does not name the key.
func (t *Text) own(name string) (data.Table, error) {
	file, err := t.content.Table(name)
	if err != nil {
		return data.Table{}, err
	}
	if err := t.Take(perOwnByte * len(file)); err != nil {
		return data.Table{}, err
	}
	read := readCSV
	if content.FileKey(name) == "parquet" {
		read = readParquet
	}
	f, err := read(file)
	if err != nil {
		return data.Table{}, fmt.Errorf("%s: %w", name, err)
	}
	f.name = name
	return f.table()
}

// readCSV reads a file whose first line names the columns. A column of numbers and empty cells is one of numbers.
func readCSV(file []byte) (f ownFile, err error) {
	r := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(file, []byte("\ufeff"))))
	r.TrimLeadingSpace, r.Comment = true, '#'
	lines, err := r.ReadAll()
	if err != nil {
		return f, fmt.Errorf("%w; give every line as many cells as the first", err)
	}
	if len(lines) == 0 {
		return f, nil
	}
	f = ownFile{head: lines[0], line: 2}
	for _, line := range lines[1:] {
		f.rows = append(f.rows, lists.Map(line, func(cell string) any {
			if cell == "" {
				return nil
			}
			return cell
		}))
	}
	for i := range f.head {
		read := make([]any, len(f.rows))
		for n, row := range f.rows {
			text, filled := row[i].(string)
			x, err := units.ParseNumber(text)
			if filled && err != nil {
				read = nil
				break
			}
			if filled {
				read[n] = x
			}
		}
		for n := range read {
			f.rows[n][i] = read[n]
		}
	}
	return f, nil
}

// readParquet reads the columns of text, numbers and truths; others are an error.
func readParquet(file []byte) (f ownFile, err error) {
	open, err := columnfile.Open(file)
	if err != nil {
		return f, err
	}
	f = ownFile{rows: make([][]any, min(open.Rows, mostOwnRows+1)), line: 1}
	for _, c := range open.Columns {
		values, err := open.Read(c)
		if err != nil {
			return f, fmt.Errorf("column %s: %w; write it as text or numbers", c.Name, err)
		}
		f.head = append(f.head, c.Name)
		for i := range f.rows {
			v := values.At(i)
			if x, ok := data.Number(v); ok {
				v = x
			} else if v != nil {
				v = data.Text(v)
			}
			f.rows[i] = append(f.rows[i], v)
		}
	}
	return f, nil
}

// table checks names and size.
func (f ownFile) table() (data.Table, error) {
	if len(f.rows) < 1 || len(f.rows) > mostOwnRows || len(f.head) > mostOwnColumns {
		return data.Table{}, fmt.Errorf("%s: expected names of columns, 1 to %d rows and at most %d columns; a larger file is a source (--source)",
			f.name, mostOwnRows, mostOwnColumns)
	}
	d := data.Declaration{Traits: data.Traits{Domain: "own"}}
	for i, column := range f.head {
		if !ownName.MatchString(column) || column == "run" || column == "domain" || slices.Contains(f.head[:i], column) {
			return data.Table{}, fmt.Errorf("%s:1: column %q: use a name of a-z, 0-9 and _, beginning with a letter, other than run and domain, once",
				f.name, column)
		}
		field := data.DeclaredField{Name: column, Type: numbers, Label: strings.ReplaceAll(column, "_", " ")}
		if slices.ContainsFunc(f.rows, func(row []any) bool { _, text := row[i].(string); return text }) {
			field.Type = "text?"
		}
		d.Fields = append(d.Fields, field)
	}
	faults := &data.Faults{}
	schema := d.Schema(faults)
	if err := faults.Err(); err != nil {
		return data.Table{}, fmt.Errorf("%s: %w", f.name, err)
	}
	return f.filled(schema)
}

func (f ownFile) filled(schema *data.Schema) (data.Table, error) {
	in := data.NewIntake(schema)
	for n, cells := range f.rows {
		run := data.NewRow(schema)
		for i, column := range f.head {
			v := cells[i]
			if field, _ := schema.Field(column); v != nil && field.Kind == data.String {
				v = data.Text(v)
			}
			if err := run.Set(column, v); err != nil {
				return data.Table{}, fmt.Errorf("%s:%d: %w", f.name, n+f.line, err)
			}
		}
		in.Add(run, f.name, n+f.line)
	}
	if len(in.Problems) > 0 {
		return data.Table{}, errors.New(strings.Join(lists.Map(in.Problems, data.Problem.Error), "; "))
	}
	return in.Table(false), nil
}

// joined are the runs with the columns of an author's file: each run with those of the row that has its values of the
// fields On. A run without such a row has no values of them. The error is a [content.Error].
func (t *Text) joined(runs data.Table, j *content.Join) (data.Table, error) {
	own, err := t.own(j.File)
	if err != nil {
		return runs, j.Fault(content.FileKey(j.File), "%v", err)
	}
	for _, side := range []data.Table{runs, own} {
		for _, field := range j.On {
			if !side.Schema().Has(field) {
				return runs, j.Fault("on", "%s has no field %q; name fields that the runs and %s have", domainOf(side), field, j.File)
			}
		}
	}
	key := func(side data.Table, i int) string {
		return strings.Join(lists.Map(j.On, func(field string) string { return side.Text(i, field) }), "\x00")
	}
	rows := map[string]int{}
	for i := range own.Len() {
		if first, twice := rows[key(own, i)]; twice {
			return runs, j.Fault("on", "rows %d and %d of %s have the same %s; add a field that tells them apart", first+1, i+1, j.File,
				strings.Join(j.On, ", "))
		}
		rows[key(own, i)] = i
	}
	matches := lists.Times(runs.Len(), func(i int) int {
		if row, has := rows[key(runs, i)]; has {
			return row
		}
		return -1
	})
	if lists.All(matches, func(row int) bool { return row < 0 }) {
		return runs, j.Fault("on", "no run has the %s of a row of %s; write them as the runs do", strings.Join(j.On, ", "), j.File)
	}
	var added []data.Added
	for _, f := range own.Schema().Fields() {
		if f.Role == data.RoleRun || f.Name == "domain" || slices.Contains(j.On, f.Name) {
			continue
		}
		added = append(added, data.Added{Field: f, Values: lists.Map(matches, func(row int) any {
			if row < 0 {
				return nil
			}
			return own.Value(row, f.Name)
		})})
	}
	wider, err := runs.With(added...)
	if err != nil {
		return runs, j.Fault(content.FileKey(j.File), "%s: %v", j.File, err)
	}
	return wider, nil
}

// sourceNote names the files of the author's own data.
func (p *panel) sourceNote() string {
	files := []string{p.File}
	if p.Join != nil {
		files = append(files, p.Join.File)
	}
	names := lists.Map(lists.NonZero(files), path.Base)
	if len(names) == 0 {
		return ""
	}
	return p.text.content.Words.Say("plot.own", "file", strings.Join(names, ", "))
}
