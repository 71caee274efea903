package history

import "slices"

// History is snapshots in order of their dates; those of one date in the order in
// which they were added. The zero value has none.
type History struct{ Snapshots []Snapshot }

// Outcome is the result of adding a snapshot.
type Outcome int

// The outcomes of [History.Add].
const (
	Added     Outcome = iota
	Replaced          // the history had one of the same date and revision
	Unchanged         // nothing differs from the snapshot before it, or from the one of the same date and revision
)

// Add puts a snapshot to its date. One of the same date and revision takes the place
// of the earlier one, so that a step may run twice. One that shows the same as the
// snapshot before it is left out: a history tells of changes.
func (h *History) Add(s Snapshot) Outcome {
	if i := slices.IndexFunc(h.Snapshots, func(o Snapshot) bool { return o.Date == s.Date && o.Revision == s.Revision }); i >= 0 {
		if h.Snapshots[i].sameResults(s) {
			return Unchanged
		}
		h.Snapshots[i] = s
		return Replaced
	}
	at := len(h.Snapshots)
	for at > 0 && h.Snapshots[at-1].Date > s.Date {
		at--
	}
	if at > 0 && h.Snapshots[at-1].sameResults(s) {
		return Unchanged
	}
	h.Snapshots = slices.Insert(h.Snapshots, at, s)
	return Added
}

// Until is the history up to the results that are shown now: snapshots of later
// dates are left out and counted, and what is shown now is the last one. A date that
// is not known ("") is later than all.
func (h History) Until(now Snapshot) (until History, later int) {
	until.Snapshots = slices.Clone(h.Snapshots)
	if now.Date == "" {
		if n := len(until.Snapshots); n == 0 || !until.Snapshots[n-1].sameResults(now) {
			until.Snapshots = append(until.Snapshots, now)
		}
		return until, 0
	}
	until.Snapshots = slices.DeleteFunc(until.Snapshots, func(s Snapshot) bool { return s.Date > now.Date })
	later = len(h.Snapshots) - len(until.Snapshots)
	until.Add(now)
	return until, later
}

// Point is a model's rank on a task's board in one snapshot.
type Point struct {
	Date, Revision string
	Configuration  // the best in time, or the fastest where Late
	Late           bool
	Deadline       float64
	// Comparable reports that the board had the same deadline and metric in the last snapshot.
	Comparable bool
}

// Trend is a model's places on a task's board, snapshot by snapshot; those in which
// it was not on the board are left out.
func (h History) Trend(task, model string) (points []Point) {
	if len(h.Snapshots) == 0 {
		return nil
	}
	last := h.Snapshots[len(h.Snapshots)-1].board(task)
	for _, s := range h.Snapshots {
		b := s.board(task)
		if b == nil {
			continue
		}
		if c, late := b.find(model); c != nil {
			points = append(points, Point{s.Date, s.Revision, *c, late, b.Deadline, last != nil && b.comparable(last)})
		}
	}
	return points
}
