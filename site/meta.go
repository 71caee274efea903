package site

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/templates"
	"github.com/jouleboard/jouleboard/templates/markdown"
)

const feedPath = "feed.xml"

// notFound is served at any depth; see page.to.
func (p *page) notFound() templates.NotFound {
	links := []templates.Link{{Text: p.Say("missing.home"), Href: p.to("")}}
	links = append(links, lists.Map(p.tasks[:min(len(p.tasks), mostTabs)], func(t *task) templates.Link {
		return templates.Link{Text: t.Title, Href: p.to(taskAddress(t.ID))}
	})...)
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
`, e.analytics().Policy())
	if len(e.opts.Versions) > 0 {
		text = append(text, `/v/:version/assets/*
  Cache-Control: public, max-age=31536000, immutable
/v/:version/data/*
  Access-Control-Allow-Origin: *
`...)
	}
	return text
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
func (e *edition) sitemap(pages []*page) ([]byte, error) {
	type location struct {
		Loc string `xml:"loc"`
	}
	type urlset struct {
		XMLName xml.Name   `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []location `xml:"url"`
	}
	set := urlset{URLs: lists.FilterMap(pages, func(p *page) (location, bool) {
		return location{e.opts.BaseURL + p.path}, p.path != notFoundPath && p.partOf == ""
	})}
	slices.SortFunc(set.URLs, func(a, b location) int { return strings.Compare(a.Loc, b.Loc) })
	return document(set)
}

func document(v any) ([]byte, error) {
	body, err := xml.MarshalIndent(v, "", "  ")
	if err != nil {
		return nil, err
	}
	return bytes.Join([][]byte{[]byte(xml.Header), body, []byte("\n")}, nil), nil
}

// Pages have a twin in Markdown, and the site has a list of them, for programs that read and quote.

const (
	twinName = "index.md"
	llmsName = "llms.txt"
)

// twinned tells whether a page has a twin: it can be found on its own, and there are not very many like it.
func (p *page) twinned() bool { return p.path != notFoundPath && p.partOf == "" && !p.single }

// twin is the page as Markdown, with what to say where it is quoted.
func (p *page) twin(page []byte) []byte {
	var b bytes.Buffer
	b.Write(markdown.Of(page))
	b.WriteString("\n***\n\n")
	note := func(label, text string) { fmt.Fprintf(&b, "- **%s:** %s\n", p.Say(label), markdown.Text(text)) }
	note("twin.page", cmp.Or(p.opts.BaseURL, "/")+p.path)
	for _, s := range p.about {
		note("twin.data", s.terms())
		if !p.prosaic { // those have authors of their own
			note("twin.cite", p.citationText(s, p.title, "", p.permanent()))
		}
	}
	return b.Bytes()
}

// terms are whose the data are, how many, of when, and under which license.
func (s system) terms() string { return s.name + ": " + s.facts() + "." }

// llmsSections are those of the list: which kinds of pages stand under which title. Programs with little room skip what
// is optional, where all other pages are.
var llmsSections = []struct {
	title string // key of its text
	kinds []string
}{
	{"twin.list.boards", []string{"home", "task", "board", "boards", "comparable"}},
	{"twin.list.models", []string{"models", "model"}},
	{"twin.list.groups", []string{"gpus", "gpu", "architectures", "architecture"}},
	{"twin.list.data", []string{"data", "methods", "findings", "history", "versions", "quality"}},
	{"twin.list.optional", nil},
}

// llmsAnswers lists the answers for programs.
func (e *edition) llmsAnswers(b *bytes.Buffer) {
	fmt.Fprintf(b, "\n## %s\n\n%s\n\n", e.Say("twin.list.answers"), e.Say("twin.list.answers_about", "models", "`"+answersPath+"{task}/{model}.json`"))
	for _, t := range e.all {
		fmt.Fprintf(b, "- [%s](%s)\n", markdown.Text(t.Name), markdown.Address(e.opts.BaseURL+answersPath+t.ID+".json"))
	}
}

// llms is the list of the twins in the form that llmstxt.org describes.
func (e *edition) llms(pages []*page) []byte {
	var b bytes.Buffer
	site := e.content.Site
	fmt.Fprintf(&b, "# %s\n\n> %s\n\n", markdown.Text(site.Name), markdown.Text(site.Description))
	if e.Data.Synthetic() {
		fmt.Fprintf(&b, "**%s**\n\n", markdown.Text(site.Synthetic))
	}
	for _, s := range e.systems {
		fmt.Fprintf(&b, "- %s\n", markdown.Text(s.terms()))
	}
	b.WriteString("\n" + e.Say("twin.list.about", "file", "`"+twinName+"`") + "\n")
	e.llmsAnswers(&b)
	known := map[string]bool{}
	for _, s := range llmsSections {
		fmt.Fprintf(&b, "\n## %s\n\n", e.Say(s.title))
		for _, p := range pages {
			if p.twinned() && (slices.Contains(s.kinds, p.kind) || s.kinds == nil && !known[p.kind]) {
				address := markdown.Address(e.opts.BaseURL + p.path + twinName)
				fmt.Fprintf(&b, "- [%s](%s): %s\n", markdown.Text(p.title), address, markdown.Text(p.description))
			}
		}
		for _, kind := range s.kinds {
			known[kind] = true
		}
	}
	return b.Bytes()
}

const licensesPath = "licenses/"

var _ = list(func(e *edition) []*page {
	return e.page(true, page{
		path: licensesPath, kind: "licenses", prosaic: true, about: e.systems, chapter: len(e.content.Site.Sidebar) > 0,
		title: e.Say("licenses.title"), description: e.Say("licenses.description"),
	}, of(templates.LicensesPage, (*page).licensesPage))
})

func (p *page) licensesPage() templates.Licenses {
	v := templates.Licenses{Frame: p.frame(), Title: p.title, Lede: templates.Plain(p.description)}
	for _, l := range jouleboard.Licenses() {
		v.Texts = append(v.Texts, templates.LicenseText{Of: cmp.Or(l.Components, p.Say("licenses.program")), Text: l.Text})
	}
	return v
}
