package content

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"
)

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

// loadPosts returns them newest first; those of one day by address. A folder
// without posts is a folder without posts.
func loadPosts(fsys fs.FS, errs *Errors) (posts []Post) {
	entries, err := fs.ReadDir(fsys, "posts")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		errs.add("posts", 0, "%v; make it a folder of .md files", err)
	}
	for _, file := range markdownFiles("posts", entries, errs) {
		if p, ok := loadPost(fsys, file, errs); ok {
			posts = append(posts, p)
		}
	}
	slices.SortFunc(posts, func(a, b Post) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Slug, b.Slug))
	})
	return posts
}

func loadPost(fsys fs.FS, file string, errs *Errors) (Post, bool) {
	before := len(*errs)
	p := Post{Slug: slugOf(file, errs)}
	m, body, ok := openText(fsys, file, errs)
	p.Body = body
	if !ok {
		return p, false
	}
	p.Title, p.Summary = m.text("title", "A title"), m.text("summary", "What the post says.")
	p.Date, p.Updated = m.date("date"), m.optionalDate("updated")
	p.Authors, p.Tags = m.optionalWords("authors"), m.tags()
	p.Draft, p.Contents = m.flag("draft"), m.flag("contents")
	p.Declared = m.declared()
	m.done()
	return p, len(*errs) == before
}

func (m *mapping) optionalDate(key string) time.Time {
	if _, ok := m.values[key]; !ok {
		m.known = append(m.known, key)
		return time.Time{}
	}
	return m.date(key)
}

// tags are addresses, so they look like ones.
func (m *mapping) tags() []string {
	tags := m.optionalWords("tags")
	for _, t := range tags {
		if !slugForm.MatchString(t) {
			m.fault(m.at("tags"), "tags: %q is no address; use a-z, 0-9 and single hyphens, such as %q", t, strings.ToLower(strings.ReplaceAll(t, " ", "-")))
		}
	}
	return tags
}
