package rowfile

import (
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
)

// Kind is the type of a column's values.
type Kind int

// The kinds of column.
const (
	Text Kind = iota
	Integer
	Number
	Truth
)

// Column is one column of the rows.
type Column struct {
	Name     string
	Kind     Kind
	Optional bool // a cell may be missing
}

// Formats are the names of the supported formats.
var Formats = []string{"csv", "json", "parquet", "arrow"}

// Binary are those of them that a terminal cannot show.
var Binary = []string{"parquet", "arrow"}

// Writer writes rows one after the other. A cell that was never set is missing.
type Writer struct{ rows }

// rows is one way to write rows.
type rows interface {
	set(column int, v value)
	next() error
	close() error
}

// value is what a cell holds; kind says in which field. The zero value is a missing one.
type value struct {
	there   bool
	kind    Kind
	text    string
	integer int
	number  float64
	truth   bool
}

// New begins a file of one of the Formats.
func New(name string, out io.Writer, columns []Column) (*Writer, error) {
	switch name {
	case "csv":
		return &Writer{newCSV(out, columns)}, nil
	case "json":
		return &Writer{newJSON(out, columns)}, nil
	case "arrow":
		return &Writer{newArrow(out, columns, nil, rowsPerBatch)}, nil
	case "parquet":
		return NewParquet(out, "rows", columns, nil), nil
	}
	return nil, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(Formats, ", "))
}

// NewParquet begins a Parquet file. Its schema has the name, its footer the metadata.
func NewParquet(out io.Writer, name string, columns []Column, metadata map[string]string) *Writer {
	return &Writer{newParquet(out, name, columns, metadata)}
}

// NewArrow begins an Arrow stream with a value in the metadata of its schema, and at most so many rows in a batch.
func NewArrow(out io.Writer, columns []Column, key, metadata string, rows int) *Writer {
	of := arrow.NewMetadata([]string{key}, []string{metadata})
	return &Writer{newArrow(out, columns, &of, rows)}
}

// Value sets a cell of the current row to a string, int, float64, bool, or nil for a missing value.
func (w *Writer) Value(column int, v any) {
	switch x := v.(type) {
	case string:
		w.Text(column, x)
	case int:
		w.Integer(column, x)
	case float64:
		w.Number(column, x)
	case bool:
		w.Truth(column, x)
	default:
		w.Missing(column)
	}
}

// Text sets a cell of the current row, as do the following methods; columns count from 0.
func (w *Writer) Text(column int, s string) { w.set(column, value{there: true, kind: Text, text: s}) }

// Integer sets a whole number.
func (w *Writer) Integer(column, n int) { w.set(column, value{there: true, kind: Integer, integer: n}) }

// Number sets a number; in JSON, a number that is not finite becomes null.
func (w *Writer) Number(column int, x float64) {
	w.set(column, value{there: true, kind: Number, number: x})
}

// Truth sets a boolean.
func (w *Writer) Truth(column int, b bool) { w.set(column, value{there: true, kind: Truth, truth: b}) }

// Missing clears a cell of an optional column.
func (w *Writer) Missing(column int) { w.set(column, value{}) }

// Next writes the row; its cells are kept for the following row.
func (w *Writer) Next() error { return w.next() }

// Close ends the file. It does not close the underlying writer.
func (w *Writer) Close() error { return w.close() }
