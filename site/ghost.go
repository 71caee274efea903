package site

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// mostGhosts of one task are drawn.
const mostGhosts = 400

// haunt gives the tasks of a preview the configurations that changed or are gone, as
// they were in the base. What differs by no more than noise, alone and together, has none, and what does
// not compare would be at a place that says nothing.
func (e *edition) haunt() {
	if e.preview == nil {
		return
	}
	classes := lists.By(e.preview.Changes, func(c diff.Change) (string, diff.Class) { return c.ID, c.Class })
	for id := range e.preview.Moved() {
		classes[id] = diff.Changed
	}
	now := map[string]bool{}
	for _, t := range e.tasks {
		for _, r := range t.rows {
			now[r.Run] = true
		}
	}
	published, _ := leaderboard.Publishable(e.preview.Before())
	for _, r := range aggregate.RowsIn(published, e.content) {
		t := e.taskByID(r.Task)
		if t == nil {
			continue
		}
		g := charts.Ghost{Row: r}
		switch classes[configurationOf(r)] {
		case diff.Changed:
			if now[r.Run] {
				g.To = r.Run
			}
		case diff.Removed, diff.LeftOut, diff.Flipped:
		default:
			continue
		}
		t.ghosts = append(t.ghosts, g)
	}
	for _, t := range e.tasks {
		t.layGhosts()
	}
}

// layGhosts orders the ghosts and keeps as many as are drawn: as if by chance, since
// run ids are hashes.
func (t *task) layGhosts() {
	slices.SortFunc(t.ghosts, func(a, b charts.Ghost) int { return cmp.Compare(a.Row.Run, b.Row.Run) })
	if n := len(t.ghosts); n > mostGhosts {
		t.ghosts, t.moreGhosts = t.ghosts[:mostGhosts], n-mostGhosts
	}
	slices.SortStableFunc(t.ghosts, func(a, b charts.Ghost) int { return cmp.Compare(a.Row.Energy, b.Row.Energy) })
}

// boardGhosts are the ghosts of a task as its script needs them: a board of their
// own, and the row of the task's board that each has become, -1 for none.
type boardGhosts struct {
	Board board.Wire `json:"board"`
	To    []int      `json:"to"`
}

func (t *task) boardGhosts() *boardGhosts {
	if len(t.ghosts) == 0 {
		return nil
	}
	index := map[string]int{}
	for i, r := range t.rows {
		index[r.Run] = i
	}
	var rows []aggregate.Row
	g := boardGhosts{}
	for _, ghost := range t.ghosts {
		rows = append(rows, ghost.Row)
		if at, ok := index[ghost.To]; ok && ghost.To != "" {
			g.To = append(g.To, at)
		} else {
			g.To = append(g.To, -1)
		}
	}
	g.Board = board.New(rows, t.Deadline, t.query.Percentile).Wire()
	return &g
}
