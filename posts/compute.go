package posts

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/units"
)

// Texts contains all pages and posts, computed with the data of one build.
type Texts struct {
	Pages   map[string]*Document // by slug
	Posts   []Post               // published posts, newest first
	LeftOut []string             // posts and pages that require other data, each with its reason
	Faults  content.Errors       // by file and line; a text with errors is not complete
	// Warnings are dead links and pictures without a description.
	Warnings content.Errors

	asides []*Document // texts within pages
}

// Post is a post with its computed text.
type Post struct {
	content.Post
	*Document
	Minutes int // estimated reading time
}

// Compute reads all texts with the data of the results. Pages and posts whose requirements the data does not meet are left
// out.
func Compute(c content.Content, results *query.Results) Texts {
	t := Texts{Pages: map[string]*Document{}, Faults: append(content.Errors{}, c.Faults...)}
	for _, p := range c.Pages {
		if d, _, ok := t.read(results, p.Body, p.Declared); ok {
			t.Pages[p.Slug] = d
		}
	}
	for _, p := range c.Posts {
		d, q, ok := t.read(results, p.Body, p.Declared)
		if !ok {
			continue
		}
		t.fill(q, &p)
		t.Posts = append(t.Posts, Post{Post: p, Document: d, Minutes: 1 + len(strings.Fields(d.Text))/readingSpeed})
	}
	t.check(c, results)
	t.Faults, t.Warnings = spentOnce(t.Faults).Sorted(), t.Warnings.Sorted()
	return t
}

// read computes one text, if the data are what it requires.
func (t *Texts) read(results *query.Results, body content.Markdown, d content.Declared) (*Document, *query.Text, bool) {
	q := results.Text(d)
	met, err := q.Met()
	if err == nil && !met {
		t.LeftOut = append(t.LeftOut, fmt.Sprintf("%s is left out: it requires %s, which is not true for this data", body.File, d.Requires))
		return nil, nil, false
	}
	var read *Document
	if err = cmp.Or(err, results.Take(len(body.Text)*readCost)); err == nil {
		read = Read(body, q)
		err = results.Take(read.pieces() * query.NodeCost)
	}
	if err != nil {
		t.fault(err, body)
	}
	return read, q, err == nil
}

// readCost is what a byte of Markdown costs before anybody knows what it says.
const readCost = 8

// pieces counts the nodes of the text, of which each takes memory until the site is built.
func (d *Document) pieces() (n int) {
	for range nodesOf(d.tree) {
		n++
	}
	return n
}

// fill computes the values in a post's title and summary.
func (t *Texts) fill(q *query.Text, p *content.Post) {
	for key, text := range map[string]*string{"title": &p.Title, "summary": &p.Summary} {
		filled, err := q.Fill(*text)
		if err != nil {
			t.Faults = append(t.Faults, p.Fault(key, "%v", err))
			continue
		}
		*text = filled
	}
}

func (t *Texts) fault(err error, where content.Markdown) {
	if f, ok := err.(content.Error); ok {
		t.Faults = append(t.Faults, f)
		return
	}
	t.Faults = append(t.Faults, fault(where, where.Line, "%v", err))
}

// spentOnce keeps the first error about a spent purse, and counts the others behind it: thousands of parts can have one.
func spentOnce(faults content.Errors) content.Errors {
	spent := func(f content.Error) bool { return strings.Contains(f.Message, data.ErrSpent.Error()) }
	first := slices.IndexFunc(faults, spent)
	kept := lists.Filter(faults, func(f content.Error) bool { return !spent(f) })
	more := len(faults) - len(kept) - 1
	if first < 0 || more == 0 {
		return faults
	}
	rest := faults[first]
	rest.Message = units.Counted(more, "further part") + " of the texts cannot be made for the same reason"
	return slices.Insert(kept, first, faults[first], rest)
}

// Problems converts errors in texts to problems.
func Problems(faults content.Errors) []data.Problem {
	return lists.Map(faults, func(f content.Error) data.Problem {
		return data.Problem{File: f.File, Row: f.Line, Lines: true, Message: f.Message}
	})
}

// All iterates over the pages and posts with their slugs, in a fixed order.
func (t Texts) All() iter.Seq2[string, *Document] {
	return func(yield func(string, *Document) bool) {
		for _, slug := range slices.Sorted(maps.Keys(t.Pages)) {
			if !yield(slug, t.Pages[slug]) {
				return
			}
		}
		for _, p := range t.Posts {
			if !yield(p.Slug, p.Document) {
				return
			}
		}
	}
}

// Figures are the figures of a text, in order.
func (d *Document) Figures() (figures []*query.Figure) {
	for n := d.tree.FirstChild(); n != nil; n = n.NextSibling() {
		if f := d.blocks[n].Figure; f != nil {
			figures = append(figures, f)
		}
	}
	return figures
}

// readingSpeed is in words a minute, of an adult with such prose.
const readingSpeed = 230
