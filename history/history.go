package history

import "slices"

// History contains snapshots in order of their dates; those of one date are in the order in which they were added.
// The zero value is empty.
type History struct{ Snapshots []Snapshot }

// Outcome is the result of adding a snapshot.
type Outcome string

// The outcomes of [History.Add].
const (
	Added     Outcome = "added"
	Replaced  Outcome = "replaced"  // the history contained one of the same date and revision
	Unchanged Outcome = "unchanged" // nothing differs from the previous snapshot, or from the one of the same date and revision
)

// Add inserts a snapshot at its date. It replaces one of the same date and revision, so that the step can be
// repeated. A snapshot with the same content as the previous one is left out, because a history contains changes.
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

// Until returns the history up to the given results: later snapshots are left out and counted, and the given results
// are the last snapshot. An unknown date ("") is later than all others.
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
	if last := &until.Snapshots[len(until.Snapshots)-1]; last.sameResults(now) { // the file says the same, less exactly
		for i := range now.Boards {
			now.Boards[i].Gone = last.Boards[i].Gone
		}
		last.Boards = now.Boards
	}
	return until, later
}
