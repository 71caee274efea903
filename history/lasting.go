package history

import (
	"github.com/jouleboard/jouleboard/fitting"
)

// Shift is a lasting change of what ranks a configuration; see [fitting.Shifts].
type Shift struct {
	fitting.Shift
	Since string // the date of the first value at the new level
}

// series is what ranks a configuration on a board, in order. Where another configuration of the model is the best, it has
// no value.
type series struct {
	at     []int // snapshots, or points of a trend
	values []float64
}

func (s *series) add(at int, value float64) {
	s.at, s.values = append(s.at, at), append(s.values, value)
}

// shifts are the lasting changes, by the snapshot with which each was recognized.
func (h History) shifts() map[int][]Change {
	type key struct{ task, field, configuration string }
	all, found := map[key]*series{}, map[int][]Change{}
	var order []key
	for i, s := range h.Snapshots {
		for _, b := range s.Boards {
			for c := range b.configurations {
				k := key{b.Task, b.EnergyField, c.configuration()}
				if all[k] == nil {
					all[k], order = &series{}, append(order, k)
				}
				all[k].add(i, c.Energy)
			}
		}
	}
	for _, k := range order {
		of := all[k]
		for _, s := range fitting.Shifts(of.values) {
			seen, since := of.at[s.Seen], h.Snapshots[of.at[s.At]].Date
			found[seen] = append(found[seen], h.shift(k.task, k.configuration, of.at[s.At-1], seen, Shift{s, since}))
		}
	}
	return found
}

// mark gives the points at which a level begins that has lasted their shift.
func mark(points []Point) {
	all := map[string]*series{}
	for i, p := range points {
		id := p.configuration()
		if all[id] == nil {
			all[id] = &series{}
		}
		all[id].add(i, p.Energy)
	}
	for _, of := range all {
		for _, s := range fitting.Shifts(of.values) {
			begins := &points[of.at[s.At]]
			begins.Shift = &Shift{s, begins.Date}
		}
	}
}

// shift is the change of a configuration from the last snapshot at the level before to the one with which it was
// recognized.
func (h History) shift(task, configuration string, from, to int, s Shift) Change {
	on := func(snapshot int) (*Board, *Configuration) {
		b := h.Snapshots[snapshot].board(task)
		for c := range b.configurations {
			if c.configuration() == configuration {
				return b, c
			}
		}
		return b, nil
	}
	old, before := on(from)
	now, after := on(to)
	return Change{
		Kind: Lasting, Task: task, Domain: now.Domain, Model: after.Model, Name: after.Name,
		Before: before, After: after, Old: old, New: now, Shift: &s,
	}
}

// configurations are those of the board: the best of each model, then those that are late.
func (b *Board) configurations(yield func(*Configuration) bool) {
	for _, part := range [][]Configuration{b.Best, b.Late} {
		for i := range part {
			if !yield(&part[i]) {
				return
			}
		}
	}
}
