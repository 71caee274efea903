package aggregate

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"

	"github.com/jouleboard/jouleboard/internal/lists"
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

// Ranks assigns places to rows that are sorted as by [Best], in each group of equal work. A row that ties with the first of the
// tie group before it (see [Row.Ties]) belongs to it; groups do not chain, and the place after a group of two is two higher.
// Rows without the ranked metric have no place.
func Ranks(sorted []Row) []Rank { return lists.FlatMap(ByGroup(sorted), ranksOf) }

func ranksOf(sorted []Row) []Rank {
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

// near is how many rows on each side of a row its range compares one by one.
const near = 200

// Ranges returns the places that uncertainty allows for rows that are sorted as by [Best], in each group of equal work; a row without the ranked
// metric has none. Of very many rows that are close together, those farther away than [near] places count as tied if
// any two rows so far apart in score could be: the range is then at least as wide as it should be, and n rows take
// O(n log n) time.
func Ranges(sorted []Row) []Range { return lists.FlatMap(ByGroup(sorted), rangesOf) }

func rangesOf(sorted []Row) []Range {
	ranges := make([]Range, len(sorted))
	n := slices.IndexFunc(sorted, func(r Row) bool { return !r.Ranked() })
	if n < 0 {
		n = len(sorted)
	}
	narrowest, widest := math.Inf(1), 0.0 // within the one ratio all rows tie, beyond the other none do
	for _, r := range sorted[:n] {
		narrowest, widest = min(narrowest, r.Margin), max(widest, math.Hypot(math.Hypot(r.Margin, r.Sensor), r.Further))
	}
	sure, reach := max(1, math.Exp(math.Sqrt2*narrowest*(1-1e-9))*(1-1e-15)), math.Exp(math.Sqrt2*widest*(1+1e-9))
	logs := make([]float64, n)
	for i, r := range sorted[:n] {
		logs[i] = math.Log(r.Score)
	}
	for i := range sorted[:n] {
		within := func(ratio float64) (from, to int) {
			return sort.Search(i, func(j int) bool { return sorted[j].Score*ratio >= sorted[i].Score }),
				i + sort.Search(n-i, func(k int) bool { return sorted[i+k].Score > sorted[i].Score*ratio })
		}
		first, end := within(reach)
		tied, untied := within(sure)
		ranges[i] = Range{1 + first, end}
		for j := max(first, i-near); j < tied; j++ {
			if !ties(&sorted[i], &sorted[j], logs[i]-logs[j]) {
				ranges[i].First++
			}
		}
		for j := untied; j < min(end, i+near+1); j++ {
			if !ties(&sorted[i], &sorted[j], logs[i]-logs[j]) {
				ranges[i].Last--
			}
		}
	}
	return ranges
}

// ties is [Row.Ties] for rows whose scores are so far apart on a log scale, up to rounding.
func ties(a, b *Row, apart float64) bool {
	open := a.openSquared(b)
	if d := apart*apart - open; math.Abs(d) > 1e-9*(open+1e-9) {
		return d < 0
	}
	return a.Ties(*b)
}
