// Package cite writes how a work is cited: data in a version, a figure or a page of them, a post.
package cite

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tex"
)

// Work is what is cited. What is not known is empty and left out.
type Work struct {
	Key     string // of the entry
	Title   string
	Within  string   // what a figure is part of
	People  []string // the authors, by their names
	Group   string   // the author where it is no person
	Version string
	Date    string // YYYY, YYYY-MM or YYYY-MM-DD
	Note    string
	Address string // https
	License string // SPDX
	Text    bool   // a post, not data
}

// BibTeX is an entry for LaTeX.
func (w Work) BibTeX() string {
	author := "{" + tex.Escape(w.Group) + "}"
	if len(w.People) > 0 {
		author = tex.Escape(strings.Join(w.People, " and "))
	}
	year, linked := "", ""
	if date := w.date(); len(date) > 0 {
		year = strconv.Itoa(date[0])
	}
	if w.Address != "" {
		linked = `\url{` + w.Address + "}"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "@misc{%s,\n", w.Key)
	for _, f := range [][2]string{
		{"title", "{" + tex.Escape(w.Title) + "}"}, {"author", author}, {"year", year}, {"note", tex.Escape(w.Note)}, {"howpublished", linked},
	} {
		if f[1] != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", f[0], f[1])
		}
	}
	return b.String() + "}\n"
}

// date is the year, month and day, as far as they are known.
func (w Work) date() (date []int) {
	for part := range strings.SplitSeq(w.Date, "-") {
		n, err := strconv.Atoi(part)
		if err != nil {
			break
		}
		date = append(date, n)
	}
	return date
}

// item is a work in the schema of the Citation Style Language, version 1.0.2.
type item struct {
	ID        string              `json:"id"`
	Type      string              `json:"type"`
	Title     string              `json:"title"`
	Container string              `json:"container-title,omitempty"`
	Authors   []map[string]string `json:"author"`
	Issued    map[string][][]int  `json:"issued,omitempty"`
	Version   string              `json:"version,omitempty"`
	Note      string              `json:"note,omitempty"`
	Address   string              `json:"URL,omitempty"`
}

// CSL is an array with the work, as pandoc, Zotero and other programs for references read it.
func (w Work) CSL() string {
	i := item{ID: w.Key, Type: "dataset", Title: w.Title, Container: w.Within, Version: w.Version, Note: w.Note, Address: w.Address}
	switch {
	case w.Text:
		i.Type = "post-weblog"
	case w.Within != "":
		i.Type = "graphic"
	}
	people := w.People
	if len(people) == 0 {
		people = []string{w.Group}
	}
	i.Authors = lists.Map(people, func(person string) map[string]string { return map[string]string{"literal": person} })
	if date := w.date(); len(date) > 0 {
		i.Issued = map[string][][]int{"date-parts": {date}}
	}
	return text([]item{i})
}

// Quoted is a text as it stands between the quotation marks of CSL.
func Quoted(s string) string { return strings.TrimSuffix(text(s)[1:], "\"\n") }

func text(v any) string {
	var b strings.Builder
	to := json.NewEncoder(&b)
	to.SetEscapeHTML(false)
	to.SetIndent("", "  ")
	_ = to.Encode(v) // a builder takes everything, and items and texts have JSON
	return b.String()
}

// CFF is a CITATION.cff file for a repository.
func (w Work) CFF() string {
	var b strings.Builder
	b.WriteString("cff-version: 1.2.0\nmessage: Please cite the data in their version.\ntype: dataset\n")
	fmt.Fprintf(&b, "title: %q\nauthors:\n", w.Title)
	for _, author := range append([]string{w.Group}, w.People...) {
		if author != "" {
			fmt.Fprintf(&b, "  - name: %q\n", author)
		}
	}
	for _, f := range [][2]string{
		{"version", w.Version},
		{"date-released", w.Date},
		{"url", w.Address},
		{"license", w.License},
		{"abstract", w.Note}, // the format has no notes
	} {
		if f[1] != "" {
			fmt.Fprintf(&b, "%s: %q\n", f[0], f[1])
		}
	}
	return b.String()
}
