package arrowfile

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
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

// messages splits a stream into its messages and lets only sound ones pass. It is
// the library's ipc.MessageReader.
type messages struct {
	in     *bufio.Reader
	left   int64 // bytes of the file that are not read yet
	stream *Stream
	marked bool // it is in the file format
	err    error
}

func (m *messages) Retain()  {}
func (m *messages) Release() {}

// cause prefers what was found here to what the library makes of it.
func (m *messages) cause(err error) error {
	switch {
	case err == nil:
		return nil
	case m.err != nil:
		return m.err
	case strings.Contains(err.Error(), "unknown error"): // so the library names a panic of its own
		return errUnfit
	}
	if m.marked {
		return fmt.Errorf("the file format of Arrow (ARROW1) is not supported (%w); save it as a stream, as datasets.save_to_disk does", err)
	}
	return fmt.Errorf("corrupt Arrow data (%w); fetch or write the file again", err)
}

// Message is the next message; io.EOF behind the last.
func (m *messages) Message() (*ipc.Message, error) {
	msg, err := m.next()
	if err != nil && !errors.Is(err, io.EOF) {
		m.err = err
	}
	return msg, err
}

func (m *messages) next() (*ipc.Message, error) {
	length, err := m.length()
	if err != nil || length == 0 {
		m.stream.Ended = err == nil
		if err == nil && m.left > 0 && !m.marked { // the file format has an index there
			return nil, fmt.Errorf("corrupt: %d bytes follow the end marker; write one stream per file", m.left)
		}
		if err == nil {
			err = io.EOF
		}
		return nil, err
	}
	if length > longestDescription || length > m.left {
		return nil, fmt.Errorf("corrupt: a description of %d bytes does not fit; fetch or write the file again", length)
	}
	description, err := m.take(length)
	if err != nil {
		return nil, err
	}
	bodyLength, err := checkMessage(description)
	if err != nil {
		return nil, err
	}
	if bodyLength > longestBody || bodyLength > m.left {
		return nil, fmt.Errorf("corrupt: a batch of %d bytes does not fit: %d are left, the limit is %d; fetch or write the file again",
			bodyLength, m.left, longestBody)
	}
	body, err := m.take(bodyLength)
	if err != nil {
		return nil, err
	}
	return ipc.NewMessage(memory.NewBufferBytes(description), memory.NewBufferBytes(body)), nil
}

const continuation = 0xFFFFFFFF

// length reads how long the next description is: behind a mark, or bare as old
// writers have it; 0 is the end of the stream. io.EOF is a stream without an end.
func (m *messages) length() (int64, error) {
	word, err := m.word()
	if err == nil && word == continuation {
		if word, err = m.word(); errors.Is(err, io.EOF) {
			err = errTruncated
		}
	}
	if err == nil && int32(word) < 0 {
		err = errors.New("corrupt: a length is negative; fetch or write the file again")
	}
	return int64(int32(word)), err
}

var errTruncated = errors.New("truncated: the file ends within a message; fetch or write it again")

func (m *messages) word() (uint32, error) {
	var b [4]byte
	n, err := io.ReadFull(m.in, b[:])
	m.left -= int64(n)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		err = errTruncated
	case err == nil && m.left < 0:
		err = io.EOF // bytes behind the size that was told
	}
	return binary.LittleEndian.Uint32(b[:]), err
}

func (m *messages) take(n int64) ([]byte, error) {
	b := make([]byte, n)
	if _, err := io.ReadFull(m.in, b); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errTruncated
		}
		return nil, err
	}
	m.left -= n
	return b, nil
}
