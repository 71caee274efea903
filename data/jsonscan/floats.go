package jsonscan

import (
	"math"
	"math/bits"
)

// Floats appends numbers of the list entered last to dst, as [Scanner.Float] reads them, until the list ends (more is
// false), dst is at its capacity or an element is not a number (more is true: the scanner is before it). first means
// that the scanner is before an element, or before the whole list.
func (s *Scanner) Floats(dst []float64, first bool) (values []float64, more bool) {
	b, p := s.buf, s.pos
	for {
		if !first && b[p] == ',' {
			p = s.element(p + 1)
		} else {
			p = s.ahead(p)
			switch {
			case b[p] == ']':
				s.pos = p + 1
				s.depth--
				return dst, false
			case first:
				first = false
			case b[p] == ',':
				p = s.ahead(p + 1)
			default:
				s.pos = p
				s.unexpected("a comma or ]")
				return dst, false
			}
		}
		if kinds[b[p]] != Number || len(dst) == cap(dst) {
			s.pos = p
			if kinds[b[p]] == None {
				s.unexpected("a value")
			}
			return dst, s.err == nil
		}
		value, q := fraction(b, p)
		if q == 0 {
			if value, q = float(b, p); q == 0 {
				s.pos = p
				if value, q = s.anyFloat(); s.err != nil {
					return dst, false
				}
			}
		}
		dst = append(dst, value)
		p = q
	}
}

// element is ahead with the white space in mind that stands in front of an
// element of an indented list.
func (s *Scanner) element(p int) int {
	b := s.buf
	if load(b, p) == indented {
		for p += 8; b[p] == ' '; p++ {
		}
		if b[p] > ' ' && s.end-p >= ahead {
			return p
		}
	}
	return s.ahead(p)
}

// fraction reads a number from 0 to 1 with 16 to 20 digits behind the point, of
// which 19 count: nearly every latency. end is 0 for another shape.
func fraction(b []byte, p int) (value float64, end int) {
	if b[p] != '0' || b[p+1] != '.' {
		return 0, 0
	}
	p += 2
	first, second, third := load(b, p)^'0'*everyByte, load(b, p+8)^'0'*everyByte, load(b, p+16)^'0'*everyByte
	k := bits.TrailingZeros64(notDigits(third)) >> 3
	if notDigits(first)|notDigits(second) != 0 || k > 4 || k == 4 && first&0xff != 0 {
		return 0, 0
	}
	end = p + 16 + k
	if b[end]|0x20 == 'e' {
		return 0, 0
	}
	digits := (eight(first)*1e8+eight(second))*powers[k] + four(uint32(third)<<(32-8*k))
	double, ok := scale(digits, 16+k)
	if !ok {
		return 0, 0
	}
	return math.Float64frombits(double), end
}
