package tabletext

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// longestRow in bytes: a quote that is never closed would make one of the whole file.
const longestRow = 16 << 20

// Bounded is a text of which so many bytes are read for one row.
type Bounded struct {
	*bufio.Reader
	file *bounded
}

// NewBounded reads a text, at first the first row.
func NewBounded(file io.Reader) Bounded {
	b := &bounded{Reader: file, left: longestRow}
	return Bounded{bufio.NewReaderSize(b, 1<<16), b}
}

// Next begins another row.
func (b Bounded) Next() { b.file.left = longestRow }

// Line is the next line with its end, and begins another row behind it.
func (b Bounded) Line() (string, error) {
	text, err := b.ReadString('\n')
	b.Next()
	return text, err
}

// CutOff reports whether the file ends within the line that was read.
func (b Bounded) CutOff() bool {
	_, err := b.Peek(1)
	return errors.Is(err, io.EOF) && b.file.last != '\n'
}

// bounded reads what is left of a row.
type bounded struct {
	io.Reader
	left int
	last byte
}

func (b *bounded) Read(p []byte) (int, error) {
	if b.left <= 0 {
		return 0, fmt.Errorf("a row is longer than %d bytes; close its quotes", longestRow)
	}
	n, err := b.Reader.Read(p)
	if b.left -= n; n > 0 {
		b.last = p[n-1]
	}
	return n, err
}
