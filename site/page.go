package site

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"math"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/a-h/templ"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/templates"
)

// page is one page while it is built: where it stands, and so how it links.
type page struct {
	*edition
	build        build  // of its component
	language     string // of the page, "" for that of the site
	path         string // its address; "404.html" is the one page that is a file
	kind         string // data-page of the body
	task         string // data-task, "" on pages of no task
	title        string // without the site's name
	description  string
	article      bool
	partOf       string // address of the page that frames in other pages show a part of; not to be found on its own
	single       bool   // one of very many of a kind, which no list of pages names
	script       string // entry point of the script that the page has besides the site's
	deferred     string // plain script that runs once the page is there
	first        string // id of what the first paint shows, if it must be there
	loads        []loaded
	prosaic      bool            // an author's text, with the styles that it needs
	text         *posts.Document // of a page of prose or a post
	frameOf      string          // address of the page's content for frames, "" for none
	chapter      bool            // among pages that are read together
	of           []*task         // the only boards whose runs it reads; nil for one that may read all
	reads        func() string   // digest of what it reads besides the frame; nil for the runs of its boards
	within       string          // its key without the addresses of its boards' data
	undone       bool            // it has a chart that could not be drawn
	card         string          // address of the picture that previews of links show
	says         cardText        // on it
	ownCard      bool            // which is of this page alone
	lead         string          // id of the page's first drawing
	leadKey      string          // of that drawing, if it is a view
	fragments    *fragments
	about        []system                 // whose numbers it shows
	drawings     map[string]*render.Chart // by id
	drawingFiles map[string]string        // addresses of those that are files, by id
	inline       int                      // bytes of the drawings so far
	ctx          context.Context          // of what makes it
	err          error                    // that ends it: the first of all that it is made from
}

// fail notes an error of what a page is made from, nil for none. A page that has one is never written, so that what makes it
// need not ask.
func (p *page) fail(err error) {
	if p.err == nil {
		p.err = err
	}
}

// methodsPage is the slug of the page that explains terms.
const methodsPage = "methods"

const notFoundPath = "404.html"

// to is the link from this page to an address of the site.
func (p *page) to(address string) string {
	if p.path == notFoundPath {
		return basePath(p.opts.BaseURL) + address
	}
	if p.preview != nil && p.opts.BaseURL == "" {
		address = asFile(address)
	}
	return relative(p.path, address)
}

// asFile is an address that leads to a page also where no server adds the name of its file.
func asFile(address string) string {
	end := strings.IndexAny(address+"#", "?#")
	if path := address[:end]; path == "" || strings.HasSuffix(path, "/") {
		return path + "index.html" + address[end:]
	}
	return address
}

// toFile is the link to an address that may be "", for none.
func (p *page) toFile(address string) string {
	if address == "" {
		return ""
	}
	return p.to(address)
}

// root is the top of the site, below which scripts find pages and files.
func (p *page) root() string { return relative(p.path, "") }

// resolve turns a link that an author wrote from the site's root ("/methods/#itl")
// into one from this page.
func (p *page) resolve(link string) string { return p.to(strings.TrimPrefix(link, "/")) }

// help is the link to the explanation of a term, "" for none.
func (p *page) help(anchor string) string {
	methods := p.texts.Pages[methodsPage]
	if anchor == "" || methods == nil || !methods.Has(anchor) {
		return ""
	}
	return p.to("methods/#" + anchor)
}

func (p *page) frame() templates.Frame {
	site := p.content.Site
	f := templates.Frame{Head: p.head(), Page: p.kind, Task: p.task, Brand: templates.Link{Text: site.Name}}
	if p.invented() {
		f.Synthetic = site.Synthetic
	}
	if p.partOf != "" { // for a frame in another page
		f.Whole = templates.Link{Text: p.Say("embed.full", "site", site.Name), Href: p.to(p.partOf)}
		return f
	}
	f.Brand.Href, f.Logo = p.to(""), p.logo()
	if !p.wordsOnly() {
		f.Source = append(templates.Plain(p.Say("source.footer", "source", spoken(p.sourceText(p.about)))), p.measured()...)
	}
	shared := p.frameLinks()
	f.Nav, f.Footer = shared.nav, slices.Clip(shared.footer)
	if p.path != searchPath {
		f.Search = p.finder()
	}
	if site.Repository != "" {
		f.Footer = append(f.Footer, templates.Link{Text: cmp.Or(site.License, p.Say("frame.repository")), Href: site.Repository})
	}
	if site.Credit {
		f.Credit = templates.Link{Text: programName, Href: programURL}
	}
	f.Preview = p.banner()
	if !p.chapter {
		f.Tasks = shared.tasks
	}
	f.News = p.newest()
	f.Head.News = f.News.Date
	return f
}

// frameLinks are the links around a page.
type frameLinks struct {
	nav, footer []templates.Link
	tasks       [][]templates.Link
}

// frameLinks are the same on all pages of runs, to none of which they lead.
func (p *page) frameLinks() frameLinks {
	site := p.content.Site
	leads := func(l content.Link) bool { return l.Address == "/"+p.path }
	apart := !p.single || slices.ContainsFunc(site.Navigation, leads) || slices.ContainsFunc(site.Footer, leads)
	if known, is := p.framed.Load(p.root()); is && !apart {
		return known.(frameLinks)
	}
	own := frameLinks{p.links(site.Navigation), p.links(site.Footer), p.tabs()}
	if !apart {
		p.framed.Store(p.root(), own)
	}
	return own
}

// wordsOnly tells of a page in a chapter that it shows no results.
func (p *page) wordsOnly() bool { return p.chapter && (p.text == nil || !p.text.Computes()) }

// invented tells whether the page shows numbers of the sample.
func (p *page) invented() bool { return p.Data.Synthetic() && !p.wordsOnly() }

// The program, as the footer names it.
const (
	programName = "Jouleboard"
	programURL  = "https://github.com/jouleboard/jouleboard"
)

// newest is the announcement at the top of every page.
func (p *page) newest() templates.Announcement {
	if len(p.content.Announcements) == 0 {
		return templates.Announcement{}
	}
	a := p.content.Announcements[0]
	date := a.Date.Format(time.DateOnly)
	return templates.Announcement{Date: date, Day: p.day(date), Title: a.Title, Href: p.resolveLink(a.Link)}
}

// logoHeight is in px; the width follows.
const logoHeight = 28

// logo is the publisher's, nil for none.
func (p *page) logo() *templates.Picture {
	logo := p.content.Site.Logo
	if logo.Name == "" {
		return nil
	}
	return &templates.Picture{Src: p.to(p.assets.icon), Width: int(math.Round(logoHeight * logo.Ratio)), Height: logoHeight}
}

func (p *page) head() templates.Head {
	name := p.content.Site.Name
	h := templates.Head{
		Title: p.title + " | " + name, OGTitle: p.title, Description: p.description, Article: p.article,
		NoIndex: p.invented() || p.preview != nil || p.opts.Frozen || p.path == notFoundPath || p.partOf != "",
		Touch:   p.toFile(p.assets.home[touchSize]), Manifest: p.to(manifestPath), Analytics: p.analytics(),
		Stylesheet: p.to(p.assets.stylesheet), PrintStyles: p.to(p.assets.printStyles), Icon: p.to(p.assets.icon), IconType: p.assets.iconType, Feed: p.to(feedPath),
		Early: p.to(p.assets.scripts["early"]), Modules: []string{p.to(p.assets.scripts["site"])}, First: p.first, Stateful: p.script != "",
	}
	if p.twinned() {
		h.Twin = twinName
	}
	if p.deferred != "" {
		h.Deferred = p.to(p.assets.scripts[p.deferred])
	}
	if p.script != "" {
		h.Modules = append(h.Modules, p.to(p.assets.scripts[p.script]))
	}
	h.Words = p.scriptWords("site", p.script, p.deferred)
	if p.partOf != "" {
		h.Modules, h.Words = h.Modules[1:], p.scriptWords(p.script)
	}
	if p.prosaic {
		h.TextStyles = p.to(p.assets.textStyles)
	}
	if p.opts.BaseURL != "" && p.path != notFoundPath {
		h.Canonical, h.Image = p.opts.BaseURL+cmp.Or(p.partOf, p.path), p.image() // search engines are sent to the whole
	}
	if p.frameOf != "" && p.opts.BaseURL != "" {
		description := p.oEmbed()
		p.load(oEmbedFile, description)
		h.OEmbed = p.opts.BaseURL + hashedName(oEmbedFile, description)
	}
	return h
}

// scriptWords is the address of a script with what the page's scripts say, by their entry points. Most pages have the same.
func (p *page) scriptWords(entries ...string) string {
	of := p.content.Words.Language + " " + strings.Join(entries, " ")
	file, known := p.said.Load(of)
	if !known {
		words := p.content.Words.Script(lists.FlatMap(entries, func(entry string) []string { return p.assets.texts[entry] }))
		file = []byte("globalThis.words=" + string(words) + ";\n")
		p.said.Store(of, file)
	}
	return p.load("assets/words.js", file.([]byte))
}

// sometimes are pages that a build has only with what they are about.
var sometimes = []string{findingsPath, "gpus/", "architectures/", postsPath, qualityPath, historyPath, boardsPath, comparablePath, versionsPath}

// omits tells of a link of the header or footer whether it is left out: it leads to a page that this build does not have,
// and is built in or to a page that builds have only sometimes.
func (e *edition) omits(l content.Link) bool {
	address, _, _ := strings.Cut(strings.TrimPrefix(l.Address, "/"), "#")
	return !e.known[address] && (l.Optional || slices.Contains(sometimes, address))
}

// links are those of the header or the footer.
func (p *page) links(all []content.Link) []templates.Link {
	return lists.FilterMap(all, func(l content.Link) (templates.Link, bool) {
		return templates.Link{Text: l.Text, Href: p.resolveLink(l.Address), Current: l.Address == "/"+p.path}, !p.omits(l)
	})
}

// methods is a link to the page of methods, or the words alone.
func (p *page) methods(words string) templates.Run {
	if p.texts.Pages[methodsPage] == nil {
		return plain(words)
	}
	return linked(words, p.to("methods/"))
}

// analytics is the publisher's script, which a preview leaves out: anyone may have written that.
func (e *edition) analytics() *templates.Analytics {
	a := e.content.Site.Analytics
	if a.Script == "" || e.preview != nil {
		return nil
	}
	v := &templates.Analytics{Src: a.Script}
	v.Script, v.Connect = a.Hosts()
	v.Attributes = lists.Map(a.Attributes, func(at content.Attribute) templ.KeyValue[string, any] {
		return templ.KeyValue[string, any]{Key: at.Name, Value: at.Value}
	})
	return v
}

// tabs are the tasks that have data, group by group; tasks of no known group
// come last.
func (p *page) tabs() [][]templates.Link {
	var tabs [][]templates.Link
	for _, g := range slices.Concat(p.content.Groups, []content.Group{{}}) { // pages are made side by side
		var links []templates.Link
		for _, t := range p.tasks[:min(len(p.tasks), mostTabs)] {
			if t.Group == g.ID || g.ID == "" && !p.knownGroup(t.Group) {
				address := taskAddress(t.ID)
				links = append(links, templates.Link{Text: p.content.Task(t.ID, "").Name, Href: p.to(address), Current: p.path == address})
			}
		}
		if len(links) > 0 {
			tabs = append(tabs, links)
		}
	}
	return tabs
}

func (p *page) knownGroup(id string) bool {
	return slices.ContainsFunc(p.content.Groups, func(g content.Group) bool { return g.ID == id })
}

// measured says what is measured. Several systems measure other things; results have the link above them.
func (p *page) measured() templates.Text {
	switch {
	case ownOnly(p.about):
		return templates.Text{plain(". " + p.Say("source.steady") + " "), p.methods(p.Say("source.measured"))}
	case p.prosaic && !(p.article && p.text.Computes()): // which says it below its text
		return templates.Text{plain(". "), p.comparableLink()}
	}
	return nil
}

// comparableLink is the link to the page that says which numbers can be compared.
func (p *page) comparableLink() templates.Run {
	return linked(p.content.Words.Say("source.comparable"), p.to(comparablePath))
}

// source is the line below a page's title: whose data, what is measured.
func (p *page) source() templates.Text { return p.sourceOf(p.about) }

func (p *page) sourceOf(systems []system) templates.Text {
	text := append(p.sourceText(systems), plain(" · "))
	if ownOnly(systems) {
		return append(text, plain(p.content.Words.Say("source.below")+" · "), p.methods(p.content.Words.Say("source.measured")))
	}
	return append(text, p.comparableLink())
}

func ownOnly(systems []system) bool { return len(systems) == 1 && systems[0].id == "" }

// An address is a page or file of the site relative to its root: "" is the home
// page, "tasks/gpqa/" a page, "data/index.json" a file.

// relative is the link from one page to an address. Only relative links work
// under any base path, known or not.
func relative(from, to string) string {
	up := strings.Repeat("../", strings.Count(from, "/"))
	if up+to == "" {
		return "./"
	}
	return up + to
}

// basePath is the path under which the site is served, with a slash at both
// ends. The 404 page needs it, since it is served at any depth.
func basePath(baseURL string) string {
	u, err := url.Parse(baseURL)
	if err != nil || u.Path == "" {
		return "/"
	}
	return "/" + strings.Trim(u.EscapedPath(), "/") + strings.Repeat("/", min(1, len(strings.Trim(u.Path, "/"))))
}

func slug(name string) string { return board.Slug(name) }

func taskAddress(id string) string { return "tasks/" + id + "/" }

func embedAddress(id string) string { return "embed/" + id + "/" }

func modelAddress(id string) string { return "models/" + leaderboard.Slug(id) + "/" }

// hashedName puts a content hash in front of the extension, so that the file
// may be cached for ever.
func hashedName(name string, content []byte) string {
	sum := sha256.Sum256(content)
	dot := strings.LastIndexByte(strings.TrimSuffix(name, ".gz"), '.')
	return name[:dot] + "." + hex.EncodeToString(sum[:5]) + name[dot:]
}
