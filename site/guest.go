package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
)

// guest is a model or a GPU that only other systems measured: its page lists its
// configurations board by board, since their numbers do not compare.
type guest struct {
	name, address string
	boards        []*task
	rows          map[*task][]aggregate.Row
}

// guestsOf are the guests by name. own names what a row is of, "" for one that has a page
// already; names that share an address share a page.
func guestsOf(boards []*task, own func(*task, aggregate.Row) (name, address string)) []*guest {
	byAddress := map[string]*guest{}
	var all []*guest
	for _, t := range boards {
		for _, r := range t.rows {
			name, address := own(t, r)
			if name == "" {
				continue
			}
			g := byAddress[address]
			if g == nil {
				g = &guest{name, address, nil, map[*task][]aggregate.Row{}}
				byAddress[address] = g
				all = append(all, g)
			}
			if len(g.rows[t]) == 0 {
				g.boards = append(g.boards, t)
			}
			g.rows[t] = append(g.rows[t], r)
		}
	}
	slices.SortFunc(all, func(a, b *guest) int { return cmp.Or(units.Natural(a.name, b.name), cmp.Compare(a.address, b.address)) })
	return all
}

// guestModels are the models without a page of the ML.ENERGY benchmark.
func (e *edition) guestModels() []*guest {
	taken := lists.By(e.models, func(m *model) (string, bool) { return modelAddress(m.id), true })
	return guestsOf(e.boards, func(t *task, r aggregate.Row) (name, address string) {
		if id, _ := e.kin(r); id != "" || taken[guestAddress(r.ModelID)] {
			return "", ""
		}
		return r.ModelID, guestAddress(r.ModelID)
	})
}

// guestAddress is that of a model's page. Other systems name models as they like.
func guestAddress(model string) string { return "models/" + slug(model) + "/" }

// guestGPUs are the GPUs without a page of the ML.ENERGY benchmark.
func (e *edition) guestGPUs() []*guest {
	taken := map[string]bool{}
	if s := e.pagesOf(content.OfGPU); s != nil {
		taken = lists.By(s.groups, func(g *group) (string, bool) { return s.address(g), true })
	}
	return guestsOf(e.boards, func(_ *task, r aggregate.Row) (name, address string) {
		if r.GPU == "" || taken[gpuAddress(r.GPU)] {
			return "", ""
		}
		return r.GPU, gpuAddress(r.GPU)
	})
}

// guestEntries are the pages of guests.
func (e *edition) guestEntries() (pages []entry) {
	for kind, guests := range map[string][]*guest{"model": e.guestsModel, "gpu": e.guestsGPU} {
		for _, g := range guests {
			pages = append(pages, e.entry(page{
				path: g.address, kind: kind, about: g.systems(e), title: e.Say("groups.page_title", "group", g.name),
				description: e.Say("guests.description", "name", g.name, "n", len(g.boards)),
			}, simply(templates.OverviewPage, func(p *page) templates.Overview { return p.guestPage(g) })))
		}
	}
	slices.SortFunc(pages, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	return pages
}

func (g *guest) systems(e *edition) (systems []system) {
	for _, t := range g.boards {
		s := e.system(t.subject.System)
		if !slices.ContainsFunc(systems, func(o system) bool { return o.id == s.id }) {
			systems = append(systems, s)
		}
	}
	return systems
}

// count is the number of configurations on all boards.
func (g *guest) count() (n int) {
	for _, rows := range g.rows {
		n += len(rows)
	}
	return n
}

func (p *page) guestPage(g *guest) templates.Overview {
	v := templates.Overview{Frame: p.frame(), Title: g.name, Source: p.sourceText(p.about)}
	v.Lede = p.Rich("guests.lede", "configurations", p.Say("count.configurations", "n", g.count()),
		"boards", p.Say("count.boards", "n", len(g.boards)), "comparable", p.to(comparablePath))
	if p.kind == content.OfGPU {
		v.Facts = p.gpuFacts(g.name)
	}
	for _, t := range g.boards {
		rows := few(g.rows[t])
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
	return v
}

// guestSection lists guests on an index.
func (p *page) guestSection(kind string, guests []*guest) []templates.Section {
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
		t.Rows = append(t.Rows, p.row(linked(g.name, p.to(g.address)), strings.Join(names, ", "), len(g.boards), g.count()))
	}
	return []templates.Section{{ID: "other-benchmarks", Title: title, Tables: []templates.Table{t}}}
}
