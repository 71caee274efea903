package site

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// Leaderboard is a board with the words of its page.
type Leaderboard struct {
	*board.Board
	ID      string
	Address string // of its page, from the site's root
	task    *task
}

// Leaderboards are those of the tasks and of other systems, of data that can be published.
func Leaderboards(published data.Dataset, c content.Content) (all []Leaderboard) {
	tasks := tasksOf(board.Tasks(published, aggregate.RowsIn(published, c), c))
	for _, t := range slices.Concat(tasks, systemBoards(board.Systems(published, c), c.Words)) {
		all = append(all, Leaderboard{t.board, t.ID, t.address(), t})
	}
	return all
}

// Lede is the sentence above the table for an answer of the board. The page's script writes
// the same; a browser test compares them.
func (l Leaderboard) Lede(a board.Answer) string { return spoken(l.task.lede(a)) }

// lede is the answer and how sure and how large it is.
func (t *task) lede(a board.Answer) templates.Text {
	text := t.answer(a)
	ranked := slices.DeleteFunc(slices.Clone(a.Best), func(r aggregate.Row) bool { return !r.Ranked() })
	if len(ranked) < 2 {
		return text
	}
	first, last := ranked[0], ranked[len(ranked)-1]
	text = append(text, plain(alike(ranked)))
	if !first.Ties(last) {
		text = append(text, plain(fmt.Sprintf(" %s of %s differ %s.",
			t.extremes(), units.Plural(len(ranked), "model"), fold(last.Score/first.Score))), plain(t.unmatched(first, last)))
	}
	return text
}

// answer is which model is the best, in a sentence.
func (t *task) answer(a board.Answer) templates.Text {
	switch {
	case len(a.Best) == 0 && len(a.Late) == 0:
		return templates.Plain(noConfiguration)
	case len(a.Best) == 0:
		return templates.Plain("No model is as fast as " + t.limitText(a.Query) + ".")
	}
	first := a.Best[0]
	x, ok := first.Metric()
	if !ok {
		return templates.Plain("No configuration states " + units.LowerFirst(first.RankField().Label) + ".")
	}
	claim := t.claim()
	if t.subject != nil && len(a.Best) == 1 { // best of none
		claim = "is the only model"
	}
	text := templates.Text{
		strong(fmt.Sprintf("%s %s: %s %s", first.Nickname, claim, units.Number(x), t.rankUnit())),
		plain(where(first) + t.aside(first, t.differing(t.rows)) + "."),
	}
	switch {
	case a.Query.Deadline > 0:
		text = append(templates.Plain(fmt.Sprintf("At %s or faster, ", t.limitText(a.Query))), text...)
	case t.Deadline > 0:
		text = append(templates.Plain("Without a limit on latency, "), text...)
	}
	return text
}

// noConfiguration is said where the filters leave nothing.
const noConfiguration = "No configuration passes the filters."

// limitText is the deadline of a query, with its percentile where it is not the usual one.
func (t *task) limitText(q board.Query) string {
	text := t.limit(q.Deadline)
	if t.board.Percentiles() && q.Percentile != t.board.Default.Percentile {
		text += " at " + q.Percentile.String()
	}
	return text
}

// claim is what the best model does or has.
func (t *task) claim() string {
	f := t.rows[0].RankField()
	switch {
	case f.Role == data.RoleEnergy && t.subject == nil:
		return "uses the least energy"
	case f.Better == data.Higher:
		return "has the most " + units.LowerFirst(f.Label)
	}
	return "has the least " + units.LowerFirst(f.Label)
}

// alike says how many of the models, in order, cannot be told from the first.
func alike(ranked []aggregate.Row) string {
	n := 1
	for n < len(ranked) && ranked[n].Ties(ranked[0]) {
		n++
	}
	switch n {
	case 1:
		return ""
	case 2:
		return " The next model is within measurement uncertainty of it."
	}
	return fmt.Sprintf(" The next %s are within measurement uncertainty of it.", units.Plural(n-1, "model"))
}

// extremes are the first and the last of a ranking.
func (t *task) extremes() string {
	if t.rows[0].RankField().Role == data.RoleEnergy {
		return "The most frugal and the hungriest"
	}
	return "The best and the last"
}

// fold writes a ratio in words: "75-fold", "by 12 %".
func fold(ratio float64) string {
	if ratio < 2 {
		return fmt.Sprintf("by %.0f %%", (ratio-1)*100)
	}
	if ratio < 10 {
		return fmt.Sprintf("%.1f-fold", ratio)
	}
	return units.Whole(int(ratio+0.5)) + "-fold"
}
