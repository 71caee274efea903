package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// results is the table that a task's page is about: each model's best configuration
// within the default deadline.
func (p *page) results(t *task) templates.Table {
	shown := lists.Filter(p.resultColumns(t), func(c column) bool { return !c.optional })
	shown = append(shown, p.costColumn(t)...)
	shown[2].Sorted = "ascending"
	if t.board.Default.Sort.Descending {
		shown[2].Sorted = "descending"
	}
	results := p.table(shown, few(t.best))
	t.head(t.board.Default, results.Rows, t.best)
	results.More = p.moreRows(t, len(t.best)-len(results.Rows))
	results.ID, results.Label, results.Live = "results", t.words.Say("task.ranked"), true
	ranges := slices.ContainsFunc(shown, func(c column) bool { return c.Kind == templates.Range })
	results.Note = templates.Plain(t.note(ranges))
	results.Anchors = t.subject != nil // marks of other boards lead to a model's page
	return results
}

// resultColumns lists all columns that the table can have, in its order. Those
// that a reader has to ask for are optional.
func (p *page) resultColumns(t *task) []column {
	byModel := lists.Under(t.rows, func(r aggregate.Row) string { return r.ModelID })
	models := func(r aggregate.Row) []aggregate.Row { return byModel[r.ModelID] }
	columns := slices.Concat([]column{
		t.rankColumn(p.help("ties")), p.modelName(t), p.energy(t),
		t.rangeColumn(scaleOf(t.rows), models),
	}, p.usualColumns(t))
	if !slices.ContainsFunc(t.rows, aggregate.Row.Ranked) {
		columns = slices.Delete(columns, 3, 4) // nothing ranges
	}
	columns = append(columns, p.otherColumns(t, columns)...)
	if t.subject != nil && !t.hasComparison() {
		return columns
	}
	return append(columns, p.pickColumn())
}

// note says what the rows of the default view are and how to read what is drawn of them: bars, ties, ranges of ranks.
func (t *task) note(ranges bool) string {
	at := t.at(t.board.Default)
	notes := []string{t.words.Say("task.note."+t.superlative(), "at", at)}
	notes[0] += t.inGroups(t.best)
	if len(t.best) > 0 && !slices.ContainsFunc(t.best, aggregate.Row.Ranked) {
		notes[0] = t.words.Say("task.note.unranked")
	}
	if ranges {
		notes = append(notes, t.words.Say("task.note.bar"))
	}
	if slices.ContainsFunc(t.initial.Ranks, func(r aggregate.Rank) bool { return r.Tied }) {
		notes = append(notes, t.words.Say("task.note.ties"))
	}
	if slices.ContainsFunc(t.initial.Ranges, func(r aggregate.Range) bool { return r.First != r.Last }) {
		notes = append(notes, t.words.Say("task.note.ranks"))
	}
	notes = append(notes, t.caveats())
	return strings.Join(lists.NonZero(notes), " ")
}

// assumption says how the ranks depend on an assumed spread: what half and twice of it would tell apart, and of which models
// repeats would decide the first place; "" where nothing is assumed, or where the work is not equal.
func (t *task) assumption(q board.Query, best []aggregate.Row) string {
	ranked := firstGroup(aggregate.RankedOf(best))
	if u := t.uncertainty; len(ranked) > 1 && u.Assumes() {
		half, double := u.Assuming(0.5), u.Assuming(2)
		all := aggregate.Resolutions(ranked, u, half, double)
		now, low, high := all[0], all[1], all[2]
		key := "task.uncertainty.range"
		if low == now && high == now {
			key = "task.uncertainty.same"
		}
		groups := func(n int) string { return t.words.Say("count.groups", "n", n) }
		text := t.words.Say(key, "half", t.deviation(half.Assumed), "double", t.deviation(double.Assumed),
			"places", groups(now.Places), "n", now.First, "half_places", groups(low.Places), "half_first", low.First,
			"double_places", high.Places, "double_first", high.First)
		if once := aggregate.Unrepeated(ranked, view.Most); len(once) > 0 {
			names := lists.Map(once, func(r aggregate.Row) string { return joined(r.Nickname, t.where(r)) })
			text += " " + t.words.Say("task.uncertainty.decide", "models", strings.Join(names, "; "))
		}
		return t.among(board.Query{Sort: q.Sort}, ranked, text)
	}
	return ""
}

// head sets the heads of the groups of equal work above the rows of a table, if there are several.
func (t *task) head(q board.Query, lines []templates.Row, rows []aggregate.Row) {
	if len(aggregate.ByGroup(rows)) < 2 {
		return
	}
	for i := range lines {
		if i == 0 || rows[i].Group != rows[i-1].Group {
			lines[i].Head = t.workOf(q, rows[i])
		}
	}
}

// inGroups says that rows have ranks in their groups of equal work, "" where they are one group.
func (t *task) inGroups(rows []aggregate.Row) string {
	if len(aggregate.ByGroup(rows)) < 2 {
		return ""
	}
	return " " + t.words.Say("scope.groups")
}

// superlative is the message of what the best configuration of a model has.
func (t *task) superlative() string {
	if t.rows[0].RankField().Role == data.RoleEnergy {
		return "energy"
	}
	return "best"
}

// caveats are what to know of the ranks: the spread between runs, and the configurations that are suspicious.
func (t *task) caveats() string {
	doubted := lists.Filter(t.rows, func(r aggregate.Row) bool { return r.Doubt() != "" })
	if len(doubted) == 0 {
		return t.spread()
	}
	named := lists.Map(doubted[:min(len(doubted), mostSuspicious)], func(r aggregate.Row) string {
		return joined(r.Nickname, t.where(r)) + ": " + r.Doubt()
	})
	text := t.words.Say("task.suspicious", "n", len(doubted), "list", strings.Join(named, "; "))
	return strings.TrimSpace(t.spread() + " " + text)
}

// spread says how large the spread between runs is and where it comes from.
func (t *task) spread() string {
	u, text := t.uncertainty, ""
	switch {
	case !slices.ContainsFunc(t.rows, aggregate.Row.Ranked):
		return ""
	case u.Repeated == 0 && u.Stated:
		text = t.words.Say("task.uncertainty.stated")
	case !u.Between.Known():
		text = t.words.Say("task.uncertainty.unknown")
	case u.Repeated == 0:
		text = t.words.Say("task.uncertainty.assumed", "percent", t.deviation(u.Between))
	case u.Between.Freedom <= fitting.Enough && u.Assumed.Known():
		text = t.words.Say("task.uncertainty.both", "metric", t.metric(), "n", u.Repeated, "percent", t.deviation(u.Between), "assumed", t.deviation(u.Assumed))
	default:
		text = t.words.Say("task.uncertainty.measured", "metric", t.metric(), "n", u.Repeated, "percent", t.deviation(u.Between))
	}
	if u.Questions {
		text += " " + t.words.Say("task.uncertainty.questions")
	}
	return text
}

func (t *task) deviation(s fitting.Spread) string {
	return t.words.Say("form.percent", "x", t.words.Short(units.Round(100*s.SD, 2)))
}

// usualColumns stand behind energy and range; which ones make sense depends on
// what the task puts out.
func (p *page) usualColumns(t *task) []column {
	if t.subject != nil {
		return p.declaredColumns(t)
	}
	if own := cmp.Or(t.Columns, p.content.Site.Columns); own != nil {
		return p.ownColumns(t, own.Names)
	}
	latency := p.latency(t, templates.Tablet)
	if !t.PerToken() {
		return slices.Concat([]column{latency},
			p.columns(t, templates.Tablet, "hardware"),
			p.columns(t, templates.Desktop, t.name(data.RoleBatch), "resolution"),
			p.columns(t, templates.Screen, t.name(data.RoleSteps), t.name(data.RoleFrames)))
	}
	perResponse := p.columns(t, templates.Tablet, t.name(data.RolePerResponse))
	for i := range perResponse {
		perResponse[i].Label, perResponse[i].Unit = t.words.Say("task.response"), t.board.Form(perResponse[i].Field).Unit("J")
	}
	return slices.Concat(perResponse, p.columns(t, templates.Desktop, t.name(data.RoleAccuracy)), []column{latency},
		p.columns(t, templates.Desktop, "hardware", t.name(data.RoleBatch), "throughput_per_gpu"))
}

// ownColumns are those that the publisher wants, as far as the window has the room for them.
func (p *page) ownColumns(t *task, names []string) (columns []column) {
	have := map[string]bool{t.rows[0].RankField().Name: true, t.nameField(): true}
	for _, name := range names {
		if !have[name] {
			columns = append(columns, p.columns(t, shows(len(columns)), name)...)
		}
		have[name] = true
	}
	return columns
}

// deadColumns are columns of settings that no task has, and fields of declared pages that none can have.
func (e *edition) deadColumns() (dead content.Errors) {
	shown, possible := map[string]bool{}, map[string]bool{}
	for _, t := range e.tasks {
		for _, c := range t.board.Columns {
			shown[c.Name] = true
		}
		for _, m := range t.board.Measures() {
			possible[m.Name] = true
		}
		for _, name := range slices.Concat(board.Names(t.rows[0]), tableWords) {
			possible[name] = true
		}
	}
	look := func(at content.Keys, key string, names []string, known map[string]bool) {
		for _, name := range names {
			if !known[name] {
				dead = append(dead, at.Fault(key, "no task has a column %q%s", name, nearest.Hint(name, slices.Sorted(maps.Keys(known)))))
			}
		}
	}
	ofTasks := lists.Map(e.content.Tasks, func(t content.Task) *content.Columns { return t.Columns })
	for _, c := range lists.NonZero(append([]*content.Columns{e.content.Site.Columns}, ofTasks...)) {
		look(c.Keys, "columns", c.Names, shown)
	}
	if len(e.tasks) == 0 {
		return dead
	}
	for _, s := range e.content.PageKinds {
		look(s.Keys, "of", []string{s.Of}, possible)
		for _, v := range s.Views {
			for _, named := range v.Fields() {
				look(v.Keys, named.Key, named.Fields, possible)
			}
		}
	}
	return dead
}

// declaredColumns are those that a record type declares for its boards, then how many
// runs are behind a row.
func (p *page) declaredColumns(t *task) (columns []column) {
	names := slices.DeleteFunc(slices.Clone(t.subject.Columns), func(name string) bool {
		return name == t.subject.Primary || name == t.name(data.RolePrecision) // which stands beside the name of the model
	})
	if t.uncertainty.Questions { // what few questions leave open is most of what there is to say
		names = slices.Concat(t.board.Interval(), names)
	}
	for i, name := range names {
		for _, c := range p.columns(t, shows(i), name) {
			c.optional = i >= mostDeclared
			columns = append(columns, c)
		}
	}
	return columns
}

// shows says from which width on the columns behind the range are shown, or those behind the first two of a matrix.
func shows(i int) templates.Show {
	switch {
	case i < 0:
		return templates.Always
	case i < 1:
		return templates.Tablet
	case i < 4:
		return templates.Desktop
	}
	return templates.Screen
}

// otherColumns are the board's columns that the table does not have yet.
func (p *page) otherColumns(t *task, have []column) []column {
	others := lists.Filter(t.board.Columns, func(c board.Column) bool {
		return !slices.ContainsFunc(have, func(h column) bool { return h.Field == c.Name })
	})
	return lists.Map(others, func(c board.Column) column {
		other := p.boardColumn(t, c, templates.Always)
		other.optional = true
		return other
	})
}

// rankColumn has the rank of each row and the ranks that uncertainty allows it.
func (t *task) rankColumn(help string) column {
	cells := map[string]templates.Cell{}
	for i, r := range t.best {
		cells[r.Run] = templates.Cell{Text: t.initial.Ranks[i].String(), Small: t.rangeOf(i)}
	}
	return column{
		Column: templates.Column{Label: t.words.Say("table.rank"), Kind: templates.Rank, Help: help},
		cell:   func(r aggregate.Row) templates.Cell { return cells[r.Run] },
	}
}

// rangeOf is the range of ranks of best row i where it is more than one rank.
func (t *task) rangeOf(i int) string {
	if r := t.initial.Ranges[i]; r.First != r.Last {
		return r.String()
	}
	return ""
}

func (p *page) pickColumn() column {
	return column{
		Column: templates.Column{Label: p.content.Words.Say("table.compare"), Kind: templates.Pick},
		cell:   func(r aggregate.Row) templates.Cell { return templates.Cell{Pick: r.Nickname} },
	}
}

// columns lists those of the named columns that the task's board has.
func (p *page) columns(t *task, show templates.Show, names ...string) []column {
	return lists.Map(lists.FilterMap(names, t.board.Column), func(c board.Column) column { return p.boardColumn(t, c, show) })
}

// boardColumn is a column of a board: label, unit and explanation come from the
// field table, so a new field needs no code here.
func (p *page) boardColumn(t *task, c board.Column, show templates.Show) column {
	made := p.field(t, c.Field, show)
	made.cell = func(r aggregate.Row) templates.Cell { return fieldCell(t.words, c.Form, t.inWords(c.Name, c.Value(r))) }
	if slices.Contains(stated, c.Role) {
		made.cell = func(r aggregate.Row) templates.Cell {
			if x, ok := c.Value(r).(float64); ok {
				return p.exact(x)
			}
			return templates.Cell{}
		}
	}
	return made
}

// stated fields are exact by nature: 80, not 80.0.
var stated = []data.Role{data.RoleParameters, data.RoleActive}

// name is the field of the task's runs that plays a role, "" for none.
func (t *task) name(role data.Role) string { return t.rows[0].Schema().Name(role) }
