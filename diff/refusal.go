package diff

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// refusals are the first problems that left out a run of the head: by the id of its configuration, and of those whose row
// does not say which it is of, by its place. A file that is left out as a whole is row 0.
type refusals map[any]data.Problem

func (c *comparing) refusals(problems []data.Problem) refusals {
	r := refusals{}
	for _, p := range slices.Backward(problems) { // the first counts
		if p.Configuration != "" {
			r[p.Configuration] = p
		} else {
			r[data.Place{File: p.File, Row: p.Row}] = p
		}
	}
	if len(r) > 0 { // a file with a run that is kept is not left out
		for i := range c.head.Len() {
			delete(r, data.Place{File: c.head.Place(i).File})
		}
	}
	return r
}

// refusal is why a run of the base, which the head has not, is left out there; found is false for one that is gone.
func (c *comparing) refusal(run int32) (why string, found bool) {
	if len(c.refused) == 0 {
		return "", false
	}
	runs, i := c.side(run)
	p, found := c.refused[runs.ConfigurationID(i)]
	for _, row := range []int{runs.Place(i).Row, 0} {
		if file := runs.Place(i).File; !found && file != "" {
			p, found = c.refused[data.Place{File: file, Row: row}]
		}
	}
	return strings.TrimSuffix(strings.TrimSuffix(p.Error(), "; row left out"), "; run left out"), found
}

// sayGone notes of the models that left a board what became of their configurations; boards of other systems are not of
// one task.
func (r *Report) sayGone() {
	gone := map[[2]string][]string{}
	for _, c := range r.Changes {
		what := "removed"
		switch {
		case c.Class == Flipped && strings.HasPrefix(c.Why, nowUnstable):
			what = "unstable"
		case c.Class == LeftOut:
			what = "left_out_because_of_errors"
		case c.Class != Removed:
			continue
		}
		for _, key := range [][2]string{{c.Task, c.Model}, {"", c.Model}} {
			if !slices.Contains(gone[key], what) {
				gone[key] = append(gone[key], what)
			}
		}
	}
	for _, b := range r.Boards {
		task := b.Task
		if b.Latency == nil {
			task = ""
		}
		for i := range b.Moves {
			b.Moves[i].gone = gone[[2]string{task, b.Moves[i].Model}]
		}
	}
}
