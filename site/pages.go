package site

import (
	"context"
	"slices"
	"strings"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
)

// build makes the component of a page.
type build func(ctx context.Context, p *page) (templ.Component, error)

// entry is a page of the site with what builds it.
type entry struct {
	*page
	build build
}

// pages lists every page of the site.
func (e *edition) pages() []entry {
	pages := []entry{
		e.entry(page{
			path: e.overview(), kind: "home", about: e.systems, script: e.homeScript(), title: e.Say("pages.home.title"),
			description: e.content.Site.Description,
		},
			func(ctx context.Context, p *page) (templ.Component, error) {
				return templates.HomePage(p.home()), p.bringHomeCard(ctx)
			}),
		e.entry(e.titled(page{path: "data/", kind: "data", about: e.systems}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.dataPage()), nil
			}),
	}
	if !e.opts.Frozen { // hosts look for it at the top of a site
		pages = append(pages, e.entry(e.titled(page{path: notFoundPath, kind: "not-found", about: e.systems}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.NotFoundPage(p.notFound()), nil
			}))
	}
	if len(e.opts.Versions) > 0 {
		pages = append(pages, e.entry(e.titled(page{path: versionsPath, kind: "versions", about: e.systems}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.versionsPage()), nil
			}))
	}
	if e.preview != nil {
		pages = append(pages, e.entry(e.titled(page{path: changesPath, kind: "changes", deferred: "changes"}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.changesPage()), nil
			}))
	}
	if e.chronicle != nil {
		pages = append(pages, e.entry(e.titled(page{path: historyPath, kind: "history", about: e.systems}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.historyPage()), nil
			}))
	}
	pages = append(pages, e.compareEntries()...)
	if len(e.exploreBoards()) > 0 {
		pages = append(pages, e.exploreEntry(), e.exploreEmbedEntry())
	}
	for _, t := range e.tasks {
		pages = append(pages, e.taskEntry(t), e.embedEntry(t))
	}
	pages = append(append(pages, e.subjectEntries()...), e.runEntries()...)
	pages = append(append(pages, e.systemEntries()...), e.guestEntries()...)
	if len(e.quality) > 0 {
		pages = append(pages, e.qualityEntry())
	}
	if len(e.findings) > 0 {
		pages = append(append(pages, e.findingsEntry()), lists.Map(e.findings, e.findingEntry)...)
	}
	pages = append(pages, e.licensesEntry(), e.searchEntry())
	return append(append(pages, e.proseEntries()...), e.postEntries()...)
}

func (e *edition) findingsEntry() entry {
	return e.entry(e.titled(page{path: findingsPath, kind: "findings"}),
		func(_ context.Context, p *page) (templ.Component, error) {
			return templates.OverviewPage(p.findingsPage()), nil
		})
}

func (e *edition) findingEntry(f finding) entry {
	return e.entry(page{
		path: findingAddress(f), kind: "finding", title: f.name(), description: f.claim(f.answer.Claim),
		says: cardText{f.name(), f.claim(f.answer.Claim)},
	}, func(_ context.Context, p *page) (templ.Component, error) {
		return templates.OverviewPage(p.findingPage(f)), nil
	})
}

func (e *edition) qualityEntry() entry {
	return e.entry(e.titled(page{path: qualityPath, kind: "quality"}),
		func(ctx context.Context, p *page) (templ.Component, error) {
			v, err := p.qualityPage(ctx)
			return templates.OverviewPage(v), err
		})
}

// proseEntries are the pages that authors wrote.
func (e *edition) proseEntries() (pages []entry) {
	for _, text := range e.content.Pages {
		document := e.texts.Pages[text.Slug]
		if document == nil {
			continue
		}
		pages = append(pages, e.entry(page{
			path: proseAddress(text.Slug), kind: text.Slug, title: text.Title, description: text.Description, prosaic: true,
			about: e.systems, text: document, chapter: e.content.Site.InSidebar(text.Slug),
		},
			func(ctx context.Context, p *page) (templ.Component, error) {
				v, err := p.prosePage(ctx, text)
				return templates.DocumentPage(v), err
			}))
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

func (e *edition) entry(p page, build build) entry {
	p.edition = e
	e.carded(&p)
	if p.about == nil {
		p.about = []system{e.system("")}
		if e.onlyBoards() {
			p.about = e.systems
		}
	}
	p.drawings = map[string]render.Chart{}
	return entry{&p, build}
}

func (e *edition) taskEntry(t *task) entry {
	return e.entry(page{
		path: taskAddress(t.ID), kind: "task", of: []*task{t}, task: t.ID, script: "task", frameOf: embedAddress(t.ID),
		first: "results", says: t.says, title: t.heading(), description: t.description(),
	}, func(ctx context.Context, p *page) (templ.Component, error) {
		v, err := p.taskPage(ctx, t)
		return templates.TaskPage(v), err
	})
}

func (e *edition) embedEntry(t *task) entry {
	return e.entry(page{
		path: embedAddress(t.ID), kind: "embed", of: []*task{t}, about: e.about(t), part: true, task: t.ID, script: "task",
		first: "results", title: t.heading(),
		description: t.embedded(),
	}, func(_ context.Context, p *page) (templ.Component, error) {
		return templates.EmbedPage(p.embedPage(t)), nil
	})
}

// systemEntries are the pages of other benchmarks, where there are any.
func (e *edition) systemEntries() []entry {
	if len(e.boards) == 0 {
		return nil
	}
	pages := []entry{
		e.entry(e.titled(page{path: boardsPath, kind: "boards", about: e.systems}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.systemsIndex()), nil
			}),
		e.entry(e.titled(page{path: comparablePath, kind: "comparable", about: e.systems}),
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.comparablePage()), nil
			}),
	}
	for _, b := range e.boards {
		pages = append(pages, e.embedEntry(b))
		pages = append(pages, e.entry(page{
			path: b.address(), kind: "board", about: e.about(b), task: b.ID, script: "task", frameOf: embedAddress(b.ID), first: "results",
			title: b.heading(), says: b.says,
			description: e.Say("pages.board.description", "runs", e.Say("count.runs", "n", b.subject.Runs.Len()),
				"n", b.subject.count().Models, "benchmark", b.subject.System),
		}, func(ctx context.Context, p *page) (templ.Component, error) {
			v, err := p.taskPage(ctx, b)
			return templates.TaskPage(v), err
		}))
	}
	return pages
}
