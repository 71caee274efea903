// Package content reads the pages, posts and settings of the site. It contains the pages, task names, default deadlines, GPU
// facts and announcements as embedded files, and loads them, or those of a publisher, into typed values. Errors in
// them name file and line.
//
// It does not depend on benchmark results and does not convert Markdown to HTML (package posts does). Names in
// published JSON belong to package leaderboard.
package content

import (
	"cmp"
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
//go:embed site.yaml tasks.yaml gpus.yaml comparisons.yaml pages.yaml announcements.yaml words/*.yaml all:pages all:posts
var embedded embed.FS

// Embedded returns the built-in texts and settings.
func Embedded() fs.FS { return embedded }

// Content is everything that the site's authors wrote, and the settings.
type Content struct {
	Site          Site
	Groups        []Group // in display order
	Tasks         []Task  // in display order
	GPUs          []GPU   // in the order of gpus.yaml
	Comparisons   []Comparison
	PageKinds     []PageKind        // in the order of pages.yaml
	Announcements []Announcement    // newest first
	Scores        []Score           // in the order of quality.csv
	Pages         []Page            // by slug
	Posts         []Post            // newest first
	Static        []Static          // files of the publisher, for the top of the site
	Typefaces     map[string][]byte // the .ttf files of fonts/ by path, for figures
	Tables        map[string][]byte // the .csv and .parquet files of data/ by path, for selections
	Words         *words.Catalog    // texts of pages, charts and scripts
	// Faults are the errors in posts and scores, which only exclude that post or score.
	Faults Errors

	others map[string]Content // the settings in other languages of texts
}

// Markdown is an author's text with its place, so that errors found on rendering can name file and line.
type Markdown struct {
	Text string
	File string
	Line int // of the first line of Text, counted from 1
	// Pages is the folder of the pages, relative to which links to files are resolved; "" for a text that is not in a
	// folder.
	Pages string
}

// BuiltIn reports whether the text is a built-in one on the site of a publisher with other texts.
func (m Markdown) BuiltIn() bool { return strings.HasPrefix(m.File, BuiltIn) }

// File is a separate settings file.
type File struct {
	Name string
	Text []byte
}

// Over returns the built-in texts and settings, overridden by those of a publisher, and by further files of site
// settings. Entries with the same name are merged key by key.
func Over(publisher fs.FS, site ...File) (Content, error) {
	return layers{base: embedded, over: publisher, site: site}.load()
}

// Load reads site.yaml, tasks.yaml, gpus.yaml, comparisons.yaml, pages.yaml, announcements.yaml, pages/*.md, posts/*.md,
// quality.csv and static/ from fsys (pages.yaml and the last two are optional), and further files of site settings. Its error is of
// type [Errors] and contains every error found, in order of file and line, together with the content that could be
// read.
func Load(fsys fs.FS, site ...File) (Content, error) { return layers{base: fsys, site: site}.load() }

func (l layers) load() (Content, error) {
	var errs Errors
	c, builtin := l.settled(&errs)
	folder := cmp.Or(l.over, l.base)
	c.Static, c.Typefaces = loadStatic(folder, &errs), loadFiles(folder, largestTypeface, &errs, "fonts/*.ttf")
	c.Tables = loadFiles(folder, largestTable, &errs, "data/*.csv", "data/*.parquet")
	l.folder = c.Site.Pages
	c.Pages = l.pages(builtin, &errs)
	c.checkSidebar(&errs)
	c.Posts = l.posts(builtin, &c.Faults)
	c.Scores, c.others = loadQuality(folder, &c.Faults), map[string]Content{}
	for _, of := range append(lists.Map(c.Pages, func(p Page) Declared { return p.Declared }), lists.Map(c.Posts, func(p Post) Declared { return p.Declared })...) {
		if _, known := c.others[of.Language]; !known && of.Language != "" && of.Language != c.Site.Language {
			l.language = of.Language
			c.others[of.Language], _ = l.settled(new(Errors)) // which were reported
		}
	}
	return c, errs.OrNil()
}

// settled is what settings files say, and which built-in parts stay.
func (l layers) settled(errs *Errors) (c Content, builtin entry) {
	s := l.settings(errs)
	c.Site = s["site.yaml"].site(cmp.Or(l.over, l.base), l.shown("site.yaml"))
	c.Site.Language = cmp.Or(l.language, c.Site.Language)
	c.Groups, c.Tasks = s["tasks.yaml"].tasks(l.over != nil)
	c.Words = s[wordsName].catalog(c.Site.Language)
	c.GPUs = readAll[GPU](s["gpus.yaml"], "gpus")
	c.Comparisons = readAll[Comparison](s["comparisons.yaml"], "comparisons")
	c.PageKinds = s[pageKindsName].pageKinds()
	c.Announcements = readAll[Announcement](s["announcements.yaml"], "announcements") // of one day as written
	lists.Sort(c.Announcements, func(a, b Announcement) int { return b.Date.Compare(a.Date) })
	return c, s["site.yaml"].under("builtin")
}

// In returns the content for a text in a language: with the settings and words of that language, as a site in it has them. ""
// is that of the site.
func (c Content) In(language string) Content {
	if o, is := c.others[language]; is {
		o.Pages, o.Posts, o.Static, o.Scores, o.Typefaces, o.Tables = c.Pages, c.Posts, c.Static, c.Scores, c.Typefaces, c.Tables
		return o
	}
	return c
}

// Address returns the address of a page, a post or a file of static/, given a link to its file from this text, such
// as methods.md#itl or ../static/team.jpg; other links are returned unchanged.
func (m Markdown) Address(link string) string {
	file, _, _ := strings.Cut(link, "#")
	rest := strings.TrimPrefix(link, file)
	if m.Pages == "" || file == "" || strings.HasPrefix(file, "/") || strings.Contains(file, ":") {
		return link
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

// GPU returns the facts about a GPU by its name in the results.
func (c Content) GPU(model string) (GPU, bool) {
	return lists.Find(c.GPUs, func(g GPU) bool { return g.Model == model })
}
