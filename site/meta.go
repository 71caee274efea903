package site

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"sort"
	"strings"

	"github.com/jouleboard/jouleboard/templates"
)

const feedPath = "feed.xml"

// notFound is served at any depth; see page.to.
func (p *page) notFound() templates.NotFound {
	links := []templates.Link{{Text: "Home", Href: p.to("")}}
	for _, t := range p.tasks {
		links = append(links, templates.Link{Text: t.Title, Href: p.to(taskAddress(t.ID))})
	}
	return templates.NotFound{
		Frame: p.frame(), Title: "There is no such page",
		Text:  templates.Plain("The address is mistyped, or the model, GPU or task it names is not in these data."),
		Links: append(links, templates.Link{Text: "All models", Href: p.to("models/")}),
	}
}

// headers is the file that Netlify and Cloudflare read. No header is set by two
// rules for one address.
func headers() []byte {
	return fmt.Appendf(nil, `/*
  Content-Security-Policy: %s
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
/assets/*
  Cache-Control: public, max-age=31536000, immutable
/data/*
  Cache-Control: public, max-age=300
  Access-Control-Allow-Origin: *
`, templates.Policy)
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
		if p.path != notFoundPath {
			set.URLs = append(set.URLs, location{e.opts.BaseURL + p.path})
		}
	}
	sort.Slice(set.URLs, func(i, j int) bool { return set.URLs[i].Loc < set.URLs[j].Loc })
	return document(set)
}

// feed is the announcements as Atom. Without a base URL its ids are names, which
// stay the same wherever the site is served.
func (e *edition) feed() ([]byte, error) {
	type link struct {
		Rel  string `xml:"rel,attr,omitempty"`
		Href string `xml:"href,attr"`
	}
	type author struct {
		Name string `xml:"name"`
	}
	type entry struct {
		ID      string `xml:"id"`
		Title   string `xml:"title"`
		Updated string `xml:"updated"`
		Link    *link  `xml:"link"`
		Content string `xml:"content"`
	}
	type atom struct {
		XMLName xml.Name `xml:"http://www.w3.org/2005/Atom feed"`
		ID      string   `xml:"id"`
		Title   string   `xml:"title"`
		Updated string   `xml:"updated"`
		Links   []link   `xml:"link"`
		Author  author   `xml:"author"`
		Entries []entry  `xml:"entry"`
	}
	site := e.content.Site
	f := atom{ID: e.id("feed"), Title: site.Name, Updated: "1970-01-01T00:00:00Z", Author: author{site.Name}}
	if e.opts.BaseURL != "" {
		f.Links = []link{{Href: e.opts.BaseURL}, {Rel: "self", Href: e.opts.BaseURL + feedPath}}
	}
	for i, a := range e.content.Announcements {
		updated := a.Date.Format("2006-01-02") + "T00:00:00Z"
		if i == 0 {
			f.Updated = updated
		}
		n := entry{ID: e.id("announcement:" + a.Slug), Title: a.Title, Updated: updated, Content: a.Text}
		if href := e.absolute(a.Link); href != "" {
			n.Link = &link{Href: href}
		}
		f.Entries = append(f.Entries, n)
	}
	return document(f)
}

// id is a permanent name of an entry.
func (e *edition) id(name string) string {
	if e.opts.BaseURL != "" {
		return e.opts.BaseURL + "#" + strings.ReplaceAll(name, ":", "-")
	}
	return "urn:jouleboard:" + name
}

// absolute is the web address of an announcement's link, "" when the site's own
// address is needed and not known.
func (e *edition) absolute(link string) string {
	switch {
	case !strings.HasPrefix(link, "/"):
		return link
	case e.opts.BaseURL == "":
		return ""
	}
	return e.opts.BaseURL + strings.TrimPrefix(link, "/")
}

func document(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{[]byte(xml.Header), body, []byte("\n")}, nil), nil
}
