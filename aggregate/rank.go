package aggregate

import "strconv"

// TieMargin is the relative difference below which two energies are not told
// apart: repeats of one configuration in the published data differ by 5 % and
// more.
const TieMargin = 0.05

// Rank is a place in a ranking.
type Rank struct {
	Place int  // from 1; rows of one tie group share the first one's place
	Tied  bool // another row has the same place
}

// String writes a shared place with an equals sign: 8, =9.
func (r Rank) String() string {
	if r.Tied {
		return "=" + strconv.Itoa(r.Place)
	}
	return strconv.Itoa(r.Place)
}

// Ranks places values that are sorted ascending. A value belongs to the tie
// group of the first value that it exceeds by less than [TieMargin]; groups do
// not chain, and the place after a group of two counts both.
func Ranks(sorted []float64) []Rank {
	ranks := make([]Rank, len(sorted))
	first := 0
	for i, v := range sorted {
		if i > 0 && v < sorted[first]*(1+TieMargin) {
			ranks[first].Tied = true
			ranks[i] = Rank{Place: first + 1, Tied: true}
			continue
		}
		first = i
		ranks[i] = Rank{Place: i + 1}
	}
	return ranks
}
