package rowfile

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"io"
	"math"
	"reflect"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

var columns = []Column{
	{Name: "path", Kind: Text},
	{Name: "size", Kind: Integer, Optional: true},
	{Name: "seconds", Kind: Number},
	{Name: "fine", Kind: Truth},
}

// three rows: cells keep their values, one becomes missing.
func write(t *testing.T, format string) []byte {
	t.Helper()
	var out bytes.Buffer
	w, err := New(format, &out, columns)
	if err != nil {
		t.Fatal(err)
	}
	w.Text(0, `a "b", c`)
	w.Integer(1, 7)
	w.Number(2, 0.1)
	w.Truth(3, true)
	next(t, w)
	w.Missing(1)
	w.Number(2, 5e-324)
	next(t, w)
	w.Text(0, "\u00e9<")
	w.Integer(1, -1)
	w.Truth(3, false)
	next(t, w)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func next(t *testing.T, w *Writer) {
	t.Helper()
	if err := w.Next(); err != nil {
		t.Fatal(err)
	}
}

func TestCSVReadsBackAsWritten(t *testing.T) {
	lines, err := csv.NewReader(bytes.NewReader(write(t, "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"path", "size", "seconds", "fine"},
		{`a "b", c`, "7", "0.1", "true"},
		{`a "b", c`, "", "5e-324", "true"},
		{"\u00e9<", "-1", "5e-324", "false"},
	}
	if !reflect.DeepEqual(lines, want) {
		t.Errorf("got %q, want %q", lines, want)
	}
}

func TestJSONReadsBackAsWritten(t *testing.T) {
	var rows []map[string]any
	if err := json.Unmarshal(write(t, "json"), &rows); err != nil {
		t.Fatal(err)
	}
	want := []map[string]any{
		{"path": `a "b", c`, "size": 7.0, "seconds": 0.1, "fine": true},
		{"path": `a "b", c`, "size": nil, "seconds": 5e-324, "fine": true},
		{"path": "\u00e9<", "size": -1.0, "seconds": 5e-324, "fine": false},
	}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("got %v, want %v", rows, want)
	}
}

func TestParquetReadsBackAsWritten(t *testing.T) {
	type row struct {
		Path    string  `parquet:"path"`
		Size    *int64  `parquet:"size,optional"`
		Seconds float64 `parquet:"seconds"`
		Fine    bool    `parquet:"fine"`
	}
	content := write(t, "parquet")
	rows, err := parquet.Read[row](bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	seven, minus := int64(7), int64(-1)
	want := []row{{`a "b", c`, &seven, 0.1, true}, {`a "b", c`, nil, 5e-324, true}, {"\u00e9<", &minus, 5e-324, false}}
	if !reflect.DeepEqual(rows, want) {
		t.Errorf("got %v, want %v", rows, want)
	}
}

func TestParquetColumnsKeepTheirOrder(t *testing.T) {
	content := write(t, "parquet")
	file, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range file.Schema().Fields() {
		names = append(names, f.Name())
	}
	if got := strings.Join(names, " "); got != "path size seconds fine" {
		t.Errorf("got %s", got)
	}
}

func TestNoRowsAreAWholeFile(t *testing.T) {
	for format, want := range map[string]string{"csv": "path,size,seconds,fine\n", "json": "[]\n"} {
		var out bytes.Buffer
		w, err := New(format, &out, columns)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil || out.String() != want {
			t.Errorf("%s: %q, %v; want %q", format, out.String(), err, want)
		}
	}
}

func TestJSONHasNoWordForWhatIsNotFinite(t *testing.T) {
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if got := string(appendJSON(nil, value{there: true, kind: Number, number: x})); got != "null" {
			t.Errorf("%v: got %s", x, got)
		}
	}
}

func TestAnUnknownFormatIsAnError(t *testing.T) {
	if _, err := New("xml", io.Discard, columns); err == nil || !strings.Contains(err.Error(), "csv, json, parquet") {
		t.Errorf("got %v", err)
	}
}

func TestMemoryDoesNotGrowWithTheRows(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // whatever make test sets
	runtime.GC()                                      // what other tests left
	for _, format := range Formats {
		w, err := New(format, io.Discard, columns)
		if err != nil {
			t.Fatal(err)
		}
		w.Text(0, strings.Repeat("long/path/", 20))
		w.Truth(3, true)
		var most uint64
		for i := range 4 * rowsPerGroup {
			w.Number(2, float64(i)*1.1)
			next(t, w)
			if i%(rowsPerGroup/2) == 0 {
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				most = max(most, m.HeapAlloc)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if most > 100<<20 {
			t.Errorf("%s: %d MB at a time for %d rows", format, most>>20, 4*rowsPerGroup)
		}
	}
}

func BenchmarkRows(b *testing.B) {
	for _, format := range Formats {
		b.Run(format, func(b *testing.B) {
			w, err := New(format, io.Discard, columns)
			if err != nil {
				b.Fatal(err)
			}
			w.Text(0, strings.Repeat("long/path/", 20))
			for i := range b.N {
				w.Number(2, float64(i)*1.1)
				if err := w.Next(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
