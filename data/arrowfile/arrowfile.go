package arrowfile

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"

	"github.com/jouleboard/jouleboard/data/filetree"
)

const (
	longestDescription = 16 << 20
	longestBody        = 256 << 20
	mostBatchRows      = 1 << 20
	mostRows           = 10_000_000
)

// Stream is the result of reading a file.
type Stream struct {
	Rows  int
	Ended bool // the end marker was found; a stream may end without it
}

// Read reads a file of size bytes and calls visit with its batches in order; a batch is valid until visit returns.
// begin, if not nil, is called with the schema first. The error does not name the file.
func Read(in io.Reader, size int64, begin func(*arrow.Schema) error, visit func(arrow.RecordBatch) error) (s Stream, err error) {
	defer recoverCorrupt(&err)
	m := &messages{in: bufio.NewReaderSize(in, 1<<16), left: size, stream: &s}
	if err := m.start(); err != nil {
		return s, err
	}
	r, err := ipc.NewReaderFromMessageReader(m)
	if err != nil {
		return s, m.cause(err)
	}
	defer r.Release()
	if begin != nil {
		if err := begin(r.Schema()); err != nil {
			return s, err
		}
	}
	for r.Next() {
		batch := r.RecordBatch()
		if s.Rows += int(batch.NumRows()); s.Rows > mostRows {
			return s, fmt.Errorf("more than %d rows; split the file", mostRows)
		}
		if err := visit(batch); err != nil {
			return s, err
		}
	}
	return s, m.cause(r.Err())
}

var (
	fileMagic = []byte("ARROW1")
	lfsMagic  = []byte("version https://git-lfs")
)

// start recognizes the file by its first bytes. A file in Arrow's file format is a
// stream behind its mark, and an index of it at the end.
func (m *messages) start() error {
	first, err := m.in.Peek(len(lfsMagic))
	switch {
	case len(first) == 0 && (err == nil || errors.Is(err, io.EOF)):
		return filetree.ErrEmpty
	case bytes.HasPrefix(first, lfsMagic):
		return errors.New("the file is a Git LFS pointer; run git lfs pull")
	case bytes.HasPrefix(first, fileMagic):
		const marked = 8
		m.left -= marked
		m.marked = true
		_, err := m.in.Discard(marked)
		return err
	}
	return nil
}

// recoverCorrupt turns a panic of the decoding library into an error: a file must
// not end the program.
func recoverCorrupt(err *error) {
	if recover() != nil {
		*err = errUnfit
	}
}

// errUnfit stands for what the decoding library fails on, which are the indexes of its own
// arrays.
var errUnfit = errors.New("corrupt Arrow data: the parts of a batch are inconsistent; fetch or write the file again")
