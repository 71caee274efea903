package data

import (
	"cmp"
	"fmt"
	"strings"
)

// UnitsBeside are the units that documents state beside the values of a field.
type UnitsBeside struct {
	agreed string // the last that is the declared one
	agree  int    // rows
	differ int
	First  string    // another one
	Others []Problem // the first rows that have another one
}

// mostBeside are the rows with another unit that are told.
const mostBeside = 1000

// Add compares a unit with the declared one.
func (u *UnitsBeside) Add(text, declared string, at Problem) {
	own, _ := ParseUnit(text)
	in, _ := ParseUnit(declared)
	switch {
	case text == u.agreed || own.Factor > 0 && own.Same(in):
		u.agree, u.agreed = u.agree+1, cmp.Or(u.agreed, strings.Clone(text))
	case own.Factor > 0 && own.Fits(in):
		if u.differ++; u.differ <= mostBeside {
			at.Message = fmt.Sprintf("its unit is %s beside it, but it is taken as %s; correct the file", ClipName(text), declared)
			u.First, u.Others = cmp.Or(u.First, strings.Clone(text)), append(u.Others, at)
		}
	}
}

// Wrong reports whether the declared unit is at fault, rather than the lesser part of the rows.
func (u *UnitsBeside) Wrong() bool { return u.differ > u.agree }
