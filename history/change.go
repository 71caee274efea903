package history

import (
	"cmp"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Kind is the kind of change of a model or a board from one snapshot to the next.
type Kind string

// The kinds of changes, in the order in which they are listed.
const (
	NewTask   Kind = "new task"
	TaskGone  Kind = "task gone"
	NewTerms  Kind = "new terms" // another deadline or metric: nothing else of the board can be compared
	NewBest   Kind = "new best"
	NewModel  Kind = "new model"
	InTime    Kind = "in time"      // was too slow before
	Late      Kind = "too late"     // was in time before
	Without   Kind = "run left out" // the best run of before is no result any more, and what is the best now is worse
	Less      Kind = "less energy"  // beyond the tie rule
	More      Kind = "more energy"
	Better    Kind = "better" // by the metric of another system, beyond the tie rule
	Worse     Kind = "worse"
	Lasting   Kind = "lasting" // a change of level that has lasted for several snapshots; see [Shift]
	ModelGone Kind = "model gone"
)

var kinds = []Kind{NewTask, TaskGone, NewTerms, NewBest, NewModel, InTime, Late, Without, Lasting, Less, More, Better, Worse, ModelGone}

// Kinds returns the kinds of changes, in the order in which they are listed.
func Kinds() []Kind { return kinds }

// Change is one difference between the boards of a task in two snapshots.
type Change struct {
	Kind          Kind
	Task, Domain  string
	Model, Name   string         // "" if the whole board changed
	Before, After *Configuration // nil if the model is not on the board
	Former        *Configuration // of a new best: the previous leader after the change, or before it if it was removed
	Gone          *Configuration // the best of before, of the model or of the previous leader, if it is no result any more
	Old, New      *Board         // nil if there is none
	Shift         *Shift         // of a lasting change: Before is the last at the level before, After the first at the new one
}

// Step is what changed from one snapshot to the next.
type Step struct {
	From, To Snapshot
	Changes  []Change // by task, then by kind, then lowest energy first; may be empty
	Quiet    int      // without changes: how many snapshots in a row, each of which equals the one before as far as can be told
}

// Steps returns the differences between successive snapshots, newest first. Snapshots in a row that change nothing are one
// step.
func (h History) Steps() []Step {
	return h.StepsWith(h.Trends())
}

// StepsWith returns the steps where the trends are known.
func (h History) StepsWith(trends *Trends) (steps []Step) {
	for i := len(h.Snapshots) - 1; i > 0; i-- {
		step := Step{From: h.Snapshots[i-1], To: h.Snapshots[i]}
		step.Changes = append(trends.shifts[i], changes(step.From, step.To)...)
		last := len(steps) - 1
		switch quiet := len(step.Changes) == 0; {
		case quiet && last >= 0 && steps[last].Quiet > 0:
			steps[last].From = step.From
			steps[last].Quiet++
			continue
		case quiet:
			step.Quiet = 1
		}
		steps = append(steps, step)
	}
	return steps
}

func changes(from, to Snapshot) []Change {
	tasks := lists.By(slices.Concat(from.Boards, to.Boards), func(b Board) (string, bool) { return b.Task, true })
	return lists.FlatMap(slices.Sorted(maps.Keys(tasks)), func(task string) []Change {
		return compareBoards(from.board(task), to.board(task))
	})
}

func compareBoards(from, to *Board) []Change {
	about := cmp.Or(to, from)
	whole := Change{Task: about.Task, Domain: about.Domain, Old: from, New: to}
	switch {
	case from == nil:
		whole.Kind = NewTask
	case to == nil:
		whole.Kind = TaskGone
	case !from.comparable(&to.Terms):
		whole.Kind = NewTerms
	default:
		return compareModels(from, to)
	}
	return []Change{whole}
}

func compareModels(from, to *Board) (all []Change) {
	lost := to.lost()
	leaders := newLeaders(from, to, lost)
	was, is := from.places(), to.places()
	for _, c := range slices.Concat(to.Best, to.Late) {
		before, after := was.of(c), is.of(c)
		if best, ok := leaders[c.Run]; ok {
			best.Before = before.Configuration
			all = append(all, best)
			continue // says the rest
		}
		if kind := to.kindOf(before, after, lost); kind != "" {
			all = append(all, change(kind, from, to, before.Configuration, after.Configuration, lost))
		}
	}
	for _, c := range slices.Concat(from.Best, from.Late) {
		if is.of(c).Configuration == nil && !is.has(c) {
			all = append(all, change(ModelGone, from, to, was.of(c).Configuration, nil, lost))
		}
	}
	slices.SortStableFunc(all, func(a, b Change) int {
		return cmp.Compare(slices.Index(kinds, a.Kind), slices.Index(kinds, b.Kind))
	})
	return all
}

// place is a model's on a board.
type place struct {
	*Configuration // nil where it is not on the board
	late           bool
}

// places are those of models in their work, as [Configuration.of] names them.
type places map[string]place

// of is the place of a configuration's model in its work; earlier files do not say the work.
func (p places) of(c Configuration) place {
	if found, ok := p[c.of()]; ok {
		return found
	}
	return p[Configuration{Model: c.Model}.of()]
}

// has reports whether a model of an earlier file, which does not say its work, has any place.
func (p places) has(c Configuration) bool {
	return c.Work == "" && slices.ContainsFunc(slices.Collect(maps.Values(p)), func(one place) bool { return one.Model == c.Model })
}

// places are those of all models.
func (b *Board) places() places {
	of := make(places, len(b.Best)+len(b.Late))
	for at, c := range b.configurations {
		if at.part != atOthers {
			of[c.of()] = place{c, at.part == atLate}
		}
	}
	return of
}

// kindOf is what became of a model that is on the later board, "" for nothing that
// the boards could tell.
func (b *Board) kindOf(before, after place, lost func(*Configuration) bool) Kind {
	switch {
	case before.Configuration == nil:
		return NewModel
	case before.late && !after.late:
		return InTime
	case after.late && !before.late:
		return Late
	case after.late || before.ties(*after.Configuration):
		return ""
	case lost(before.Configuration) && b.beats(before.Energy, after.Energy):
		return Without
	case b.Metric != nil && b.beats(after.Energy, before.Energy):
		return Better
	case b.Metric != nil:
		return Worse
	case after.Energy < before.Energy:
		return Less
	}
	return More
}

// newLeaders are the changes to another model at the top of a group of equal work, by its run: none where the boards cannot
// tell it from the one that was there.
func newLeaders(from, to *Board, lost func(*Configuration) bool) map[string]Change {
	all, work := map[string]Change{}, to.works()
	for _, own := range lists.Group(lists.Indices(len(to.Best)), func(i int) string { return to.Best[i].Work }) {
		c := &to.Best[own[0]]
		if was := from.leader(c.Work, work); was != nil {
			if made := newBest(from, to, was, c, lost); made != nil {
				all[c.Run] = *made
			}
		}
	}
	return all
}

// works are the works of the models of a board.
func (b *Board) works() map[string]string {
	return lists.By(b.Best, func(c Configuration) (string, string) { return c.Model, c.Work })
}

// newBest is the change from one leader to another, nil where the boards cannot tell them apart.
func newBest(from, to *Board, was, is *Configuration, lost func(*Configuration) bool) *Change {
	if was.Model == is.Model {
		return nil
	}
	former, late := to.find(was.Model)
	if former != nil && !late && former.ties(*is) {
		return nil
	}
	c := change(NewBest, from, to, nil, is, lost)
	if lost(was) {
		c.Gone = was
	}
	c.Former = cmp.Or(former, was)
	if late {
		c.Former = was
	}
	return &c
}

func change(kind Kind, from, to *Board, before, after *Configuration, lost func(*Configuration) bool) Change {
	c := cmp.Or(after, before)
	made := Change{Kind: kind, Task: to.Task, Domain: to.Domain, Model: c.Model, Name: c.Name, Before: before, After: after, Old: from, New: to}
	if after != nil && lost(before) {
		made.Gone = before
	}
	return made
}
