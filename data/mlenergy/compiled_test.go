package mlenergy_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile/columntest"
	"github.com/jouleboard/jouleboard/data/mlenergy"
)

// tree is a compiled directory in the making: file contents by name.
type tree map[string][]byte

// dir writes the tree to a directory of the test.
func (files tree) dir(t testing.TB) string {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

func open(t testing.TB, path string, o mlenergy.Options) data.Dataset {
	t.Helper()
	d, err := mlenergy.Open(path, o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// sampleRuns are a few runs of the sample, unstable ones among them.
func sampleRuns(t testing.TB) data.Dataset {
	t.Helper()
	d, err := mlenergy.Sample(mlenergy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	d = d.With(d.LLM().Model("aurora/Lumen-8B").Task("lm-arena-chat").Table)
	d = d.With(d.Diffusion().Model("mothwing/Reel-1.5B", "inkwell-studio/Vellum-0.6B").GPU("H100").Table)
	return d
}

// columnsOf is runs as a writer's columns: all optional, strings, 64-bit
// integers, doubles and booleans.
func columnsOf[R data.Record](runs data.Runs[R]) []columntest.Column {
	var columns []columntest.Column
	for _, f := range runs.Schema().Stated() {
		c := columntest.Column{Name: f.Name, Node: parquet.Optional(nodeOf(f.Kind))}
		for _, value := range runs.Values(f.Name) {
			if n, ok := value.(int); ok {
				value = int64(n)
			}
			c.Values = append(c.Values, value)
		}
		columns = append(columns, c)
	}
	return columns
}

func nodeOf(k data.Kind) parquet.Node {
	switch k {
	case data.Int:
		return parquet.Int(64)
	case data.Float:
		return parquet.Leaf(parquet.DoubleType)
	case data.Bool:
		return parquet.Leaf(parquet.BooleanType)
	}
	return parquet.String()
}

// change edits the column of that name.
func change(columns []columntest.Column, name string, edit func(*columntest.Column)) []columntest.Column {
	for i := range columns {
		if columns[i].Name == name {
			edit(&columns[i])
			return columns
		}
	}
	panic("no column " + name)
}

// mapped replaces each value that is there.
func mapped(node parquet.Node, f func(any) any) func(*columntest.Column) {
	return func(c *columntest.Column) {
		c.Node = node
		for i, v := range c.Values {
			if v != nil {
				c.Values[i] = f(v)
			}
		}
	}
}

// set replaces the value of one row, counted from 0.
func set(row int, value any) func(*columntest.Column) {
	return func(c *columntest.Column) { c.Values[row] = value }
}

func write(t testing.TB, columns []columntest.Column, options ...parquet.WriterOption) []byte {
	t.Helper()
	return columntest.Write(t, 10, columns, options...)
}

// sameRuns fails unless both collections hold the same records in order.
func sameRuns[R data.Record](t testing.TB, got, want data.Runs[R]) {
	t.Helper()
	if got.Len() != want.Len() {
		t.Fatalf("got %d runs, want %d", got.Len(), want.Len())
	}
	for i := range got.Len() {
		if got.At(i) != want.At(i) {
			t.Fatalf("run %d: got %+v, want %+v", i, got.At(i), want.At(i))
		}
	}
}

func exported[R data.Record](t testing.TB, runs data.Runs[R]) []byte {
	t.Helper()
	var file bytes.Buffer
	if err := runs.WriteParquet(&file, nil); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
