package jsonscan

import (
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

// plainEnd is the index of the first byte at or behind p that needs a look: a
// quote, a backslash, a control character or a byte of a longer UTF-8 sequence.
// The padding holds such bytes, so that the search ends.
func plainEnd(b []byte, p int) int {
	for {
		w := load(b, p)
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
//
// It decides about eight bytes at a time without a branch on what they are:
// escapes stand so close and so irregularly in the metrics of a server that
// stopping at each would cost more than all else. Eight bytes that are not ASCII,
// hold a control character, two backslashes in a row or another escape than \n
// and \" are looked at one by one.
func (s *Scanner) skipText() {
	b, p := s.buf, s.pos
	k := patterns
	before := ^uint64(0) // a high bit that is clear: the byte is a backslash
	for {
		w := load(b, p)
		// x + 0x7f has a clear high bit where the byte x is zero
		backslash := (w ^ k.backslash) + k.seven
		quote := (w ^ k.quote) + k.seven
		n := (w ^ k.n) + k.seven
		escaped := backslash<<8 | before>>56
		odd := w | ^(w + k.space) | quote&n&^escaped
		ends := escaped &^ quote
		if (odd|ends)&highBits == 0 {
			before = backslash
			p += 8
			continue
		}
		odd, ends = odd&highBits, ends&highBits
		// a quote that comes before anything odd ends the text
		if ends != 0 && (odd == 0 || ends&-ends < odd&-odd) {
			s.pos = p + bits.TrailingZeros64(ends)>>3 + 1
			return
		}
		at := bits.TrailingZeros64(odd)
		if q := p + at>>3; escaped>>at&1 == 0 { // another escape than the two
			if n := s.escapeLen(q); n > 0 {
				p, before = q+n, ^uint64(0)
				continue
			}
		}
		if p = s.skipOdd(p, before>>63 == 0); s.err != nil {
			return
		}
		before = ^uint64(0)
	}
}

// escapeLen is the length of the escape behind a backslash, 0 if it is wrong or not
// all in the buffer.
func (s *Scanner) escapeLen(p int) int {
	switch {
	case escapes[s.buf[p]] > 1:
		return 1
	case s.buf[p] == 'u' && p+5 <= s.end && isHex(s.buf[p+1:p+5]):
		return 5
	}
	return 0
}

func isHex(b []byte) bool {
	return hexDigits[b[0]]|hexDigits[b[1]]|hexDigits[b[2]]|hexDigits[b[3]] >= 0
}

// patterns are constants that the compiler must not know, so that it keeps them
// in registers.
var patterns = struct{ backslash, quote, n, seven, space uint64 }{
	'\\' * everyByte, '"' * everyByte, 'n' * everyByte, 0x7f * everyByte, 0x60 * everyByte,
}

// skipOdd consumes the characters from p on one by one, for eight bytes or up to
// the quote that ends the text; escaped says that p-1 is a backslash.
func (s *Scanner) skipOdd(p int, escaped bool) int {
	if s.pos = p; escaped {
		s.pos--
	}
	for end := p + 8; s.pos < end && s.err == nil; {
		switch c := s.buf[s.pos]; {
		case c == '"':
			return s.pos
		case c >= ' ' && c != '\\' && c < utf8.RuneSelf:
			s.pos++
		default:
			before := s.base
			if s.special(); s.base != before { // the buffer moved
				return s.pos
			}
		}
	}
	return s.pos
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
			s.fail("the file ends within a string")
		}
		return decoded, 0, false
	case b[0] == '\\':
		return s.escape(b)
	case b[0] == '\n':
		s.fail("the line ends within a string; close its quotes, complete the file if it is cut, or write a line break as \\n")
		return decoded, 0, false
	case b[0] < ' ':
		s.fail("a control character within a string; write it as an escape")
		return decoded, 0, false
	case b[0] < utf8.RuneSelf: // the end of the buffer was taken for a character
		return decoded, 0, true
	}
	r, size := utf8.DecodeRune(b)
	if r == utf8.RuneError && size == 1 {
		s.fail("a string is not UTF-8")
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
	if len(b) < 4 || !isHex(b) {
		return 0, false
	}
	d := [4]int8{hexDigits[b[0]], hexDigits[b[1]], hexDigits[b[2]], hexDigits[b[3]]}
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

// Text consumes the next text and returns its characters, valid until the next step. For a text of more than a few
// thousand bytes, which is consumed, whole is false. It is an error if the next value is not a text.
func (s *Scanner) Text() (text []byte, whole bool) {
	if s.space() != '"' {
		s.unexpected("a string")
		return nil, false
	}
	return s.quoted()
}

// Pieces consumes the next text, of any length, and passes its characters piece by piece to each; a piece is valid
// until each returns. It is an error if the next value is not a text.
func (s *Scanner) Pieces(each func(text []byte)) {
	if s.space() != '"' {
		s.unexpected("a string")
		return
	}
	s.pos++
	s.pieces(func(piece []byte) bool { each(piece); return true })
}

// pieces consumes a text behind its opening quote, up to where each has enough; whole is false then, and at an error.
func (s *Scanner) pieces(each func(piece []byte) (more bool)) (whole bool) {
	for s.err == nil {
		p := plainEnd(s.buf, s.pos)
		piece := s.buf[s.pos:min(p, s.end)]
		if s.pos = p; !each(piece) {
			return false
		}
		if s.buf[p] == '"' {
			s.pos++
			return true
		}
		if decoded, n, ok := s.special(); ok {
			each(decoded[:n])
		}
	}
	return false
}

// quoted consumes a text, from its opening quote.
func (s *Scanner) quoted() (text []byte, whole bool) {
	s.pos++
	p := plainEnd(s.buf, s.pos)
	if s.buf[p] == '"' && p-s.pos <= longestText {
		text = s.buf[s.pos:p]
		s.pos = p + 1
		return text, true
	}
	s.text = s.text[:0]
	whole = s.pieces(func(piece []byte) bool { s.text = append(s.text, piece...); return len(s.text) <= longestText })
	if whole {
		return s.text, true
	}
	if s.err == nil {
		s.skipText()
	}
	return nil, false
}
