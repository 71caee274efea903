package columnfile

import "encoding/binary"

// input takes bytes from the front. The first error ends it: after it, all that is taken is zero.
type input struct {
	rest []byte
	cut  error // of an input that is cut off
	err  error
}

func (in *input) fail(err error) {
	if in.err == nil {
		in.err, in.rest = err, nil
	}
}

func (in *input) take(n uint64) (taken []byte) {
	if n > uint64(len(in.rest)) {
		in.fail(in.cut)
		return nil
	}
	taken, in.rest = in.rest[:n], in.rest[n:]
	return taken
}

func (in *input) byte() byte {
	var b [1]byte
	copy(b[:], in.take(1))
	return b[0]
}

func (in *input) uvarint() uint64 {
	v, n := binary.Uvarint(in.rest)
	if n <= 0 {
		in.fail(in.cut)
		return 0
	}
	in.take(uint64(n))
	return v
}
