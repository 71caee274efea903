package units

import (
	"math"
	"strings"
)

// Form is how the values of a column are written: in which multiple of their unit, and with how many significant digits.
// The zero value is the unit itself with three digits. Scripts of pages read it too.
type Form struct {
	Prefix string  `json:"-"`                // of the unit: "k", "M"
	Size   float64 `json:"size,omitempty"`   // of the multiple: 1000, 1000000; 0 is 1
	Digits int     `json:"digits,omitempty"` // 0 is 3
}

// fewest are the digits of values whose uncertainty is not known, or so large that it says less; most are those of the
// most certain.
const fewest, most = 3, 5

// FormOf returns the form of values of which the least and the greatest size are given, in a unit such as "J per video".
// Values in J, Wh, FLOP or FLOP/s are written in the largest multiple of which their geometric middle has at least one, so that neither
// end has many more digits than the other. The margin is the half-width of the 95% interval as a share of a value, 0 if it is not known: at
// 8%, the third digit is the last that it leaves certain to a tenth of the interval.
func FormOf(unit string, least, greatest, margin float64) Form {
	var f Form
	if margin > 0 {
		if digits := min(1+int(math.Ceil(-math.Log10(margin))), most); digits > fewest {
			f.Digits = digits
		}
	}
	if symbol, _, _ := strings.Cut(unit, " "); symbol != "J" && symbol != "Wh" && symbol != "FLOP" && symbol != "FLOP/s" {
		return f
	}
	for _, one := range []Form{{"k", 1e3, 0}, {"M", 1e6, 0}, {"G", 1e9, 0}, {"T", 1e12, 0}, {"P", 1e15, 0}} {
		if math.Sqrt(least)*math.Sqrt(greatest) >= one.Size {
			f.Prefix, f.Size = one.Prefix, one.Size
		}
	}
	return f
}

// Unit is the unit of what is written: MJ per video, of "J per video".
func (f Form) Unit(unit string) string { return f.Prefix + unit }

// Of is a value in the multiple of the unit.
func (f Form) Of(x float64) float64 {
	if f.Size == 0 {
		return x
	}
	return x / f.Size
}

// Amount writes a single value with its unit, in the multiple that it has at least one of: 1.33 MJ, 370 Wh.
func (s Style) Amount(x float64, unit string) string {
	f := FormOf(unit, x, x, 0)
	return s.In(f, x) + " " + f.Unit(unit)
}

func (f Form) number(x float64) string { return significant(f.Of(x), max(f.Digits, fewest)) }

// In writes x, which is in the unit of the data, in a form: 1.33, of 1331328 J in MJ.
func (s Style) In(f Form, x float64) string { return s.Written(f.number(x)) }
