package content

import (
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Announcement is a dated piece of news.
type Announcement struct {
	Slug  string    // its stable id
	Date  time.Time // a day, at midnight UTC
	Title string
	Text  string // plain, without markup
	Link  string // https or an address of this site that begins with "/"; may be empty
}

// loadAnnouncements returns them newest first; those of one day stay as written.
func loadAnnouncements(fsys fs.FS, errs *Errors) (news []Announcement) {
	m, ok := parseFile(fsys, "announcements.yaml", errs)
	if !ok {
		return nil
	}
	slugs := unique{}
	for _, e := range m.list("announcements") {
		news = append(news, e.announcement(slugs))
	}
	m.done()
	slices.SortStableFunc(news, func(a, b Announcement) int { return b.Date.Compare(a.Date) })
	return news
}

func (m *mapping) announcement(slugs unique) Announcement {
	a := Announcement{
		Slug:  m.slug("slug", "new-gpu"),
		Date:  m.date("date"),
		Title: m.text("title", "A new GPU"),
		Text:  m.text("text", "What is new and for whom."),
		Link:  m.optional("link"),
	}
	if a.Link != "" && !isOwnAddress(a.Link) && !isWebAddress(a.Link) {
		m.fault(m.at("link"), "link: want https://… or an address of this site such as /methods/, got %q", a.Link)
	}
	slugs.check(m, "slug", a.Slug)
	m.done()
	return a
}

// isOwnAddress excludes "//host", which leaves the site.
func isOwnAddress(s string) bool {
	return strings.HasPrefix(s, "/") && !strings.HasPrefix(s, "//")
}
