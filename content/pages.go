package content

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
)

// Page is a page of prose.
type Page struct {
	Slug        string // its address, from the file's name
	Title       string
	Description string // one sentence, for search engines and previews
	Contents    bool   // whether the page shows a table of contents
	Declared
	Body Markdown
}

// pagesFolder holds the pages unless site.yaml names another folder.
const pagesFolder = "pages"

// HomePage is the slug of the page that replaces the home page, which moves to results/.
const HomePage = "index"

func (l layers) pages(builtin entry, errs *Errors) []Page {
	return lists.Map(l.texts("pages", l.folder, keysOf("page"), builtin, errs), func(t text) Page {
		p := read[Page](t.front)
		p.Slug, p.Body = t.slug, t.body
		return p
	})
}

// checkSidebar sees that the pages of chapters exist, each in one chapter.
func (c Content) checkSidebar(errs *Errors) {
	var seen []string
	slugs := lists.Map(c.Pages, func(p Page) string { return p.Slug })
	for _, chapter := range c.Site.Sidebar {
		for _, slug := range chapter.Pages {
			switch {
			case slices.Contains(seen, slug):
				*errs = append(*errs, chapter.Fault("pages", "%q is in two chapters; remove it from one", slug))
			case !slices.Contains(slugs, slug):
				*errs = append(*errs, chapter.Fault("pages", "there is no page %q%s", slug, nearest.Hint(slug, slugs)))
			}
			seen = append(seen, slug)
		}
	}
}

// InSidebar reports whether a page is in a chapter.
func (s Site) InSidebar(slug string) bool {
	return slices.ContainsFunc(s.Sidebar, func(c Chapter) bool { return slices.Contains(c.Pages, slug) })
}

// Post is a dated text.
type Post struct {
	Slug     string // its address, from the file's name
	Title    string
	Summary  string // one or two sentences, for lists, search engines and previews
	Date     time.Time
	Updated  time.Time // zero if never
	Authors  []string
	Tags     []string
	Draft    bool // not published
	Contents bool // whether it shows a table of contents
	Declared
	Body Markdown
}

// posts returns them newest first; those of one day by address. One with a fault is left out.
func (l layers) posts(builtin entry, faults *Errors) (posts []Post) {
	for _, t := range l.texts("posts", "posts", keysOf("post"), builtin, faults) {
		p := read[Post](t.front)
		if p.Slug, p.Body = t.slug, t.body; !faults.About(t.File) {
			posts = append(posts, p)
		}
	}
	lists.Sort(posts, func(a, b Post) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Slug, b.Slug))
	})
	return posts
}

// finish sees that tags look like addresses, which they are.
func (p *Post) finish(e entry) {
	for _, t := range p.Tags {
		e.faultIf(!isOf("slug", t), "tags",
			"tags: %q is not a valid name for a URL; use a-z, 0-9 and single hyphens, such as %q", t, strings.ToLower(strings.ReplaceAll(t, " ", "-")))
	}
	p.Declared.finish(e)
}

// Announcement is a dated piece of news.
type Announcement struct {
	Slug  string    // its stable id
	Date  time.Time // a day, at midnight UTC
	Title string
	Text  string // plain, without markup
	Link  string // https or an address of this site that begins with "/"; may be empty
	Keys
}
