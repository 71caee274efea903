package rowfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

const (
	// rowsPerGroup bounds what the writer holds; readers skip or share groups.
	rowsPerGroup = 1 << 18
	magic        = "PAR1"
)

// parquetRows writes flat columns of four types in the structures of parquet-go, whose
// writer takes values of all Go types and protobuf: a seventh of the program.
type parquetRows struct {
	out     io.Writer
	at      int64 // bytes written
	current []value
	chunks  []chunk
	rows    int // of the group at hand
	footer  format.FileMetaData
}

func newParquet(out io.Writer, name string, columns []Column, metadata map[string]string) *parquetRows {
	p := &parquetRows{out: out, current: make([]value, len(columns)), chunks: make([]chunk, len(columns))}
	// the author is no build: the file must not depend on it
	p.footer = format.FileMetaData{Version: 1, CreatedBy: "jouleboard version 1 (build 0)"}
	p.footer.Schema = append(p.footer.Schema, format.SchemaElement{Name: name, NumChildren: thrift.New(int32(len(columns)))})
	for i, c := range columns {
		p.footer.Schema = append(p.footer.Schema, c.element())
		p.chunks[i].Column = c
	}
	p.footer.KeyValueMetadata = lists.Map(slices.Sorted(maps.Keys(metadata)), func(key string) format.KeyValue {
		return format.KeyValue{Key: key, Value: metadata[key]}
	})
	return p
}

// element describes a column.
func (c Column) element() format.SchemaElement {
	e := format.SchemaElement{Name: c.Name, Type: thrift.New(storedType[c.Kind]), RepetitionType: thrift.New(format.Required)}
	if c.Optional {
		e.RepetitionType = thrift.New(format.Optional)
	}
	switch c.Kind {
	case Text:
		e.ConvertedType, e.LogicalType.Value = thrift.New(deprecated.UTF8), &format.StringType{}
	case Integer:
		e.ConvertedType, e.LogicalType.Value = thrift.New(deprecated.Int64), &format.IntType{BitWidth: 64, IsSigned: true}
	}
	return e
}

var storedType = map[Kind]format.Type{
	Text: format.ByteArray, Integer: format.Int64, Number: format.Double, Truth: format.Boolean,
}

func (p *parquetRows) set(column int, v value) { p.current[column] = v }

func (p *parquetRows) next() error {
	for i := range p.chunks {
		if err := p.chunks[i].add(p.current[i]); err != nil {
			return err
		}
	}
	if p.rows++; p.rows < rowsPerGroup {
		return nil
	}
	return p.endGroup()
}

// endGroup writes the rows since the last group.
func (p *parquetRows) endGroup() error {
	if p.at == 0 {
		if err := p.write([]byte(magic)); err != nil {
			return err
		}
	}
	if p.rows == 0 {
		return nil
	}
	group := format.RowGroup{NumRows: int64(p.rows), FileOffset: p.at, Ordinal: int16(len(p.footer.RowGroups))}
	for i := range p.chunks {
		meta, err := p.writeChunk(&p.chunks[i])
		if err != nil {
			return err
		}
		group.Columns = append(group.Columns, format.ColumnChunk{MetaData: meta})
		group.TotalByteSize += meta.TotalUncompressedSize
		group.TotalCompressedSize += meta.TotalCompressedSize
	}
	p.footer.RowGroups = append(p.footer.RowGroups, group)
	p.footer.NumRows += int64(p.rows)
	p.rows = 0
	return nil
}

// writeChunk writes a column's dictionary and pages, and begins it anew.
func (p *parquetRows) writeChunk(c *chunk) (meta format.ColumnMetaData, err error) {
	if err := c.endPage(); err != nil {
		return meta, err
	}
	dictionary, err := c.dictionary()
	if err != nil {
		return meta, err
	}
	meta = c.meta()
	if len(dictionary) > 0 {
		meta.DictionaryPageOffset = p.at
	}
	meta.DataPageOffset = p.at + int64(len(dictionary))
	if err := p.write(dictionary); err != nil {
		return meta, err
	}
	err = p.write(c.pages)
	*c = chunk{Column: c.Column}
	return meta, err
}

func (p *parquetRows) close() error {
	if err := p.endGroup(); err != nil {
		return err
	}
	footer, err := encode(&p.footer)
	if err != nil {
		return err
	}
	footer = binary.LittleEndian.AppendUint32(footer, uint32(len(footer)))
	return p.write(append(footer, magic...))
}

func (p *parquetRows) write(b []byte) error {
	n, err := p.out.Write(b)
	p.at += int64(n)
	if err != nil {
		return fmt.Errorf("write Parquet: %w", err)
	}
	return nil
}

// encode is a structure in Thrift's compact protocol.
func encode(v any) ([]byte, error) {
	b, err := thrift.Marshal(new(thrift.CompactProtocol), v)
	if err != nil {
		return nil, fmt.Errorf("write Parquet: %w", err)
	}
	return b, nil
}

const (
	rowsPerPage = 20_000
	mostPlain   = 1 << 20 // bytes of a page
	mostEntries = 1 << 20 // bytes of a dictionary: texts that repeat less are stored as they are
)

// chunk is a column of a row group: finished pages, and the values of the next one.
type chunk struct {
	Column
	pages        []byte
	size, packed int64 // of all pages, before and after compression
	allRows      int64 // of the pages
	allNulls     int64

	rows, nulls int               // of the page at hand
	levels      []uint32          // 1: the cell has a value; of an optional column only
	plain       []byte            // values, if not in places
	places      []uint32          // texts as their places in the dictionary, truth values as 0 and 1
	known       map[string]uint32 // places of texts
	entries     []byte            // the dictionary
	full        bool              // it serves no further page
}

// add takes a column's cell of the next row. One that must not be missing and is becomes
// an empty text, 0, or false.
func (c *chunk) add(v value) error {
	c.rows++
	missing := !v.there && c.Optional
	if c.Optional {
		c.levels = append(c.levels, truth(!missing))
	}
	if missing {
		c.nulls++
	} else {
		c.value(v)
	}
	if c.rows == rowsPerPage || len(c.plain) >= mostPlain || !c.full && len(c.entries) >= mostEntries {
		return c.endPage()
	}
	return nil
}

func (c *chunk) value(v value) {
	switch {
	case c.Kind == Truth:
		c.places = append(c.places, truth(v.truth))
	case c.Kind == Text && !c.full:
		c.places = append(c.places, c.place(v.text))
	case c.Kind == Text:
		c.plain = appendText(c.plain, v.text)
	case c.Kind == Integer:
		c.plain = binary.LittleEndian.AppendUint64(c.plain, uint64(v.integer))
	default:
		c.plain = binary.LittleEndian.AppendUint64(c.plain, math.Float64bits(v.number))
	}
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// place is where a text stands in the dictionary.
func (c *chunk) place(text string) uint32 {
	at, ok := c.known[text]
	if !ok {
		if c.known == nil {
			c.known = map[string]uint32{}
		}
		at = uint32(len(c.known))
		c.known[text] = at
		c.entries = appendText(c.entries, text)
	}
	return at
}

func appendText(to []byte, text string) []byte {
	return append(binary.LittleEndian.AppendUint32(to, uint32(len(text))), text...)
}

// endPage finishes the page at hand.
func (c *chunk) endPage() error {
	if c.rows == 0 {
		return nil
	}
	var body []byte
	if c.Optional {
		levels := appendRuns(nil, c.levels, 1)
		body = append(binary.LittleEndian.AppendUint32(nil, uint32(len(levels))), levels...)
	}
	encoding := format.Plain
	switch {
	case c.Kind == Truth:
		body = appendBits(body, c.places, 1)
	case len(c.places) > 0:
		encoding = format.RLEDictionary
		width := bits.Len(uint(len(c.known)))
		body = appendRuns(append(body, byte(width)), c.places, width)
	default:
		body = append(body, c.plain...)
	}
	page, err := c.page(format.PageHeader{DataPageHeader: thrift.New(format.DataPageHeader{
		NumValues: int32(c.rows), Encoding: encoding,
		DefinitionLevelEncoding: format.RLE, RepetitionLevelEncoding: format.RLE,
		Statistics: format.Statistics{NullCount: int64(c.nulls)},
	})}, body)
	c.pages = append(c.pages, page...)
	c.allRows += int64(c.rows)
	c.allNulls += int64(c.nulls)
	c.rows, c.nulls, c.full = 0, 0, len(c.entries) >= mostEntries
	c.levels, c.plain, c.places = c.levels[:0], c.plain[:0], c.places[:0]
	return err
}

// dictionary is the page that stands before the others; empty if none needs it.
func (c *chunk) dictionary() ([]byte, error) {
	if len(c.known) == 0 {
		return nil, nil
	}
	return c.page(format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{
		NumValues: int32(len(c.known)), Encoding: format.Plain,
	})}, c.entries)
}

func (c *chunk) page(header format.PageHeader, body []byte) ([]byte, error) {
	encoder, err := zstdEncoder()
	if err != nil {
		return nil, err
	}
	packed := encoder.EncodeAll(body, nil)
	header.UncompressedPageSize, header.CompressedPageSize = int32(len(body)), int32(len(packed))
	head, err := encode(&header)
	c.size += int64(len(head) + len(body))
	c.packed += int64(len(head) + len(packed))
	return slices.Concat(head, packed), err
}

// An encoder holds tables that are costly to build, and may be shared.
var zstdEncoder = sync.OnceValues(func() (*zstd.Encoder, error) {
	return zstd.NewWriter(nil, zstd.WithWindowSize(mostPlain))
})

// meta describes the chunk once its pages are finished.
func (c *chunk) meta() format.ColumnMetaData {
	encodings := []format.Encoding{format.Plain, format.RLE}
	if len(c.known) > 0 {
		encodings = append(encodings, format.RLEDictionary)
	}
	return format.ColumnMetaData{
		Type: storedType[c.Kind], Encoding: encodings, PathInSchema: []string{c.Name}, Codec: format.Zstd,
		NumValues: c.allRows, TotalUncompressedSize: c.size, TotalCompressedSize: c.packed,
		Statistics: format.Statistics{NullCount: c.allNulls},
	}
}

// appendRuns adds numbers in Parquet's mix of runs and packed groups: one run where all
// are equal, else one of groups.
func appendRuns(to []byte, numbers []uint32, width int) []byte {
	if len(numbers) > 0 && !slices.ContainsFunc(numbers, func(n uint32) bool { return n != numbers[0] }) {
		to = binary.AppendUvarint(to, uint64(len(numbers))<<1)
		for i := 0; i < width; i += 8 {
			to = append(to, byte(numbers[0]>>i))
		}
		return to
	}
	groups := (len(numbers) + 7) / 8
	return appendBits(binary.AppendUvarint(to, uint64(groups)<<1|1), numbers, width)
}

// appendBits adds numbers of so many bits, least bit first, in groups of 8.
func appendBits(to []byte, numbers []uint32, width int) []byte {
	held, filled := uint64(0), 0
	for i := range (len(numbers) + 7) / 8 * 8 {
		if i < len(numbers) {
			held |= uint64(numbers[i]) << filled
		}
		for filled += width; filled >= 8; filled -= 8 {
			to = append(to, byte(held))
			held >>= 8
		}
	}
	return to
}
