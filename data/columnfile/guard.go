package columnfile

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/parquet-go/parquet-go/encoding/thrift"
)

const (
	deepestThrift = 16
	mostElements  = 200_000 // of all lists of one structure together
)

var errShort = errors.New("structure is cut off")

// decodeThrift reads the structure at the start of b into v and tells its
// length. The decoder allocates a list by its claimed length and skips unknown
// fields by recursion, so the bytes are walked before it sees them.
func decodeThrift(b []byte, v any) (length int, err error) {
	w := walker{rest: b}
	if err := w.structure(0); err != nil {
		return 0, err
	}
	length = len(b) - len(w.rest)
	var protocol thrift.CompactProtocol
	return length, thrift.NewDecoder(protocol.NewReaderFromBytes(b[:length])).Decode(v)
}

// walker steps over a structure in Thrift's compact protocol.
type walker struct {
	rest     []byte
	elements int
}

func (w *walker) structure(depth int) error {
	for {
		head, err := w.byte()
		if err != nil {
			return err
		}
		kind := thrift.Type(head & 0x0f)
		if kind == thrift.STOP {
			return nil
		}
		if head>>4 == 0 { // the field's number follows in full
			if _, err := w.varint(); err != nil {
				return err
			}
		}
		if err := w.value(kind, depth, false); err != nil {
			return err
		}
	}
}

// value steps over one value; a boolean field lives in its field's head, a
// boolean in a list takes a byte.
func (w *walker) value(kind thrift.Type, depth int, listed bool) error {
	if depth > deepestThrift {
		return fmt.Errorf("structures nest deeper than %d", deepestThrift)
	}
	switch kind {
	case thrift.TRUE, thrift.FALSE:
		if listed {
			return w.skip(1)
		}
		return nil
	case thrift.I8:
		return w.skip(1)
	case thrift.I16, thrift.I32, thrift.I64:
		_, err := w.varint()
		return err
	case thrift.DOUBLE:
		return w.skip(8)
	case thrift.BINARY:
		n, err := w.varint()
		if err != nil {
			return err
		}
		return w.skip(n)
	case thrift.LIST, thrift.SET:
		return w.list(depth)
	case thrift.STRUCT:
		return w.structure(depth + 1)
	}
	// Parquet's structures hold no map and no other kind.
	return fmt.Errorf("unknown structure kind %d", kind)
}

func (w *walker) list(depth int) error {
	head, err := w.byte()
	if err != nil {
		return err
	}
	n := uint64(head >> 4)
	if n == 15 {
		if n, err = w.varint(); err != nil {
			return err
		}
	}
	if n > uint64(len(w.rest)) { // every element takes a byte at least
		return errShort
	}
	if w.elements += int(n); w.elements > mostElements {
		return fmt.Errorf("more than %d list elements", mostElements)
	}
	for range n {
		if err := w.value(thrift.Type(head&0x0f), depth+1, true); err != nil {
			return err
		}
	}
	return nil
}

func (w *walker) byte() (byte, error) {
	if len(w.rest) == 0 {
		return 0, errShort
	}
	b := w.rest[0]
	w.rest = w.rest[1:]
	return b, nil
}

func (w *walker) varint() (uint64, error) {
	v, n := binary.Uvarint(w.rest)
	if n <= 0 {
		return 0, errShort
	}
	w.rest = w.rest[n:]
	return v, nil
}

func (w *walker) skip(n uint64) error {
	if n > uint64(len(w.rest)) {
		return errShort
	}
	w.rest = w.rest[n:]
	return nil
}
