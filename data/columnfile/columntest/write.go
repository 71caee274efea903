// Package columntest makes Parquet files of any column types, as other writers would, for tests. The program does not
// import it.
package columntest

import (
	"bytes"
	"reflect"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// Column is a column of a test file: its node and one value per row, nil for a missing value.
type Column struct {
	Name   string
	Node   parquet.Node
	Values []any
}

// Write returns a Parquet file of flat columns in the given order, with perGroup rows per row group.
func Write(t testing.TB, perGroup int, columns []Column, options ...parquet.WriterOption) []byte {
	t.Helper()
	var file bytes.Buffer
	out := parquet.NewWriter(&file, append(options, schemaOf(columns))...)
	for row := range columns[0].Values {
		if row > 0 && row%perGroup == 0 {
			if err := out.Flush(); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := out.WriteRows([]parquet.Row{rowOf(columns, row)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}

func schemaOf(columns []Column) *parquet.Schema {
	g := group{Group: parquet.Group{}}
	for _, c := range columns {
		g.Group[c.Name] = c.Node
		g.names = append(g.names, c.Name)
	}
	return parquet.NewSchema("test", g)
}

func rowOf(columns []Column, row int) parquet.Row {
	var cells parquet.Row
	for i, c := range columns {
		level := 0
		if c.Node.Optional() && c.Values[row] != nil {
			level = 1
		}
		cells = append(cells, parquet.ValueOf(c.Values[row]).Level(0, level, i))
	}
	return cells
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
