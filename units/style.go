package units

import (
	"math"
	"strings"
)

// Style is the style of numbers in a language: the decimal mark and the mark between thousands. The zero value is the
// English style.
type Style struct{ Decimal, Group string }

// Number is like the function [Number], in the style.
func (s Style) Number(x float64) string { return s.Written(Number(x)) }

// Short is like the function [Short], in the style.
func (s Style) Short(x float64) string { return s.Written(Short(x)) }

// Whole is like the function [Whole], in the style.
func (s Style) Whole(n int) string { return s.Written(Whole(n)) }

// Bytes is like the function [Bytes], in the style.
func (s Style) Bytes(n int) string { return s.Written(Bytes(n)) }

// Fixed writes x with a number of decimals.
func (s Style) Fixed(x float64, decimals int) string { return s.Written(Group(fixed(x, decimals))) }

// Signed is [Style.Fixed] with a sign, which what rounds to zero has not.
func (s Style) Signed(x float64, decimals int) string {
	text := s.Fixed(math.Abs(x), decimals)
	switch {
	case strings.Trim(text, "0"+s.Decimal+".") == "":
		return text
	case x < 0:
		return "−" + text
	}
	return "+" + text
}

// Written returns a number that the functions of this package wrote, in the style, with a minus sign.
func (s Style) Written(english string) string {
	if digits, negative := strings.CutPrefix(english, "-"); negative {
		return "−" + s.Written(digits)
	}
	if s == (Style{}) || s == (Style{".", ","}) {
		return english
	}
	return strings.NewReplacer(".", s.Decimal, ",", s.Group).Replace(english)
}
