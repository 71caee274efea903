package rowfile

import (
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"slices"

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
		p.current[i].missing = true
		p.chunks[i].Column = c
	}
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		p.footer.KeyValueMetadata = append(p.footer.KeyValueMetadata, format.KeyValue{Key: key, Value: metadata[key]})
	}
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
