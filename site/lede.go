package site

import (
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// Leaderboard is a board with the sentences of its page.
type Leaderboard struct {
	*board.Board
	ID      string
	Address string // of its page, relative to the site's root
	task    *task
}

// Leaderboards returns the boards of tasks and of other systems, for data that can be published.
func Leaderboards(published data.Dataset, c content.Content) []Leaderboard {
	tasks, others := boardsIn(published, c, gpuMarks(published))
	return lists.Map(slices.Concat(tasks, others), func(t *task) Leaderboard { return Leaderboard{t.board, t.ID, t.address(), t} })
}

// Answer applies the query; the default one is applied already.
func (l Leaderboard) Answer(q board.Query) board.Answer {
	if reflect.DeepEqual(q, l.Default) {
		return l.task.initial
	}
	return l.Board.Answer(q)
}

// Lede returns the sentence above the table for an answer of the board. The page's script writes the same sentence; a
// browser test compares them.
func (l Leaderboard) Lede(a board.Answer) string { return spoken(l.task.lede(a)) }

// Work says of which work a row is where rows of an answer do unequal work, "" where all are of equal work.
func (l Leaderboard) Work(q board.Query, r aggregate.Row) string { return l.task.workOf(q, r) }

// Setting says in what the configuration of a row differs from those of other rows besides its GPUs and batch size, "" for
// nothing.
func (l Leaderboard) Setting(r aggregate.Row) string { return l.task.aside(r) }

// Batch is what the board calls its batch size.
func (l Leaderboard) Batch() string { return capital(l.task.batchName()) }

// CostUnit is the unit of the costs of a query: "USD per million tokens"; "" where it states no price.
func (l Leaderboard) CostUnit(q board.Query) string { return l.task.costUnit(q) }

// Assumption says how the ranks of an answer depend on an assumed spread between runs, "" where they do not.
func (l Leaderboard) Assumption(a board.Answer) string { return l.task.assumption(a.Query, a.Best) }

// lede is the answer and how sure and how large it is, after what the filters leave.
func (t *task) lede(a board.Answer) (text templates.Text) {
	text = t.answer(a)
	all := aggregate.RankedOf(a.Best)
	ranked := firstGroup(all)
	if scope := t.scope(a.Query, ranked); scope != "" && len(a.Best)+len(a.Late) > 0 {
		text = slices.Concat(templates.Plain(scope+" "), text)
	}
	var more []string
	if len(ranked) > 1 {
		first, last := ranked[0], ranked[len(ranked)-1]
		more = append(more, t.tied(ranked))
		if !first.Ties(last) && first.Score > 0 { // nothing is a multiple of what costs nothing
			more = append(more, t.spanned(a.Query, len(ranked), last.Score/first.Score)+t.unmatched(first, last))
		}
	}
	if others := len(all) - len(ranked); others > 0 {
		more = append(more, t.words.Say("scope.others", "n", others))
	}
	if n := len(a.Best) - len(all); n > 0 && len(ranked) > 0 && a.Query.Sort.Field == board.ByCost {
		more = append(more, t.words.Say("task.lede.unpriced", "n", n))
	}
	return append(text, lists.Map(lists.NonZero(more), func(said string) templates.Run { return plain(" " + said) })...)
}

// firstGroup are the first rows that are of equal work, of rows group by group.
func firstGroup(rows []aggregate.Row) []aggregate.Row {
	if len(rows) == 0 {
		return nil
	}
	return aggregate.ByGroup(rows)[0]
}

// unequal are the columns of the work in which rows differ that a query ranks.
func (t *task) unequal(q board.Query, rows []aggregate.Row) []board.Column {
	return lists.Filter(t.board.Grouping(q), func(c board.Column) bool {
		return slices.ContainsFunc(rows, func(r aggregate.Row) bool { return c.Value(r) != c.Value(rows[0]) })
	})
}

// ofWork says of which work the rows are that a sentence compares, on a board of unequal work, or in what their work is
// unequal; "" where all rows of the board are of equal work.
func (t *task) ofWork(q board.Query, rows []aggregate.Row) string {
	if len(rows) == 0 || len(t.board.Grouping(q)) == 0 {
		return ""
	}
	if differ := t.unequal(q, rows); len(differ) > 0 {
		labels := lists.Map(differ, func(c board.Column) string { return inSentence(t.words, c.Field) })
		return t.words.Say("scope.unequal", "fields", t.words.All(labels))
	}
	return t.words.Say("scope.work", "work", t.workOf(q, rows[0]))
}

// workOf says of which work a row is by what distinguishes the groups of its board: "832×480 px, 81 frames".
func (t *task) workOf(q board.Query, r aggregate.Row) string {
	return t.named().Text(r, t.board.Grouping(q))
}

// named is how sentences name the settings of work.
func (t *task) named() board.Settings {
	return board.Settings{Unknown: t.words.Say("scope.unstated"), Name: func(f data.Field) string { return inSentence(t.words, f) }}
}

// among puts the filters of a query before what is said of the rows that pass them, and their work where that is unequal.
func (t *task) among(q board.Query, rows []aggregate.Row, text string) string {
	return strings.TrimSpace(t.scope(q, rows) + " " + text)
}

// atEqualWork adds to what is said of rows of which work they are, on a board of unequal work.
func (t *task) atEqualWork(q board.Query, rows []aggregate.Row, text string) string {
	if len(rows) == 0 || len(t.board.Grouping(q)) == 0 || len(t.unequal(q, rows)) > 0 {
		return text
	}
	return t.words.Say("scope.at_work", "text", text, "work", t.workOf(q, rows[0]))
}

// atWork is how many of some models did the work of rows, whatever a filter leaves of them; without rows all.
func (t *task) atWork(models []string, rows []aggregate.Row) int {
	if len(rows) == 0 {
		return len(models)
	}
	return board.ModelsIn(aggregate.InGroup(t.ofModels(models), rows[0].Group))
}

// scope names the filters of a query besides its deadline, and the work of the rows that a sentence compares, "" for
// neither: a sentence about what filters leave is not one about the whole board.
func (t *task) scope(q board.Query, rows []aggregate.Row) string {
	w := t.words
	what, parts := w.Say("scope.configurations"), []string{}
	if q.Search != "" {
		what = w.Say("scope.models", "q", strings.Join(strings.Fields(q.Search), " "))
	}
	add := func(key string, values []string) {
		if len(values) > 0 {
			parts = append(parts, w.Say(key, "list", w.Either(values)))
		}
	}
	add("scope.arch", q.Architectures)
	add("scope.gpu", q.GPUs)
	if n := len(q.GPUCounts); n > 0 {
		parts = append(parts, w.Say("scope.gpus", "n", q.GPUCounts[n-1], "list", w.Either(lists.Map(q.GPUCounts, w.Whole))))
	}
	add("scope.precision", lists.Map(q.Precisions, units.Precision))
	if q.EnergyBudget > 0 {
		parts = append(parts, w.Say("scope.energy", "energy", w.Typed(t.energyForm().Of(q.EnergyBudget))+" "+t.energyUnit()))
	}
	if q.Floor > 0 {
		parts = append(parts, w.Say("scope.accuracy", "accuracy", w.Typed(q.Floor)))
	}
	if q.Ceiling > 0 {
		parts = append(parts, w.Say("scope.ceiling", "cost", w.Typed(q.Ceiling)+" "+t.costUnit(q)))
	}
	work := t.ofWork(q, rows)
	if len(parts) == 0 && q.Search == "" && work == "" {
		return ""
	}
	scope := strings.Join(append([]string{what}, parts...), " ")
	switch {
	case work == "":
	case len(parts) > 0 || q.Search != "":
		scope += ", " + work
	default:
		scope += " " + work
	}
	return w.Say("scope.among", "scope", scope)
}

// answer is which model is the best, in a sentence.
func (t *task) answer(a board.Answer) templates.Text {
	switch {
	case len(a.Best) == 0 && len(a.Late) == 0:
		return templates.Plain(t.words.Say("task.lede.empty"))
	case len(a.Best) == 0:
		return templates.Plain(t.words.Say("task.lede.late", "limit", t.limitText(a.Query)))
	}
	first := a.Best[0]
	order := t.order(a.Query)
	value, ok := order.text(first)
	if !ok {
		return templates.Plain(t.words.Say("task.lede.unstated", "metric", order.name))
	}
	claim := t.claim(a.Query)
	if len(aggregate.RankedOf(a.Best)) == 1 { // best of none
		claim = "only"
	}
	says := t.words.Say("task.lede."+claim, "model", first.Nickname, "metric", order.name, "at", t.at(a.Query))
	setting := t.setting(first)
	return t.words.Rich(variant("task.lede.answer", setting == "", "_bare"), "claim", says, "value", value, "setting", setting)
}

// limitText is the deadline of a query, with its percentile where it is not the default one.
func (t *task) limitText(q board.Query) string { return t.atPercentile(q, t.limit(q.Deadline)) }

// atPercentile adds the percentile of a query to a latency, where it is not the default one.
func (t *task) atPercentile(q board.Query, latency string) string {
	if q.Percentile != t.board.Default.Percentile && t.board.Percentiles() != nil {
		return t.words.Say("limit.percentile", "limit", latency, "percentile", q.Percentile.String())
	}
	return latency
}

// at says under which limit a sentence holds, "" where the board has none.
func (t *task) at(q board.Query) string {
	switch {
	case q.Deadline > 0:
		return t.words.Say("limit.at", "limit", t.limitText(q))
	case t.Deadline > 0 && q.Sort.Field != board.ByLatency:
		return t.words.Say("limit.any")
	}
	return ""
}

// claim is the message of what the best model does or has.
func (t *task) claim(q board.Query) string {
	f := t.rows[0].RankField()
	switch {
	case !t.order(q).own:
		return "lowest"
	case f.Role == data.RoleEnergy && t.subject == nil:
		return "energy"
	case f.Better == data.Higher:
		return "highest"
	}
	return "lowest"
}

// tied says how many of the models, in order, cannot be told from the first.
func (t *task) tied(ranked []aggregate.Row) string {
	n := 1
	for n < len(ranked) && ranked[n].Ties(ranked[0]) {
		n++
	}
	if n == 1 {
		return ""
	}
	return t.words.Say("task.lede.tied", "n", n-1)
}

// spanned says how far the last of n models is from the first.
func (t *task) spanned(q board.Query, n int, ratio float64) string {
	if ratio < 2 {
		return t.words.Say("task.lede.percent", "n", n, "metric", t.order(q).name, "percent", t.percent((ratio-1)*100))
	}
	fold := t.words.Whole(int(ratio + 0.5))
	if ratio < 10 {
		fold = t.words.Fixed(ratio, 1)
	}
	return t.words.Say("task.lede.fold", "n", n, "metric", t.order(q).name, "fold", fold)
}

// percent writes a share of 100 without decimals.
func (t *task) percent(x float64) string {
	return t.words.Say("form.percent", "x", t.words.Fixed(x, 0))
}
