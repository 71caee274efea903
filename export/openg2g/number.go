package openg2g

import (
	"github.com/jouleboard/jouleboard/units"
)

// number is written as Python's repr writes a float, which is what the
// simulator's own files hold: always with a point or an exponent, so that no
// reader takes a column for integers.
type number float64

func (x number) String() string { return string(units.AppendPython(nil, float64(x))) }

// MarshalJSON is the number as it stands in a CSV file too.
func (x number) MarshalJSON() ([]byte, error) { return []byte(x.String()), nil }
