package data

import (
	"encoding/binary"
	"hash"
	"math"

	"github.com/jouleboard/jouleboard/internal/digest"
)

// Digest writes all that is known of the runs of a table, in its order: their values, where they were read, and what hangs
// beside their fields.
func (t Table) Digest(h hash.Hash) {
	var b []byte
	flush := func() {
		h.Write(b)
		b = b[:0]
	}
	number := func(n uint64) {
		if b = binary.LittleEndian.AppendUint64(b, n); len(b) > 1<<15 {
			flush()
		}
	}
	text := func(s string) { number(uint64(len(s))); b = append(b, s...) }
	number(uint64(t.Len()))
	for i, f := range t.schema.fields {
		c := t.column(i)
		text(f.Name)
		for _, row := range t.rows {
			switch {
			case c.absent != nil && c.absent[row]:
				number(0) // and again below
			case c.kind == String:
				text(c.words[c.codes[row]])
			case c.kind == Int:
				number(uint64(c.ints[row]))
			case c.kind == Bool:
				b = append(b, map[bool]byte{true: 1}[c.flags[row]])
			default:
				number(math.Float64bits(c.floats[row]))
			}
		}
		if c.absent != nil { // zero is not missing
			for _, row := range t.rows {
				b = append(b, map[bool]byte{true: 1}[c.absent[row]])
			}
		}
	}
	for i, row := range t.rows {
		place := t.Place(i)
		number(uint64(place.Source))
		text(place.File)
		number(uint64(place.Row))
		if b, there := t.beside[row]; there {
			text(digest.Of(b.lengths, b.within.value, b.series, b.doubt))
		}
	}
	flush()
}
