package site

import (
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// A guest is a model or a GPU that only other systems measured: its page lists its
// configurations board by board, since their numbers do not compare.

// guestsOf are the models or the GPUs without a page of the ML.ENERGY benchmark, by the name that a row has, "" for none.
func (e *edition) guestsOf(of string, name func(aggregate.Row) string) []*group {
	taken := map[string]bool{}
	if s := e.pagesOf(of); s != nil {
		taken = lists.By(s.groups, func(g *group) (string, bool) { return s.address(g), true })
	}
	own := func(r aggregate.Row) string {
		if id := name(r); !taken[e.guestAddress(of, id)] {
			return id
		}
		return ""
	}
	id := func(*task) func(aggregate.Row) string { return own }
	return groupsBy(e.boards, id, func(id string, _ aggregate.Row) group { return group{id: id, name: id, slug: slug(id)} })
}

// strange is the model of a row, unless the ML.ENERGY benchmark measured it too.
func (e *edition) strange(r aggregate.Row) string {
	if id, _ := e.kin(r); id != "" {
		return ""
	}
	return r.ModelID
}

// guestAddress is that of a guest's page, beside those of the ML.ENERGY benchmark. Other systems name models as they like.
func (e *edition) guestAddress(of, name string) string {
	folder := of + "s/"
	if s := e.pagesOf(of); s != nil {
		folder = s.Folder
	}
	return folder + slug(name) + "/"
}

// guestEntries are the pages of guests.
func (e *edition) guestEntries() (pages []*page) {
	for kind, guests := range map[string][]*group{content.OfModel: e.guestsModel, content.OfGPU: e.guestsGPU} {
		for _, g := range guests {
			title := variant("groups.page_title", !measureEnergy(g.boards), "_plain")
			pages = append(pages, e.entry(page{
				path: e.guestAddress(kind, g.id), kind: kind, about: g.systems(e), title: e.Say(title, "group", g.name),
				description: e.Say("guests.description", "name", g.name, "n", len(g.boards)),
			}, of(templates.OverviewPage, func(p *page) templates.Overview { return p.guestPage(g) })))
		}
	}
	lists.Sort(pages, func(a, b *page) int { return strings.Compare(a.path, b.path) })
	return pages
}

func (g *group) systems(e *edition) []system {
	return lists.Map(lists.Distinct(lists.Map(g.boards, func(t *task) string { return t.subject.System })), e.system)
}

func (p *page) guestPage(g *group) templates.Overview {
	v := p.overview(p.Rich("guests.lede", "configurations", p.Say("count.configurations", "n", len(g.rows)),
		"boards", p.Say("count.boards", "n", len(g.boards)), "comparable", p.to(comparablePath)))
	v.Title, v.Source = g.name, p.sourceText(p.about)
	if p.kind == content.OfGPU {
		v.Facts = p.gpuFacts(g.name)
	}
	shown := g.boards[:min(len(g.boards), mostTabs)]
	for _, t := range shown {
		rows := few(g.on(t))
		columns := append([]column{p.modelName(t), p.energy(t)}, p.declaredColumns(t)...)
		if p.content.Site.Report != "" {
			columns = append(columns, p.reportColumn())
		}
		table := p.table(columns, rows)
		table.ID, table.Label = "configurations-"+t.ID, p.Say("guests.configurations", "name", g.name, "board", t.Title)
		s := templates.Section{
			ID: t.ID, Title: t.heading(), Tables: []templates.Table{table},
			Links: []templates.Link{{Text: p.Say("guests.whole_board"), Href: p.to(t.address())}},
		}
		if p.kind == content.OfModel {
			s.Share = p.share(t)
		}
		v.Sections = append(v.Sections, s)
	}
	if more := g.boards[len(shown):]; len(more) > 0 {
		v.Sections = append(v.Sections, p.furtherBoards("guests.further", more))
	}
	return v
}

// guestSection lists guests on an index.
func (p *page) guestSection(kind string, guests []*group) []templates.Section {
	if len(guests) == 0 {
		return nil
	}
	title, label := p.Say("guests.title"), p.Say("guests."+kind+"s")
	if p.onlyBoards() {
		title, label = p.title, p.title
	}
	t := templates.Table{ID: "guests", Label: label, Columns: p.heads("table." + kind + " name, guests.benchmarks long tablet, table.boards number, " +
		"table.configurations number tablet")}
	for _, g := range guests {
		names := lists.Map(g.systems(p.edition), func(s system) string { return s.name })
		t.Rows = append(t.Rows, p.row(linked(g.name, p.to(p.guestAddress(kind, g.id))), strings.Join(names, ", "), len(g.boards), len(g.rows)))
	}
	return []templates.Section{{ID: "other-benchmarks", Title: title, Tables: []templates.Table{t}}}
}
