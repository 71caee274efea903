package view

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Entry is a line of a matrix: a value of By with a spot for each of [Answer.Columns].
type Entry struct {
	Spots []Spot
	Best  int // the place of the best spot that keeps the deadline, -1 for none and where the spots are of other work
}

// Spot is the best row of a line in a column, or the fastest where all of them miss the deadline; Row is nil where none passes
// the other filters.
type Spot struct {
	Row  *aggregate.Row
	Late bool
}

// matrix has a line for each value of By and a column for each of Factor, the best lines first; those of which no row keeps the
// deadline come last, the fastest first.
func (a *Answer) matrix(s Subject, columns []string) {
	by, factor := s.text(a.View.By), s.text(a.View.Factor)
	key := func(r aggregate.Row) string { return by(r) + "\n" + factor(r) }
	rows := aggregate.Trusted(a.Query.Ordered(s.Rows))
	best := aggregate.RankedOf(aggregate.BestBy(rows, a.Query.Query, key))
	a.Columns = columns
	at := map[string]int{}
	for i, r := range slices.Concat(best, aggregate.LateBy(rows, a.Query.Query, key)) {
		column := slices.Index(a.Columns, factor(r))
		if column < 0 {
			continue
		}
		line, known := at[by(r)]
		if !known {
			line = len(a.Lines)
			at[by(r)] = line
			a.Lines = append(a.Lines, Entry{make([]Spot, len(a.Columns)), -1})
		}
		a.Lines[line].Spots[column] = Spot{&r, i >= len(best)}
	}
	a.Lines, a.More = first(a.Lines, a.View.limit())
	for i := range a.Lines {
		a.bestSpot(s, &a.Lines[i])
	}
}

// bestSpot finds the best spot of a line, if all that keep the deadline are of equal work.
func (a *Answer) bestSpot(s Subject, line *Entry) {
	for i, spot := range line.Spots {
		if spot.Row != nil && !spot.Late && (line.Best < 0 || spot.Row.Score < line.Spots[line.Best].Row.Score) {
			line.Best = i
		}
	}
	for _, spot := range line.Spots {
		if spot.Row != nil && !spot.Late && !s.alike(a.View.Alike, *line.Spots[line.Best].Row, *spot.Row) {
			a.Unlike = append(a.Unlike, Pair{Base: *line.Spots[line.Best].Row, Alt: *spot.Row})
			line.Best = -1
			return
		}
	}
}

// columnsOf are the values of a column of the subject that have a column of a matrix, whatever passes a query.
func (s Subject) columnsOf(column string) []string {
	shown, _ := first(units.InOrder(lists.Map(s.Rows, s.text(column))), MostFacets)
	return shown
}
