package site

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"sort"

	"github.com/jouleboard/jouleboard/templates"
)

const feedPath = "feed.xml"

// notFound is served at any depth; see page.to.
func (p *page) notFound() templates.NotFound {
	links := []templates.Link{{Text: p.Say("missing.home"), Href: p.to("")}}
	for _, t := range p.tasks[:min(len(p.tasks), mostTabs)] {
		links = append(links, templates.Link{Text: t.Title, Href: p.to(taskAddress(t.ID))})
	}
	return templates.NotFound{
		Frame: p.frame(), Title: p.title,
		Text:  templates.Plain(p.Say("missing.text")),
		Links: append(links, templates.Link{Text: p.Say("missing.models"), Href: p.to("models/")}),
	}
}

// headers is the file that Netlify and Cloudflare read. No header is set by two
// rules for one address.
func (e *edition) headers() []byte {
	text := fmt.Appendf(nil, `/*
  Content-Security-Policy: %s
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/data/*
  Cache-Control: public, max-age=300
  Access-Control-Allow-Origin: *
`, e.policy())
	if len(e.opts.Versions) > 0 {
		text = append(text, `/v/:version/assets/*
  Cache-Control: public, max-age=31536000, immutable
/v/:version/data/*
  Access-Control-Allow-Origin: *
`...)
	}
	return text
}

func (e *edition) policy() string {
	if e.preview != nil {
		return templates.Policy("", "")
	}
	return templates.Policy(e.content.Site.Analytics.Hosts())
}

// robots lets everything be read; synthetic pages say noindex themselves.
func (e *edition) robots() []byte {
	text := "User-agent: *\nAllow: /\n"
	if e.opts.BaseURL != "" {
		text += "Sitemap: " + e.opts.BaseURL + "sitemap.xml\n"
	}
	return []byte(text)
}

// sitemap lists the pages; it needs absolute addresses.
func (e *edition) sitemap(pages []entry) ([]byte, error) {
	type location struct {
		Loc string `xml:"loc"`
	}
	type urlset struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []location `xml:"url"`
	}
	var set urlset
	for _, p := range pages {
		if p.path != notFoundPath && !p.part {
			set.URLs = append(set.URLs, location{e.opts.BaseURL + p.path})
		}
	}
	sort.Slice(set.URLs, func(i, j int) bool { return set.URLs[i].Loc < set.URLs[j].Loc })
	return document(set)
}

func document(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{[]byte(xml.Header), body, []byte("\n")}, nil), nil
}
