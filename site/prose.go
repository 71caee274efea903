package site

import (
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/templates"
)

// Faults of the texts are reported once for the whole site (see Build), so the
// pages take what the renderer could use.

// prosePage is a page that authors wrote in Markdown.
func (p *page) prosePage(text content.Page) templates.Document {
	rendered := p.texts.Pages[text.Slug].Render(p.resolve)
	d := templates.Document{Frame: p.frame(), Title: text.Title, Lede: templates.Plain(text.Description)}
	if text.Contents || p.chapter && len(contents(rendered)) > 2 {
		d.Jump = contents(rendered)
	}
	if p.chapter {
		p.chapters(&d)
	}
	d.Body = p.passages(text.Slug, rendered)
	return d
}

// contents lists the sections of a text.
func contents(t posts.Text) (links []templates.Link) {
	for _, h := range t.Headings {
		if h.Level == 2 {
			links = append(links, templates.Link{Text: h.Title, Href: "#" + h.ID})
		}
	}
	return links
}

// prose renders a paragraph or two within a page. The built-in ones link to the methods, which a publisher may leave out.
func (p *page) prose(text content.Markdown) templates.HTML {
	rendered, _ := posts.Render(text, func(address string) string {
		anchor, ok := strings.CutPrefix(address, "/methods/#")
		switch {
		case strings.HasPrefix(address, "/methods/") && !p.known["methods/"]:
			return ""
		case ok && text.BuiltIn() && p.help(anchor) == "":
			return p.to("methods/")
		}
		return p.resolve(address)
	})
	return templates.HTML(rendered.HTML())
}

// resolveLink leaves web addresses alone and makes the site's own relative.
func (p *page) resolveLink(link string) string {
	if strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") {
		return p.resolve(link)
	}
	return link
}
