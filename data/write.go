package data

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// WriteCSV writes a header of field names and one line per run: numbers at full precision, missing values empty.
// Without names it writes all fields.
func (t Table) WriteCSV(w io.Writer, names ...string) error {
	fields, err := t.written(names)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	out.Write(rowfile.CSV([][]string{lists.Map(fields, func(f Field) string { return f.Name })}))
	columns := t.columnsOf(fields)
	for some := range slices.Chunk(t.rows, writtenAtOnce) {
		for _, lines := range lists.InParts(some, func(rows []int32) []byte { return linesOf(columns, rows) }) {
			out.Write(lines)
		}
	}
	return out.Flush()
}

// writtenAtOnce is how many rows of a file are made at the same time.
const writtenAtOnce = 1 << 14

// linesOf are the lines of some rows in a CSV file.
func linesOf(columns []*column, rows []int32) (lines []byte) {
	cells := lists.Map(columns, func(c *column) cell { return c.cells(len(rows), rowfile.Quoted, "") })
	for _, row := range rows {
		for i, add := range cells {
			if i > 0 {
				lines = append(lines, ',')
			}
			lines = add(lines, int(row))
		}
		lines = append(lines, '\n')
	}
	return lines
}

// written are the fields of a file: the named ones, or all but those that were added later and that no run has, so that
// results of earlier versions are written as they were.
func (t Table) written(names []string) ([]Field, error) {
	fields, err := t.schema.Columns(names...)
	if len(names) == 0 {
		fields = lists.Filter(fields, t.Writes)
	}
	return fields, err
}

// Writes reports whether files of all fields contain the field.
func (t Table) Writes(f Field) bool {
	if !f.Added {
		return true
	}
	c := t.column(t.schema.byName[f.Name])
	return slices.ContainsFunc(t.rows, func(row int32) bool { return c.at(int(row)) != nil })
}

// cell appends the value of a row.
type cell func(to []byte, row int) []byte

// cells writes the values of a column: of texts what stands for each word, and none for what is missing or not finite.
// Of few words each is made once.
func (c *column) cells(rows int, text func(word string) string, none string) cell {
	var texts []string
	if len(c.words) <= rows {
		texts = make([]string, len(c.words))
	}
	return func(to []byte, row int) []byte {
		switch {
		case c.absent != nil && c.absent[row]:
			return append(to, none...)
		case c.kind == String:
			code := c.codes[row]
			if texts == nil {
				return append(to, text(c.words[code])...)
			}
			if texts[code] == "" {
				texts[code] = text(c.words[code])
			}
			return append(to, texts[code]...)
		case c.kind == Int:
			return strconv.AppendInt(to, int64(c.ints[row]), 10)
		case c.kind == Bool:
			return strconv.AppendBool(to, c.flags[row])
		case !units.IsFinite(c.floats[row]):
			return append(to, none...)
		}
		return appendFloat(to, c.floats[row])
	}
}

// Text returns a value in full precision as text, "" if missing.
func Text(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case int:
		return strconv.Itoa(x)
	case float64:
		return string(appendFloat(nil, x))
	case bool:
		return strconv.FormatBool(x)
	}
	return ""
}

// appendFloat adds the shortest text that reads back as x: 1486296, 0.0318, and with
// an exponent from 1e16 on and below 0.0001, where digits that are not there
// would stand.
func appendFloat(to []byte, x float64) []byte {
	if size := math.Abs(x); size >= 1e-4 && size < 1e16 || x == 0 {
		return strconv.AppendFloat(to, x, 'f', -1, 64)
	}
	return strconv.AppendFloat(to, x, 'e', -1, 64)
}

// WriteJSON writes an array with one object per run, keyed by field name in column order: numbers in full precision,
// missing values null. Without names it writes all fields.
func (t Table) WriteJSON(w io.Writer, names ...string) error {
	fields, err := t.written(names)
	if err != nil {
		return err
	}
	var wrong error
	cells := lists.Map(fields, func(f Field) cell { return t.jsonCells(f, t.Len(), &wrong) })
	names = lists.Map(fields, func(f Field) string { return strconv.Quote(f.Name) + ": " })
	out := bufio.NewWriter(w)
	object, separator := []byte{}, "[\n{"
	for _, row := range t.rows {
		object = append(object[:0], separator...)
		for i, add := range cells {
			if i > 0 {
				object = append(object, ", "...)
			}
			object = add(append(object, names[i]...), int(row))
		}
		out.Write(append(object, '}'))
		separator = ",\n{"
	}
	if t.Len() == 0 {
		out.WriteString("[")
	}
	out.WriteString("\n]\n")
	return cmp.Or(wrong, out.Flush())
}

// jsonCells writes the values of a field, of which a file has so many rows.
func (t Table) jsonCells(f Field, rows int, wrong *error) cell {
	return t.column(t.schema.byName[f.Name]).cells(rows, func(word string) string {
		text, err := f.asJSON(word)
		*wrong = cmp.Or(*wrong, err)
		return string(text)
	}, "null")
}

// JSON appends the value of a field of each of some runs as JSON, null if missing, and ends each with a zero byte.
func (t Table) JSON(to []byte, f Field, runs []int) ([]byte, error) {
	var wrong error
	add := t.jsonCells(f, 0, &wrong)
	for _, i := range runs {
		to = append(add(to, int(t.rows[i])), 0)
	}
	return to, wrong
}

// asJSON is a word of the field as JSON.
func (f *Field) asJSON(word string) ([]byte, error) {
	if f.JSON {
		return json.Marshal(json.RawMessage(word))
	}
	return json.Marshal(word)
}

// WriteParquet writes the runs as one Parquet file with one column per field, in
// column order: string, int64, double and boolean, optional where a run may lack
// the value, so that pandas, DuckDB and the Python toolkit read it unchanged.
// The metadata are stored as key and value in the file's footer.
func (t Table) WriteParquet(w io.Writer, metadata map[string]string) error {
	return t.writeParquet(w, lists.Filter(t.schema.fields, t.Writes), metadata)
}

// WriteStated is [Table.WriteParquet] without computed fields: it writes the columns of a compiled directory.
func (t Table) WriteStated(w io.Writer, metadata map[string]string) error {
	return t.writeParquet(w, lists.Filter(t.schema.Stated(), t.Writes), metadata)
}

// WriteArrow writes the named fields of the runs, or all of them, as an Arrow IPC stream.
func (t Table) WriteArrow(w io.Writer, names ...string) error {
	fields, err := t.written(names)
	if err != nil {
		return err
	}
	out, err := rowfile.New("arrow", w, headOf(fields))
	if err != nil {
		return err
	}
	return t.writeRows(out, fields)
}

func (t Table) writeParquet(w io.Writer, fields []Field, metadata map[string]string) error {
	return t.writeRows(rowfile.NewParquet(w, t.schema.Domain, headOf(fields), metadata), fields)
}

// headOf are fields as columns of files.
func headOf(fields []Field) []rowfile.Column {
	kinds := map[Kind]rowfile.Kind{String: rowfile.Text, Int: rowfile.Integer, Float: rowfile.Number, Bool: rowfile.Truth}
	return lists.Map(fields, func(f Field) rowfile.Column {
		return rowfile.Column{Name: f.Name, Kind: kinds[f.Kind], Optional: f.Nullable}
	})
}

func (t Table) writeRows(out *rowfile.Writer, fields []Field) error {
	columns := t.columnsOf(fields)
	for _, at := range t.rows {
		for i, c := range columns {
			out.Value(i, c.at(int(at)))
		}
		if err := out.Next(); err != nil {
			return err
		}
	}
	return out.Close()
}
