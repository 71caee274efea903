package arrowfile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"

	"github.com/jouleboard/jouleboard/internal/shared"
)

var fields = []arrow.Field{
	{Name: "text", Type: arrow.BinaryTypes.String, Nullable: true},
	{Name: "inner", Type: arrow.StructOf(
		arrow.Field{Name: "x", Type: arrow.PrimitiveTypes.Float64, Nullable: true},
		arrow.Field{Name: "none", Type: arrow.Null, Nullable: true},
		arrow.Field{Name: "empty", Type: arrow.StructOf(), Nullable: true},
	), Nullable: true},
	{Name: "list", Type: arrow.ListOf(arrow.BinaryTypes.LargeString), Nullable: true},
}

// stream is a file of so many batches of three rows.
func stream(t testing.TB, batches int, options ...ipc.Option) []byte {
	t.Helper()
	meta := arrow.NewMetadata([]string{"huggingface"}, []string{`{"info": {}}`})
	schema := arrow.NewSchema(fields, &meta)
	var b bytes.Buffer
	w := ipc.NewWriter(&b, append(options, ipc.WithSchema(schema))...)
	for range batches {
		rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
		for i := range 3 {
			rows.Field(0).(*array.StringBuilder).Append(fmt.Sprint("row ", i))
			inner := rows.Field(1).(*array.StructBuilder)
			if i == 1 {
				inner.AppendNull()
			} else {
				inner.Append(true)
				inner.FieldBuilder(0).(*array.Float64Builder).Append(float64(i))
				inner.FieldBuilder(1).AppendNull()
				inner.FieldBuilder(2).(*array.StructBuilder).Append(true)
			}
			rows.Field(2).AppendNull()
		}
		batch := rows.NewRecordBatch()
		if err := w.Write(batch); err != nil {
			t.Fatal(err)
		}
		batch.Release()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// read sums the column x of a file.
func read(file []byte) (s Stream, sum float64, err error) {
	s, err = Read(bytes.NewReader(file), int64(len(file)), nil, func(b arrow.RecordBatch) error {
		inner := b.Column(1).(*array.Struct)
		x := inner.Field(0).(*array.Float64)
		for i := range x.Len() {
			if inner.IsValid(i) {
				sum += x.Value(i)
			}
		}
		return nil
	})
	return s, sum, err
}

func TestStreamsAreReadWithAndWithoutTheirEnd(t *testing.T) {
	whole := stream(t, 3)
	for name, c := range map[string]struct {
		file  []byte
		ended bool
	}{
		"whole": {whole, true}, "without the end": {whole[:len(whole)-8], false},
		"file format": {append([]byte("ARROW1\x00\x00"), whole...), true},
	} {
		s, sum, err := read(c.file)
		if err != nil || s.Rows != 9 || sum != 6 || s.Ended != c.ended {
			t.Errorf("%s: %+v, sum %v, %v", name, s, sum, err)
		}
	}
	if s, _, err := read(stream(t, 0)); err != nil || s.Rows != 0 {
		t.Errorf("no batch: %+v, %v", s, err)
	}
}

func TestFilesThatAreNoStreamsAreNamed(t *testing.T) {
	whole := stream(t, 2)
	huge := bytes.Clone(whole)
	binary.LittleEndian.PutUint32(huge[4:], 2147483632)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":      {nil, "is empty"},
		"pointer":    {[]byte("version https://git-lfs.github.com/spec/v1\noid sha256:00\n"), "git lfs pull"},
		"length":     {huge, "does not fit"},
		"cut":        {whole[:len(whole)/2], "does not fit"},
		"compressed": {stream(t, 1, ipc.WithZstd()), "compressed"},
		"text":       {[]byte("problem,answer\n1,2\n"), "does not fit"},
	} {
		if _, _, err := read(c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	stop := errors.New("enough")
	if _, err := Read(bytes.NewReader(whole), int64(len(whole)), nil, func(arrow.RecordBatch) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("the caller's error is %v", err)
	}
}

// Whatever bit is wrong, the file is read or refused, with memory in proportion.
func TestAnyFlippedBitIsSurvived(t *testing.T) {
	whole := stream(t, 1)
	for bit := range 8 * len(whole) {
		file := bytes.Clone(whole)
		file[bit/8] ^= 1 << (bit % 8)
		s, _, err := read(file)
		if err == nil && s.Rows > 1000 {
			t.Errorf("bit %d: %d rows", bit, s.Rows)
		}
		if err != nil && (strings.Contains(err.Error(), "runtime error") || strings.Contains(err.Error(), "unknown error")) {
			t.Errorf("bit %d: %v", bit, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	whole := stream(f, 2)
	f.Add(whole)
	f.Add(whole[:len(whole)-8])
	f.Add(append([]byte("ARROW1\x00\x00"), whole...))
	fixtures := filepath.Join(shared.Small(f), "fixtures", "ipw")
	files, _ := filepath.Glob(filepath.Join(fixtures, "*", "*.arrow"))
	broken, _ := filepath.Glob(filepath.Join(fixtures, "broken", "*", "*.arrow"))
	for _, name := range append(files, broken...) {
		if content, err := os.ReadFile(name); err == nil {
			f.Add(content)
			for bit := 0; bit < 8*len(content); bit += 8*len(content)/16 + 3 {
				flipped := bytes.Clone(content)
				flipped[bit/8] ^= 1 << (bit % 8)
				f.Add(flipped)
			}
		}
	}
	f.Fuzz(func(t *testing.T, file []byte) {
		rows := 0
		s, err := Read(bytes.NewReader(file), int64(len(file)), nil, func(b arrow.RecordBatch) error {
			rows += int(b.NumRows())
			for _, c := range b.Columns() {
				walkArray(c, min(c.Len(), 1000))
			}
			return nil
		})
		if err == nil && s.Rows != rows {
			t.Errorf("%d rows told, %d seen", s.Rows, rows)
		}
	})
}

// walkArray looks at the values of an array as a caller does.
func walkArray(a arrow.Array, rows int) {
	for i := range rows {
		if a.IsNull(i) {
			continue
		}
		switch a := a.(type) {
		case *array.Float64:
			a.Value(i)
		case *array.Int64:
			a.Value(i)
		case *array.Boolean:
			a.Value(i)
		case *array.String:
			_ = len(a.Value(i))
		case *array.LargeString:
			_ = len(a.Value(i))
		}
	}
	if s, ok := a.(*array.Struct); ok {
		for i := range s.NumField() {
			walkArray(s.Field(i), min(s.Field(i).Len(), rows))
		}
	}
}
