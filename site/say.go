package site

import (
	"strconv"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/templates"
)

// Say is [words.Catalog.Say] in the language of the site.
func (e *edition) Say(key string, values ...any) string { return e.content.Words.Say(key, values...) }

// Rich is a message with its strong text and links.
func (e *edition) Rich(key string, values ...any) templates.Text {
	return templates.Said(e.content.Words.Rich(key, values...))
}

func (e *edition) day(date string) string { return day(e.content.Words, date) }

// day writes a date, YYYY-MM-DD, for people: February 16, 2026.
func day(w *words.Catalog, date string) string {
	d, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return date
	}
	month := w.Say("dates." + strings.ToLower(d.Month().String()))
	return w.Say("dates.day", "month", month, "day", d.Day(), "year", strconv.Itoa(d.Year()))
}
