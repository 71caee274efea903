package plausible

import (
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// unranked tells once how many runs of a source lack the metric that ranks, which its declaration states itself. Why no run has a
// field that is told is known, and so is why a run lacks a value of which that is told. If the declaration says that the value may be
// missing, that is a reason to accept it.
func (t *tally) unranked(source int, told map[string]bool) (p data.Problem) {
	schema, s := t.table.Schema(), t.sources[source]
	if schema.Board == nil || s.Written == nil || s.Written.Unread || s.Written.Fields[schema.Board.Primary] == 0 {
		return p
	}
	primary := schema.Board.Primary
	read := append(schema.ReadFor(primary), primary)
	if lists.Count(read, func(name string) bool { return told[name] }) > 0 {
		return p
	}
	known := lists.By(s.Problems, func(p data.Problem) (data.Place, bool) {
		return data.Place{Source: source, File: p.File, Row: p.Row}, true
	})
	all := lists.Filter(t.in(group{source, all}), func(run int) bool { return !slices.Contains(s.Written.Strays, t.table.Place(run).File) })
	runs := lists.Filter(all, func(run int) bool { return t.table.Value(run, primary) == nil && !known[t.table.Place(run)] })
	if len(runs) == 0 {
		return p
	}
	lacked := lists.Filter(lists.Distinct(read), func(name string) bool {
		isLacked := func(run int) bool { return t.table.Value(run, name) == nil }
		return name != primary && s.Written.Fields[name] > 0 && lists.All(runs, isLacked)
	})
	why := ""
	if len(lacked) > 0 {
		why = ", because " + strings.Join(t.lines(source, lacked), ", ") + map[bool]string{true: " is missing", false: " are missing"}[len(lacked) == 1]
	}
	p = t.at(source, []string{primary}, fmt.Sprintf("is missing in %s of %d, such as %s%s: not ranked; add the values, "+
		"leave such rows out by “where: %s != nil”, or write “type: number?” if they may be missing",
		units.Counted(len(runs), "row"), len(all), t.place(slices.MinFunc(runs, t.inOrder)), why, primary))
	if s.Written.Absent[primary] {
		p.Accepted = "the declaration says that it may be missing"
	}
	return p
}

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
