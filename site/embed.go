package site

import "github.com/jouleboard/jouleboard/templates"

// embedPage is a task's table for a frame in another page. Search engines are sent
// to the task's page.
func (p *page) embedPage(t *task) templates.Embed {
	head := p.head()
	head.Modules, head.Words = []string{p.to(p.assets.scripts[p.script])}, p.scriptWords(p.script)
	if head.Canonical != "" {
		head.Canonical = p.opts.BaseURL + t.address()
	}
	v := templates.Embed{
		Head: head, Site: p.content.Site.Name, Task: t.ID, Title: t.Title, Lede: t.lede(t.initial), Count: t.count(),
		Source:  append(p.sourceText(p.about), plain(" · ")),
		Filters: p.filters(t), Results: p.results(t), Beyond: p.beyond(t),
		Full: templates.Link{Text: p.content.Words.Say("embed.full", "site", p.content.Site.Name), Href: p.to(t.address())},
	}
	if t.subject == nil {
		v.Source = append(v.Source, plain(p.content.Words.Say("source.below")+" · "))
	}
	if p.data.Synthetic() {
		v.Synthetic = p.content.Site.Synthetic
	}
	return v
}
