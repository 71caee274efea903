package history

import (
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Shift is a lasting change of what ranks a configuration; see [fitting.Shifts].
type Shift struct {
	fitting.Shift
	Since  Night // the first one at the new level
	Before Night // the last one that is at the level before for sure
	After  Night // the first one that is at the new level for sure
	Seen   Night // the one with which it was recognized
}

// Night is where a result stands in a history.
type Night struct {
	Date     string `json:"date"`
	Revision string `json:"revision"`
}

// Point is a result in a snapshot. There are two for each configuration at each date.
type Point struct {
	*Configuration
	Shift *Shift // of a lasting change that begins here
	Late  bool   // the fastest, and beyond the deadline
	// Comparable reports that the board had the same deadline and metric in the last snapshot.
	Comparable bool

	number   int32 // of the snapshot
	snapshot *Snapshot
	board    *Board
}

// Night is when the result was measured.
func (p Point) Night() Night { return Night{p.snapshot.Date, p.snapshot.Revision} }

// Deadline is that of the board at that time, 0 for none.
func (p Point) Deadline() float64 { return p.board.Deadline }

// Trends are the results of a history, of one board, model or configuration at a time.
type Trends struct {
	of     map[[3]string][]Point
	shifts map[int][]Change // by the snapshot with which they were recognized
}

// The three things that have a trend on a board.
const ofBoard, ofModel, ofConfiguration = "board", "model", "configuration"

// Board are the results of whichever model leads a board.
func (t *Trends) Board(task string) []Point { return t.of[[3]string{task, ofBoard}] }

// Model are the results of a model on a board, each of its best configuration.
func (t *Trends) Model(task, model string) []Point { return t.of[[3]string{task, ofModel, model}] }

// Configuration are the results of a configuration on a board; run is the ID of any of its runs.
func (t *Trends) Configuration(task, run string) []Point {
	return t.of[[3]string{task, ofConfiguration, Configuration{Run: run}.configuration()}]
}

// Trends finds the results of all, and their lasting changes. Snapshots without a result are left out.
func (h History) Trends() *Trends {
	t := &Trends{map[[3]string][]Point{}, map[int][]Change{}}
	if len(h.Snapshots) == 0 {
		return t
	}
	last := h.Snapshots[len(h.Snapshots)-1]
	var keys [][3]string // of configurations, in the order in which they appear
	for i := range h.Snapshots {
		s := &h.Snapshots[i]
		for k := range s.Boards {
			b := &s.Boards[k]
			now := last.board(b.Task)
			same := now != nil && b.comparable(&now.Terms)
			for at, c := range b.configurations {
				p := Point{Configuration: c, Comparable: same, Late: at.part == atLate, number: int32(i), snapshot: s, board: b}
				if key := [3]string{b.Task, ofConfiguration, c.configuration()}; t.add(key, p) == 1 {
					keys = append(keys, key)
				}
				if at.part != atOthers {
					t.add([3]string{b.Task, ofModel, c.Model}, p)
				}
				if at == (position{atBest, 0}) {
					t.add([3]string{b.Task, ofBoard}, p)
				}
			}
		}
	}
	t.mark(keys)
	return t
}

// add appends a point, the first of its snapshot only, and returns how many there are.
func (t *Trends) add(key [3]string, p Point) int {
	all := t.of[key]
	if n := len(all); n > 0 && all[n-1].number == p.number {
		return n
	}
	t.of[key] = append(all, p)
	return len(all) + 1
}

// mark finds the lasting changes of configurations.
func (t *Trends) mark(keys [][3]string) {
	begins := map[*Configuration]*Shift{}
	for _, key := range keys {
		fields := lists.Group(measured(t.of[key]), func(p Point) string { return p.board.EnergyField })
		for _, own := range fields {
			for _, s := range fitting.Shifts(lists.Map(own, func(p Point) float64 { return p.Energy })) {
				before, since, after, seen := own[s.First-1], own[s.At], own[s.Last], own[s.Seen]
				shift := &Shift{s, since.Night(), before.Night(), after.Night(), seen.Night()}
				begins[since.Configuration] = shift
				t.shifts[int(seen.number)] = append(t.shifts[int(seen.number)], Change{
					Kind: Lasting, Task: after.board.Task, Domain: after.board.Domain, Model: after.Model, Name: after.Name,
					Before: before.Configuration, After: after.Configuration, Old: before.board, New: after.board, Shift: shift,
				})
			}
		}
	}
	for _, points := range t.of {
		for i := range points {
			points[i].Shift = begins[points[i].Configuration]
		}
	}
}

// measured are the points that were measured anew: a result that equals the one before it was kept.
func measured(points []Point) []Point {
	var anew []Point
	for i, p := range points {
		if i == 0 || p.Energy != points[i-1].Energy || p.Run != points[i-1].Run {
			anew = append(anew, p)
		}
	}
	return anew
}
