package site

import "github.com/jouleboard/jouleboard/templates"

// Say is [words.Catalog.Say] in the language of the site.
func (e *edition) Say(key string, values ...any) string { return e.content.Words.Say(key, values...) }

// Rich is a message with its strong text and links.
func (e *edition) Rich(key string, values ...any) templates.Text {
	return templates.Said(e.content.Words.Rich(key, values...))
}

func (e *edition) day(date string) string { return e.content.Words.Day(date) }
