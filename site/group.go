package site

import (
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/view"
)

// Bounds of a group's page.
const (
	mostSections = 12 // tasks
	mostGroupRow = 10 // models of a task
	mostPairs    = 12
	mostOthers   = 20 // GPUs to compare with
)

// groupPage is the page of one GPU or one architecture. Per task it shows what the group changes for the same models,
// where models are in several groups, and which models are best in it.
func (p *page) groupPage(_ context.Context, k groupKind, g *group) (templates.Overview, error) {
	v := templates.Overview{Frame: p.frame(), Title: g.name, Facts: k.facts(p, g), Source: p.source()}
	all := p.tasksWith(g.rows)
	tasks := all[:min(len(all), mostSections)]
	v.Lede = templates.Plain(p.Say("groups.page_lede", "configurations", p.Say("count.configurations", "n", len(g.rows)),
		"models", p.Say("count.models", "n", len(modelsOf(g.rows))), "tasks", p.Say("count.tasks", "n", len(all))))
	page := p.grouped(k, g, tasks)
	for _, t := range tasks {
		v.Sections = append(v.Sections, page.section(t))
		v.Jump = append(v.Jump, templates.Link{Text: t.Name, Href: "#" + t.ID})
	}
	v.Configurations = p.asking(asked{}, tasks, page.choices(), page.asks)
	if more := all[len(tasks):]; len(more) > 0 {
		v.Sections = append(v.Sections, p.furtherTasks(more))
	}
	return v, nil
}

// furtherTasks leads to tasks that a page has no room for.
func (p *page) furtherTasks(tasks []*task) templates.Section {
	s := templates.Section{ID: "further", Title: p.Say("views.further", "n", len(tasks))}
	for _, t := range tasks[:min(len(tasks), view.Most)] {
		s.Links = append(s.Links, templates.Link{Text: t.Name, Href: p.to(taskAddress(t.ID))})
	}
	return s
}

// grouped is a group's page while it is made.
type grouped struct {
	*page
	kind   groupKind
	group  *group
	others []*group // those to compare with, most in common first
	rows   map[*task][]aggregate.Row
}

func (p *page) grouped(k groupKind, g *group, tasks []*task) grouped {
	made := grouped{page: p, kind: k, group: g, rows: map[*task][]aggregate.Row{}}
	for _, t := range tasks {
		made.rows[t] = of(t, g.rows)
	}
	if k.matched {
		made.others = p.sharing(k, g)
	}
	return made
}

// sharing are the other groups that have models in common with one, those with most models of the same tasks first.
func (p *page) sharing(k groupKind, g *group) []*group {
	type key struct{ task, model string }
	mine, shared := map[key]bool{}, map[*group]int{}
	for _, r := range g.rows {
		mine[key{r.Task, r.ModelID}] = true
	}
	for _, other := range k.groups(p.edition) {
		seen := map[key]bool{}
		for _, r := range other.rows {
			if at := (key{r.Task, r.ModelID}); other != g && mine[at] && !seen[at] {
				seen[at] = true
				shared[other]++
			}
		}
	}
	others := lists.Filter(k.groups(p.edition), func(o *group) bool { return shared[o] > 0 })
	slices.SortStableFunc(others, func(a, b *group) int { return shared[b] - shared[a] })
	return others[:min(len(others), mostOthers)]
}

// asks are the views of a task: what the group changes, and the best models in it.
func (g grouped) asks(t *task) (asks []ask) {
	factor := t.name(g.kind.role)
	if len(g.others) > 0 {
		base := g.others[0]
		asks = append(asks, ask{
			View: view.View{
				ID: "change-" + t.ID, Kind: view.Change, By: t.name(data.RoleModel), Factor: factor, Base: base.name, Alt: g.group.name,
				Limit: mostPairs,
			},
			rows: slices.Concat(of(t, base.rows), g.rows[t]),
		})
	}
	return append(asks, ask{
		View:  view.View{ID: "best-" + t.ID, Kind: view.Ranking, By: t.name(data.RoleModel), Limit: mostGroupRow},
		where: factor, is: []string{g.group.name}, rows: g.rows[t],
	})
}

// choices are what the group is compared with.
func (g grouped) choices() []templates.Choice {
	if len(g.others) == 0 {
		return nil
	}
	c := templates.Choice{Name: "base", Label: g.Say("views.against"), One: true}
	for i, o := range g.others {
		c.Options = append(c.Options, templates.Option{Value: o.name, Text: o.name, On: i == 0})
	}
	return []templates.Choice{c}
}

func (g grouped) section(t *task) templates.Section {
	s := templates.Section{ID: t.ID, Title: t.Name}
	if g.kind.matched && len(g.others) == 0 {
		s.Text = templates.Plain(t.words.Say("views.change.alone_all"))
	}
	for _, a := range g.asks(t) {
		answer := t.answerTo(a)
		if a.Kind == view.Change {
			s.Text = g.effectText(t, answer)
			s.Tables = append(s.Tables, g.changeTable(t, answer))
			continue
		}
		s.Tables = append(s.Tables, g.bestTable(t, answer))
	}
	s.Links = []templates.Link{{Text: g.Say("groups.all_in_task"), Href: g.to(taskAddress(t.ID)) + g.kind.query(g.group.name)}}
	return s
}

// effectText sums up a change.
func (p *page) effectText(t *task, a view.Answer) templates.Text {
	e := a.Effect
	if e.Pairs == 0 {
		return templates.Plain(t.words.Say("views.change.none", "alt", a.View.Alt, "base", a.View.Base, "at", t.at(a.Query)))
	}
	text := templates.Said(t.words.Rich("views.change.claim", "alt", a.View.Alt, "base", a.View.Base, "lower", e.Lower, "n", e.Pairs,
		"at", t.at(a.Query), "median", t.words.Say("form.percent", "x", t.signed(e.Median))))
	if e.Turns {
		text = append(text, plain(" "+t.words.Say("views.change.turns")))
	}
	for _, more := range []struct {
		key string
		n   int
	}{{"views.change.ties", e.Ties}, {"views.change.more", a.MorePairs}, {"views.change.alone", len(a.Alone)}} {
		if more.n > 0 {
			text = append(text, plain(" "+t.words.Say(more.key, "n", more.n)))
		}
	}
	return text
}

// bestTable is the table of the models' best configurations within the group.
func (g grouped) bestTable(t *task, a view.Answer) templates.Table {
	columns := []column{g.modelName(t), g.energy(t), g.latency(t, templates.Tablet)}
	columns = append(columns, g.columns(t, templates.Tablet, hardwareColumn)...)
	columns = append(columns, g.batch(t, templates.Desktop))
	columns = append(columns, g.columns(t, templates.Desktop, "power_share")...)
	v := g.rankingTable(view.Answer{View: a.View, Rows: a.Rows}, columns)
	v.Wide = false
	v.Title, v.Label = g.Say("views.best", "group", g.group.name), g.Say("groups.best_label", "task", t.Name, "group", g.group.name)
	v.Note = g.rankingNote(t, a, "models")
	v.Empty = g.Say("groups.none_within", "deadline", t.deadlineText())
	return v
}

// rankingNote says what the rows are and how many are left out. of is the end of its messages' keys.
func (p *page) rankingNote(t *task, a view.Answer, of string) templates.Text {
	at := t.at(a.Query)
	text := t.words.Say(withLimit("views.note."+of, at), "at", at)
	if a.More > 0 {
		text += " " + t.words.Say("views.more", "n", a.More)
	}
	if len(a.Late) > 0 {
		text += " " + t.words.Say("views.late."+of, "n", len(a.Late))
	}
	return templates.Plain(text)
}
