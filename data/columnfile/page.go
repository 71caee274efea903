package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"

	"github.com/parquet-go/parquet-go/format"
)

// page is a data page with its levels decoded and its values not yet.
type page struct {
	chunk    *chunk
	encoding format.Encoding
	present  []bool // one a row
	data     []byte // encoded values, compressed if packed
	packed   bool
	size     int // of data after decompression
}

// next takes the next page of the chunk; nil for a page without rows of its own.
func (c *chunk) next() (*page, error) {
	var header format.PageHeader
	n, err := decodeThrift(c.rest, &header)
	if err != nil {
		return nil, fmt.Errorf("page header: %w", err)
	}
	stored, size := int64(header.CompressedPageSize), int64(header.UncompressedPageSize)
	if stored < 0 || size < 0 || size > longestPage || stored > int64(len(c.rest)-n) {
		return nil, fmt.Errorf("a page of %d bytes (%d decompressed) does not fit the file or the limit of %d", stored, size, longestPage)
	}
	body := c.rest[n : n+int(stored)]
	c.rest = c.rest[n+int(stored):]
	if header.CRC != 0 && uint32(header.CRC) != crc32.ChecksumIEEE(body) {
		return nil, errors.New("a page does not match its checksum")
	}
	switch {
	case header.Type == format.DataPage && header.DataPageHeader.Valid:
		return c.dataPageV1(&header.DataPageHeader.V, body, int(size))
	case header.Type == format.DataPageV2 && header.DataPageHeaderV2.Valid:
		return c.dataPageV2(&header.DataPageHeaderV2.V, body, int(size))
	case header.Type == format.DictionaryPage && header.DictionaryPageHeader.Valid:
		return nil, c.dictionary(&header.DictionaryPageHeader.V, body, int(size))
	case header.Type == format.IndexPage:
		return nil, nil
	}
	return nil, fmt.Errorf("unknown page type %d", header.Type)
}

// dataPageV1: levels with their length, then values, all compressed together.
func (c *chunk) dataPageV1(h *format.DataPageHeader, body []byte, size int) (*page, error) {
	data, err := c.decompress(body, size)
	if err != nil {
		return nil, err
	}
	p := &page{chunk: c, encoding: h.Encoding, data: data, size: size}
	if !c.column.optional {
		return p, p.levels(nil, int(h.NumValues))
	}
	if h.DefinitionLevelEncoding != format.RLE {
		return nil, fmt.Errorf("levels in encoding %s are not supported", h.DefinitionLevelEncoding)
	}
	levels, values, err := prefixed(data)
	if err != nil {
		return nil, err
	}
	p.data = values
	return p, p.levels(levels, int(h.NumValues))
}

// dataPageV2: levels uncompressed in front, their lengths in the header.
func (c *chunk) dataPageV2(h *format.DataPageHeaderV2, body []byte, size int) (*page, error) {
	repetition, definition := int64(h.RepetitionLevelsByteLength), int64(h.DefinitionLevelsByteLength)
	if repetition < 0 || definition < 0 || repetition+definition > int64(min(len(body), size)) {
		return nil, errors.New("levels are longer than their page")
	}
	p := &page{
		chunk: c, encoding: h.Encoding,
		data:   body[repetition+definition:],
		packed: !h.IsCompressed.Valid || h.IsCompressed.V,
		size:   size - int(repetition+definition),
	}
	return p, p.levels(body[repetition:repetition+definition], int(h.NumValues))
}

// prefixed splits off a part whose length stands before it in 4 bytes.
func prefixed(b []byte) (part, rest []byte, err error) {
	if len(b) < 4 || int64(binary.LittleEndian.Uint32(b)) > int64(len(b)-4) {
		return nil, nil, errors.New("a page is cut off")
	}
	n := 4 + int(binary.LittleEndian.Uint32(b))
	return b[4:n], b[n:], nil
}

// levels fills present for n rows: level 1 is a value, 0 a missing one. A
// required column has no levels.
func (p *page) levels(encoded []byte, n int) error {
	if n < 0 || n > p.chunk.rows {
		return fmt.Errorf("a page of %d rows in a row group of %d", n, p.chunk.rows)
	}
	p.present = make([]bool, n)
	if !p.chunk.column.optional {
		for i := range p.present {
			p.present[i] = true
		}
		return nil
	}
	levels, err := hybrid(encoded, 1, n)
	for i, level := range levels {
		p.present[i] = level == 1
	}
	return err
}

func (c *chunk) dictionary(h *format.DictionaryPageHeader, body []byte, size int) error {
	if h.Encoding != format.Plain && h.Encoding != oldDictionary {
		return fmt.Errorf("a dictionary in encoding %s is not supported", h.Encoding)
	}
	if c.column.Type == Other { // only the levels are wanted
		return nil
	}
	data, err := c.decompress(body, size)
	if err != nil {
		return err
	}
	entries, err := c.plain(data, int(h.NumValues))
	c.dict = &entries
	return err
}
