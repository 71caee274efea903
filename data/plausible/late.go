package plausible

import (
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// late tells that no row meets a deadline, unless a latency is told, or that lines of several rows are mixed, of which one is met.
func (t *tally) late(source int, told map[string]bool) (p data.Problem) {
	isTold := func(name string) bool { return told[name] }
	s := t.sources[source]
	if s.Written == nil || slices.ContainsFunc(t.table.Schema().Latency(), isTold) || s.Written.Mixed {
		return p
	}
	why := t.table.Select(func(run int) bool { return t.table.Place(run).Source == source }).Unmet()
	return data.Problem{File: s.Written.File, Lines: true, Row: s.Written.Deadlines, Message: why}
}
