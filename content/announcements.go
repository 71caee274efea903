package content

import (
	"slices"
	"time"
)

// Announcement is a dated piece of news.
type Announcement struct {
	Slug  string    // its stable id
	Date  time.Time // a day, at midnight UTC
	Title string
	Text  string // plain, without markup
	Link  string // https or an address of this site that begins with "/"; may be empty
	Keys
}

// announcements returns them newest first; those of one day stay as written.
func (e entry) announcements() (news []Announcement) {
	for _, a := range e.each("announcements") {
		news = append(news, Announcement{a.text("slug"), a.date("date"), a.text("title"), a.text("text"), a.text("link"), a.places()})
	}
	slices.SortStableFunc(news, func(a, b Announcement) int { return b.Date.Compare(a.Date) })
	return news
}
