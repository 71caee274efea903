package columnfile

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/data/columnfile/columntest"
)

// field is a column of a test file.
type field = columntest.Column

func write(t testing.TB, perGroup int, fields []field, options ...parquet.WriterOption) []byte {
	t.Helper()
	return columntest.Write(t, perGroup, fields, options...)
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
