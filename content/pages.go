package content

import (
	"slices"

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

func (l layers) pages(builtin entry, folder string, errs *Errors) (pages []Page) {
	for _, t := range l.texts("pages", folder, keysOf("page"), builtin, errs) {
		f := t.front
		pages = append(pages, Page{
			Slug: t.slug, Title: f.text("title"), Description: f.text("description"), Contents: f.flag("contents", false),
			Declared: f.declared(), Body: t.body,
		})
	}
	return pages
}

// checkSidebar sees that the pages of chapters exist, each in one chapter.
func (c Content) checkSidebar(errs *Errors) {
	var slugs, seen []string
	slugs = append(slugs, lists.Map(c.Pages, func(p Page) string { return p.Slug })...)
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
