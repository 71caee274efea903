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
	rendered, _ := posts.Render(text.Body, p.resolve)
	d := templates.Document{Frame: p.frame(), Title: text.Title, Lede: templates.Plain(text.Description), Body: templates.HTML(rendered.HTML)}
	for _, h := range rendered.Headings {
		if text.Contents && h.Level == 2 {
			d.Jump = append(d.Jump, templates.Link{Text: h.Title, Href: "#" + h.ID})
		}
	}
	return d
}

// prose renders a paragraph or two within a page.
func (p *page) prose(text content.Markdown) templates.HTML {
	rendered, _ := posts.Render(text, p.resolve)
	return templates.HTML(rendered.HTML)
}

// resolveLink leaves web addresses alone and makes the site's own relative.
func (p *page) resolveLink(link string) string {
	if strings.HasPrefix(link, "/") && !strings.HasPrefix(link, "//") {
		return p.resolve(link)
	}
	return link
}
