package site

import (
	"math"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/templates"
)

// page is one page while it is built: where it stands, and so how it links.
type page struct {
	*edition
	path        string // its address; "404.html" is the one page that is a file
	kind        string // data-page of the body
	task        string // data-task, "" on pages of no task
	title       string // without the site's name
	description string
	article     bool
	part        bool   // of another page, not to be found on its own
	script      string // entry point of the script that the page has besides the site's
	first       string // id of what the first paint shows, if it must be there
	loads       []loaded
	prosaic     bool                    // an author's text, with the styles that it needs
	card        string                  // address of the picture that previews of links show
	about       []system                // whose numbers it shows
	drawings    map[string]render.Chart // by id
}

const notFoundPath = "404.html"

// to is the link from this page to an address of the site.
func (p *page) to(address string) string {
	if p.path == notFoundPath {
		return basePath(p.opts.BaseURL) + address
	}
	return relative(p.path, address)
}

// resolve turns a link that an author wrote from the site's root ("/methods/#itl")
// into one from this page.
func (p *page) resolve(link string) string { return p.to(strings.TrimPrefix(link, "/")) }

// help is the link to the explanation of a term, "" for none.
func (p *page) help(anchor string) string {
	if anchor == "" {
		return ""
	}
	return p.to("methods/#" + anchor)
}

func (p *page) frame() templates.Frame {
	f := templates.Frame{
		Head:   p.head(),
		Page:   p.kind,
		Task:   p.task,
		Brand:  templates.Link{Text: p.content.Site.Name, Href: p.to("")},
		Logo:   p.logo(),
		Nav:    p.nav(),
		Tasks:  p.tabs(),
		Source: slices.Concat(templates.Text{plain("Data: ")}, sourceText(p.about), templates.Plain(". "), p.measured(p.about)),
		Footer: []templates.Link{
			{Text: "Provenance and problems", Href: p.to("data/#provenance")},
			{Text: "Download everything", Href: p.to("data/")},
			{Text: "Licenses", Href: p.to(licensesPath)},
			{Text: p.content.Site.License, Href: p.content.Site.Repository},
		},
	}
	if len(p.opts.Versions) > 0 {
		f.Footer = append([]templates.Link{{Text: "All versions", Href: p.to(versionsPath)}}, f.Footer...)
	}
	f.Preview = p.banner()
	if p.data.Synthetic() {
		f.Synthetic = p.content.Site.Synthetic
	}
	f.News = p.newest()
	f.Head.News = f.News.Date
	return f
}

// newest is the announcement at the top of every page.
func (p *page) newest() templates.Announcement {
	if len(p.content.Announcements) == 0 {
		return templates.Announcement{}
	}
	a := p.content.Announcements[0]
	date := a.Date.Format(time.DateOnly)
	n := templates.Announcement{Date: date, Day: day(date), Title: a.Title, Href: a.Link}
	if strings.HasPrefix(a.Link, "/") {
		n.Href = p.resolve(a.Link)
	}
	return n
}

// logoHeight is in px; the width follows.
const logoHeight = 28

// logo is the publisher's, nil for none.
func (p *page) logo() *templates.Logo {
	logo := p.content.Site.Logo
	if logo.Name == "" {
		return nil
	}
	return &templates.Logo{Src: p.to(p.assets.icon), Width: int(math.Round(logoHeight * logo.Ratio)), Height: logoHeight}
}

func (p *page) head() templates.Head {
	name := p.content.Site.Name
	h := templates.Head{
		Title: p.title + " | " + name, OGTitle: p.title, Description: p.description, Article: p.article,
		NoIndex:    p.data.Synthetic() || p.preview != nil || p.opts.Frozen || p.path == notFoundPath || p.part,
		Stylesheet: p.to(p.assets.stylesheet), Icon: p.to(p.assets.icon), IconType: p.assets.iconType, Feed: p.to(feedPath),
		Early: p.to(p.assets.scripts["early"]), Modules: []string{p.to(p.assets.scripts["site"])}, First: p.first, Stateful: p.script != "",
	}
	if p.script != "" {
		h.Modules = append(h.Modules, p.to(p.assets.scripts[p.script]))
	}
	if p.prosaic {
		h.TextStyles = p.to(p.assets.textStyles)
	}
	if p.opts.BaseURL != "" && p.path != notFoundPath {
		h.Canonical, h.Image = p.opts.BaseURL+p.path, p.image()
	}
	return h
}

// sections of the site in the header, by address
var sections = []struct{ text, address string }{
	{"Models", "models/"},
	{"GPUs", "gpus/"},
	{"Architectures", "architectures/"},
	{"Compare", comparePath},
	{"Findings", findingsPath},
	{"Quality", qualityPath},
	{"Other benchmarks", boardsPath},
	{"Posts", postsPath},
	{"History", historyPath},
	{"Data", "data/"},
	{"Methods", "methods/"},
	{"About", "about/"},
}

func (p *page) nav() []templates.Link {
	var links []templates.Link
	for _, s := range sections {
		if p.missing(s.address) {
			continue
		}
		links = append(links, templates.Link{Text: s.text, Href: p.to(s.address), Current: p.path == s.address})
	}
	return links
}

// missing tells the sections that a site has only with what they are about.
func (p *page) missing(section string) bool {
	switch section {
	case postsPath:
		return len(p.texts.Posts) == 0
	case qualityPath:
		return len(p.quality) == 0
	case historyPath:
		return p.chronicle == nil
	case boardsPath:
		return len(p.boards) == 0
	}
	return false
}

// tabs are the tasks that have data, group by group; tasks of no known group
// come last.
func (p *page) tabs() [][]templates.Link {
	var tabs [][]templates.Link
	for _, g := range slices.Concat(p.content.Groups, []content.Group{{}}) { // pages are made side by side
		var links []templates.Link
		for _, t := range p.tasks {
			if t.Group == g.ID || g.ID == "" && !p.knownGroup(t.Group) {
				address := taskAddress(t.ID)
				links = append(links, templates.Link{Text: t.Name, Href: p.to(address), Current: p.path == address})
			}
		}
		if len(links) > 0 {
			tabs = append(tabs, links)
		}
	}
	return tabs
}

func (p *page) knownGroup(id string) bool {
	for _, g := range p.content.Groups {
		if g.ID == id {
			return true
		}
	}
	return false
}

// measured says what is measured; several systems measure other things.
func (p *page) measured(systems []system) templates.Text {
	if ownOnly(systems) {
		return templates.Text{plain("Energy is GPU energy at steady state. "), linked("How it is measured", p.to("methods/"))}
	}
	return templates.Text{linked("Which numbers compare with which", p.to(comparablePath))}
}

// source is the line below a page's title: whose data, what is measured.
func (p *page) source() templates.Text { return p.sourceOf(p.about) }

func (p *page) sourceOf(systems []system) templates.Text {
	text := append(sourceText(systems), plain(" · "))
	if ownOnly(systems) {
		return append(text, plain("GPU energy at steady state · "), linked("how it is measured", p.to("methods/")))
	}
	return append(text, linked("which numbers compare with which", p.to(comparablePath)))
}

func ownOnly(systems []system) bool { return len(systems) == 1 && systems[0].id == "" }
