package site

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/templates"
)

// system is a benchmark whose results the site shows. What a page says of its data, such
// as their date or their license, it says of the systems that it is about.
type system struct {
	id        string // as in [data.Traits.System], "" for the ML.ENERGY benchmark
	name, url string
	date      string // of its data, YYYY-MM-DD, "" if unknown
	revision  string // "" if unknown
	license   string // of its data, "" if unknown
	citation  string // of the benchmark, in BibTeX, "" if unknown
	synthetic bool
	tables    []data.Table
	words     *words.Catalog
	leaderboard.Count
}

// systemsOf are those of a dataset. The date that the user gives is that of the ML.ENERGY
// benchmark's data, or of all where there are none of these.
func systemsOf(ds data.Dataset, opts Options) (systems []system) {
	names := ds.Systems()
	for _, id := range names {
		own := ds.Of(id)
		s := system{
			id: id, name: id, date: own.Date(), revision: data.Public(own.Revision()), synthetic: own.Synthetic(),
			tables: own.Tables, words: opts.Content.Words, Count: leaderboard.CountOf(own.Tables...),
		}
		if id == "" || !slices.Contains(names, "") {
			s.date = cmp.Or(opts.DataDate, s.date)
		}
		if id == "" {
			about := opts.Content.Site.Data
			s.name, s.url, s.license, s.citation = about.Name, about.URL, about.License, about.Citation
		} else {
			about := own.Tables[0].Schema().Board
			s.url, s.license, s.citation = about.URL, about.License, about.Citation
		}
		if s.synthetic {
			s.name, s.license, s.citation = strings.TrimSpace(s.words.Say("source.synthetic", "name", id)), "", ""
		}
		systems = append(systems, s)
	}
	return systems
}

// system is one of the site's; where it has no run, nothing but its name is known.
func (e *edition) system(id string) system {
	for _, s := range e.systems {
		if s.id == id {
			return s
		}
	}
	return system{id: id, name: cmp.Or(id, e.content.Site.Data.Name), words: e.content.Words}
}

// text names the system and the date of its data.
func (s system) text() string {
	if s.date == "" {
		return s.name
	}
	return s.words.Say("source.data", "name", s.name, "date", s.words.Day(s.date))
}

// extent is how much of a system the site shows, in words.
func (s system) extent() string {
	return s.words.Say("source.extent", "models", s.words.Say("count.models", "n", s.Models), "n", s.Runs)
}

// sourceText is whose data these are, with their dates.
func (p *page) sourceText(systems []system) templates.Text {
	names := lists.Map(systems, system.text)
	return templates.Plain(strings.Join(names, "; "))
}

// newestDate is that of the site: of the newest of its data.
func (e *edition) newestDate() (newest string) {
	for _, s := range e.systems {
		newest = max(newest, s.date)
	}
	return newest
}

// revisions are those of the site's data, as far as they are known.
func (e *edition) revisions() string {
	var known []string
	for _, s := range e.systems {
		if s.revision != "" {
			known = append(known, s.revision)
		}
	}
	return data.Clip(strings.Join(known, ", "))
}
