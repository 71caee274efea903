package site

import (
	"cmp"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// asks are the views of a task.
func (p paged) asks(t *task) []ask {
	return lists.FilterMap(p.subject.Views, func(v content.DeclaredView) (ask, bool) { return p.asked(t, v) })
}

// asked is the question that a declared view is to a board; ok is false for other parts of a page, and where the board has
// not what it needs.
func (p paged) asked(t *task, v content.DeclaredView) (a ask, ok bool) {
	a = ask{
		View:  t.viewOf(v),
		Where: t.column(p.subject.Of), rows: p.group.on(t),
	}
	if _, known := p.values[t]; !known {
		p.values[t] = distinct(a.rows, t.text(a.Where))
	}
	a.Is = p.values[t]
	switch a.Kind {
	case view.Ranking:
		a.By = t.column(v.Per)
		if v.Per == "" {
			a.Limit = min(cmp.Or(a.Limit, view.Most), rowsEach(p.tasks))
		}
		return a, v.Per == "" || a.By != ""
	case view.Change:
		return p.against(t, v, a)
	case view.BreakEven:
		return p.breaksEven(t, v, a)
	case view.Chosen:
		return a, true
	case view.Matrix:
		a.By, a.Factor = t.column(v.Per), t.column(v.Series)
		return a, a.By != "" && a.Factor != ""
	case view.Tradeoff, view.Line:
		a.By = t.column(v.Series)
		if p.sparing() {
			a.Y = a.Y[:min(len(a.Y), 1)]
		}
		a.Style = p.drawingStyle(t, a)
		if a.Kind == view.Tradeoff {
			t.byWork(&a)
		}
		return a, a.By != "" && a.X != "" && len(a.Y) > 0
	}
	return a, false
}

// viewOf is a declared view in the columns of a board. Lines have axes that begin at zero, but for the metric, whose
// differences are ratios.
func (t *task) viewOf(v content.DeclaredView) view.View {
	made := view.View{
		ID: v.ID + "-" + t.ID, Kind: view.Kind(v.Kind), X: t.column(v.X), Y: t.columnsOf(v.Y), Label: t.column(v.Label),
		Alike: t.columnsOf(v.Alike), Limit: v.Limit, Switch: t.switchable(v.Switch),
	}
	if v.Series != "" {
		made.ID = figureOf(t, v.ID)
	}
	if made.Kind == view.Line {
		made.Linear = lists.Filter(made.Y, func(name string) bool { return name != t.rows[0].RankField().Name })
	}
	return made
}

// ofModels is the view of one kind on pages of models whose rows are configurations; none where a publisher removes it.
func (e *edition) ofModels(kind view.Kind) content.DeclaredView {
	found, _ := lists.Find(e.pagesOf(content.OfModel).Views, func(v content.DeclaredView) bool { return v.Kind == string(kind) && v.Per == "" })
	return found
}

// against is the change from what the value is compared with: a declared one, or the one with most models in common.
func (p paged) against(t *task, v content.DeclaredView, a ask) (ask, bool) {
	i := slices.IndexFunc(p.others, func(o *group) bool { return v.Base == "" || o.id == v.Base })
	if i < 0 {
		return a, false
	}
	base := p.others[i]
	at := sides{t, base}
	if p.both[at] == nil {
		p.both[at] = slices.Concat(base.on(t), a.rows)
	}
	a.By, a.Factor, a.Base, a.Alt = t.column(content.OfModel), a.Where, base.id, p.group.id
	a.Where, a.Is, a.rows = "", nil, p.both[at]
	return a, true
}

// folds reports whether the page is of models in several tasks: it compares and ranks them, and the rest opens.
func (p paged) folds() bool { return !p.isModel() && len(p.tasks) > 1 }

// sections are what is known of the value in one task. Drawings stand side by side, where the first of them is declared.
func (p paged) sections(t *task) []templates.Section {
	s := templates.Section{ID: t.ID, Title: t.Name, Links: p.sectionLinks(t)}
	rows := p.group.on(t)
	if p.isModel() {
		s.Title, s.Text = t.standing(p.group.id), p.modelLede(p.group.id, t, rows)
		if len(p.tasks) <= mostShared {
			s.Share = p.share(t)
		}
	}
	after := []templates.Section{}
	for _, v := range p.subject.Views {
		if v.Kind == "alternatives" {
			after = append(after, p.alternatives(p.group.id, t)...)
			continue
		}
		p.show(t, v, rows, &s)
	}
	return append([]templates.Section{s}, after...)
}

// show puts a view or another part into the section of a task.
func (p paged) show(t *task, v content.DeclaredView, rows []aggregate.Row, s *templates.Section) {
	switch v.Kind {
	case "responses":
		if t.PerToken() {
			s.Figures = append(s.Figures, p.responseFigure(t, rows))
		}
		return
	case "charts":
		s.Figures = append(s.Figures, p.modelFigures(p.group.id, t, rows)...)
		return
	}
	a, ok := p.asked(t, v)
	if !ok {
		if v.Kind == string(view.Change) && len(p.others) == 0 {
			s.Text = templates.Plain(t.words.Say("views.change.alone_all", "name", t.words.Inside(p.subject.Name)))
		}
		return
	}
	answer := t.answerTo(a)
	switch a.Kind {
	case view.Change:
		s.Text = p.effectText(t, answer, a.rows)
		p.list(s, t, p.changeTable(t, answer))
	case view.Chosen:
		brief := *t
		brief.brief = true
		brief.everyday = brief.everyday[:min(len(brief.everyday), 1)] // on a page of many answers
		s.Answer = brief.answered(answer.Choice, answer.Found, a.rows)
		if p.folds() {
			s.Folded = p.Say("views.detail", "group", p.group.name)
		}
	case view.BreakEven:
		table := p.evenTable(t, answer)
		table.Folded = p.folds()
		p.list(s, t, table)
	case view.Matrix:
		p.list(s, t, p.matrixTable(t, answer))
	case view.Ranking:
		p.list(s, t, p.declaredTable(t, v, a, answer))
	default:
		s.Figures = append(s.Figures, p.viewFigure(t, a, answer))
	}
}

// list puts a table before the drawings, or after them.
func (p paged) list(s *templates.Section, k *task, t templates.Table) {
	t.Measured = k.basisOf(k.rows[0])
	if len(s.Figures) == 0 {
		s.Before = append(s.Before, t)
		return
	}
	s.Tables = append(s.Tables, t)
}

func (p paged) sectionLinks(t *task) []templates.Link {
	if p.isModel() {
		return p.modelLinks(p.group, t)
	}
	return []templates.Link{{Text: p.Say("groups.all_in_task"), Href: p.subject.filtered(p.group, p.to(taskAddress(t.ID)))}}
}

// declaredTable is the table of a ranking with the columns that are declared.
func (p paged) declaredTable(t *task, v content.DeclaredView, a ask, answer view.Answer) templates.Table {
	columns := p.declaredColumnsOf(t, v, answer)
	switch {
	case v.Per == "":
		label := t.words.Say("model.table", "model", p.group.name, "task", t.Name)
		made := p.configurations(t, answer, columns, label, t.words.Say("model.note"))
		if t != p.tasks[0] {
			made.Note = nil // the first table has it
		}
		return made
	case v.Per == content.OfModel:
		made := p.rankingTable(t, view.Answer{View: a.View, Rows: answer.Rows}, columns)
		made.Title = p.Say("views.best", "group", p.group.name)
		made.Label = p.Say("groups.best_label", "task", t.Name, "group", p.group.name)
		made.Note = p.rankingNote(t, answer, "models")
		return made
	}
	made := p.rankingTable(t, answer, columns)
	made.Listed = true
	made.Label = t.words.Say("views.values", "group", p.group.name, "task", t.Name, "by", t.words.Inside(columns[0].Label))
	made.Note = p.rankingNote(t, answer, "values")
	return made
}

// declaredColumnsOf are the declared columns that the board has, as far as windows have room for them. The first heads the rows.
func (p *page) declaredColumnsOf(t *task, v content.DeclaredView, a view.Answer) (columns []column) {
	columns = lists.FlatMap(v.Columns, func(word string) []column { return p.declaredColumn(t, word, a) })
	if len(columns) > 0 && v.Per != "" {
		columns[0].Kind, columns[0].Show = templates.Name, templates.Always
	}
	return fitted(columns)
}

// fitted are columns as windows have room for them.
func fitted(columns []column) []column {
	templates.Fit(lists.Times(len(columns), func(i int) *templates.Column { return &columns[i].Column }))
	return columns
}

// declaredColumn is a column by its word in a declaration; none where the board does not have it.
func (p *page) declaredColumn(t *task, word string, a view.Answer) []column {
	switch word {
	case content.OfModel:
		return []column{p.modelName(t)}
	case "name":
		return []column{p.configurationName(t)}
	case string(data.RoleEnergy):
		return append([]column{p.energy(t)}, p.costColumn(t)...)
	case string(data.RoleLatency):
		return []column{p.latency(t, templates.Always)}
	case intervalField:
		return []column{written(templates.Column{
			Field: intervalField, Label: t.words.Say("model.interval"), Unit: t.rankUnit(), Help: p.help("uncertainty"), Kind: templates.Number, Show: templates.Tablet,
		}, t.interval)}
	case excessField:
		return []column{t.excess(a.Rows)}
	case slackField:
		return lists.Filter([]column{t.slack()}, func(column) bool { return t.Deadline > 0 })
	case reportField:
		return lists.Filter([]column{p.reportColumn()}, func(column) bool { return p.content.Site.Report != "" })
	}
	return p.columns(t, templates.Tablet, t.column(word))
}
