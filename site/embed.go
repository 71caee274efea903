package site

import (
	"encoding/json"
	"html"

	"github.com/jouleboard/jouleboard/templates"
)

// oEmbedFile is the name of a page's description by which other sites embed it, see https://oembed.com.
const oEmbedFile = "assets/oembed.json"

// Size in px of a frame before it tells its height.
const (
	embedWidth  = 800
	embedHeight = 600
)

// oEmbed is the description of the page for sites that embed it.
func (p *page) oEmbed() []byte {
	name := p.content.Site.Name
	text, err := json.Marshal(struct {
		Version  string `json:"version"`
		Type     string `json:"type"`
		Title    string `json:"title"`
		Provider string `json:"provider_name"`
		URL      string `json:"provider_url"`
		HTML     string `json:"html"`
		Width    int    `json:"width"`
		Height   int    `json:"height"`
	}{
		"1.0", "rich", p.title, name, p.opts.BaseURL, `<iframe src="` + html.EscapeString(p.opts.BaseURL+p.frameOf) + `" title="` +
			html.EscapeString(p.title) + `" width="100%" height="600" loading="lazy"></iframe>`, embedWidth, embedHeight,
	})
	if err != nil {
		panic(err) // texts and numbers
	}
	return text
}

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
	if text := t.measuredText(); text != "" {
		v.Source = append(v.Source, plain(text+" · "))
	}
	if t.subject == nil {
		v.Source = append(v.Source, plain(p.content.Words.Say("source.below")+" · "))
	}
	if p.data.Synthetic() {
		v.Synthetic = p.content.Site.Synthetic
	}
	return v
}
