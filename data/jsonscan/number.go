package jsonscan

import (
	"math"
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
	for _, w := range [...]string{"NaN", "Infinity", "-Infinity"} {
		if string(s.buf[s.pos:min(s.pos+len(w), s.end)]) == w {
			value, _ = strconv.ParseFloat(w, 64)
			return value, s.pos + len(w)
		}
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
