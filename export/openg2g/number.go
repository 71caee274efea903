package openg2g

import (
	"math"
	"strconv"
	"strings"
)

// number is written as Python's repr writes a float, which is what the
// simulator's own files hold: always with a point or an exponent, so that no
// reader takes a column for integers.
type number float64

func (x number) String() string {
	v := float64(x)
	if abs := math.Abs(v); abs != 0 && (abs < 1e-4 || abs >= 1e16) {
		return strconv.FormatFloat(v, 'e', -1, 64)
	}
	text := strconv.FormatFloat(v, 'f', -1, 64)
	if strings.Contains(text, ".") {
		return text
	}
	return text + ".0"
}

// MarshalJSON is the number as it stands in a CSV file too.
func (x number) MarshalJSON() ([]byte, error) { return []byte(x.String()), nil }
