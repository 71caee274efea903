package jsonscan

import (
	"errors"
	"fmt"
	"io"
	"iter"
)

const (
	// padding behind the bytes that were read is zero: a byte that no token
	// holds, so that loops end there without counting.
	padding = 64
	// ahead is how many bytes a token's fast path may look at.
	ahead = 1 << 10
	// deepest nesting that is followed, as in encoding/json.
	deepest = 10_000
)

// BufferSize is a suitable buffer size: larger buffers do not read faster.
const BufferSize = 256 << 10

// Kind is the kind of a value, determined by its first byte.
type Kind byte

// The kinds of value. A bare NaN or Infinity is a number.
const (
	None Kind = iota // no value: the document is invalid or at its end
	Object
	Array
	String
	Number
	True
	False
	Null
)

func (k Kind) String() string {
	return [...]string{"nothing", "an object", "a list", "a string", "a number", "true", "false", "null"}[k]
}

// Error describes where and why a document is not JSON.
type Error struct {
	Offset int64 // bytes before the error
	Why    string
}

func (e *Error) Error() string { return fmt.Sprintf("byte %d: %s", e.Offset, e.Why) }

// Scanner reads one document. After the first error every method does nothing and returns zero values; [Scanner.Err]
// returns the error.
type Scanner struct {
	in       io.Reader
	buf      []byte // the bytes read are buf[pos:end], padding follows
	pos, end int
	base     int64 // offset of buf[0] in the document
	eof      bool
	err      error
	depth    int
	text     []byte                 // a text that had to be assembled
	objects  [deepest/64 + 1]uint64 // which levels of a skipped value are objects
}

// New returns a scanner with a buffer of size bytes, which [Scanner.Reset] reuses.
func New(size int) *Scanner {
	return &Scanner{buf: make([]byte, max(size, 4*ahead)+padding), text: make([]byte, 0, 64)} // an empty text is not nil
}

// Reset makes the scanner read a document from in, from its start.
func (s *Scanner) Reset(in io.Reader) {
	s.in, s.pos, s.end, s.base, s.eof, s.err, s.depth = in, 0, 0, 0, false, nil, 0
	clear(s.buf[:padding])
}

// Err is the first error: an [Error], or what the reader returned.
func (s *Scanner) Err() error { return s.err }

// Offset returns the number of bytes consumed.
func (s *Scanner) Offset() int64 { return s.base + int64(s.pos) }

// fail keeps the first error and makes every later step stop at once.
func (s *Scanner) fail(why string) {
	if s.err == nil {
		s.err = &Error{s.Offset(), why}
	}
	s.stop()
}

func (s *Scanner) stop() {
	s.pos, s.end, s.eof = 0, 0, true
	clear(s.buf[:padding])
}

// fill makes at least n bytes available behind pos, fewer only at the end of the
// document. It moves what is left to the front of the buffer.
func (s *Scanner) fill(n int) {
	if s.eof || s.end-s.pos >= n {
		return
	}
	left := copy(s.buf, s.buf[s.pos:s.end])
	s.base += int64(s.pos)
	s.pos, s.end = 0, left
	room := s.buf[:len(s.buf)-padding]
	for s.end < n {
		k, err := s.in.Read(room[s.end:])
		s.end += k
		if errors.Is(err, io.EOF) {
			s.eof = true
			break
		}
		if err != nil {
			if s.err == nil {
				s.err = err
			}
			s.stop()
			return
		}
	}
	clear(s.buf[s.end : s.end+padding])
}

// space steps over white space and returns the byte behind it, 0 at the end of
// the document. At least ahead bytes are then available, if there are as many.
func (s *Scanner) space() byte {
	for {
		if s.pos = blanks(s.buf, s.pos); s.end-s.pos >= ahead || s.eof {
			return s.buf[s.pos]
		}
		s.fill(ahead)
	}
}

func blank(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }

// Next returns the kind of the next value without consuming it.
func (s *Scanner) Next() Kind {
	k := kinds[s.space()]
	if k == None {
		s.unexpected("a value")
	}
	return k
}

// unexpected fails at the current byte.
func (s *Scanner) unexpected(want string) {
	if s.err != nil {
		return
	}
	if s.pos == s.end && s.eof {
		s.fail("the file ends where " + want + " should be")
		return
	}
	s.fail(fmt.Sprintf("expected %s, got %q", want, s.buf[s.pos]))
}

var kinds = func() (k [256]Kind) {
	k['{'], k['['], k['"'], k['t'], k['f'], k['n'] = Object, Array, String, True, False, Null
	for _, c := range "-0123456789NI" {
		k[c] = Number
	}
	return k
}()

// Enter enters the next object or list and reports whether there is one; if not, nothing but white space is consumed.
func (s *Scanner) Enter(k Kind) bool {
	if c := s.space(); k == Object && c != '{' || k == Array && c != '[' || s.err != nil {
		return false
	}
	if s.depth++; s.depth > deepest {
		s.fail(tooDeep)
		return false
	}
	s.pos++
	return true
}

var tooDeep = fmt.Sprintf("values nest deeper than %d levels", deepest)

// Items steps through the list entered last and counts from 0; the scanner is then before the element, which must be
// read or skipped.
func (s *Scanner) Items() iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := 0; s.more(i == 0) && yield(i); i++ {
		}
	}
}

func (s *Scanner) more(first bool) bool {
	c := s.space()
	if c == ']' {
		s.pos++
		s.depth--
		return false
	}
	if first {
		return s.err == nil
	}
	return s.comma(c, "a comma or ]")
}

// Keys steps through the keys of the object entered last; the scanner is then before the key's value, which must be
// read or skipped. A key longer than a few thousand bytes is nil. The bytes are valid until the next step.
func (s *Scanner) Keys() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		for first := true; ; first = false {
			if key, ok := s.key(first); !ok || !yield(key) {
				return
			}
		}
	}
}

func (s *Scanner) key(first bool) (key []byte, ok bool) {
	c := s.space()
	if c == '}' {
		s.pos++
		s.depth--
		return nil, false
	}
	if !first && !s.comma(c, "a comma or }") {
		return nil, false
	}
	if s.space() != '"' {
		s.unexpected("a key in quotes")
		return nil, false
	}
	key, _ = s.quoted()
	if s.err != nil {
		return nil, false
	}
	// the white space may move the buffer, and the key with it
	if s.buf[s.pos] != ':' {
		s.text = append(s.text[:0], key...)
		key = s.text
		if s.space() != ':' {
			s.unexpected("a colon")
			return nil, false
		}
	}
	s.pos++
	return key, true
}

func (s *Scanner) comma(c byte, want string) bool {
	if c != ',' {
		s.unexpected(want)
		return false
	}
	s.pos++
	return true
}

// Bool consumes true or false; another value is not consumed, and false.
func (s *Scanner) Bool() bool {
	switch s.space() {
	case 't':
		return s.word("true")
	case 'f':
		s.word("false")
	}
	return false
}

// Null consumes null; ok is false if the next value is another.
func (s *Scanner) Null() (ok bool) { return s.space() == 'n' && s.word("null") }

// word consumes a word that must stand here.
func (s *Scanner) word(w string) bool {
	s.fill(ahead)
	if string(s.buf[s.pos:min(s.pos+len(w), s.end)]) != w {
		s.fail("expected " + w)
		return false
	}
	s.pos += len(w)
	return true
}

// Another reports whether another document follows.
func (s *Scanner) Another() bool { return s.space() != 0 || s.pos < s.end }

// End reports whether only white space follows.
func (s *Scanner) End() bool {
	if s.space() != 0 || s.pos < s.end {
		s.unexpected("the end of the file")
	}
	return s.err == nil
}
