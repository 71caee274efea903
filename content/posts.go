package content

import (
	"cmp"
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

// posts returns them newest first; those of one day by address. One with a fault is left out.
func (l layers) posts(builtin entry, faults *Errors) (posts []Post) {
	for _, t := range l.texts("posts", "posts", keysOf("post"), builtin, faults) {
		f := t.front
		p := Post{
			Slug: t.slug, Title: f.text("title"), Summary: f.text("summary"), Date: f.date("date"), Updated: f.date("updated"),
			Authors: f.words("authors"), Tags: f.tags(), Draft: f.flag("draft", false), Contents: f.flag("contents", false),
			Declared: f.declared(), Body: t.body,
		}
		if !faults.about(t.file) {
			posts = append(posts, p)
		}
	}
	slices.SortFunc(posts, func(a, b Post) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Slug, b.Slug))
	})
	return posts
}

// tags are addresses, so they look like ones.
func (e entry) tags() []string {
	tags := e.words("tags")
	for _, t := range tags {
		if !slugForm.MatchString(t) {
			e.fault("tags", "tags: %q is not a valid name for a URL; use a-z, 0-9 and single hyphens, such as %q", t,
				strings.ToLower(strings.ReplaceAll(t, " ", "-")))
		}
	}
	return tags
}
