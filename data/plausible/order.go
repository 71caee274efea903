package plausible

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// fewestInOrder values do not rise from row to row by accident.
const fewestInOrder = 10

// ordered says what the order of rows tells of a law that most runs of a group break: a column was sorted alone, or a counter is not reset.
// It names the field.
func (t *tally) ordered(l data.Law, g group) (said, field string) {
	broken := t.found[kind{g, l.Code}].n
	runs := slices.Clone(t.in(g)[:min(len(t.in(g)), mostLooked)])
	slices.SortFunc(runs, t.inOrder)
	if len(l.Equal) != 2 || broken < fewestAlike || 2*broken < len(runs) {
		return "", ""
	}
	terms := termsOf(t.table, l, t.table.Reader)
	for i, total := range terms {
		if len(total.Fields) == 1 {
			if n := t.added(terms[1-i], total, l.Within, runs); n >= fewestAlike && 10*n >= 9*broken {
				return fmt.Sprintf("in %s, %s exceeds that of the row above by %s: a counter that is not reset; subtract the value of the row above",
					units.Counted(n, "row"), total.Text, terms[1-i].Text), total.Fields[0]
			}
		}
	}
	for _, name := range t.sourcesOf(l) {
		read := t.table.Reader(name)
		values := lists.Map(runs, func(run int) float64 { x, _ := read(run); return x })
		isSorted := slices.IsSorted(values)
		slices.Reverse(values)
		if falls := slices.IsSorted(values); (isSorted || falls) && len(slices.Compact(values)) >= fewestInOrder {
			return fmt.Sprintf("%s does not equal %s in %d of %s, and its values %s from row to row: the column was sorted without the others; sort all by one",
				terms[0].Text, terms[1].Text, broken, units.Counted(len(runs), "row"), map[bool]string{true: "rise", false: "fall"}[isSorted]), name
		}
	}
	return "", ""
}

// added counts the runs in which one term is that of the run before, increased by the other term.
func (t *tally) added(gain, total term, within float64, runs []int) (n int) {
	for i, run := range runs[min(1, len(runs)):] {
		before, _ := total.of(runs[i])
		after, stated := total.of(run)
		x, known := gain.of(run)
		n += lists.One(stated && known && before > 0 && after > before && data.Near(after-before, x, max(within, closely)))
	}
	return n
}
