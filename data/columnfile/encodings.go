package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"
)

var errDelta = errors.New("delta-encoded values are cut off or malformed")

// deltaPacked reads n integers, each stored as its difference from the one
// before, in blocks of smaller blocks of equal width; rest is what follows.
// The bits of the format are those of parquet-format/Encodings.md.
func deltaPacked(b []byte, n int) (ints []int64, rest []byte, err error) {
	d := input{rest: b, cut: errDelta}
	block, minis, total := d.uvarint(), d.uvarint(), d.uvarint()
	first := d.varint()
	switch {
	case d.err != nil:
		return nil, nil, d.err
	case minis == 0 || block > 1<<20 || block%minis != 0 || block/minis == 0 || block/minis%8 != 0:
		return nil, nil, fmt.Errorf("%w: blocks of %d in %d parts", errDelta, block, minis)
	case total != uint64(n):
		return nil, nil, fmt.Errorf("%w: %d values, expected %d", errDelta, total, n)
	}
	ints = make([]int64, 0, n)
	if n > 0 {
		ints = append(ints, first)
	}
	for len(ints) < n {
		if ints = d.deltas(ints, n, int(minis), int(block/minis)); d.err != nil {
			return nil, nil, d.err
		}
	}
	return ints, d.rest, nil
}

// deltas reads one block of minis parts with size values each; parts after the
// last value are not stored.
func (d *input) deltas(ints []int64, n, minis, size int) []int64 {
	least := d.varint()
	widths := d.take(uint64(minis))
	for _, width := range widths {
		if len(ints) == n {
			break
		}
		if width > 64 {
			d.fail(errDelta)
			break
		}
		packed := d.take(uint64(width) * uint64(size) / 8)
		if d.err != nil {
			break
		}
		for i := range uint(min(size, n-len(ints))) {
			delta := least + int64(bitsAt(packed, i*uint(width), uint(width)))
			ints = append(ints, ints[len(ints)-1]+delta)
		}
	}
	return ints
}

func (d *input) varint() int64 {
	u := d.uvarint()
	return int64(u>>1) ^ -int64(u&1)
}

// deltaLength reads n texts: first all lengths, then all bytes.
func deltaLength(b []byte, n int) ([]string, error) {
	lengths, b, err := deltaPacked(b, n)
	if err != nil {
		return nil, err
	}
	texts := make([]string, n)
	for i, length := range lengths {
		if length < 0 || length > int64(len(b)) {
			return nil, errDelta
		}
		if texts[i], err = textOf(b[:length]); err != nil {
			return nil, err
		}
		b = b[length:]
	}
	return texts, nil
}

// deltaPrefixed reads n texts: first how much each shares with the one before,
// then the ends. What they expand to counts as decompressed.
func (c *chunk) deltaPrefixed(b []byte, n int) ([]string, error) {
	shared, b, err := deltaPacked(b, n)
	if err != nil {
		return nil, err
	}
	texts, err := deltaLength(b, n)
	if err != nil {
		return nil, err
	}
	before := ""
	for i, length := range shared {
		if length < 0 || length > int64(len(before)) || length+int64(len(texts[i])) > longestValue {
			return nil, errDelta
		}
		if err := c.file.spend(int(length)); err != nil {
			return nil, err
		}
		texts[i] = before[:length] + texts[i]
		before = texts[i]
	}
	return texts, nil
}

var errRuns = errors.New("runs are cut off")

// runs reads n booleans that are stored as runs, with their length in front.
func runs(data []byte, n int) (v vector, err error) {
	encoded, _, err := prefixed(data)
	if err != nil {
		return v, err
	}
	bits, err := hybrid(encoded, 1, n)
	v.ints = make([]int64, len(bits))
	for i, b := range bits {
		v.ints[i] = int64(b)
	}
	return v, err
}

// hybrid reads n numbers of width bits from Parquet's mix of runs (a number and
// how often it repeats) and packed groups of 8. A run that claims more than the
// numbers asked for gives no more than these.
func hybrid(b []byte, width uint, n int) ([]uint32, error) {
	if width > 32 {
		return nil, fmt.Errorf("numbers of %d bits", width)
	}
	numbers := make([]uint32, 0, n)
	for len(numbers) < n {
		head, size := binary.Uvarint(b)
		if size <= 0 {
			return nil, errRuns
		}
		b = b[size:]
		want := uint64(n - len(numbers))
		length := uint64(width+7) / 8 // of a run's number
		if head&1 == 0 {
			if uint64(len(b)) < length {
				return nil, errRuns
			}
			number := uint32(bitsAt(b, 0, 8*uint(length)))
			for range min(head>>1, want) {
				numbers = append(numbers, number)
			}
		} else {
			groups := min(head>>1, (want+7)/8)
			length = groups * uint64(width)
			take := min(8*groups, want)
			if uint64(len(b))*8 < take*uint64(width) { // the last group may lack its padding
				return nil, errRuns
			}
			for i := range uint(take) {
				numbers = append(numbers, uint32(bitsAt(b, i*width, width)))
			}
		}
		b = b[min(length, uint64(len(b))):]
	}
	return numbers, nil
}

// bitsAt is the number of width bits that starts at a bit, least bit first.
func bitsAt(b []byte, start, width uint) (v uint64) {
	for got := uint(0); got < width; {
		shift := (start + got) % 8
		v |= uint64(b[(start+got)/8]>>shift) << got
		got += 8 - shift
	}
	if width < 64 {
		v &= 1<<width - 1
	}
	return v
}
