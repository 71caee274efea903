package diff

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// BoardChange contains the differences in a task's default view, its frontier and its deadlines. Ranks are by energy per
// output within the task's deadline, as on the task's page; a swap of tied models is not a difference. A board of
// another system is ranked by its own metric.
type BoardChange struct {
	Task, Name  string
	Energy      *data.Field // the metric that ranks
	Latency     *data.Field // the latency that deadlines limit; nil for a board of another system, which has only moves
	Deadline    float64     // of the default view
	Top         int
	Moves       []Move
	Frontier    []FrontierChange
	AtDeadlines []DeadlineChange
	Hypervolume Hypervolume
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

// boards compares the boards of all tasks, in the order of the texts, then those of other systems by their keys.
func boards(base, head data.Dataset, material map[string]bool, o Options) []BoardChange {
	var rows [2][]aggregate.Row
	systems := lists.MapAtOnce([]int{0, 1}, func(i int) map[string]board.Shown {
		published, _ := leaderboard.Publishable([]data.Dataset{base, head}[i])
		rows[i] = aggregate.RowsIn(published, o.Content)
		return lists.By(board.Systems(published, o.Content), func(s board.Shown) (string, board.Shown) { return s.Key(), s })
	})
	var all []BoardChange
	before := map[string]int{} // rows of each task in the base
	for _, r := range rows[0] {
		before[r.Task]++
	}
	for _, t := range board.ByTask(slices.Concat(rows[0], rows[1]), o.Content) {
		own, n := aggregate.Grouped(t.Rows), before[t.ID]
		all = append(all, compareTask(t.Task, own[:n:n], own[n:], material, o.Top))
	}
	for _, key := range lists.Ascending(slices.AppendSeq(slices.Collect(maps.Keys(systems[0])), maps.Keys(systems[1]))) {
		all = append(all, compareSystem(key, systems[0][key], systems[1][key], material, o.Top))
	}
	return lists.Filter(all, BoardChange.differs)
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

// compareTask compares the default view of a task, its frontier and its deadlines.
func compareTask(t content.Task, base, head []aggregate.Row, material map[string]bool, top int) BoardChange {
	p, _ := aggregate.ParsePercentile(t.Percentile) // of a batch there is none
	all := slices.Concat(base, head)
	b := BoardChange{Task: t.ID, Name: t.Name, Energy: new(all[0].EnergyField()), Latency: new(all[0].LatencyField(p)), Deadline: t.Deadline, Top: top}
	if anyOf(material, all) {
		b.Moves = moves(standingOf(base, t.Deadline, p), standingOf(head, t.Deadline, p), top)
	}
	was, is := aggregate.Frontier(base, p), aggregate.Frontier(head, p)
	b.Frontier = append(missingFrom(is, was, base, p, material, true), missingFrom(was, is, head, p, material, false)...)
	b.AtDeadlines = atDeadlines(base, head, t.Deadline, p, material)
	b.Hypervolume = hypervolumeOf(was, is, all, p)
	return b
}

// compareSystem compares a board of another system as it is shown, which a side may lack: the best configuration of each
// model within the deadline, by the metric that the record type is ranked by.
func compareSystem(key string, base, head board.Shown, material map[string]bool, top int) BoardChange {
	metric := cmp.Or(head.Board, base.Board).Rows[0].RankField()
	b := BoardChange{Task: key, Name: key, Energy: &metric, Top: top, Hypervolume: Hypervolume{Base: math.NaN(), Head: math.NaN()}}
	if before, after := standingOn(base), standingOn(head); anyOf(material, slices.Concat(before.rows(), after.rows())) {
		b.Moves = moves(before, after, top)
	}
	return b
}

// anyOf reports whether a configuration is not what it was: if none is, whatever moved is noise.
func anyOf(material map[string]bool, rows []aggregate.Row) bool {
	return slices.ContainsFunc(rows, func(r aggregate.Row) bool { return material[r.Configuration()] })
}

// differs reports whether there is something to tell. A hypervolume alone moves with any noise.
func (b BoardChange) differs() bool { return len(b.Moves)+len(b.Frontier)+len(b.AtDeadlines) > 0 }

// standing is a board's default view.
type standing struct {
	order []string // models, the best first
	at    map[string]place
}

type place struct {
	row     aggregate.Row
	rank    aggregate.Rank
	allowed aggregate.Range
}

// rows are those that stand on the board.
func (s standing) rows() []aggregate.Row {
	return lists.Map(s.order, func(model string) aggregate.Row { return s.at[model].row })
}

// standingOf has of a model in several groups of equal work the first.
func standingOf(rows []aggregate.Row, deadline float64, p aggregate.Percentile) standing {
	s := standing{at: map[string]place{}}
	best := aggregate.Best(rows, aggregate.Query{Deadline: deadline, Percentile: p})
	ranks, ranges := aggregate.Ranks(best), aggregate.Ranges(best)
	for i, r := range best {
		if _, known := s.at[r.ModelID]; !known {
			s.order = append(s.order, r.ModelID)
			s.at[r.ModelID] = place{r, ranks[i], ranges[i]}
		}
	}
	return s
}

// standingOn is the default view of a board, without models that lack the metric.
func standingOn(b board.Shown) standing {
	if b.Board == nil {
		return standing{}
	}
	ranked := lists.Filter(b.Rows, func(r aggregate.Row) bool { x, ok := r.Metric(); return ok && x > 0 })
	return standingOf(ranked, b.Task.Deadline, b.Study.Percentile)
}

// moves lists the models that are new, gone, or elsewhere among those that are on both boards, so that one new model does not
// move all those below it.
func moves(before, after standing, top int) (list []Move) {
	amongBefore, amongAfter := before.among(after), after.among(before)
	for _, model := range lists.Distinct(slices.Concat(after.order, before.order)) {
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

// among are the places that uncertainty allows models, counted among those of another standing alone.
func (s standing) among(other standing) map[string]aggregate.Range {
	rows := lists.Filter(s.rows(), func(r aggregate.Row) bool { _, both := other.at[r.ModelID]; return both })
	allowed := map[string]aggregate.Range{}
	for i, r := range aggregate.Ranges(rows) {
		allowed[rows[i].ModelID] = r
	}
	return allowed
}

func moveOf(model string, before, after standing) Move {
	m := Move{Model: model, BaseEnergy: before.metric(model), HeadEnergy: after.metric(model)}
	if p, ok := before.at[model]; ok {
		m.Base, m.Name, m.beforeAfter[0] = &p.rank, p.row.Nickname, p.allowed
	}
	if p, ok := after.at[model]; ok {
		m.Head, m.Name, m.beforeAfter[1] = &p.rank, p.row.Nickname, p.allowed
	}
	return m
}

// metric is what a model is ranked by, NaN where it has no place.
func (s standing) metric(model string) float64 {
	p, ok := s.at[model]
	switch {
	case !ok:
		return math.NaN()
	case p.row.RankField().Better == data.Higher:
		return 1 / p.row.Score
	}
	return p.row.Score
}

// isFirst reports whether a model stands first.
func isFirst(rank *aggregate.Rank) bool { return rank != nil && rank.Place == 1 }

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
