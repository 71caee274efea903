package site

import (
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// build makes the component of a page.
type build func(*page) templ.Component

// listed are pages that depend on no other, each listed by its own file: var _ = list(…). They are in the order of the files' names.
var listed []func(*edition) []*page

func list(own func(*edition) []*page) bool {
	listed = append(listed, own)
	return true
}

// pages lists every page of the site.
func (e *edition) pages() []*page {
	all, home := e.systems, "pages.home.title"
	if !measureEnergy(e.all) {
		home = "pages.home.plain"
	}
	return slices.Concat(
		e.page(true, page{
			path: e.overview(), kind: "home", about: all, script: e.homeScript(), title: e.Say(home),
			description: e.content.Site.Description,
		}, of(templates.OverviewPage, (*page).home)),
		e.page(true, page{path: "data/", kind: "data", about: all}, of(templates.OverviewPage, (*page).dataPage)),
		// hosts look for it at the top of a site
		e.page(!e.opts.Frozen, page{path: notFoundPath, kind: "not-found", about: all}, of(templates.NotFoundPage, (*page).notFound)),
		e.page(len(e.opts.Versions) > 0, page{path: versionsPath, kind: "versions", about: all},
			of(templates.OverviewPage, (*page).versionsPage)),
		e.page(e.preview != nil, page{path: changesPath, kind: "changes", deferred: "changes"},
			of(templates.OverviewPage, (*page).changesPage)),
		e.page(e.chronicle != nil, page{path: historyPath, kind: "history", about: all},
			of(templates.OverviewPage, (*page).historyPage)),
		e.historyEntries(), e.compareEntries(),
		e.page(len(e.exploreBoards()) > 0, page{path: explorePath, kind: "explore", about: all, script: "explore", frameOf: exploreEmbedPath},
			of(templates.ExplorePage, (*page).explorePage)),
		e.page(len(e.exploreBoards()) > 0, page{
			path: exploreEmbedPath, kind: "embed", about: all, partOf: explorePath, script: "explore", title: e.Say("pages.explore_embed.title"),
			description: e.Say("pages.explore_embed.description"),
		}, of(templates.ExplorePage, (*page).explorePage)),
		lists.FlatMap(e.tasks, func(t *task) []*page {
			return []*page{e.boardEntry(t, page{kind: "task", of: []*task{t}, description: t.description()}), e.embedEntry(t)}
		}),
		e.subjectEntries(), e.runEntries(), e.systemEntries(), e.guestEntries(),
		e.page(len(e.quality) > 0, page{path: qualityPath, kind: "quality"}, of(templates.OverviewPage, (*page).qualityPage)),
		e.page(len(e.findings) > 0, page{path: findingsPath, kind: "findings"}, of(templates.OverviewPage, (*page).findingsPage)),
		lists.Map(e.findings, e.findingEntry),
		lists.FlatMap(listed, func(own func(*edition) []*page) []*page { return own(e) }),
		e.proseEntries(), e.postEntries(),
	)
}

// page is a page that the site has at most once.
func (e *edition) page(has bool, p page, build build) []*page {
	if !has {
		return nil
	}
	return []*page{e.entry(e.titled(p), build)}
}

// overview is a page of sections.
func (p *page) overview(lede templates.Text, sections ...[]templates.Section) templates.Overview {
	return templates.Overview{Frame: p.frame(), Title: p.title, Lede: lede, Source: p.source(), Sections: slices.Concat(sections...)}
}

// of is a page of a kind, whose component shows what a function makes of it.
func of[V any](component func(V) templ.Component, model func(*page) V) build {
	return func(p *page) templ.Component { return component(model(p)) }
}

func (e *edition) findingEntry(f finding) *page {
	return e.entry(page{
		path: findingAddress(f), kind: "finding", title: f.name(), description: f.claim(f.answer.Claim),
		says: cardText{f.name(), f.claim(f.answer.Claim)},
	}, of(templates.OverviewPage, func(p *page) templates.Overview { return p.findingPage(f) }))
}

// proseEntries are the pages that authors wrote.
func (e *edition) proseEntries() (pages []*page) {
	for _, text := range e.content.Pages {
		document := e.texts.Pages[text.Slug]
		if document == nil {
			continue
		}
		pages = append(pages, e.entry(page{
			path: proseAddress(text.Slug), kind: text.Slug, title: text.Title, description: text.Description, prosaic: true,
			about: e.systems, text: document, chapter: e.content.Site.InSidebar(text.Slug), language: text.Language,
		}, of(templates.DocumentPage, func(p *page) templates.Document { return p.prosePage(text) })))
	}
	return pages
}

// titled gives a page the title and the description of its kind, where nothing declares them.
func (e *edition) titled(p page) page {
	key := "pages." + strings.ReplaceAll(p.kind, "-", "_")
	if e.onlyBoards() && slices.Contains([]string{"models", "gpus", "boards"}, p.kind) {
		key, p.title = "pages.only_boards."+p.kind, ""
	}
	if p.title == "" {
		p.title, p.description = e.Say(key+".title"), e.Say(key+".description")
	}
	return p
}

func (e *edition) entry(p page, build build) *page {
	p.edition = e
	e.carded(&p)
	if p.about == nil {
		p.about = []system{e.system("")}
		if e.onlyBoards() {
			p.about = e.systems
		}
	}
	p.drawings, p.drawingFiles, p.build = map[string]*render.Chart{}, map[string]string{}, build
	return &p
}

// boardEntry is the page of a board, whose kind and description differ.
func (e *edition) boardEntry(t *task, p page) *page {
	p.path, p.about, p.task, p.script, p.first = t.address(), e.about(t), t.ID, "task", "results"
	p.frameOf, p.title, p.says = embedAddress(t.ID), t.heading(), t.says
	return e.entry(p, of(templates.TaskPage, func(p *page) templates.Task { return p.taskPage(t) }))
}

func (e *edition) embedEntry(t *task) *page {
	return e.entry(page{
		path: embedAddress(t.ID), kind: "embed", of: []*task{t}, about: e.about(t), partOf: t.address(), task: t.ID, script: "task",
		first: "results", title: t.heading(), description: t.embedded(),
	}, of(templates.TaskPage, func(p *page) templates.Task { return p.taskPage(t) }))
}

// systemEntries are the pages of other benchmarks, where there are any.
func (e *edition) systemEntries() []*page {
	has := len(e.boards) > 0
	return slices.Concat(
		e.page(has, page{path: boardsPath, kind: "boards", about: e.systems}, of(templates.OverviewPage, (*page).systemsIndex)),
		e.page(has, page{path: comparablePath, kind: "comparable", about: e.systems}, of(templates.OverviewPage, (*page).comparablePage)),
		lists.FlatMap(e.boards, func(b *task) []*page {
			return []*page{e.embedEntry(b), e.boardEntry(b, page{kind: "board", description: e.Say("pages.board.description",
				"runs", e.Say("count.runs", "n", b.subject.Runs.Len()), "n", b.subject.count().Models, "benchmark", b.subject.System)})}
		}),
	)
}
