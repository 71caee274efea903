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

// Skip validates and consumes the value that comes next, with all inside it.
func (s *Scanner) Skip() {
	level := 0 // of objects and lists inside the value
	b, p := s.buf, s.refill(s.pos)
	for {
		// in front of a value
		switch c := b[p]; {
		case c == '"':
			s.pos = p + 1
			s.skipText()
			p = s.pos
		case c == '{' || c == '[':
			s.pos = p
			if level++; s.depth+level > deepest {
				s.fail(tooDeep)
				return
			}
			s.mark(level, c == '{')
			p = s.ahead(p + 1)
			if b[p] != c+2 { // '}' is '{'+2, ']' is '['+2
				if c == '{' {
					p = s.skipKey(p)
				}
				if s.err != nil {
					return
				}
				continue
			}
			p++
			level--
		case kinds[c] == Number:
			p = s.skipNumber(p)
		default:
			s.pos = p
			s.skipWord(c)
			p = s.pos
		}
		// behind a value
		for {
			if level == 0 || s.err != nil {
				s.pos = p
				return
			}
			p = s.ahead(p)
			object := s.marked(level)
			if b[p] == ',' {
				p = s.ahead(p + 1)
				if object {
					p = s.skipKey(p)
				}
				break
			}
			if object && b[p] != '}' || !object && b[p] != ']' {
				s.pos = p
				s.unexpected("a comma or the end of an object or list")
				return
			}
			p++
			level--
		}
	}
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
	if why == "" && end < s.end || s.eof && why == "" {
		return end
	}
	s.pos = p
	if s.skipBareWord() || s.err != nil {
		return s.pos
	}
	s.skipLongNumber()
	return s.pos
}

// skipBareWord consumes NaN or an infinity.
func (s *Scanner) skipBareWord() bool {
	for _, w := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if string(s.buf[s.pos:min(s.pos+len(w), s.end)]) == w {
			s.pos += len(w)
			return true
		}
	}
	return false
}

// skipLongNumber validates a number that does not end within the buffer, or is
// wrong: part by part, each of any length.
func (s *Scanner) skipLongNumber() {
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
