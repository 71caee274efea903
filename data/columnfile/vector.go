package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/format"
)

// oldDictionary marks dictionary pages and indexes in files of older writers,
// DuckDB's among them; newer ones say PLAIN and RLE_DICTIONARY.
const oldDictionary = format.Encoding(2)

// vector is a list of values; the column's type says which of the first three slices
// holds them. Booleans are kept as integers. Texts of a dictionary repeat, so they are
// told by their places in it.
type vector struct {
	ints   []int64
	floats []float64
	texts  []string
	places []uint32
	dict   *vector // whose texts the places mean
}

// values decodes the present values of the page.
func (p *page) values() (vector, error) {
	n := 0
	for _, there := range p.present {
		if there {
			n++
		}
	}
	if n == 0 {
		return vector{}, nil // some writers leave nothing at all to decode
	}
	data := p.data
	if p.packed {
		var err error
		if data, err = p.chunk.decompress(data, p.size); err != nil {
			return vector{}, err
		}
	}
	return p.chunk.decode(p.encoding, data, n)
}

// decode reads n values.
func (c *chunk) decode(encoding format.Encoding, data []byte, n int) (v vector, err error) {
	kind := c.column.Type
	switch {
	case encoding == format.Plain:
		return c.plain(data, n)
	case encoding == oldDictionary || encoding == format.RLEDictionary:
		return c.lookup(data, n)
	case encoding == format.RLE && kind == Boolean:
		return runs(data, n)
	case encoding == format.DeltaBinaryPacked && kind == Integer:
		v.ints, _, err = deltaPacked(data, n)
		c.narrow(v.ints)
		return v, err
	case encoding == format.DeltaLengthByteArray && kind == Text:
		v.texts, err = deltaLength(data, n)
		return v, err
	case encoding == format.DeltaByteArray && kind == Text:
		v.texts, err = c.deltaPrefixed(data, n)
		return v, err
	case encoding == format.ByteStreamSplit && (kind == Integer || kind == Double || kind == Single):
		return c.streamSplit(data, n)
	}
	return v, fmt.Errorf("encoding %s of %s is not supported; write it as PLAIN or with a dictionary", encoding, c.column.Declared)
}

// lookup reads n indexes into the dictionary: their width in bits in one byte,
// then runs.
func (c *chunk) lookup(data []byte, n int) (v vector, err error) {
	if c.dict == nil || len(data) == 0 {
		return v, errors.New("values refer to a missing dictionary")
	}
	indexes, err := hybrid(data[1:], uint(data[0]), n)
	if err != nil {
		return v, err
	}
	size := len(c.dict.ints) + len(c.dict.floats) + len(c.dict.texts)
	for _, i := range indexes {
		if int64(i) >= int64(size) {
			return v, fmt.Errorf("value %d of a dictionary of %d", i, size)
		}
	}
	v.ints = pick(c.dict.ints, indexes)
	v.floats = pick(c.dict.floats, indexes)
	if len(c.dict.texts) > 0 {
		v.places, v.dict = indexes, c.dict
	}
	return v, nil
}

func pick[T any](entries []T, indexes []uint32) []T {
	if len(entries) == 0 {
		return nil
	}
	picked := make([]T, len(indexes))
	for i, at := range indexes {
		picked[i] = entries[at]
	}
	return picked
}

// append adds a page: its values spread over the rows that have one.
func (v *Values) append(present []bool, part vector) {
	if v.column.optional {
		v.present = append(v.present, present...)
	}
	switch v.column.Type {
	case Double, Single:
		v.floats = spread(v.floats, present, part.floats, v.rows)
	case Text:
		v.places = spread(v.places, present, v.placesOf(part), v.rows)
	default:
		v.ints = spread(v.ints, present, part.ints, v.rows)
	}
}

// placesOf are the places of a page's texts among all, to which it adds them.
func (v *Values) placesOf(part vector) []uint32 {
	texts, places := part.texts, part.places
	if part.dict == nil {
		v.first, places = len(v.texts), make([]uint32, len(texts))
		for i := range places {
			places[i] = uint32(i)
		}
	} else if texts = nil; part.dict != v.last {
		v.first, texts = len(v.texts), part.dict.texts
	}
	v.last, v.texts = part.dict, append(v.texts, texts...)
	for i := range places {
		places[i] += uint32(v.first)
	}
	return places
}

// mostReserved is for how many rows room is made before any is read: a file may state more than it has.
const mostReserved = 1 << 20

func spread[T any](all []T, present []bool, part []T, rows int) []T {
	if all == nil {
		all = make([]T, 0, min(rows, mostReserved))
	}
	if len(part) == len(present) {
		return append(all, part...)
	}
	for _, there := range present {
		var value T
		if there {
			value, part = part[0], part[1:]
		}
		all = append(all, value)
	}
	return all
}

var errFew = errors.New("fewer values than the page header states")

// plain reads n values that stand one after the other.
func (c *chunk) plain(data []byte, n int) (v vector, err error) {
	if n < 0 || n > 8*len(data) { // the shortest value is a bit
		return v, errFew
	}
	switch c.column.physical {
	case format.Boolean:
		v.ints = make([]int64, n)
		for i := range v.ints {
			v.ints[i] = int64(data[i/8] >> (i % 8) & 1)
		}
		return v, nil
	case format.ByteArray:
		v.texts, err = plainTexts(data, n)
		return v, err
	}
	width := c.width()
	if n > len(data)/width {
		return v, errFew
	}
	bits := make([]uint64, n)
	for i := range bits {
		if width == 4 {
			bits[i] = uint64(binary.LittleEndian.Uint32(data[4*i:]))
		} else {
			bits[i] = binary.LittleEndian.Uint64(data[8*i:])
		}
	}
	return c.numbers(bits), nil
}

// width is the size of a number in bytes.
func (c *chunk) width() int {
	if c.column.physical == format.Int32 || c.column.physical == format.Float {
		return 4
	}
	return 8
}

// numbers gives the bits of numbers their meaning.
func (c *chunk) numbers(bits []uint64) (v vector) {
	switch c.column.Type {
	case Double, Single:
		v.floats = make([]float64, len(bits))
		for i, b := range bits {
			if v.floats[i] = math.Float64frombits(b); c.column.Type == Single {
				v.floats[i] = float64(math.Float32frombits(uint32(b)))
			}
		}
		return v
	}
	v.ints = make([]int64, len(bits))
	for i, b := range bits {
		v.ints[i] = int64(b)
	}
	c.narrow(v.ints)
	return v
}

// narrow gives 32-bit numbers their sign.
func (c *chunk) narrow(ints []int64) {
	if c.column.physical != format.Int32 {
		return
	}
	for i, n := range ints {
		if c.column.unsigned {
			ints[i] = int64(uint32(n))
		} else {
			ints[i] = int64(int32(n))
		}
	}
}

func plainTexts(data []byte, n int) ([]string, error) {
	if n > len(data)/4 {
		return nil, errFew
	}
	texts := make([]string, n)
	for i := range texts {
		text, rest, err := prefixed(data)
		if err != nil {
			return nil, err
		}
		if texts[i], err = textOf(text); err != nil {
			return nil, err
		}
		data = rest
	}
	return texts, nil
}

func textOf(b []byte) (string, error) {
	if len(b) > longestValue {
		return "", fmt.Errorf("a text of %d bytes; at most %d are read", len(b), longestValue)
	}
	return string(b), nil
}

// streamSplit reads numbers whose first bytes come first, then the second ones.
func (c *chunk) streamSplit(data []byte, n int) (vector, error) {
	width := c.width()
	if n > len(data)/width {
		return vector{}, errFew
	}
	stride := len(data) / width
	bits := make([]uint64, n)
	for i := range bits {
		for b := range width {
			bits[i] |= uint64(data[b*stride+i]) << (8 * b)
		}
	}
	return c.numbers(bits), nil
}
