package history

import (
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Shift is a lasting change of what ranks a configuration; see [fitting.Shifts].
type Shift struct {
	fitting.Shift
	Since string // the date of the first value at the new level
}

// value is what ranks a configuration on a board: in a snapshot, or at a point of a trend.
type value struct {
	task, field, configuration string
	at                         int
	energy                     float64
}

// lasting finds the lasting changes of each configuration. Where another configuration of the model is the best, it has no
// value.
func lasting(values []value, found func(own []value, s fitting.Shift)) {
	of := func(v value) [3]string { return [3]string{v.task, v.field, v.configuration} }
	for _, own := range lists.Group(values, of) {
		for _, s := range fitting.Shifts(lists.Map(own, func(v value) float64 { return v.energy })) {
			found(own, s)
		}
	}
}

// shifts are the lasting changes, by the snapshot with which each was recognized.
func (h History) shifts() map[int][]Change {
	var values []value
	for i, s := range h.Snapshots {
		for _, b := range s.Boards {
			for c := range b.configurations {
				values = append(values, value{b.Task, b.EnergyField, c.configuration(), i, c.Energy})
			}
		}
	}
	all := map[int][]Change{}
	lasting(values, func(own []value, s fitting.Shift) {
		seen, since := own[s.Seen].at, h.Snapshots[own[s.At].at].Date
		all[seen] = append(all[seen], h.shift(own[0].task, own[0].configuration, own[s.At-1].at, seen, Shift{s, since}))
	})
	return all
}

// mark gives the points at which a level begins that has lasted their shift.
func mark(points []Point) {
	values := lists.Map(lists.Indices(len(points)), func(i int) value {
		return value{configuration: points[i].configuration(), at: i, energy: points[i].Energy}
	})
	lasting(values, func(own []value, s fitting.Shift) {
		begins := &points[own[s.At].at]
		begins.Shift = &Shift{s, begins.Date}
	})
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
