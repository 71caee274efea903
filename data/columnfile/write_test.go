package columnfile

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// field is a column of a test file: its node and a value a row, nil for none.
type field struct {
	name   string
	node   parquet.Node
	values []any
}

// group keeps its columns in order; the library's own sorts them.
type group struct {
	parquet.Group
	names []string
}

func (g group) Fields() []parquet.Field {
	byName := map[string]parquet.Field{}
	for _, f := range g.Group.Fields() {
		byName[f.Name()] = f
	}
	fields := make([]parquet.Field, len(g.names))
	for i, name := range g.names {
		fields[i] = byName[name]
	}
	return fields
}

func (g group) GoType() reflect.Type { return g.Group.GoType() }

// write is a Parquet file of flat columns, perGroup rows to a row group.
func write(t testing.TB, perGroup int, fields []field, options ...parquet.WriterOption) []byte {
	t.Helper()
	g := group{Group: parquet.Group{}}
	for _, f := range fields {
		g.Group[f.name] = f.node
		g.names = append(g.names, f.name)
	}
	var file bytes.Buffer
	out := parquet.NewWriter(&file, append(options, parquet.NewSchema("test", g))...)
	for row := range fields[0].values {
		if row > 0 && row%perGroup == 0 {
			if err := out.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		var cells parquet.Row
		for i, f := range fields {
			level := 0
			if f.node.Optional() && f.values[row] != nil {
				level = 1
			}
			cells = append(cells, parquet.ValueOf(f.values[row]).Level(0, level, i))
		}
		if _, err := out.WriteRows([]parquet.Row{cells}); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

// readColumn reads one column as a list of values.
func readColumn(f *File, name string) ([]any, error) {
	for _, c := range f.Columns {
		if c.Name != name {
			continue
		}
		values, err := f.Read(c)
		if err != nil {
			return nil, err
		}
		all := make([]any, f.Rows)
		for row := range all {
			all[row] = values.At(row)
		}
		return all, nil
	}
	return nil, nil
}

func mustOpen(t testing.TB, file []byte) *File {
	t.Helper()
	f, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func writeStructs[R any](t testing.TB, rows []R) []byte {
	t.Helper()
	var file bytes.Buffer
	out := parquet.NewGenericWriter[R](&file)
	if _, err := out.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
