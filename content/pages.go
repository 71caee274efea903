package content

// Page is a page of prose.
type Page struct {
	Slug        string // its address, from the file's name
	Title       string
	Description string // one sentence, for search engines and previews
	Contents    bool   // whether the page shows a table of contents
	Declared
	Body Markdown
}

func (l layers) pages(builtin entry, errs *Errors) (pages []Page) {
	for _, t := range l.texts("pages", pageKeys, builtin, errs) {
		f := t.front
		pages = append(pages, Page{
			Slug: t.slug, Title: f.text("title"), Description: f.text("description"), Contents: f.flag("contents", false),
			Declared: f.declared(), Body: t.body,
		})
	}
	return pages
}
