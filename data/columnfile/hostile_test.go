package columnfile

import (
	"bytes"
	"encoding/binary"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// small is a file with every kind of column.
func small(t testing.TB, options ...parquet.WriterOption) []byte {
	t.Helper()
	var fields []field
	for _, f := range samples(40) {
		f.Node = parquet.Optional(f.Node)
		f.Values[3] = nil
		fields = append(fields, f)
	}
	slices.SortFunc(fields, func(a, b field) int { return strings.Compare(a.Name, b.Name) })
	return write(t, 15, fields, options...)
}

// readAll opens a file and reads every column; what counts is that it returns.
func readAll(file []byte) error {
	f, err := Open(file)
	if err != nil {
		return err
	}
	var first error
	for _, c := range f.Columns {
		values, err := f.Read(c)
		if err == nil {
			for row := range f.Rows {
				values.At(row)
			}
		}
		if _, empty := f.Empty(c); err == nil {
			err = empty
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func TestATruncatedFileIsAnErrorAtEveryLength(t *testing.T) {
	file := small(t)
	for length := range file {
		if err := readAll(file[:length]); err == nil {
			t.Fatalf("the first %d of %d bytes are taken for a file", length, len(file))
		}
	}
}

func TestFlippedBytesNeverPanicNorTakeTheMemory(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, codec := range codecs {
		for version := 1; version <= 2; version++ {
			file := small(t, parquet.Compression(codec), parquet.DataPageVersion(version))
			spent := allocated(func() {
				for range 400 {
					bad := slices.Clone(file)
					for range 1 + r.IntN(3) {
						bad[4+r.IntN(len(bad)-8)] = byte(r.Uint32())
					}
					_ = readAll(bad)
				}
			})
			if limit := uint64(400 * 4 << 20); spent > limit {
				t.Errorf("%s v%d: %d bytes allocated", codec, version, spent)
			}
		}
	}
}

func allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// withFooter is a file of pages and a footer that need not fit them.
func withFooter(pages []byte, meta *format.FileMetaData) []byte {
	foot, err := thrift.Marshal(new(thrift.CompactProtocol), meta)
	if err != nil {
		panic(err)
	}
	return withRawFooter(pages, foot)
}

func withRawFooter(pages, foot []byte) []byte {
	file := append([]byte(magic), pages...)
	file = append(file, foot...)
	file = binary.LittleEndian.AppendUint32(file, uint32(len(foot)))
	return append(file, magic...)
}

// oneColumn is a footer of one optional column whose first page is at offset 4.
func oneColumn(physical format.Type, codec format.CompressionCodec, rows int64) *format.FileMetaData {
	return &format.FileMetaData{
		Version: 1, NumRows: rows,
		Schema: []format.SchemaElement{
			{Name: "root", NumChildren: thrift.New[int32](1)},
			{Name: "c", Type: thrift.New(physical), RepetitionType: thrift.New(format.Optional)},
		},
		RowGroups: []format.RowGroup{{NumRows: rows, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
			Type: physical, PathInSchema: []string{"c"}, Codec: codec, NumValues: rows, DataPageOffset: 4,
		}}}}},
	}
}

// pageV1 is a data page with a header that may lie about sizes.
func pageV1(body []byte, size, values int32, e format.Encoding) []byte {
	header, err := thrift.Marshal(new(thrift.CompactProtocol), &format.PageHeader{
		Type: format.DataPage, CompressedPageSize: int32(len(body)), UncompressedPageSize: size,
		DataPageHeader: thrift.New(format.DataPageHeader{
			NumValues: values, Encoding: e, DefinitionLevelEncoding: format.RLE,
			RepetitionLevelEncoding: format.RLE,
		}),
	})
	if err != nil {
		panic(err)
	}
	return append(header, body...)
}

// ones are definition levels for n values that are all there: a single run.
func ones(n uint64) []byte {
	run := append(binary.AppendUvarint(nil, n<<1), 1)
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(run))), run...)
}

func TestHostileFilesAreRefusedBeforeTheyTakeMemory(t *testing.T) {
	hugeList := []byte{0x15, 2, 0x19, 0xfc} // version 1, then a list of structures
	hugeList = binary.AppendUvarint(hugeList, 1<<31-1)
	deep := bytes.Repeat([]byte{0x1c}, 1<<20) // a structure in a structure in …
	manyEmpty := append([]byte{0x15, 2, 0x19, 0xfc}, binary.AppendUvarint(nil, 1<<20)...)
	manyEmpty = append(manyEmpty, make([]byte, 1<<20)...)
	int64s, texts := format.Int64, format.ByteArray
	delta := binary.AppendUvarint([]byte{0x80, 1, 4}, 1<<40)
	for _, c := range []struct {
		name, want string
		file       []byte
	}{
		{"nothing", "empty", nil},
		{"HTML", "does not start with PAR1", []byte("<!doctype html>")},
		{"encrypted", "encrypted", []byte("PAR1....PARE")},
		{"half", "does not end with PAR1", []byte("PAR1....")},
		{"footer longer than the file", "does not fit", []byte("PAR1\xff\xff\xff\x7fPAR1")},
		{"list of two billion", "cut off", withRawFooter(nil, hugeList)},
		{"a million nested structures", "nest deeper", withRawFooter(nil, deep)},
		{"a million empty structures", "list elements", withRawFooter(nil, manyEmpty)},
		{"two billion rows", "rows", withFooter(nil, oneColumn(int64s, 0, 1<<31))},
		{"negative rows", "rows", withFooter(nil, oneColumn(int64s, 0, -1))},
		{"page offset outside", "page header", withFooter(nil, oneColumn(int64s, 0, 1))},
		{"page longer than the file", "does not fit", withFooter(pageV1(nil, 1<<30, 1, format.Plain), oneColumn(int64s, 0, 1))},
		{"levels missing", "cut off", withFooter(pageV1(nil, 0, 1, format.Plain), oneColumn(int64s, 0, 1))},
		{"more values than rows", "rows", withFooter(pageV1(ones(9), 0, 1<<30, format.Plain), oneColumn(int64s, 0, 9))},
		{"values missing", "fewer values", withFooter(pageV1(ones(1<<20), 0, 1<<20, format.Plain), oneColumn(int64s, 0, 1<<20))},
		{"text length", "cut off", withFooter(pageV1(append(ones(1), 0xff, 0xff, 0xff, 0x7f), 0, 1, format.Plain), oneColumn(texts, 0, 1))},
		{"no dictionary", "dictionary", withFooter(pageV1(append(ones(1), 1, 2, 0), 0, 1, format.RLEDictionary), oneColumn(int64s, 0, 1))},
		{
			"delta of a trillion", "delta",
			withFooter(pageV1(append(ones(1), append(delta, 0)...), 0, 1, format.DeltaBinaryPacked), oneColumn(int64s, 0, 1)),
		},
		{"LZ4 garbage", "decompress", withFooter(pageV1([]byte{0xf0, 0xff, 0xff}, 100, 1, format.Plain), oneColumn(int64s, format.Lz4Raw, 1))},
		{
			"snappy that claims 4 GB", "decompress",
			withFooter(pageV1([]byte{0xff, 0xff, 0xff, 0xff, 0x0f, 0}, 100, 1, format.Plain), oneColumn(int64s, format.Snappy, 1)),
		},
		{"LZO", "LZO is not supported", withFooter(pageV1([]byte{1}, 100, 1, format.Plain), oneColumn(int64s, format.LZO, 1))},
		{"old LZ4", "LZ4 is not supported", withFooter(pageV1([]byte{1}, 100, 1, format.Plain), oneColumn(int64s, format.Lz4, 1))},
	} {
		t.Run(c.name, func(t *testing.T) {
			var err error
			spent := allocated(func() { err = readAll(c.file) })
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
			if spent > 64<<20 {
				t.Errorf("%d bytes allocated for a file of %d", spent, len(c.file))
			}
		})
	}
}

// A bomb decompresses to far more than it says; the rest is never produced.
func TestBombsStopAtTheirStatedSize(t *testing.T) {
	zeros := make([]byte, 32<<20)
	for _, codec := range codecs[1:] {
		packed, err := codec.Encode(nil, zeros)
		if err != nil {
			t.Fatal(err)
		}
		file := withFooter(pageV1(packed, 1000, 1, format.Plain), oneColumn(format.Int64, codec.CompressionCodec(), 1))
		spent := allocated(func() { err = readAll(file) })
		if err == nil {
			t.Errorf("%s: a page of 32 MB was read as 1000 bytes", codec)
		}
		if spent > 24<<20 {
			t.Errorf("%s: %d bytes allocated", codec, spent)
		}
	}
}

func TestManyPagesTogetherStayBelowTheLimit(t *testing.T) {
	packed, err := parquet.Zstd.Encode(nil, make([]byte, 60<<20))
	if err != nil {
		t.Fatal(err)
	}
	page := pageV1(packed, 60<<20, 0, format.Plain)
	meta := oneColumn(format.Int64, format.Zstd, 1)
	if err := readAll(withFooter(bytes.Repeat(page, 20), meta)); err == nil || !strings.Contains(err.Error(), "decompresses to more than") {
		t.Errorf("got %v", err)
	}
}

func TestAWrongChecksumIsAnError(t *testing.T) {
	header, err := thrift.Marshal(new(thrift.CompactProtocol), &format.PageHeader{
		Type: format.DataPage, CompressedPageSize: 14, UncompressedPageSize: 14, CRC: 12345,
		DataPageHeader: thrift.New(format.DataPageHeader{NumValues: 1, DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE}),
	})
	if err != nil {
		t.Fatal(err)
	}
	page := append(append(header, ones(1)...), make([]byte, 8)...)
	if err := readAll(withFooter(page, oneColumn(format.Int64, 0, 1))); err == nil || !strings.Contains(err.Error(), "checksum") {
		t.Errorf("got %v", err)
	}
}

func TestTwoColumnsOfOneNameAreRefused(t *testing.T) {
	meta := oneColumn(format.Int64, 0, 0)
	meta.Schema = append(meta.Schema, meta.Schema[1])
	meta.RowGroups = nil
	if _, err := Open(withFooter(nil, meta)); err == nil || !strings.Contains(err.Error(), `two columns are named "c"`) {
		t.Errorf("got %v", err)
	}
}

// FuzzRead: whatever the bytes, reading returns.
func FuzzRead(f *testing.F) {
	for _, codec := range codecs {
		f.Add(small(f, parquet.Compression(codec)))
	}
	f.Add(small(f, parquet.DataPageVersion(1)))
	deltas := samples(40)["int64"]
	deltas.Node = parquet.Encoded(deltas.Node, &parquet.DeltaBinaryPacked)
	texts := samples(40)["string"]
	texts.Node = parquet.Encoded(texts.Node, &parquet.DeltaByteArray)
	f.Add(write(f, 15, []field{deltas, texts}))
	f.Fuzz(func(_ *testing.T, file []byte) { _ = readAll(file) })
}
