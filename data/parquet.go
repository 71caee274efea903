package data

import (
	"io"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// WriteParquet writes the runs as one Parquet file with one column per field, in
// column order: string, int64, double and boolean, optional where a run may lack
// the value, so that pandas, DuckDB and the Python toolkit read it unchanged.
// The metadata are stored as key and value in the file's footer.
func (t Table) WriteParquet(w io.Writer, metadata map[string]string) error {
	fields, err := t.written(nil)
	if err != nil {
		return err
	}
	return t.writeParquet(w, fields, metadata)
}

// WriteStated is [Table.WriteParquet] without computed fields: it writes the columns of a compiled directory.
func (t Table) WriteStated(w io.Writer, metadata map[string]string) error {
	fields := lists.Filter(t.schema.Stated(), t.Writes)
	return t.writeParquet(w, fields, metadata)
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
	head := make([]rowfile.Column, len(fields))
	for i, f := range fields {
		head[i] = rowfile.Column{Name: f.Name, Kind: kinds[f.Kind], Optional: f.Nullable}
	}
	return head
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
