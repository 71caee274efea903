package site

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
	"github.com/jouleboard/jouleboard/view"
)

// pageKind is what has a page for each value: the models, the GPUs, the precisions. Its views are declared (pages.yaml).
type pageKind struct {
	content.PageKind
	groups []*group
	having map[modelTask][]int // indexes of the groups that have rows of a model in a task
}

type modelTask struct{ model, task string }

// group is the rows that have a value in common: they share a page.
type group struct {
	id, name string // the value, and what readers call it
	slug     string
	rows     []aggregate.Row // board by board
	boards   []*task         // that have such rows
	ends     []int           // of the rows of each board
}

// on are the rows of a board.
func (g *group) on(t *task) []aggregate.Row {
	i := slices.Index(g.boards, t)
	if i < 0 {
		return nil
	}
	from := append([]int{0}, g.ends...)[i]
	return g.rows[from:g.ends[i]:g.ends[i]]
}

func (s *pageKind) address(g *group) string { return s.Folder + g.slug + "/" }

// kindsOf are the declared kinds with the values that rows have.
func (e *edition) kindsOf(declared []content.PageKind) []*pageKind {
	return lists.MapAtOnce(declared, func(d content.PageKind) *pageKind {
		s := &pageKind{PageKind: d}
		if s.groups = e.models; s.Of != content.OfModel {
			s.groups = groupsOf(e.tasks, s.Of)
		}
		s.having = havingOf(s.groups)
		return s
	})
}

func havingOf(groups []*group) map[modelTask][]int {
	having := map[modelTask][]int{}
	for i, g := range groups {
		for _, r := range g.rows {
			at := modelTask{r.ModelID, r.Task}
			if in := having[at]; len(in) == 0 || in[len(in)-1] != i {
				having[at] = append(in, i)
			}
		}
	}
	return having
}

// groupsOf lists the groups of a column by name; rows without a value are in none.
func groupsOf(tasks []*task, of string) []*group {
	value := func(t *task) func(aggregate.Row) string { return t.text(t.column(of)) }
	return groupsBy(tasks, value, func(id string, _ aggregate.Row) group { return group{id: id, name: called(of, id), slug: slug(id)} })
}

// groupsBy lists groups by name. The id of a row of a board is that of its group, "" for none, which the first such row makes.
// Names that share an address share a page.
func groupsBy(boards []*task, id func(*task) func(aggregate.Row) string, made func(id string, r aggregate.Row) group) (all []*group) {
	byID, bySlug, size := map[string]*group{}, map[string]*group{}, map[*group]int{}
	groupOf := func(id string, r aggregate.Row) *group {
		g, known := byID[id]
		if !known && id != "" {
			first := made(id, r)
			if g = bySlug[first.slug]; g == nil {
				g = &first
				bySlug[g.slug], all = g, append(all, g)
			}
			byID[id] = g
		}
		size[g]++
		return g
	}
	groups := lists.Map(boards, func(t *task) []*group {
		of := id(t)
		return lists.Map(t.rows, func(r aggregate.Row) *group { return groupOf(of(r), r) })
	})
	for _, g := range all {
		g.rows = make([]aggregate.Row, 0, size[g]) // rows are large: they are moved once
	}
	for b, t := range boards {
		for i, g := range groups[b] {
			if g == nil {
				continue
			}
			if n := len(g.boards); n == 0 || g.boards[n-1] != t {
				g.boards, g.ends = append(g.boards, t), append(g.ends, 0)
			}
			g.rows = append(g.rows, t.rows[i])
			g.ends[len(g.ends)-1] = len(g.rows)
		}
	}
	slices.SortFunc(all, func(a, b *group) int { return cmp.Or(units.Natural(a.name, b.name), cmp.Compare(a.slug, b.slug)) })
	return all
}

// called is what readers call a value of a field.
func called(of, value string) string {
	if data.Role(of) == data.RolePrecision {
		return units.Precision(value)
	}
	return value
}

// column is the column of a board that a declaration means: by role, by field, or by the name of the column; "" where the
// board has none.
func (t *task) column(word string) string {
	schema := t.rows[0].Schema()
	if latency := schema.Latency(); word == string(data.RoleLatency) && len(latency) > 0 {
		return latency[0]
	}
	found, _ := lists.Find([]string{schema.Name(data.Role(word)), word}, func(name string) bool { _, ok := t.board.Column(name); return ok })
	return found
}

func (t *task) columnsOf(words []string) []string {
	return lists.NonZero(lists.Map(words, t.column))
}

// text is what a column says of a row.
func (t *task) text(column string) func(aggregate.Row) string {
	c, ok := t.board.Column(column)
	return func(r aggregate.Row) string {
		if !ok {
			return ""
		}
		return c.Text(r)
	}
}

// pagesOf are those of a role; nil where a publisher has none of it.
func (e *edition) pagesOf(of string) *pageKind {
	found, _ := lists.Find(e.kinds, func(s *pageKind) bool { return s.Of == of })
	return found
}

// linkTo is a value with a link to its page, where it has one.
func (p *page) linkTo(of, value string) templates.Run {
	if s := p.pagesOf(of); s != nil {
		own := slug(value)
		if i := slices.IndexFunc(s.groups, func(g *group) bool { return g.slug == own }); i >= 0 {
			return linked(value, p.to(s.address(s.groups[i])))
		}
	}
	return plain(value)
}

// subjectEntries are the list of what has pages and a page for each; none where no run has any.
func (e *edition) subjectEntries() (pages []*page) {
	for _, s := range e.kinds {
		isOf := s.Of == content.OfModel || s.Of == content.OfGPU && len(e.guestsGPU) > 0
		if len(s.groups) == 0 && !isOf {
			continue
		}
		pages = append(pages, e.page(true, page{path: s.Folder, kind: s.ID + "s", title: s.Title, description: s.Description},
			of(templates.OverviewPage, func(p *page) templates.Overview { return p.subjectIndex(s) }))...)
		for i, g := range s.groups {
			pages = append(pages, e.groupEntry(s, g, i))
		}
	}
	return pages
}

// groupEntry is the page of a group, which has a place among those of its kind.
func (e *edition) groupEntry(s *pageKind, g *group, place int) *page {
	tasks := g.boards
	n, title, description, first := len(tasks), "groups.page_title", "groups.page_description", ""
	if s.Of == content.OfModel {
		n, title, description = len(g.rows), "pages.model.title", "pages.model.description"
		first = figureOf(tasks[0], "frontier")
	}
	p := page{
		path: s.address(g), kind: s.ID, script: "views", first: first, of: slices.Concat(g.boards, e.boards),
		reads: func() string { return e.readsOfGroup(s, g) },
		title: e.Say(title, "group", g.name), description: e.Say(description, "group", g.name, "n", n),
	}
	if place < mostCards {
		p.says = cardOfGroup(g)
	} else {
		p.card, p.says = cardOfTask(tasks)
	}
	return e.entry(p, of(templates.OverviewPage, func(p *page) templates.Overview { return p.subjectPage(s, g) }))
}

// paged is the page of a subject while it is made.
type paged struct {
	*page
	subject *pageKind
	group   *group
	tasks   []*task
	others  []*group           // to compare with, most in common first
	values  map[*task][]string // of the subject's column in the rows of the group, which every view asks for
	both    map[sides][]aggregate.Row
}

// sides are those of a change on a board: the group of a page and another.
type sides struct {
	*task
	base *group
}

// subjectPage has the declared views of each task that has the value.
func (p *page) subjectPage(s *pageKind, g *group) templates.Overview {
	v := p.overview(nil)
	v.Title = g.name
	all := g.boards
	made := paged{page: p, subject: s, group: g, tasks: all[:min(len(all), mostSections)]}
	made.values, made.both = map[*task][]string{}, map[sides][]aggregate.Row{}
	made.others = s.comparedWith(g)
	made.facts(&v, len(all))
	v.Configurations = p.asking(made.about(), made.tasks, made.choices(), made.gpus(), made.asks)
	for _, t := range made.tasks {
		v.Sections = append(v.Sections, made.sections(t)...)
		if len(made.tasks) > 1 {
			v.Jump = append(v.Jump, templates.Link{Text: t.Name, Href: "#" + t.ID})
		}
	}
	if more := all[len(made.tasks):]; len(more) > 0 {
		v.Sections = append(v.Sections, p.furtherBoards("views.further", more))
	}
	v.Sections = append(v.Sections, p.citing(p.about[0], p.description)...)
	return v
}

// gpus are the GPU models that can have a price: those of the page's rows, and on a page of a GPU model those that it is
// compared with.
func (p paged) gpus() []string {
	gpus := lists.Map(p.group.rows, func(r aggregate.Row) string { return r.GPU })
	if p.subject.Of == content.OfGPU {
		gpus = append(gpus, lists.Map(p.others, func(o *group) string { return o.id })...)
	}
	return distinct(gpus, identity)
}

// about is what the script of the page reads of its subject.
func (p paged) about() (a asked) {
	if p.isModel() {
		a.Model = p.group.id
	}
	if slices.ContainsFunc(p.subject.Views, func(v content.DeclaredView) bool { return slices.Contains(v.Columns, reportField) }) {
		a.Report = p.content.Site.Report
	}
	return a
}

func (p paged) isModel() bool { return p.subject.Of == content.OfModel }

// facts stand above the views.
func (p paged) facts(v *templates.Overview, tasks int) {
	rows := p.group.rows
	if p.isModel() {
		v.Name, v.Facts = p.group.id, p.modelFacts(rows)
		return
	}
	if p.subject.Of == content.OfGPU {
		v.Facts = p.gpuFacts(p.group.name)
	}
	v.Lede = templates.Plain(p.Say("groups.page_lede", "configurations", p.Say("count.configurations", "n", len(rows)),
		"models", p.Say("count.models", "n", board.ModelsIn(rows)), "tasks", p.Say("count.tasks", "n", tasks)))
}

// choices are the filters of the page, and what its value is compared with.
func (p paged) choices() []templates.OptionField {
	rows := p.group.rows
	choices := []templates.OptionField{
		several("gpu", p.Say("filters.gpu"), distinct(rows, gpuOf), identity),
		several("gpus", p.Say("filters.gpus"), distinct(rows, gpusOf), strconv.Itoa),
	}
	if len(p.others) > 0 {
		c := templates.OptionField{Name: "base", Label: p.Say("views.against"), One: true}
		for i, o := range p.others {
			c.Options = append(c.Options, templates.Option{Value: o.id, Text: o.name, On: i == 0})
		}
		choices = append(choices, c)
	}
	return append(choices, p.switches()...)
}

// switches are the axes of the trade-off that a reader chooses.
func (p paged) switches() []templates.OptionField {
	for _, v := range p.subject.Views {
		for _, t := range p.tasks {
			if a, ok := p.asked(t, v); ok && len(a.Switch) > 0 {
				return t.switches(a)
			}
		}
	}
	return nil
}

// switches are the axes of a trade-off that a reader chooses; none where it has one kind.
func (t *task) switches(a ask) []templates.OptionField {
	if len(a.Switch) == 0 {
		return nil
	}
	usual := templates.Option{Text: capital(t.axes()), On: true}
	other := templates.Option{Text: t.switchedTo(a.View), Value: a.Switch[1]}
	return []templates.OptionField{{Name: "axes", Label: t.words.Say("views.axes"), One: true, Options: []templates.Option{usual, other}}}
}

// comparedWith are the groups with which the page of one compares it, none where no view does.
func (s *pageKind) comparedWith(g *group) []*group {
	if slices.ContainsFunc(s.Views, func(v content.DeclaredView) bool { return v.Factor != "" }) {
		return s.sharing(g)
	}
	return nil
}

// sharing are the other groups that have models in common with one, those with most models of the same tasks first.
func (s *pageKind) sharing(g *group) []*group {
	shared, seen := make([]int, len(s.groups)), map[modelTask]bool{}
	for _, r := range g.rows {
		at := modelTask{r.ModelID, r.Task}
		if seen[at] {
			continue
		}
		seen[at] = true
		for _, i := range s.having[at] {
			shared[i]++
		}
	}
	others := lists.Filter(lists.Indices(len(shared)), func(i int) bool { return shared[i] > 0 && s.groups[i] != g })
	slices.SortStableFunc(others, func(a, b int) int { return shared[b] - shared[a] })
	return lists.Map(others[:min(len(others), mostOthers)], func(i int) *group { return s.groups[i] })
}

// furtherBoards leads to boards that a page has no room for.
func (p *page) furtherBoards(title string, boards []*task) templates.Section {
	links := lists.Map(boards[:min(len(boards), view.Most)], func(t *task) templates.Link {
		return templates.Link{Text: t.Name, Href: p.to(t.address())}
	})
	if left := len(boards) - len(links); left > 0 {
		links = append(links, templates.Link{Text: p.Say(title, "n", left), Href: p.to(searchPath)})
	}
	return templates.Section{ID: "further", Title: p.Say(title, "n", len(boards)), Links: links}
}

// parameters select values on a task's page, by the role of their field.
var parameters = map[string]string{"gpu": "gpu", "architecture": "arch", "precision": "precision", "gpu_count": "gpus"}

// filtered is the address of a task's page with only the rows of a group.
func (s *pageKind) filtered(g *group, address string) string {
	if name := parameters[s.Of]; name != "" {
		return address + "?" + name + "=" + url.QueryEscape(board.ListText([]string{g.id}))
	}
	return address
}
