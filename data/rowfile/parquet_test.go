package rowfile

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"github.com/jouleboard/jouleboard/data/columnfile"
)

// cells are those of a row by chance: columns of each kind, with and without missing
// ones, few different texts and more of them than a dictionary holds.
func cells(r *rand.Rand, row int) []value {
	maybe := func(v value) value {
		v.there = r.IntN(3) != 0
		return v
	}
	return []value{
		{there: true, kind: Text, text: fmt.Sprintf("%d %s", row, strings.Repeat("long", r.IntN(20)))},
		maybe(value{kind: Text, text: []string{"", "a", "β\x00"}[r.IntN(3)]}),
		{there: true, kind: Integer, integer: int(r.Uint64())},
		maybe(value{kind: Number, number: r.NormFloat64()}),
		maybe(value{kind: Truth, truth: r.IntN(2) == 0}),
		{kind: Text},
	}
}

var cellColumns = []Column{
	{Name: "each", Kind: Text},
	{Name: "some", Kind: Text, Optional: true},
	{Name: "integer", Kind: Integer},
	{Name: "number", Kind: Number, Optional: true},
	{Name: "truth", Kind: Truth, Optional: true},
	{Name: "none", Kind: Text, Optional: true},
}

func writeCells(t *testing.T, rows int) (file []byte, all [][]value) {
	t.Helper()
	r := rand.New(rand.NewPCG(1, uint64(rows)))
	var out bytes.Buffer
	w := NewParquet(&out, "test", cellColumns, map[string]string{"b": "2", "a": "1"})
	for row := range rows {
		all = append(all, cells(r, row))
		for i, v := range all[row] {
			w.set(i, v)
		}
		next(t, w)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), all
}

func (v value) any() any {
	if !v.there {
		return nil
	}
	return []any{v.text, v.integer, v.number, v.truth}[v.kind]
}

func TestEveryParquetReaderFindsWhatWasWritten(t *testing.T) {
	for _, rows := range []int{0, 1, 7, rowsPerPage, 2*rowsPerPage + 3, rowsPerGroup + 9} {
		file, all := writeCells(t, rows)
		ours, err := columnfile.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		if ours.Rows != rows || ours.Metadata["a"] != "1" || ours.Metadata["b"] != "2" {
			t.Fatalf("%d rows: %d are read, metadata %v", rows, ours.Rows, ours.Metadata)
		}
		theirs := parquet.NewGenericReader[any](bytes.NewReader(file))
		read := make([]parquet.Row, rows)
		for n := 0; n < rows; {
			more, err := theirs.ReadRows(read[n:])
			if more == 0 {
				t.Fatalf("%d of %d rows: %v", n, rows, err)
			}
			for i, row := range read[n : n+more] {
				read[n+i] = row.Clone()
			}
			n += more
		}
		for i, c := range ours.Columns {
			values, err := ours.Read(c)
			if err != nil {
				t.Fatal(err)
			}
			for row := range all {
				want := all[row][i].any()
				if got := values.At(row); !reflect.DeepEqual(got, want) {
					t.Fatalf("row %d of %d, %s: columnfile reads %#v, want %#v", row, rows, c.Name, got, want)
				}
				if got := theirValue(read[row][i]); !reflect.DeepEqual(got, want) {
					t.Fatalf("row %d of %d, %s: parquet-go reads %#v, want %#v", row, rows, c.Name, got, want)
				}
			}
		}
	}
}

func TestParquetCountsWhatIsMissing(t *testing.T) {
	file, all := writeCells(t, 2*rowsPerPage+3)
	opened, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range opened.Metadata().RowGroups[0].Columns {
		want := 0
		for _, row := range all {
			if !row[i].there {
				want++
			}
		}
		if got := c.MetaData.Statistics.NullCount; got != int64(want) {
			t.Errorf("%s: %d missing, want %d", cellColumns[i].Name, got, want)
		}
	}
}

func theirValue(v parquet.Value) any {
	switch {
	case v.IsNull():
		return nil
	case v.Kind() == parquet.Boolean:
		return v.Boolean()
	case v.Kind() == parquet.Int64:
		return int(v.Int64())
	case v.Kind() == parquet.Double:
		return v.Double()
	}
	return v.String()
}

func TestTextsThatRepeatAreStoredOnce(t *testing.T) {
	var out bytes.Buffer
	w := NewParquet(&out, "test", cellColumns[:1], nil)
	for row := range 100_000 {
		w.Text(0, fmt.Sprintf("model %d of a long name", row*row%1000))
		next(t, w)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out.Len() > 200_000 {
		t.Errorf("100,000 texts, 1,000 different: %d bytes", out.Len())
	}
}
