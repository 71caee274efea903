package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// Board contains the differences in a task's default view, its frontier and its deadlines. Ranks are by energy per
// output within the task's deadline, as on the task's page; a swap of tied models is not a difference. A board of
// another system is ranked by its own metric.
type Board struct {
	Task, Name   string
	Energy       *data.Field // the metric that ranks
	Latency      *data.Field // the latency that deadlines limit; nil for a board of another system, which has only moves
	Deadline     float64     // of the default view
	Top          int
	Moves        []Move
	Frontier     []FrontierChange
	AtDeadlines  []DeadlineChange
	Hypervolume  Hypervolume
	BaseN, HeadN int // models on the board
}

// Move is a model whose rank changed.
type Move struct {
	Model, Name string
	Base, Head  *aggregate.Rank // nil: not on the board
	BaseEnergy  float64         // J per output
	HeadEnergy  float64
	Top         int      // +1 enters the top ranks, -1 leaves them
	gone        []string // what became of its configurations where it is not on the head's board
	beforeAfter [2]aggregate.Range
}

// boards compares the boards of all tasks, in the order of the texts.
func boards(base, head data.Dataset, material map[string]bool, o Options) []Board {
	var sides [2]map[string][]aggregate.Row
	var both sync.WaitGroup
	for i, ds := range []data.Dataset{base, head} {
		both.Go(func() { sides[i] = taskRows(ds, o.Content) })
	}
	both.Wait()
	var different []Board
	for _, task := range tasksOf(sides, o.Content) {
		b := compareBoards(task, sides[0][task.ID], sides[1][task.ID], material, o.Top)
		if !b.same() {
			different = append(different, b)
		}
	}
	return different
}

// taskRows are the published rows by task.
func taskRows(ds data.Dataset, settings content.Content) map[string][]aggregate.Row {
	published, _ := leaderboard.Publishable(ds)
	rows := aggregate.RowsIn(published, settings)
	// a dataset is in order of tasks as a rule, which costs a look at each
	slices.SortStableFunc(rows, func(a, b aggregate.Row) int { return cmp.Compare(a.Task, b.Task) })
	byTask := map[string][]aggregate.Row{}
	for from, to := 0, 0; from < len(rows); from = to {
		for to < len(rows) && rows[to].Task == rows[from].Task {
			to++
		}
		byTask[rows[from].Task] = rows[from:to:to]
	}
	return byTask
}

// tasksOf are the tasks of both sides: first those that the texts name, then the
// others by id.
func tasksOf(sides [2]map[string][]aggregate.Row, c content.Content) []content.Task {
	known, tasks := map[string]content.Task{}, []content.Task{}
	for _, id := range namesOf(sides) {
		of := sides[0][id]
		if len(of) == 0 {
			of = sides[1][id]
		}
		known[id] = c.Task(id, of[0].Domain)
	}
	for _, t := range c.Tasks {
		if _, there := known[t.ID]; there {
			tasks = append(tasks, t)
			delete(known, t.ID)
		}
	}
	tasks = append(tasks, lists.Map(slices.Sorted(maps.Keys(known)), func(id string) content.Task { return known[id] })...)
	return tasks
}

// materialIDs are the configurations that are not what they were, by
// [Change.ID].
func (r *Report) materialIDs() map[string]bool {
	ids := map[string]bool{}
	for id := range r.Moved() {
		ids[id] = true
	}
	for _, c := range r.Changes {
		switch c.Class {
		case Changed, Added, Removed, LeftOut, Flipped, NotComparable:
			ids[c.ID] = true
		}
	}
	return ids
}

func compareBoards(t content.Task, base, head []aggregate.Row, material map[string]bool, top int) Board {
	percentile, _ := aggregate.ParsePercentile(t.Percentile) // of a batch there is none
	any := append(slices.Clip(base), head...)[0]
	energy, latency := any.EnergyField(), any.LatencyField(percentile)
	both := aggregate.Grouped(slices.Concat(base, head))
	base, head = both[:len(base):len(base)], both[len(base):]
	b := Board{Task: t.ID, Name: t.Name, Energy: &energy, Latency: &latency, Deadline: t.Deadline, Top: top}
	before, after := standingOf(base, t.Deadline, percentile), standingOf(head, t.Deadline, percentile)
	b.BaseN, b.HeadN = len(before.order), len(after.order)
	if anyOf(material, base, head) { // else whatever moved is noise
		b.Moves = moves(before, after, top)
	}
	f := frontiersOf(base, head, percentile)
	b.Frontier = f.changes(material)
	b.AtDeadlines = atDeadlines(base, head, t.Deadline, percentile, material)
	b.Hypervolume = f.hypervolume()
	return b
}

// anyOf reports whether a configuration of either side is not what it was.
func anyOf(material map[string]bool, sides ...[]aggregate.Row) bool {
	return slices.ContainsFunc(slices.Concat(sides...), func(r aggregate.Row) bool { return material[r.Configuration()] })
}

// same reports whether there is nothing to tell. A hypervolume alone moves with
// any noise.
func (b *Board) same() bool {
	return len(b.Moves) == 0 && len(b.Frontier) == 0 && len(b.AtDeadlines) == 0
}

// standing is a board's default view.
type standing struct {
	order []string // models, the best first
	at    map[string]place
}

// rows are those that stand on the board.
func (s standing) rows() []aggregate.Row {
	return lists.Map(s.order, func(model string) aggregate.Row { return s.at[model].row })
}

type place struct {
	row     aggregate.Row
	rank    aggregate.Rank
	allowed aggregate.Range
}

func standingOf(rows []aggregate.Row, deadline float64, p aggregate.Percentile) standing {
	return standingIn(aggregate.Best(rows, aggregate.Query{Deadline: deadline, Percentile: p}))
}

// standingIn is the standing of rows that are sorted by group of equal work and energy: of a model in several groups, the first.
func standingIn(best []aggregate.Row) standing {
	s := standing{at: map[string]place{}}
	ranges := aggregate.Ranges(best)
	for i, rank := range aggregate.Ranks(best) {
		if _, known := s.at[best[i].ModelID]; known {
			continue
		}
		s.order = append(s.order, best[i].ModelID)
		s.at[best[i].ModelID] = place{best[i], rank, ranges[i]}
	}
	return s
}

// moves lists who came, went, or stands elsewhere among those who are on both
// boards, so that one newcomer does not move everybody below it.
func moves(before, after standing, top int) []Move {
	stayed := func(model string) bool {
		_, was := before.at[model]
		_, is := after.at[model]
		return was && is
	}
	amongBefore, amongAfter := before.among(stayed), after.among(stayed)
	var list []Move
	for _, model := range append(slices.Clone(after.order), before.gone(after)...) {
		m := moveOf(model, before, after)
		m.Top = m.top(top)
		switch {
		case rankText(m.Base, "") == rankText(m.Head, ""): // where others came or went
		case m.Base == nil, m.Head == nil, m.Top != 0, amongBefore[model].Apart(amongAfter[model]):
			list = append(list, m)
		}
	}
	return list
}

// among are the places that uncertainty allows some models, counted among these alone.
func (s standing) among(kept func(string) bool) map[string]aggregate.Range {
	var rows []aggregate.Row
	for _, model := range s.order {
		if kept(model) {
			rows = append(rows, s.at[model].row)
		}
	}
	allowed := map[string]aggregate.Range{}
	for i, r := range aggregate.Ranges(rows) {
		allowed[rows[i].ModelID] = r
	}
	return allowed
}

// gone are the models that are not on the later board.
func (s standing) gone(later standing) []string {
	return slices.DeleteFunc(slices.Clone(s.order), func(model string) bool {
		_, still := later.at[model]
		return still
	})
}

func moveOf(model string, before, after standing) Move {
	m := Move{Model: model, BaseEnergy: math.NaN(), HeadEnergy: math.NaN()}
	if p, ok := before.at[model]; ok {
		m.Base, m.BaseEnergy, m.Name, m.beforeAfter[0] = &p.rank, p.row.Score, p.row.Nickname, p.allowed
	}
	if p, ok := after.at[model]; ok {
		m.Head, m.HeadEnergy, m.Name, m.beforeAfter[1] = &p.rank, p.row.Score, p.row.Nickname, p.allowed
	}
	return m
}

// places is the rank of the model on both sides: "=3 → 1".
func (m *Move) places() string { return rankText(m.Base, "–") + " → " + rankText(m.Head, "–") }

// top says whether the model enters (+1) or leaves (-1) the first places, beyond
// what the measurement can tell.
func (m *Move) top(places int) int {
	was, is := m.Base != nil && m.Base.Place <= places, m.Head != nil && m.Head.Place <= places
	told := m.Base == nil || m.Head == nil || m.beforeAfter[0].Apart(m.beforeAfter[1])
	switch {
	case was == is, !told:
		return 0
	case is:
		return 1
	}
	return -1
}
