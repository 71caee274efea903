package aggregate

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// Rank is a place in a ranking.
type Rank struct {
	Place int  // from 1; the rows of a tie group share the place of the first
	Tied  bool // another row has the same place
}

// String returns a tied place with an equals sign: 8, =9; "" for no place.
func (r Rank) String() string {
	if r.Place == 0 {
		return ""
	}
	if r.Tied {
		return "=" + strconv.Itoa(r.Place)
	}
	return strconv.Itoa(r.Place)
}

// Ranks assigns places to rows that are sorted by [Row.Score]. A row belongs to the tie group of the first row that
// it ties with (see [Row.Ties]); groups do not chain, and the place after a group of two is two higher. Rows without
// the ranked metric have no place.
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

// Range contains the places that a row may have, from 1: after the rows that are significantly better, before those
// that are significantly worse.
type Range struct{ First, Last int }

// String returns 2–4, or 3 for a single place; "" for none.
func (r Range) String() string {
	switch {
	case r.First == 0:
		return ""
	case r.First == r.Last:
		return strconv.Itoa(r.First)
	}
	return fmt.Sprintf("%d–%d", r.First, r.Last)
}

// Apart reports whether two ranges have no place in common.
func (r Range) Apart(from Range) bool { return r.Last < from.First || from.Last < r.First }

// Ranges returns the places that uncertainty allows for rows that are sorted by [Row.Score]; a row without the ranked
// metric has none.
func Ranges(sorted []Row) []Range {
	ranges := make([]Range, len(sorted))
	n := slices.IndexFunc(sorted, func(r Row) bool { return !r.Ranked() })
	if n < 0 {
		n = len(sorted)
	}
	widest := 0.0 // beyond this ratio no two rows tie, whatever their margins
	for _, r := range sorted[:n] {
		widest = max(widest, math.Hypot(r.Margin, r.Sensor))
	}
	reach := math.Exp(math.Sqrt2 * widest * (1 + 1e-9))
	for i := range sorted[:n] {
		ranges[i] = Range{1 + i, 1 + i}
		for j := i - 1; j >= 0 && sorted[j].Score*reach >= sorted[i].Score; j-- {
			if sorted[i].Ties(sorted[j]) {
				ranges[i].First--
			}
		}
		for j := i + 1; j < n && sorted[j].Score <= sorted[i].Score*reach; j++ {
			if sorted[i].Ties(sorted[j]) {
				ranges[i].Last++
			}
		}
	}
	return ranges
}
