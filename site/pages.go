package site

import (
	"cmp"
	"context"
	"fmt"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/units"
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
	name := e.content.Site.Name
	pages := []entry{
		e.entry(page{path: e.overview(), kind: "home", about: e.systems, title: "Energy of model inference", description: e.content.Site.Description},
			func(_ context.Context, p *page) (templ.Component, error) { return templates.HomePage(p.home()), nil }),
		e.entry(page{path: "models/", kind: "models", title: "Models", description: "All models on " + name + " with their size, architecture and tasks."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.modelsIndex()), nil
			}),
		e.entry(page{path: findingsPath, kind: "findings", title: "Key findings", description: "Matched comparisons: the effect of another GPU, another precision or another number of GPUs on energy."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.findingsPage()), nil
			}),
		e.entry(page{path: comparePath, kind: "compare", about: e.systems, script: "compare", title: "Compare models", description: "Two to eight models side by side: energy, latency and throughput at the deadline of your choice."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.ComparePage(p.comparePage()), nil
			}),
		e.entry(page{path: "data/", kind: "data", about: e.systems, title: "Data", description: "All results as CSV, JSON and Parquet with schemas, checksums, provenance and known problems."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.dataPage()), nil
			}),
	}
	if !e.opts.Frozen { // hosts look for it at the top of a site
		pages = append(pages, e.entry(page{path: notFoundPath, kind: "not-found", about: e.systems, title: "No such page", description: "There is no such page."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.NotFoundPage(p.notFound()), nil
			}))
	}
	if len(e.opts.Versions) > 0 {
		pages = append(pages, e.entry(page{path: versionsPath, kind: "versions", about: e.systems, title: "Versions of the data", description: "The site as it was published with each version of the data."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.versionsPage()), nil
			}))
	}
	if e.preview != nil {
		pages = append(pages, e.entry(page{path: changesPath, kind: "changes", deferred: "changes", title: "What this preview changes", description: "What the results of this preview change against those it is compared with."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.changesPage()), nil
			}))
	}
	if e.chronicle != nil {
		pages = append(pages, e.entry(page{path: historyPath, kind: "history", about: e.systems, title: "What changed", description: "What changed in the results from date to date: new models, a new best, energies beyond what the boards can tell."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.historyPage()), nil
			}))
	}
	for _, t := range e.tasks {
		pages = append(pages, e.taskEntry(t), e.embedEntry(t))
	}
	for _, m := range e.models {
		pages = append(pages, e.modelEntry(m))
	}
	pages = append(pages, e.groupEntries(gpuKind)...)
	pages = append(pages, e.groupEntries(architectureKind)...)
	pages = append(append(pages, e.systemEntries()...), e.guestEntries()...)
	if len(e.quality) > 0 {
		pages = append(pages, e.qualityEntry())
	}
	pages = append(pages, e.licensesEntry(), e.searchEntry())
	return append(append(pages, e.proseEntries()...), e.postEntries()...)
}

func (e *edition) qualityEntry() entry {
	return e.entry(page{path: qualityPath, kind: "quality", title: "Energy and quality", description: "Energy of model inference beside published scores of quality, with their sources."},
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

func (e *edition) entry(p page, build build) entry {
	p.edition = e
	p.card = cmp.Or(p.card, homeCard)
	if p.about == nil {
		p.about = []system{e.system("")}
		if len(e.tasks) == 0 {
			p.about = e.systems
		}
	}
	p.drawings = map[string]render.Chart{}
	return entry{&p, build}
}

func (e *edition) taskEntry(t *task) entry {
	return e.entry(page{
		path: taskAddress(t.ID), kind: "task", task: t.ID, script: "task", first: "results", card: taskCard(t.ID), title: t.heading(),
		description: fmt.Sprintf("%s ranked by GPU energy per %s within %s.",
			units.Plural(len(t.best)+len(t.late), "model"), t.Output, t.deadlineText()),
	}, func(ctx context.Context, p *page) (templ.Component, error) {
		v, err := p.taskPage(ctx, t)
		return templates.TaskPage(v), err
	})
}

func (e *edition) embedEntry(t *task) entry {
	about := ""
	if t.subject != nil {
		about = t.subject.System
	}
	return e.entry(page{
		path: embedAddress(t.ID), kind: "embed", about: []system{e.system(about)}, part: true, task: t.ID, script: "task", first: "results", title: t.heading(),
		description: "The table of " + t.Name + " for other sites’ pages.",
	}, func(_ context.Context, p *page) (templ.Component, error) {
		return templates.EmbedPage(p.embedPage(t)), nil
	})
}

func (e *edition) modelEntry(m *model) entry {
	tasks := e.tasksWith(m.rows)
	return e.entry(page{
		path: modelAddress(m.id), kind: "model", script: "model", first: figureOf(tasks[0], "model-frontier"), card: cardOf(tasks), title: m.name() + ": energy and latency",
		description: fmt.Sprintf("GPU energy, latency, power and throughput of %s in %s.", m.name(), units.Plural(len(m.rows), "configuration")),
	}, func(ctx context.Context, p *page) (templ.Component, error) {
		v, err := p.modelPage(ctx, m)
		return templates.OverviewPage(v), err
	})
}

// groupEntries are the index of the GPUs or architectures and a page for each.
func (e *edition) groupEntries(k groupKind) []entry {
	pages := []entry{e.entry(page{path: k.path, kind: k.kind + "s", title: k.title, description: k.lede},
		func(ctx context.Context, p *page) (templ.Component, error) {
			v, err := p.groupIndex(ctx, k)
			return templates.OverviewPage(v), err
		})}
	for _, g := range k.groups(e) {
		pages = append(pages, e.entry(page{
			path: k.address(g.name), kind: k.kind, card: cardOf(e.tasksWith(g.rows)), title: g.name + ": inference energy",
			description: fmt.Sprintf("%s: models ranked by GPU energy, in %s.", g.name, units.Plural(len(e.tasksWith(g.rows)), "task")),
		}, func(ctx context.Context, p *page) (templ.Component, error) {
			v, err := p.groupPage(ctx, k, g)
			return templates.OverviewPage(v), err
		}))
	}
	return pages
}

// systemEntries are the pages of other benchmarks, where there are any.
func (e *edition) systemEntries() []entry {
	if len(e.boards) == 0 {
		return nil
	}
	pages := []entry{
		e.entry(page{path: boardsPath, kind: "boards", about: e.systems, title: "Other benchmarks", description: "Boards of other benchmarks of inference energy, each in its own units."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.systemsIndex()), nil
			}),
		e.entry(page{path: comparablePath, kind: "comparable", about: e.systems, title: "Which numbers compare with which", description: "What each benchmark measures: steady state or whole run, batch or single stream, GPU or whole chip, which tokens."},
			func(_ context.Context, p *page) (templ.Component, error) {
				return templates.OverviewPage(p.comparablePage()), nil
			}),
	}
	for _, b := range e.boards {
		pages = append(pages, e.embedEntry(b))
		pages = append(pages, e.entry(page{
			path: b.address(), kind: "board", about: []system{e.system(b.subject.System)}, task: b.ID, script: "task", first: "results", title: b.heading(),
			description: fmt.Sprintf("%s of %s, measured by %s.",
				units.Plural(b.subject.Runs.Len(), "run"), units.Plural(b.subject.count().Models, "model"), b.subject.System),
		}, func(ctx context.Context, p *page) (templ.Component, error) {
			v, err := p.taskPage(ctx, b)
			return templates.TaskPage(v), err
		}))
	}
	return pages
}
