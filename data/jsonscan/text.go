package jsonscan

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf16"
	"unicode/utf8"
)

// longestText is the most that a key or text may hold to be handed out.
const longestText = 4096

const (
	everyByte = 0x0101010101010101
	highBits  = 0x80 * everyByte
)

// plain is the index of the first byte at or behind p that needs a look: a
// quote, a backslash, a control character or a byte of a longer UTF-8 sequence.
// The padding holds such bytes, so that the search ends.
func plain(b []byte, p int) int {
	for {
		w := binary.LittleEndian.Uint64(b[p:])
		// Each term sets a byte's high bit where the byte is less than a bound.
		// The borrow of such a byte spoils only those above it, and only the
		// lowest counts.
		quote, backslash := w^('"'*everyByte), w^('\\'*everyByte)
		found := ((w - 0x20*everyByte) | (quote - everyByte) | (backslash - everyByte) | w) & highBits
		if found != 0 {
			return p + bits.TrailingZeros64(found)>>3
		}
		p += 8
	}
}

// escapes tells what may follow a backslash: the byte meant, 1 for u.
var escapes = [256]byte{
	'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'u': 1,
}

// skipText validates and consumes the rest of a text, behind its opening quote.
func (s *Scanner) skipText() {
	b, p := s.buf, s.pos
	for {
		p = plain(b, p)
		switch c := b[p]; {
		case c == '"':
			s.pos = p + 1
			return
		case c == '\\' && p+6 <= s.end:
			switch escapes[b[p+1]] {
			case 0:
				s.pos = p
				s.fail(badEscape)
				return
			case 1:
				if _, ok := hex4(b[p+2:]); !ok {
					s.pos = p
					s.fail(badEscape)
					return
				}
				p += 6
			default:
				p += 2
			}
		default:
			s.pos = p
			if _, _, ok := s.special(); !ok {
				return
			}
			p = s.pos
		}
	}
}

const badEscape = `a backslash is followed by none of "\/bfnrtu or by too few hexadecimal digits`

// special consumes one escape or one character that is not ASCII, inside a text,
// or gets more of the document. ok is false at an error.
func (s *Scanner) special() (decoded [utf8.UTFMax]byte, n int, ok bool) {
	s.fill(ahead)
	b := s.buf[s.pos:s.end]
	switch {
	case len(b) == 0 && s.eof:
		if s.err == nil {
			s.fail("the file ends within a text")
		}
		return decoded, 0, false
	case b[0] == '\\':
		return s.escape(b)
	case b[0] < ' ':
		s.fail("a control character within a text; write it as an escape")
		return decoded, 0, false
	case b[0] < utf8.RuneSelf: // the end of the buffer was taken for a character
		return decoded, 0, true
	}
	r, size := utf8.DecodeRune(b)
	if r == utf8.RuneError && size == 1 {
		s.fail("a text is not UTF-8")
		return decoded, 0, false
	}
	s.pos += size
	return decoded, copy(decoded[:], b[:size]), true
}

// escape decodes the escape at the start of b.
func (s *Scanner) escape(b []byte) (decoded [utf8.UTFMax]byte, n int, ok bool) {
	if len(b) < 2 || escapes[b[1]] == 0 {
		s.fail(badEscape)
		return decoded, 0, false
	}
	if b[1] != 'u' {
		s.pos += 2
		decoded[0] = escapes[b[1]]
		return decoded, 1, true
	}
	r, ok := hex4(b[2:])
	if !ok {
		s.fail(badEscape)
		return decoded, 0, false
	}
	s.pos += 6
	if utf16.IsSurrogate(r) {
		r = s.lowSurrogate(r, b[6:])
	}
	return decoded, utf8.EncodeRune(decoded[:], r), true
}

// lowSurrogate joins the second half of a pair to the first; a lone half is a
// valid escape that stands for no character.
func (s *Scanner) lowSurrogate(high rune, b []byte) rune {
	if len(b) > 1 && b[0] == '\\' && b[1] == 'u' {
		if low, ok := hex4(b[2:]); ok {
			if r := utf16.DecodeRune(high, low); r != utf8.RuneError {
				s.pos += 6
				return r
			}
		}
	}
	return utf8.RuneError
}

// hex4 reads four hexadecimal digits.
func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 4 {
		return 0, false
	}
	d := [4]int8{hexDigits[b[0]], hexDigits[b[1]], hexDigits[b[2]], hexDigits[b[3]]}
	if d[0]|d[1]|d[2]|d[3] < 0 {
		return 0, false
	}
	return rune(d[0])<<12 | rune(d[1])<<8 | rune(d[2])<<4 | rune(d[3]), true
}

var hexDigits = func() (d [256]int8) {
	for i := range d {
		d[i] = -1
	}
	for i, c := range "0123456789abcdef" {
		d[c] = int8(i)
	}
	for i, c := range "ABCDEF" {
		d[c] = int8(10 + i)
	}
	return d
}()

// Text consumes the text that comes next and returns its characters, valid until
// the next step. A text of more than a few thousand bytes is consumed, and whole
// is false. It is an error if no text comes next.
func (s *Scanner) Text() (text []byte, whole bool) {
	if s.space() != '"' {
		s.unexpected("a text")
		return nil, false
	}
	return s.quoted()
}

// quoted consumes a text, from its opening quote.
func (s *Scanner) quoted() (text []byte, whole bool) {
	s.pos++
	p := plain(s.buf, s.pos)
	if s.buf[p] == '"' && p-s.pos <= longestText {
		text = s.buf[s.pos:p]
		s.pos = p + 1
		return text, true
	}
	s.text = s.text[:0]
	for s.err == nil {
		p := plain(s.buf, s.pos)
		s.text = append(s.text, s.buf[s.pos:min(p, s.end)]...)
		s.pos = p
		if len(s.text) > longestText {
			s.skipText()
			return nil, false
		}
		if s.buf[p] == '"' {
			s.pos++
			return s.text, true
		}
		if decoded, n, ok := s.special(); ok {
			s.text = append(s.text, decoded[:n]...)
		}
	}
	return nil, false
}
