package textlog

import (
	"cmp"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// MostDoubled are the rows that are kept of those which state several things twice.
const MostDoubled = 100

// Odd is what is strange in the rows that were read.
type Odd struct {
	Rows      int
	Repeats   map[string]Repeat // groups that matched again in a row with another text, the first of each
	Inherited map[string]bool   // groups of which some row has only what stands before all rows
	Misfits   map[string]Stated // the first line for each group that only begins as its pattern does, in a row that lacks the group
	Doubles   int               // rows in which groups of several lines matched again
	Doubled   []Repeat          // the first of each of these rows, as many as are kept
}

// Repeat is a group that a row states again with another text.
type Repeat struct {
	Group        string
	First, Again Stated
	Common       bool // the first stands before all rows
}

// end gives the texts of a row, and notes what is strange in it.
func (r *Reader) end(row map[string]Stated) []string {
	r.Rows++
	if len(r.repeated) > 0 {
		r.repeats()
	}
	for i, line := range r.near {
		for _, name := range r.patterns[i].Groups() {
			if line.Line > 0 && cmp.Or(row[name], r.common[name]).Line == 0 {
				r.Misfits[name] = cmp.Or(r.Misfits[name], line)
			}
		}
	}
	clear(r.near)
	return lists.Map(r.header, func(name string) string {
		if row[name].Line == 0 {
			r.Inherited[name] = true
		}
		return cmp.Or(row[name], r.common[name]).Text
	})
}

// repeats notes what the row states twice.
func (r *Reader) repeats() {
	all := slices.SortedFunc(maps.Values(r.repeated), func(a, b Repeat) int {
		return cmp.Or(a.Again.Line-b.Again.Line, cmp.Compare(a.Group, b.Group))
	})
	for _, repeat := range all {
		r.Repeats[repeat.Group] = cmp.Or(r.Repeats[repeat.Group], repeat)
	}
	if all[0].Again.Line < all[len(all)-1].Again.Line {
		if r.Doubles++; r.Doubles <= MostDoubled {
			r.Doubled = append(r.Doubled, all[0])
		}
	}
	clear(r.repeated)
}
