package jsonscan

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
)

// longestNumber is the most characters of a number that is handed out.
const longestNumber = ahead - 64

// Float consumes the next number: the nearest double, ±Inf beyond the range of doubles; NaN and ±Infinity as bare
// words. It is an error if the next value is not a number.
func (s *Scanner) Float() float64 {
	if kinds[s.space()] != Number {
		s.unexpected("a number")
		return 0
	}
	value, p := float(s.buf, s.pos)
	if p == 0 {
		value, p = s.anyFloat()
	}
	s.pos = p
	return value
}

// float reads a number of the usual shape: an optional minus, digits, a point,
// at most 19 digits that count. p is the index behind it, 0 for another shape.
func float(b []byte, start int) (value float64, p int) {
	p = start
	sign := uint64(0)
	if b[p] == '-' {
		sign = 1 << 63
		p++
	}
	first := p
	var digits uint64
	if b[p] == '0' { // most of them: 0.0123
		p++
	} else if digits, p = run(b, p, 0); p == first {
		return 0, 0
	}
	before := p - first
	places := 0
	if b[p] == '.' {
		point := p + 1
		if digits, p = run(b, point, digits); p == point {
			return 0, 0
		}
		places = p - point
	}
	if b[p] == '.' || b[p]|0x20 == 'e' || b[p]-'0' < 10 {
		return 0, 0
	}
	if before+places > 19 && !(before == 1 && b[first] == '0' && fits(b[first+2:], places)) {
		return 0, 0
	}
	bits, ok := scale(digits, places)
	if !ok {
		return 0, 0
	}
	return math.Float64frombits(bits | sign), p
}

// fits reports whether so many digits behind the point do not overflow: at most
// 19 follow the zeros.
func fits(b []byte, places int) bool {
	for places > 19 && b[0] == '0' {
		b, places = b[1:], places-1
	}
	return places <= 19
}

// run appends the digits at p to the decimal number n and returns the index
// behind them. Eight at a time: a digit's byte, less '0', is below ten.
func run(b []byte, p int, n uint64) (uint64, int) {
	for {
		t := load(b, p) ^ '0'*everyByte
		other := notDigits(t)
		if other == 0 {
			n = n*1e8 + eight(t)
			p += 8
			continue
		}
		k := bits.TrailingZeros64(other) >> 3
		return n*powers[k] + eight(t<<(64-8*k)), p + k
	}
}

// notDigits sets the high bit of each byte that is ten or more, up to the first
// such byte for sure.
func notDigits(t uint64) uint64 { return ((t + 0x76*everyByte) | t) & highBits }

// eight is the number of eight digit values, the first in the lowest byte: pairs
// are joined to numbers below 100, these to numbers below 10000, these to one.
func eight(t uint64) uint64 {
	t = (t * (10<<8 + 1)) >> 8 & 0x00ff00ff00ff00ff
	t = (t * (100<<16 + 1)) >> 16 & 0x0000ffff0000ffff
	return (t * (10000<<32 + 1)) >> 32
}

// four is eight for four digits.
func four(t uint32) uint64 {
	t = (t * (10<<8 + 1)) >> 8 & 0x00ff00ff
	return uint64((t * (100<<16 + 1)) >> 16)
}

var powers = [8]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7}

// anyFloat reads a number of any shape.
func (s *Scanner) anyFloat() (value float64, end int) {
	if word := s.bareWord(); word != "" {
		value, _ = strconv.ParseFloat(word, 64)
		return value, s.pos + len(word)
	}
	p, why := number(s.buf, s.pos)
	if why != "" {
		s.fail(why)
		return 0, s.pos
	}
	if p-s.pos > longestNumber {
		s.fail("a number of more than " + strconv.Itoa(longestNumber) + " characters")
		return 0, s.pos
	}
	value, _ = strconv.ParseFloat(string(s.buf[s.pos:p]), 64) // out of range: ±Inf
	return value, p
}

// bareWord is NaN or an infinity that stands at the position, "" for none.
func (s *Scanner) bareWord() string {
	for _, w := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if string(s.buf[s.pos:min(s.pos+len(w), s.end)]) == w {
			return w
		}
	}
	return ""
}

const badNumber = "a number is not in JSON's format"

// number is the index behind the number at p, or why there is none.
func number(b []byte, p int) (end int, why string) {
	if b[p] == '-' {
		p++
	}
	first := p
	if p = digitsEnd(b, p); p == first || p > first+1 && b[first] == '0' {
		return p, badNumber
	}
	if b[p] == '.' {
		point := p + 1
		if p = digitsEnd(b, point); p == point {
			return p, badNumber
		}
	}
	if b[p]|0x20 == 'e' {
		p++
		if b[p] == '+' || b[p] == '-' {
			p++
		}
		exponent := p
		if p = digitsEnd(b, p); p == exponent {
			return p, badNumber
		}
	}
	return p, ""
}

// digitsEnd is the index behind the digits at p.
func digitsEnd(b []byte, p int) int {
	for {
		t := load(b, p) ^ '0'*everyByte
		if other := notDigits(t); other != 0 {
			return p + bits.TrailingZeros64(other)>>3
		}
		p += 8
	}
}

// mostPlaces is the most decimal places that scale handles.
const mostPlaces = 40

// A tenth holds 10^-places as mantissa × 2^exponent: the mantissa's first 64
// bits, rounded down, with the highest bit set.
type tenth struct {
	mantissa uint64
	// exponent is what a double's would be, biased and less the bit that its
	// mantissa leaves out, if the product with 2^63 had its highest bit clear.
	exponent int
}

var tenths = func() (all [mostPlaces + 1]tenth) {
	const bias = 1023 + 52
	for places := range all {
		// 2^k / 10^places has exactly 64 bits before the point for one k
		power := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(places)), nil)
		k := 63 + power.BitLen()
		quotient := new(big.Int).Quo(new(big.Int).Lsh(big.NewInt(1), uint(k)), power)
		if quotient.BitLen() > 64 {
			k--
			quotient.Rsh(quotient, 1)
		}
		all[places] = tenth{quotient.Uint64(), -k + 64 + 10 + bias - 1}
	}
	return all
}()

// scale is the double nearest to digits × 10^-places, as bits; ok is false in the
// rare case that 128 bits do not decide it (after Eisel and Lemire, "Number
// Parsing at a Gigabyte per Second", 2021).
//
// The product of digits and the tenth's mantissa is too small by less than
// digits, both shifted to 64 bits. It decides the double unless that much more
// would carry into the bits that are kept, or it seems to lie right between two.
func scale(digits uint64, places int) (double uint64, ok bool) {
	if digits == 0 {
		return 0, true
	}
	if uint(places) > mostPlaces {
		return 0, false
	}
	t := &tenths[places]
	zeros := bits.LeadingZeros64(digits)
	digits <<= zeros
	high, low := bits.Mul64(digits, t.mantissa)
	if high&0x1ff == 0x1ff && low+digits < low {
		return 0, false
	}
	top := high >> 63
	mantissa := high >> (top + 9) // 53 bits and one for rounding
	if low == 0 && high&0x1ff == 0 && mantissa&3 == 1 {
		return 0, false
	}
	mantissa = (mantissa + mantissa&1) >> 1
	// The mantissa's highest bit, and what rounding carries beyond it, add to the
	// exponent.
	return mantissa + uint64(t.exponent+int(top)-zeros)<<52, true
}

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
