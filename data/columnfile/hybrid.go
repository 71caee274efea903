package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"
)

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
			number := uint32(littleEndian(b[:length]))
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

func littleEndian(b []byte) (v uint64) {
	for i, x := range b {
		v |= uint64(x) << (8 * i)
	}
	return v
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
