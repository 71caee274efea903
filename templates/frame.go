package templates

import (
	"cmp"
	"strings"

	"github.com/a-h/templ"
)

// Analytics is a script of another host, with the origins that it needs.
type Analytics struct {
	Src, Script, Connect string
	Attributes           templ.OrderedAttributes
}

// Policy is the Content-Security-Policy of every page, which lets a script of one more origin run and report to
// another; nil for none. The server's headers repeat it, so that it also applies if a meta element comes too late.
func (a *Analytics) Policy() string {
	with := func(directive, origin string) string { return strings.TrimSpace(directive + " 'self' " + origin) }
	own := cmp.Or(a, &Analytics{})
	return "default-src 'none'; " + with("script-src", own.Script) + "; style-src 'self'; img-src 'self' data: blob:; " +
		with("connect-src", own.Connect) + "; font-src 'self'; manifest-src 'self'; base-uri 'none'"
}

// Frame is what surrounds the content of every page.
type Frame struct {
	Head Head
	// Page is the kind of page ("home", "task", "model", …) and Task its task, if any.
	Page, Task string
	// Whole leads to the page of which this is a part, for a frame in another page: without header and footer. Others have none.
	Whole Link
	// Synthetic is the text of the banner if the data is invented, otherwise empty.
	Synthetic string
	// Preview describes the base of a preview, or the version of an archived site; empty for other sites.
	Preview Text
	// News is the newest announcement; without a date there is none.
	News Announcement
	// Brand is the site's name with the address of the home page.
	Brand Link
	// Logo is the publisher's, with the height of a line of the header, in place of the built-in one; nil for none.
	Logo *Picture
	// Search leads to the page of the search; its address is empty on that page.
	Search Finder
	// Nav are the site's main pages.
	Nav []Link
	// Tasks are the tabs, group by group, such as LLM, multimodal, diffusion.
	Tasks [][]Link
	// Source describes the data from which the page is made; it begins the footer.
	Source Text
	Footer []Link
	// Credit names the program; empty if the publisher omits it.
	Credit Link
}

func (f Frame) part() bool { return f.Whole.Href != "" }

// Finder is the search of the header.
type Finder struct {
	Href  string // of the page of the search, which also works without a script
	Index string // address of the file that the script reads
	Run   string // address of a run's page, with {run} in place of its ID, relative to the root
}

// Head contains the data for browsers, search engines and previews.
type Head struct {
	Title       string // complete title: "Problem solving: energy per token | Jouleboard"
	Description string
	// OEmbed is the absolute URL of the page's description for other sites that embed it, empty for none.
	OEmbed string
	// Canonical is the page's absolute URL; empty without a base URL, and then the elements that require it are left
	// out.
	Canonical string
	// Image is the picture in previews of links, with its absolute address; nil for none, as without a base URL.
	Image *Picture
	// OGTitle is the title without the site's name.
	OGTitle string
	// Article marks posts; all other pages are of the type website in previews.
	Article bool
	NoIndex bool
	// Stylesheet, Icon and Feed are addresses; an empty Feed is left out.
	Stylesheet, Icon, Feed string
	IconType               string // image/svg+xml or image/png
	Twin                   string // address of the page as Markdown; "" for none
	Touch, Manifest        string // of phones' home screens; "" for none
	Analytics              *Analytics
	// Early is the script that runs before the first paint, Modules those that run
	// when the page is parsed.
	Early   string
	Modules []string
	// Words is the script with the messages of the others, of package words.
	Words string
	// Deferred is the script that runs after the page is complete, also in a local file, "" for none.
	Deferred string
	// News is the date of the announcement that Early hides after a reader has dismissed it; empty for none.
	News string
	// First is the id of the element for which the first paint waits, so that a reader does not see the top of a page
	// without its result; empty for none.
	First string
	// Stateful tells Early that the query string may request another view.
	Stateful bool
	// TextStyles is the address of the styles that only authors' texts use, "" on other pages; PrintStyles of those on paper.
	TextStyles, PrintStyles string
	// Dataset describes the data in the vocabulary of schema.org, nil for none.
	Dataset any
}

// Announcement is a dated piece of news that a reader can dismiss.
type Announcement struct {
	Date, Day string // 2026-02-16, 16 Feb 2026
	Title     string
	Href      string // empty for none
}

func (h Head) ogType() string {
	if h.Article {
		return "article"
	}
	return "website"
}
