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
	"path"
	"strings"

	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
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
	// Pages is the folder of the pages, by which links to files are understood; "" where a text is in no folder.
	Pages string
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
	c.Pages = l.pages(builtin, c.Site.Pages, &errs)
	c.checkSidebar(&errs)
	c.placePages()
	c.Posts = l.posts(builtin, &c.Faults)
	c.Scores = loadQuality(folder, &c.Faults)
	return c, errs.orNil()
}

// placePages tells texts where pages are.
func (c *Content) placePages() {
	place := func(m *Markdown) {
		if m.Pages = c.Site.Pages; strings.HasPrefix(m.File, BuiltIn) {
			m.Pages = pagesFolder
		}
	}
	for i := range c.Pages {
		place(&c.Pages[i].Body)
	}
	for i := range c.Posts {
		place(&c.Posts[i].Body)
	}
}

// Address is that of a page, a post or a file of static/, given a link to its file from this text's, such as
// methods.md#itl or ../static/team.jpg; other links stay as they are.
func (m Markdown) Address(link string) string {
	file, rest, _ := strings.Cut(link, "#")
	if m.Pages == "" || file == "" || strings.HasPrefix(file, "/") || strings.Contains(file, ":") {
		return link
	}
	if strings.Contains(link, "#") {
		rest = "#" + rest
	}
	at := path.Join(path.Dir(strings.TrimPrefix(m.File, BuiltIn)), file)
	if static, ok := strings.CutPrefix(at, "static/"); ok {
		return "/" + static + rest
	}
	slug, ok := strings.CutSuffix(path.Base(at), ".md")
	switch dir := path.Dir(at); {
	case ok && dir == path.Clean(m.Pages) && slug == HomePage:
		return "/" + rest
	case ok && dir == path.Clean(m.Pages):
		return "/" + slug + "/" + rest
	case ok && dir == "posts":
		return "/posts/" + slug + "/" + rest
	}
	return link
}

// Page returns the page with this slug.
func (c Content) Page(slug string) (Page, bool) {
	return lists.Find(c.Pages, func(p Page) bool { return p.Slug == slug })
}

// GPU returns the facts about a GPU by the name that results use for it.
func (c Content) GPU(model string) (GPU, bool) {
	return lists.Find(c.GPUs, func(g GPU) bool { return g.Model == model })
}
