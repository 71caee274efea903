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
	"io/fs"

	"github.com/jouleboard/jouleboard/content/words"
)

// Without "all:" a text kept in pages/ under a name that begins with "_"
// would be dropped without a word.
//
//go:embed site.yaml tasks.yaml gpus.yaml comparisons.yaml announcements.yaml words/*.yaml all:pages all:posts
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
	Scores        []Score        // in the order of quality.csv
	Pages         []Page         // by slug
	Posts         []Post         // newest first
	Static        []Static       // files of the publisher, for the top of the site
	Words         *words.Catalog // texts of pages, charts and scripts
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

// File is a settings file that stands by itself.
type File struct {
	Name string
	Text []byte
}

// Over is the embedded texts and settings with a publisher's laid over them, and over those of site.yaml the settings of
// further files. Entries with the same name are one, of which the publisher changes what it states.
func Over(publisher fs.FS, site ...File) (Content, error) {
	return layers{embedded, publisher, site}.load()
}

// Load reads site.yaml, tasks.yaml, gpus.yaml, comparisons.yaml, announcements.yaml, pages/*.md, posts/*.md, quality.csv
// and static/, the last two if they are there, from fsys, and further settings of site.yaml. Its error is of type [Errors]
// and holds every fault found, in order of file and line; what could be read is returned beside it.
func Load(fsys fs.FS, site ...File) (Content, error) {
	return layers{fsys, nil, site}.load()
}

func (l layers) load() (Content, error) {
	var errs Errors
	s := l.settings(&errs)
	folder := l.over
	if folder == nil {
		folder = l.base
	}
	c := Content{Static: loadStatic(folder, &errs)}
	c.Site = s["site.yaml"].site(folder, l.shown("site.yaml"))
	c.Groups, c.Tasks = s["tasks.yaml"].tasks()
	c.Words = s[wordsName].catalog(c.Site.Language)
	c.GPUs = s["gpus.yaml"].gpus()
	c.Comparisons = s["comparisons.yaml"].comparisons()
	c.Announcements = s["announcements.yaml"].announcements()
	builtin := s["site.yaml"].under("builtin")
	c.Pages = l.pages(builtin, &errs)
	c.Posts = l.posts(builtin, &c.Faults)
	c.Scores = loadQuality(folder, &c.Faults)
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
