package arrowfile

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
)

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
		word, err = m.word()
		if errors.Is(err, io.EOF) {
			err = errTruncated
		}
	}
	return int64(int32(word)), func() error {
		if err == nil && int32(word) < 0 {
			return errors.New("corrupt: a length is negative; fetch or write the file again")
		}
		return err
	}()
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
