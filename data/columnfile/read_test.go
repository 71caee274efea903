package columnfile

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding"
)

var codecs = []compress.Codec{
	&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw,
}

// column kinds with values that show every trap: signs, extremes, gaps, runs.
func samples(rows int) map[string]field {
	fields := map[string]field{
		"bool":   {Node: parquet.Leaf(parquet.BooleanType)},
		"int32":  {Node: parquet.Int(32)},
		"int64":  {Node: parquet.Int(64)},
		"plain":  {Node: parquet.Leaf(parquet.Int64Type)},
		"int8":   {Node: parquet.Int(8)},
		"uint16": {Node: parquet.Uint(16)},
		"uint32": {Node: parquet.Uint(32)},
		"uint64": {Node: parquet.Uint(64)},
		"double": {Node: parquet.Leaf(parquet.DoubleType)},
		"string": {Node: parquet.String()},
		"binary": {Node: parquet.Leaf(parquet.ByteArrayType)},
	}
	for name, f := range fields {
		f.Name = name
		for row := range rows {
			f.Values = append(f.Values, sampleValue(name, row))
		}
		fields[name] = f
	}
	return fields
}

func sampleValue(kind string, row int) any {
	x := int64(row*row*7919%1000003) - 400000
	switch kind {
	case "bool":
		return row%3 == 0
	case "int32":
		return int32(x)
	case "int64", "plain":
		return x << 33
	case "int8":
		return int32(int8(x))
	case "uint16":
		return int32(uint16(x))
	case "uint32":
		return int32(uint32(math.MaxUint32 - row))
	case "uint64":
		return int64(row)
	case "double":
		return float64(x) / 7
	}
	return strings.Repeat("long ", row%40/39*30) + fmt.Sprint("text ", x%97, "é")
}

// goValue is what Read gives for a written value.
func goValue(kind string, v any) any {
	switch x := v.(type) {
	case int32:
		if kind == "uint32" {
			return int(uint32(x))
		}
		return int(x)
	case int64:
		return int(x)
	}
	return v
}

func TestEveryWritersVariantGivesTheSameValues(t *testing.T) {
	const rows = 300
	encodings := map[string][]encoding.Encoding{
		"bool":   {&parquet.Plain, &parquet.RLE},
		"double": {&parquet.Plain, &parquet.RLEDictionary, &parquet.ByteStreamSplit},
		"string": {&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaLengthByteArray, &parquet.DeltaByteArray},
		"binary": {&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaLengthByteArray, &parquet.DeltaByteArray},
	}
	integers := []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaBinaryPacked, &parquet.ByteStreamSplit}
	for kind, f := range samples(rows) {
		for _, e := range append([]encoding.Encoding(nil), either(encodings[kind], integers)...) {
			for _, codec := range codecs {
				for version := 1; version <= 2; version++ {
					for _, gaps := range []int{0, 1, 3} { // required, optional and full, every third missing
						t.Run(fmt.Sprintf("%s %s %s v%d gaps %d", kind, e, codec, version, gaps), func(t *testing.T) {
							checkVariant(t, f, e, codec, version, gaps)
						})
					}
				}
			}
		}
	}
}

func either[T any](a, b []T) []T {
	if len(a) > 0 {
		return a
	}
	return b
}

func checkVariant(t *testing.T, f field, e encoding.Encoding, codec compress.Codec, version, gaps int) {
	t.Helper()
	kind := f.Name
	f.Node = parquet.Encoded(f.Node, e)
	if gaps > 0 {
		f.Node = parquet.Optional(f.Node)
	}
	want := make([]any, len(f.Values))
	values := make([]any, len(f.Values))
	for row, v := range f.Values {
		if gaps < 2 || row%gaps != 0 {
			values[row], want[row] = v, goValue(kind, v)
		}
	}
	f.Values = values
	file := write(t, 120, []field{f}, parquet.Compression(codec), parquet.DataPageVersion(version), parquet.PageBufferSize(512))
	got, err := readColumn(mustOpen(t, file), kind)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got[:20], want[:20])
	}
}

func TestUnsignedBeyondAnIntIsNotNegative(t *testing.T) {
	file := write(t, 9, []field{{Name: "n", Node: parquet.Uint(64), Values: []any{int64(-1), int64(5)}}})
	got, err := readColumn(mustOpen(t, file), "n")
	if want := []any{uint64(math.MaxUint64), 5}; err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

func TestAColumnWithoutValuesIsEmptyWhateverItsType(t *testing.T) {
	none := []any{nil, nil, nil}
	fields := []field{
		{Name: "float", Node: parquet.Optional(parquet.Leaf(parquet.FloatType)), Values: none},
		{Name: "null", Node: parquet.Optional(parquet.Leaf(parquet.NullType)), Values: none},
		{Name: "stamp", Node: parquet.Optional(parquet.Timestamp(parquet.Millisecond)), Values: none},
		{Name: "dict", Node: parquet.Optional(parquet.Encoded(parquet.String(), &parquet.RLEDictionary)), Values: none},
		{Name: "fixed", Node: parquet.Optional(parquet.Leaf(parquet.FixedLenByteArrayType(3))), Values: none},
		{Name: "full", Node: parquet.Optional(parquet.Leaf(parquet.FloatType)), Values: []any{nil, float32(1), nil}},
	}
	for _, codec := range codecs {
		f := mustOpen(t, write(t, 2, fields, parquet.Compression(codec)))
		for _, c := range f.Columns {
			empty, err := f.Empty(c)
			if err != nil || empty == (c.Name == "full") {
				t.Errorf("%s %s: empty %v, %v", codec, c.Name, empty, err)
			}
		}
	}
}

func TestColumnsOfOtherTypesAreListedAndNotRead(t *testing.T) {
	type inner struct{ X int64 }
	type row struct {
		Group inner
		List  []int64 `parquet:",list"`
		Many  []int64
		Time  int64 `parquet:",timestamp"`
		Money int64 `parquet:",decimal(2:12)"`
		Last  int64
	}
	file := writeStructs(t, []row{{Many: []int64{1, 2}, Last: 7}, {List: []int64{3}, Last: 8}})
	f := mustOpen(t, file)
	want := map[string]string{
		"Group": "a nested column", "List": "a nested column", "Many": "a repeated column",
		"Time": "INT64 TIMESTAMP(isAdjustedToUTC=true,unit=MILLIS)", "Money": "INT64 DECIMAL(12,2)",
	}
	for _, c := range f.Columns {
		if c.Name == "Last" {
			continue
		}
		if c.Type != Other || c.Declared != want[c.Name] {
			t.Errorf("%s: type %v, declared %q, want %q", c.Name, c.Type, c.Declared, want[c.Name])
		}
		if _, err := f.Read(c); err == nil {
			t.Errorf("%s was read", c.Name)
		}
		if empty, err := f.Empty(c); empty || err != nil {
			t.Errorf("%s: empty %v, %v", c.Name, empty, err)
		}
	}
	if got, err := readColumn(f, "Last"); err != nil || !reflect.DeepEqual(got, []any{7, 8}) {
		t.Errorf("the column after nested ones: %v, %v", got, err)
	}
}

// A column of half the digits is told apart, so that a caller may refuse it.
func TestNumbersOfHalfTheDigitsAreReadAsTheyStand(t *testing.T) {
	want := []any{float64(float32(0.1)), nil, float64(float32(-3e38)), 0.0}
	values := []any{float32(0.1), nil, float32(-3e38), float32(0)}
	for _, node := range []parquet.Node{
		parquet.Leaf(parquet.FloatType),
		parquet.Encoded(parquet.Leaf(parquet.FloatType), &parquet.RLEDictionary),
		parquet.Encoded(parquet.Leaf(parquet.FloatType), &parquet.ByteStreamSplit),
	} {
		f := mustOpen(t, write(t, 9, []field{{Name: "x", Node: parquet.Optional(node), Values: values}}))
		if f.Columns[0].Type != Single {
			t.Errorf("type %v, want Single", f.Columns[0].Type)
		}
		if got, err := readColumn(f, "x"); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%v: got %v, %v, want %v", node, got, err, want)
		}
	}
}

func TestMetadataOfTheFooterIsGiven(t *testing.T) {
	file := write(t, 9, []field{{Name: "n", Node: parquet.Int(64), Values: []any{int64(1)}}}, parquet.KeyValueMetadata("a", "1"),
		parquet.KeyValueMetadata("b", ""))
	if got, want := mustOpen(t, file).Metadata, map[string]string{"a": "1", "b": ""}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAFileWithoutRowsHasColumns(t *testing.T) {
	f := mustOpen(t, write(t, 9, []field{{Name: "n", Node: parquet.Int(64), Values: nil}}))
	got, err := readColumn(f, "n")
	if f.Rows != 0 || len(f.Columns) != 1 || len(got) != 0 || err != nil {
		t.Errorf("got %d rows, %d columns, %v, %v", f.Rows, len(f.Columns), got, err)
	}
}
