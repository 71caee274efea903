// Package content answers: what does the site say in words, and with which
// settings? It holds the prose, task names, default deadlines, GPU facts and
// announcements as embedded files, and loads them, or a publisher's own, into
// typed values whose errors name file and line.
//
// It knows no benchmark result and does not turn Markdown into HTML (package
// posts does). Names that published JSON carries belong to package leaderboard.
package content

import (
	"embed"
	"errors"
	"io/fs"
)

// Without "all:" an overlay kept in pages/ under a name that begins with "_"
// would be dropped without a word.
//
//go:embed site.yaml tasks.yaml gpus.yaml comparisons.yaml announcements.yaml all:pages all:posts
var embedded embed.FS

// Embedded returns the texts and settings that ship with the program.
func Embedded() fs.FS { return embedded }

// Content is everything that the site's authors wrote.
type Content struct {
	Site          Site
	Groups        []Group // in display order
	Tasks         []Task  // in display order
	GPUs          []GPU   // in the order of gpus.yaml
	Comparisons   []Comparison
	Announcements []Announcement
	Scores        []Score // in the order of quality.csv
	Pages         []Page  // by slug
	Posts         []Post  // newest first
	// Faults of posts and scores keep no more than the post, or the score, from being published.
	Faults Errors
}

// Markdown is author's text together with where it stands, so that whoever
// renders it can name file and line of a fault.
type Markdown struct {
	Text string
	File string
	Line int // of the first line of Text, counted from 1
}

// Over is the embedded texts and settings with a publisher's laid over them. Of
// site.yaml only what the publisher's names changes. The embedded announcements
// are those of the sample: a publisher's site has the publisher's, or none.
func Over(publisher fs.FS) (Content, error) {
	c, err := Load(withoutSite{Overlay(embedded, publisher), embedded})
	if _, missing := fs.Stat(publisher, "announcements.yaml"); errors.Is(missing, fs.ErrNotExist) {
		c.Announcements = nil
	}
	if _, missing := fs.Stat(publisher, "site.yaml"); errors.Is(missing, fs.ErrNotExist) {
		return c, err
	}
	var faults Errors
	errors.As(err, &faults)
	if m, ok := parseFile(publisher, "site.yaml", &faults); ok {
		c.Site.read(m, publisher)
	}
	return c, faults.orNil()
}

// withoutSite takes site.yaml from elsewhere.
type withoutSite struct {
	fs.FS
	site fs.FS
}

func (w withoutSite) Open(name string) (fs.File, error) {
	if name == "site.yaml" {
		return w.site.Open(name)
	}
	return w.FS.Open(name)
}

func (w withoutSite) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(w.FS, name) }

// Load reads site.yaml, tasks.yaml, gpus.yaml, comparisons.yaml,
// announcements.yaml, pages/*.md, posts/*.md and quality.csv, if there is one, from fsys. Its error is of type [Errors] and holds every fault
// found, in order of file and line; what could be read is returned beside it.
func Load(fsys fs.FS) (Content, error) {
	var errs Errors
	c := Content{
		Site:          loadSite(fsys, &errs),
		GPUs:          loadGPUs(fsys, &errs),
		Comparisons:   loadComparisons(fsys, &errs),
		Announcements: loadAnnouncements(fsys, &errs),
		Pages:         loadPages(fsys, &errs),
	}
	c.Groups, c.Tasks = loadTasks(fsys, &errs)
	c.Posts = loadPosts(fsys, &c.Faults)
	c.Scores = loadQuality(fsys, &c.Faults)
	return c, errs.orNil()
}

// Page returns the page with this slug.
func (c Content) Page(slug string) (Page, bool) {
	for _, p := range c.Pages {
		if p.Slug == slug {
			return p, true
		}
	}
	return Page{}, false
}

// GPU returns the facts about a GPU by the name that results use for it.
func (c Content) GPU(model string) (GPU, bool) {
	for _, g := range c.GPUs {
		if g.Model == model {
			return g, true
		}
	}
	return GPU{}, false
}
