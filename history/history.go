package history

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

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
		return h.replace(i, s)
	}
	at := len(h.Snapshots)
	for at > 0 && h.Snapshots[at-1].Date > s.Date {
		at--
	}
	if at > 0 && h.Snapshots[at-1].sameResults(s) {
		return Unchanged
	}
	h.insert(at, s)
	return Added
}

// AddAlone adds a snapshot with a revision that nobody stated, as the only one of its date: it replaces what was there, so that
// a night whose results are corrected remains one night. It fails if that could be any of several.
func (h *History) AddAlone(s Snapshot) (Outcome, error) {
	own := lists.Filter(lists.Indices(len(h.Snapshots)), func(i int) bool { return h.Snapshots[i].Date == s.Date })
	revisions := lists.Map(own, func(i int) string { return strconv.Quote(h.Snapshots[i].Revision) })
	switch {
	case len(own) == 1:
		return h.replace(own[0], s), nil
	case len(own) > 1 && !slices.Contains(revisions, strconv.Quote(s.Revision)):
		return Unchanged, fmt.Errorf("%d snapshots of %s, with the revisions %s", len(own), s.Date, data.Clip(strings.Join(revisions, ", ")))
	}
	return h.Add(s), nil
}

// replace puts a snapshot in the place of another one of its date.
func (h *History) replace(i int, s Snapshot) Outcome {
	if h.Snapshots[i].sameResults(s) {
		return Unchanged
	}
	h.Snapshots = slices.Delete(h.Snapshots, i, i+1)
	h.insert(i, s)
	return Replaced
}

// insert puts a snapshot after the one that it follows, of which boards that keep some of their others state what is gone.
func (h *History) insert(at int, s Snapshot) {
	for i := range s.Boards {
		b := &s.Boards[i]
		if b.absent != nil && at > 0 {
			b.Gone = b.unseen(h.Snapshots[at-1].board(b.Task))
		}
		b.absent = nil
	}
	h.Snapshots = slices.Insert(h.Snapshots, at, s)
}

// Until returns the history up to the given results: later snapshots are left out and counted, and the given results
// are the last snapshot. An unknown date ("") is later than all others.
func (h History) Until(now Snapshot) (until History, later int) {
	until.Snapshots = slices.Clone(h.Snapshots)
	if now.Date == "" {
		if n := len(until.Snapshots); n == 0 || !until.Snapshots[n-1].sameResults(now) {
			until.insert(n, now)
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
