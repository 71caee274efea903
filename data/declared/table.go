package declared

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/faultwords"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/internal/placed"
	"github.com/jouleboard/jouleboard/internal/tabletext"
	"github.com/jouleboard/jouleboard/internal/textlog"
)

// table is the rows of a file, of which one is the current.
type table interface {
	// find gives what reads the current row's value at a path of keys; nil where no row has one
	find(path string) func() any
	// scope is the current row
	scope() *scope
	// next goes to the next row. A row that cannot be read is told by fault.
	next() (ok bool, fault error)
	close()
}

// missing are the texts that stand for nothing.
type missing map[string]bool

func (r Rows) missing() missing {
	return lists.By(r.Missing, func(text string) (string, bool) { return text, true })
}

// has reports whether a text stands for nothing.
func (m missing) has(s string) bool { return s == "" || len(m) > 0 && m[strings.TrimSpace(s)] }

// of is a value, nil for a text that stands for nothing.
func (m missing) of(v any) any {
	if s, is := v.(string); is && m.has(s) {
		return nil
	}
	return v
}

// openTable is the rows of a file, whose patterns of lines may do some work. size of a Parquet file is bounded by what memory holds.
func openTable(file io.ReadSeeker, format string, r Rows, wanted func(string) bool, work *int, kept bool) (table, error) {
	switch format {
	case "csv", "tsv", "md", "sql", "text":
		return newCells(file, format, r, work)
	case "parquet":
		return newColumns(file, r)
	}
	return newTrees(file, format, r, wanted, kept), nil
}

// cells are the rows of a CSV file.
type cells struct {
	*ahead[line]
	header  []string
	places  map[string]int // of the columns, the first of each name
	missing missing
	row     []string
	log     *textlog.Reader // of a text
}

// line is a row of a CSV file, or why it cannot be read.
type line struct {
	cells []string
	fault error
}

// cellsAtOnce are read ahead at most.
const cellsAtOnce = 100_000

func newCells(file io.Reader, format string, r Rows, work *int) (*cells, error) {
	bound := tabletext.NewBounded(file)
	head, _ := bound.Peek(1 << 16)
	mark, err := filetree.TextStart(head)
	if err != nil {
		return nil, err
	}
	if bytes.IndexByte(head, '\r') >= 0 && bytes.IndexByte(head, '\n') < 0 {
		return nil, errors.New("its lines end in carriage returns; save it with line feeds")
	}
	_, _ = bound.Discard(mark)
	rows, log := rowReader(format, bound, r, work)
	read := filledDown(rows, r.Down)
	c := &cells{missing: r.missing(), log: log}
	for range max(1, r.Header) {
		names, err := read()
		switch {
		case errors.Is(err, io.EOF) && c.header == nil && format == "md":
			return nil, errors.New("has no table; add one, or leave the file out with “but”")
		case errors.Is(err, io.EOF) && c.header == nil:
			return nil, filetree.ErrEmpty
		case err != nil:
			if _, is := errors.AsType[*placed.Error](err); is {
				return nil, err
			}
			return nil, fmt.Errorf("its header cannot be read: %w", withoutLine(err, len(names), len(c.header)))
		}
		if c.header == nil {
			c.header = make([]string, len(names))
		}
		for i, name := range names {
			name = strings.TrimSpace(name)
			c.header[i] += when(name != "" && c.header[i] != "", " / ") + name
		}
	}
	isIn := func(mark string) bool { return strings.Contains(c.header[0], mark) }
	if mark, is := lists.Find(tabletext.Marks, isIn); is && len(c.header) == 1 && format == "csv" {
		return nil, placed.At([]any{"separator"}, "its header is one column, %q; if %q separates columns, state “separator: %q” under rows",
			data.ClipName(c.header[0]), mark, mark)
	}
	c.places = make(map[string]int, len(c.header))
	for i, name := range slices.Backward(c.header) {
		c.places[name] = i
	}
	c.ahead = readAhead(func(rows int) bool { return rows == rowsAtOnce || rows*len(c.header) >= cellsAtOnce }, func(yield func(line) bool) error {
		for {
			row, err := read()
			bound.Next()
			_, wrong := errors.AsType[*csv.ParseError](err)
			switch {
			case errors.Is(err, io.EOF):
				return nil
			case err != nil && !wrong:
				return err
			case wrong && len(row) > 0 && len(row) < len(c.header) && bound.CutOff():
				at, _ := errors.AsType[*csv.ParseError](err)
				yield(line{row, fmt.Errorf("line %d: the file ends within it: it is cut off; copy it again, or complete the line", at.Line)})
				return nil
			case !yield(line{row, withoutLine(err, len(row), len(c.header))}):
				return nil
			}
		}
	})
	return c, nil
}

// rowReader reads the header and the rows of a table in a text.
func rowReader(format string, file tabletext.Bounded, r Rows, work *int) (read func() ([]string, error), of *textlog.Reader) {
	switch format {
	case "md":
		return tabletext.Markdown(file.Line), nil
	case "sql":
		return tabletext.SQL(file.Line), nil
	case "text":
		of = textlog.New(file.Line, r.Lines, work)
		return of.Read, of
	}
	cells := csv.NewReader(file.Reader)
	if begin, _ := file.Peek(1 << 16); tabletext.Commented(begin) {
		cells.Comment = '#'
	}
	if format == "tsv" {
		cells.Comma = '\t'
	}
	if r.Separator != "" {
		cells.Comma = rune(r.Separator[0])
	}
	cells.TrimLeadingSpace = cells.Comma != '\t'
	return cells.Read, nil
}

// filledDown gives empty cells of columns the value of the row above, as merged cells are written. The first rows that
// are read are the header.
func filledDown(read func() ([]string, error), columns []string) func() ([]string, error) {
	if len(columns) == 0 {
		return read
	}
	var header []string
	above := map[int]string{}
	return func() ([]string, error) {
		row, err := read()
		if header == nil {
			header = lists.Map(row, strings.TrimSpace)
			if name, lacks := lists.Find(columns, func(name string) bool { return !slices.Contains(header, name) }); lacks && err == nil {
				return nil, placed.At([]any{"down"}, "has no column %q%s; correct “down”", data.ClipName(name), nearest.Among(name, header))
			}
			return row, err
		}
		for i, name := range header[:min(len(header), len(row))] {
			if strings.TrimSpace(row[i]) == "" && slices.Contains(columns, name) {
				row[i] = above[i]
			}
			above[i] = row[i]
		}
		return row, err
	}
}

// withoutLine is an error of the CSV reader without its line where a row's number is told.
func withoutLine(err error, cells, columns int) error {
	if wrong, is := errors.AsType[*csv.ParseError](err); is {
		return fmt.Errorf("line %d: %s", wrong.Line, faultwords.CSV(wrong.Err, cells, columns))
	}
	return err
}

func (c *cells) next() (bool, error) {
	l, more, err := c.take()
	if !more {
		return false, err
	}
	c.row = l.cells
	return true, l.fault
}

func (c *cells) find(path string) func() any {
	i, is := c.places[path]
	if !is {
		return nil
	}
	return func() any { return c.missing.of(c.row[i]) }
}

func (c *cells) scope() *scope { return &scope{value: record{c, c.row}} }

// summing is the remedy, behind a mark, for a row with a word that says that it sums up others, "" for other rows.
func summing(t table, mark string) string {
	for _, v := range members(t.scope().value) {
		if text, _ := v.(string); slices.Contains(clues().Summary, strings.ToLower(strings.TrimSpace(text))) {
			return fmt.Sprintf("%sremove the row if %q in it means that it sums up others", mark, text)
		}
	}
	return ""
}

// columns are the rows of a Parquet file.
type columns struct {
	file    *columnfile.File
	row     int
	missing missing
	read    map[string]*columnfile.Values
}

func newColumns(file io.Reader, r Rows) (*columns, error) {
	content, err := io.ReadAll(file)
	if err != nil {
		return nil, err
	}
	f, err := columnfile.Open(content)
	if err != nil {
		return nil, err
	}
	c := &columns{file: f, row: -1, missing: r.missing(), read: map[string]*columnfile.Values{}}
	for _, column := range f.Columns {
		if c.read[column.Name], err = f.Read(column); err != nil {
			delete(c.read, column.Name) // a column of a type that no field has
		}
	}
	return c, nil
}

func (c *columns) next() (bool, error) { c.row++; return c.row < c.file.Rows, nil }
func (c *columns) close()              {}

func (c *columns) find(path string) func() any {
	values := c.read[path]
	if values == nil {
		return nil
	}
	return func() any { return c.missing.of(values.At(c.row)) }
}

func (c *columns) scope() *scope {
	var row []jsontree.Member
	for name := range c.read {
		row = append(row, jsontree.Member{Key: name, Value: c.find(name)()})
	}
	return &scope{value: jsontree.ObjectOf(row)}
}
