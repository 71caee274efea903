package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/parquet-go/parquet-go/format"
)

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
	case Double:
		v.floats = make([]float64, len(bits))
		for i, b := range bits {
			v.floats[i] = math.Float64frombits(b)
		}
		return v
	case Single:
		v.floats = make([]float64, len(bits))
		for i, b := range bits {
			v.floats[i] = float64(math.Float32frombits(uint32(b)))
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
