package ipw

import (
	"bytes"
	"testing"
)

// A block of 2 MB may have a million lines that cannot be read.
func TestABlockKeepsFewWrongLines(t *testing.T) {
	d := newDecoder(false, false)
	d.block(block{1, bytes.Repeat([]byte("{}\n"), 3*mostFaults)})
	if len(d.lines) != mostFaults || d.untold != 2*mostFaults {
		t.Errorf("%d lines, %d more that are not told", len(d.lines), d.untold)
	}
}
