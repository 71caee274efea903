package jsonscan

const (
	eightSpaces = ' ' * everyByte
	indented    = eightSpaces - ' ' + '\n' // a line's end and seven spaces
)

// blanks is the index of the first byte at or behind p that is no white space.
// Indentation comes in the same long pieces all through a file.
func blanks(b []byte, p int) int {
	if b[p] > ' ' {
		return p
	}
	for {
		w := load(b, p)
		if w != indented && w != eightSpaces {
			break
		}
		p += 8
	}
	for blank(b[p]) {
		p++
	}
	return p
}

// refill is space for a loop that keeps the position in p.
func (s *Scanner) refill(p int) int {
	s.pos = p
	s.space()
	return s.pos
}

// Skip validates and consumes the next value, with everything inside it.
func (s *Scanner) Skip() {
	p, level := s.ahead(s.pos), 0 // level counts objects and lists inside the value
	for {
		var opened, more bool
		if p, opened = s.skipValue(p, level+1); opened {
			level++
			continue
		}
		if p, level, more = s.skipEnds(p, level); !more {
			s.pos = p
			return
		}
	}
}

// skipValue consumes the simple or empty value at p. Of another object or list it
// consumes what stands in front of the first value inside, and opened is true.
func (s *Scanner) skipValue(p, level int) (at int, opened bool) {
	switch c := s.buf[p]; {
	case c == '"':
		s.pos = p + 1
		s.skipText()
		return s.pos, false
	case kinds[c] == Number:
		return s.skipNumber(p), false
	case c != '{' && c != '[':
		s.pos = p
		s.skipWord(c)
		return s.pos, false
	case s.depth+level > deepest:
		s.pos = p
		s.fail(tooDeep)
		return s.pos, false
	default:
		s.mark(level, c == '{')
		if p = s.ahead(p + 1); s.buf[p] == c+2 { // '}' is '{'+2, ']' is '['+2
			return p + 1, false
		}
		if c == '{' {
			p = s.skipKey(p)
		}
		return p, s.err == nil
	}
}

// skipEnds consumes what follows a value: the ends of objects and lists, then a
// comma and, within an object, the next key. more is false when all are closed.
func (s *Scanner) skipEnds(p, level int) (at, left int, more bool) {
	for level > 0 && s.err == nil {
		p = s.ahead(p)
		object := s.marked(level)
		switch c := s.buf[p]; {
		case c == ',' && object:
			return s.skipKey(s.ahead(p + 1)), level, true
		case c == ',':
			return s.ahead(p + 1), level, true
		case object && c != '}' || !object && c != ']':
			s.pos = p
			s.unexpected("a comma or the end of an object or list")
			return s.pos, 0, false
		}
		p++
		level--
	}
	return p, 0, false
}

// ahead steps over white space, with as many bytes available as a token's fast
// path looks at.
func (s *Scanner) ahead(p int) int {
	p = blanks(s.buf, p)
	if s.end-p < ahead && !s.eof {
		return s.refill(p)
	}
	return p
}

// skipKey consumes a key and its colon and stands in front of the value.
func (s *Scanner) skipKey(p int) int {
	s.pos = p
	if s.buf[p] != '"' {
		s.unexpected("a key in quotes")
		return s.pos
	}
	s.pos++
	s.skipText()
	p = s.ahead(s.pos)
	if s.buf[p] != ':' {
		s.pos = p
		s.unexpected("a colon")
		return s.pos
	}
	return s.ahead(p + 1)
}

func (s *Scanner) mark(level int, object bool) {
	bit := uint64(1) << (level & 63)
	if object {
		s.objects[level>>6] |= bit
	} else {
		s.objects[level>>6] &^= bit
	}
}

func (s *Scanner) marked(level int) bool { return s.objects[level>>6]>>(level&63)&1 == 1 }

// skipNumber validates and consumes the number at p.
func (s *Scanner) skipNumber(p int) int {
	end, why := number(s.buf, p)
	if why == "" && (end < s.end || s.eof) {
		return end
	}
	s.pos = p
	s.skipLongNumber()
	return s.pos
}

// skipLongNumber validates a number that is a word, does not end within the buffer, or
// is wrong: part by part, each of any length.
func (s *Scanner) skipLongNumber() {
	if word := s.bareWord(); word != "" {
		s.pos += len(word)
		return
	}
	if s.byte() == '-' {
		s.pos++
	}
	zero := s.byte() == '0'
	if n := s.skipDigits(); n == 0 || zero && n > 1 {
		s.fail(badNumber)
		return
	}
	if s.byte() == '.' {
		s.pos++
		if s.skipDigits() == 0 {
			s.fail(badNumber)
			return
		}
	}
	if s.byte()|0x20 == 'e' {
		s.pos++
		if c := s.byte(); c == '+' || c == '-' {
			s.pos++
		}
		if s.skipDigits() == 0 {
			s.fail(badNumber)
		}
	}
}

// byte is the byte at the position, 0 behind the last one.
func (s *Scanner) byte() byte {
	s.fill(1)
	return s.buf[s.pos]
}

// skipDigits consumes digits, however many, and counts them.
func (s *Scanner) skipDigits() (n int64) {
	for {
		s.fill(1)
		p := min(digitsEnd(s.buf, s.pos), s.end)
		n += int64(p - s.pos)
		s.pos = p
		if p < s.end || s.eof {
			return n
		}
	}
}

func (s *Scanner) skipWord(c byte) {
	switch c {
	case 't':
		s.word("true")
	case 'f':
		s.word("false")
	case 'n':
		s.word("null")
	default:
		s.unexpected("a value")
	}
}
