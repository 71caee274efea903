package site

import (
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/templates"
)

// proseAddress is that of a page of prose, as an address of the site.
func proseAddress(slug string) string { return strings.TrimPrefix(posts.PageAddress(slug), "/") }

// overview is the address of the site's results, which move if a page replaces the home page.
func (e *edition) overview() string {
	if e.texts.Pages[content.HomePage] != nil {
		return "results/"
	}
	return ""
}

// chapters puts a page among those that are read together.
func (p *page) chapters(d *templates.Document) {
	var all []templates.Link
	for _, c := range p.content.Site.Sidebar {
		chapter := templates.Chapter{Title: c.Title}
		for _, slug := range c.Pages {
			text, ok := p.content.Page(slug)
			if !ok || p.texts.Pages[slug] == nil {
				continue
			}
			address := proseAddress(slug)
			chapter.Pages = append(chapter.Pages, templates.Link{Text: text.Title, Href: p.to(address), Current: p.path == address})
		}
		d.Chapters, all = append(d.Chapters, chapter), append(all, chapter.Pages...)
	}
	for i, l := range all {
		if l.Current && i > 0 {
			d.Earlier = &all[i-1]
		}
		if l.Current && i+1 < len(all) {
			d.Later = &all[i+1]
		}
	}
	d.Search = p.to(searchPath)
}
