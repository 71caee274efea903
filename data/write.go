package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// WriteCSV writes a header of field names and one line per run: numbers at full precision, missing values empty.
// Without names it writes all fields.
func (t Table) WriteCSV(w io.Writer, names ...string) error {
	fields, err := t.schema.Columns(names...)
	if err != nil {
		return err
	}
	out := csv.NewWriter(w)
	line := lists.Map(fields, func(f Field) string { return f.Name })
	if err := out.Write(line); err != nil {
		return err
	}
	columns := t.columnsOf(fields)
	for _, row := range t.rows {
		for i, c := range columns {
			line[i] = Cell(c.at(int(row)))
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// Text returns a value in full precision as text, "" if missing.
func Text(v any) string {
	switch x := v.(type) {
	case string:
		return x
	case int:
		return strconv.Itoa(x)
	case float64:
		return floatText(x)
	case bool:
		return strconv.FormatBool(x)
	}
	return ""
}

// Cell returns a value as a cell of a CSV file, see [rowfile.Plain].
func Cell(v any) string {
	if text, ok := v.(string); ok {
		return rowfile.Plain(text)
	}
	return Text(v)
}

// floatText is the shortest text that reads back as x: 1486296, 0.0318, and with
// an exponent from 1e16 on and below 0.0001, where digits that are not there
// would stand.
func floatText(x float64) string {
	if size := math.Abs(x); size >= 1e-4 && size < 1e16 || x == 0 {
		return strconv.FormatFloat(x, 'f', -1, 64)
	}
	return strconv.FormatFloat(x, 'e', -1, 64)
}

// WriteJSON writes an array with one object per run, keyed by field name in column order: numbers in full precision,
// missing values null. Without names it writes all fields.
func (t Table) WriteJSON(w io.Writer, names ...string) error {
	fields, err := t.schema.Columns(names...)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	separator := "[\n"
	for row := range t.rows {
		object, err := t.object(row, fields)
		if err != nil {
			return err
		}
		out.WriteString(separator)
		out.Write(object)
		separator = ",\n"
	}
	if t.Len() == 0 {
		out.WriteString("[")
	}
	out.WriteString("\n]\n")
	return out.Flush()
}

// object is the run at an index as JSON.
func (t Table) object(row int, fields []Field) ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, f := range fields {
		if i > 0 {
			b.WriteString(", ")
		}
		v := t.Value(row, f.Name)
		if text, ok := v.(string); ok && f.JSON {
			v = json.RawMessage(text)
		}
		text, err := jsonText(v)
		if err != nil {
			return nil, err
		}
		b.WriteString(strconv.Quote(f.Name) + ": ")
		b.Write(text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// jsonText is a value as JSON. The language has no word for what is not finite;
// null is the nearest truth.
func jsonText(v any) ([]byte, error) {
	x, ok := v.(float64)
	switch {
	case !ok:
		return json.Marshal(v)
	case math.IsNaN(x) || math.IsInf(x, 0):
		return []byte("null"), nil
	}
	return []byte(floatText(x)), nil
}
