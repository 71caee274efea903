package columnfile

import (
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
	w := walker{input: input{rest: b, cut: errShort}}
	if w.structure(0); w.err != nil {
		return 0, w.err
	}
	length = len(b) - len(w.rest)
	var protocol thrift.CompactProtocol
	return length, thrift.NewDecoder(protocol.NewReaderFromBytes(b[:length])).Decode(v)
}

// walker steps over a structure in Thrift's compact protocol.
type walker struct {
	input
	elements int
}

func (w *walker) structure(depth int) {
	for w.err == nil {
		head := w.byte()
		kind := thrift.Type(head & 0x0f)
		if kind == thrift.STOP {
			return
		}
		if head>>4 == 0 { // the field's number follows in full
			w.uvarint()
		}
		w.value(kind, depth, false)
	}
}

// value steps over one value; a boolean field lives in its field's head, a
// boolean in a list takes a byte.
func (w *walker) value(kind thrift.Type, depth int, listed bool) {
	if depth > deepestThrift {
		w.fail(fmt.Errorf("structures nest deeper than %d", deepestThrift))
		return
	}
	switch kind {
	case thrift.TRUE, thrift.FALSE:
		if listed {
			w.take(1)
		}
	case thrift.I8:
		w.take(1)
	case thrift.I16, thrift.I32, thrift.I64:
		w.uvarint()
	case thrift.DOUBLE:
		w.take(8)
	case thrift.BINARY:
		w.take(w.uvarint())
	case thrift.LIST, thrift.SET:
		w.list(depth)
	case thrift.STRUCT:
		w.structure(depth + 1)
	default: // Parquet's structures hold no map and no other kind.
		w.fail(fmt.Errorf("unknown structure kind %d", kind))
	}
}

func (w *walker) list(depth int) {
	head := w.byte()
	n := uint64(head >> 4)
	if n == 15 {
		n = w.uvarint()
	}
	if n > uint64(len(w.rest)) { // every element takes a byte at least
		w.fail(errShort)
		return
	}
	if w.elements += int(n); w.elements > mostElements {
		w.fail(fmt.Errorf("more than %d list elements", mostElements))
	}
	for i := uint64(0); i < n && w.err == nil; i++ {
		w.value(thrift.Type(head&0x0f), depth+1, true)
	}
}
