package aggregate

import (
	"strconv"

	"github.com/jouleboard/jouleboard/fitting"
)

// TieMargin is the relative difference below which two energies are not told
// apart, unless both are means of repeats that tell it: single repeats of one
// configuration in the published data differ by 5 % and more.
const TieMargin = 0.05

// Rank is a place in a ranking.
type Rank struct {
	Place int  // from 1; rows of one tie group share the first one's place
	Tied  bool // another row has the same place
}

// String writes a shared place with an equals sign: 8, =9; "" for no place.
func (r Rank) String() string {
	if r.Place == 0 {
		return ""
	}
	if r.Tied {
		return "=" + strconv.Itoa(r.Place)
	}
	return strconv.Itoa(r.Place)
}

// Ranks places rows that are sorted by [Row.Score]. A row belongs to the tie group of
// the first row that it ties with (see [Row.Ties]); groups do not chain, and the
// place after a group of two counts both. Rows that lack what is ranked have no place.
func Ranks(sorted []Row) []Rank {
	ranks := make([]Rank, len(sorted))
	first := 0
	for i, r := range sorted {
		if !r.Ranked() {
			break
		}
		if i > 0 && r.Ties(sorted[first]) {
			ranks[first].Tied = true
			ranks[i] = Rank{Place: first + 1, Tied: true}
			continue
		}
		first = i
		ranks[i] = Rank{Place: i + 1}
	}
	return ranks
}

// Ties reports whether a row cannot be told from one with no more energy. Where
// both have intervals that overlap they tie. Apart from each other they are told
// apart only if both come of repeats and hold the error of a run; a range of two
// runs claims nothing, and what was seen within one run knows no other. All else
// ties if the row is less than [TieMargin] above.
func (r Row) Ties(less Row) bool {
	near := r.Score < less.Score*(1+TieMargin)
	if r.Interval == nil || less.Interval == nil {
		return near
	}
	decisive := r.Interval.Kind == fitting.StudentT && less.Interval.Kind == fitting.StudentT
	return overlap(*r.Interval, *less.Interval) || near && !decisive
}
