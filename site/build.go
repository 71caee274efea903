package site

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
	"github.com/jouleboard/jouleboard/templates"
	"golang.org/x/sync/errgroup"
)

// Options configure a build. Out, Content and Charts are required.
type Options struct {
	Out      string // output directory
	BaseURL  string // absolute, with a slash at the end; "" if unknown
	Content  content.Content
	Charts   *render.Renderer
	DataDate string // YYYY-MM-DD, "" for the newest date of the sources
	Version  string // of this program
	// DataVersion names the version of the data, "" for none; see [IsVersion].
	DataVersion string
	// Frozen builds the site of that version for the archive: BaseURL is its own.
	Frozen bool
	// Versions are the archived versions, which the site publishes under v/.
	Versions []Version
	// Measured is shown on model pages, by run id; see [Selection.Featured].
	Measured map[string]Measured
	// Changes makes the site a preview that lists these changes; nil for none.
	Changes *diff.Report
	// History contains the snapshots of earlier results, which pages then list; nil for none.
	History *history.History
	// Strict makes a chart that cannot be drawn an error.
	Strict bool
	// Progress, if set, is called after each page by several goroutines.
	Progress func(done, total int)
}

// Report is the result of a build.
type Report struct {
	Pages, Files int
	Problems     []data.Problem // of the sources, the selection and the texts
	DeadLinks    []data.Problem // of texts and settings
	LeftOut      []string       // texts that require other data, snapshots that are newer than the data
}

// writer takes the files of the tree.
type writer interface {
	Write(name string, content []byte) error
	Has(name string) bool
}

// Selection is the part of a dataset that can be published, with the problems found in selecting it and in the
// authors' texts.
type Selection struct {
	Data     data.Dataset
	Problems []data.Problem

	findings []finding
	unmade   []data.Problem // findings that cannot be made
	texts    posts.Texts
}

// Select prepares a build, so that a caller can check the problems before anything is written. Findings are paid for before
// texts: a comparison that takes too much leaves no text.
func Select(ds data.Dataset, c content.Content) Selection {
	s, results := selectFrom(ds, c)
	compare := findings(results, s.Data, c)
	var both sync.WaitGroup
	both.Go(func() { s.findings, s.unmade = compare() })
	s.texts = posts.Compute(c, results)
	both.Wait()
	s.Problems = append(s.Problems, s.OfTexts()...)
	return s
}

// SelectTexts is like Select, for callers that need only the texts and their figures, see [Figures].
func SelectTexts(ds data.Dataset, c content.Content) Selection {
	s, results := selectFrom(ds, c)
	s.texts = posts.Compute(c, results)
	return s
}

func selectFrom(ds data.Dataset, c content.Content) (Selection, *query.Results) {
	published, problems := leaderboard.Publishable(ds)
	return Selection{Data: published, Problems: problems}, resultsOf(published, c)
}

// Results is the part of a dataset that can be published as declarations compute with it.
func Results(ds data.Dataset, c content.Content) *query.Results {
	published, _ := leaderboard.Publishable(ds)
	return resultsOf(published, c)
}

func resultsOf(published data.Dataset, c content.Content) *query.Results {
	results := query.New(published, c, gpuMarks(published))
	results.Views = drawViews(published, c)
	return results
}

// OfTexts are the problems of texts, and of comparisons that cannot be made.
func (s Selection) OfTexts() []data.Problem {
	return slices.Concat(posts.Problems(s.texts.Faults), posts.Problems(s.texts.Warnings), s.unmade)
}

// Texts returns the computed texts.
func (s Selection) Texts() posts.Texts { return s.texts }

// All lists the problems of the sources and of the selection, by file and row.
func (s Selection) All() []data.Problem {
	all := append(s.Data.Problems(), s.Problems...)
	data.SortProblems(all)
	return all
}

// TooLarge is that a dataset has more runs or values than a site publishes, with the place of a run; ok is false if it does not.
func TooLarge(ds data.Dataset) (p data.Problem, ok bool) {
	runs, values := 0, 0
	for _, t := range ds.Tables {
		runs += t.Len()
		values += t.Len() * len(t.Schema().Fields())
		if runs > mostRuns || values > mostValues {
			at := t.Place(t.Len() - 1)
			return data.Problem{File: at.File, Row: at.Row, Message: fmt.Sprintf(
				"with it, the site has %d runs with %d values; it publishes at most %d and %d: leave out runs (where) or fields", runs, values, mostRuns,
				mostValues)}, true
		}
	}
	return p, false
}

// Build writes the site of a selection and replaces the old one in one step. On any error the old site is left
// unchanged.
func Build(ctx context.Context, selected Selection, opts Options) (Report, error) {
	if selected.Data.Len() == 0 {
		return Report{}, errors.New("there is no run to publish: give a source with stable runs, or look at its problems with check")
	}
	if large, ok := TooLarge(selected.Data); ok {
		return Report{}, large
	}
	w, err := tree.Open(opts.Out)
	if err != nil {
		return Report{}, err
	}
	defer w.Close()
	report, err := buildInto(ctx, selected, opts, w)
	if err != nil {
		return Report{}, err
	}
	return report, w.Commit()
}

// buildInto writes the files of the site; nothing of it depends on where they go.
func buildInto(ctx context.Context, selected Selection, opts Options, w writer) (Report, error) {
	e := newEdition(selected, opts)
	e.parts = partsOf(w)
	e.settings = e.settingsKey()
	for _, write := range []func(context.Context, writer) error{
		e.writeAssets, e.writeData, e.writeBoards, e.readKeys, e.writeAnswers, e.writeBadges,
	} {
		if err := write(ctx, w); err != nil {
			return Report{}, err
		}
	}
	pages := e.pages()
	if taken := e.takenAddresses(pages); len(taken) > 0 {
		return Report{}, taken
	}
	e.know(pages)
	if err := cmp.Or(e.writeStatic(w), e.writeManifest(w), e.writeSearch(w, pages)); err != nil {
		return Report{}, err
	}
	e.frameDigest = e.frameKey()
	err := cmp.Or(e.writeShards(ctx, w), e.writePages(ctx, w, pages))
	if err == nil {
		err = cmp.Or(e.writeMeta(w, pages), e.writeVersions(w))
	}
	if err != nil {
		return Report{}, err
	}
	e.parts.leave()
	dead := e.deadLinks(inTree(w))
	if opts.Strict && len(dead) > 0 {
		return Report{}, fmt.Errorf("links lead nowhere, and --strict allows none:\n%w", asError(dead))
	}
	undrawn := e.undrawn
	data.SortProblems(undrawn) // pages are made side by side
	if opts.Strict && len(undrawn) > 0 {
		return Report{}, fmt.Errorf("charts cannot be drawn, and --strict allows none to be missing:\n%w", asError(undrawn))
	}
	return Report{
		Pages: len(pages), Files: len(e.files), Problems: append(e.All(), undrawn...), DeadLinks: dead, LeftOut: e.leftOut(),
	}, nil
}

func asError(problems []data.Problem) error {
	lines := lists.Map(problems, func(p data.Problem) error { return p })
	return errors.Join(lines...)
}

// assetNames are the addresses of what pages load.
type assetNames struct {
	stylesheet, textStyles, printStyles, icon string
	home                                      map[int]string // icons of home screens by their size
	fonts                                     string         // rules of the stylesheet for the publisher's
	iconType                                  string
	scripts                                   map[string]string   // by entry point
	texts                                     map[string][]string // keys of messages, by entry point
	library                                   string              // that draws explored charts, "" for none
}

func (e *edition) writeAssets(ctx context.Context, w writer) error {
	if err := cmp.Or(e.writeFonts(w), e.writeIcons(ctx, w)); err != nil {
		return err
	}
	for name, address := range map[string]*string{
		stylesheetName: &e.assets.stylesheet, "css/text.css": &e.assets.textStyles, "css/print.css": &e.assets.printStyles, iconName: &e.assets.icon,
	} {
		name, content, err := e.asset(name)
		if err != nil {
			return err
		}
		if *address, err = writeHashed(w, "assets/"+path.Base(name), content); err != nil {
			return err
		}
	}
	e.assets.iconType = cmp.Or(e.content.Site.Logo.Type, "image/svg+xml")
	return cmp.Or(e.writeScripts(w), e.writeLibrary(w))
}

// asset is a file that all pages load, with the publisher's colors, or the publisher's logo in the place of the icon.
func (e *edition) asset(name string) (string, []byte, error) {
	logo := e.content.Site.Logo
	if name == iconName && logo.Name != "" {
		return "logo" + path.Ext(logo.Name), []byte(logo.Content), nil
	}
	if sheet, is := strings.CutSuffix(path.Base(name), ".css"); is {
		css := assets.Styles(sheet)
		if name == stylesheetName {
			css = assets.Themed(css, e.tokens()) + e.assets.fonts
		}
		return name, []byte(css), nil
	}
	content, err := fs.ReadFile(assets.Files(), name)
	return name, content, err
}

const (
	stylesheetName = "css/site.css"
	iconName       = "img/favicon.svg"
)

// writeScripts copies the browser code, whose files refer to each other by name.
func (e *edition) writeScripts(w writer) error {
	scripts, entries := assets.Scripts()
	e.assets.scripts, e.assets.texts = map[string]string{}, map[string][]string{}
	for entry, s := range entries {
		e.assets.scripts[entry], e.assets.texts[entry] = scriptsPath+s.File, s.Texts
	}
	return fs.WalkDir(scripts, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := fs.ReadFile(scripts, name)
		return writeMade(w, scriptsPath+name, content, err)
	})
}

const scriptsPath = "assets/"

// writeLibrary writes the chart library, if there is one. Its address is in the pages, not in the scripts, which are
// the same with and without it.
func (e *edition) writeLibrary(w writer) error {
	library := assets.ECharts()
	if library == nil {
		return nil
	}
	var err error
	e.assets.library, err = writeHashed(w, scriptsPath+"echarts.js", library)
	return err
}

// writePages builds the pages side by side. Each depends on the edition alone, so
// their order does not matter.
func (e *edition) writePages(ctx context.Context, w writer, pages []*page) error {
	var done atomic.Int64
	return sideBySide(ctx, len(pages), func(ctx context.Context, i int) error {
		pages[i].ctx = ctx
		_, err := e.part(w, "/"+pages[i].path, pages[i].key(e.frameDigest), pages[i].write)
		if err == nil && e.opts.Progress != nil {
			e.opts.Progress(int(done.Add(1)), len(pages))
		}
		return err
	})
}

// sideBySide does the work of each index, as many at once as there are processors; the first error ends it.
func sideBySide(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	workers, within := errgroup.WithContext(ctx)
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for i := 0; i < n && within.Err() == nil; i++ {
		workers.Go(func() error { return do(within, i) })
	}
	err := workers.Wait()
	return cmp.Or(context.Cause(ctx), err) // why the caller ended it says more than what it interrupted
}

// pageBuffers are of pages that were written: to let a buffer grow for each takes a tenth of a build's memory.
var pageBuffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

func (n *page) write(w *recorder) error {
	if n.language != "" {
		foreign := *n.edition
		foreign.content = n.content.In(n.language)
		n.edition, n.about = &foreign, lists.Map(n.about, func(s system) system { s.words = foreign.content.Words; return s })
	}
	name := n.path
	if name != notFoundPath {
		name += "index.html"
	}
	n.fragments = n.fragmentsOf("/" + n.path)
	w.page = part{Within: n.within, Data: n.addresses()}
	if done, err := n.readdressed(w); done {
		return err
	}
	n.fragments.read(name, n.edition.parts)
	component := n.build(n)
	if n.ownCard {
		n.bringCard(nil)
	}
	if n.err != nil {
		return fmt.Errorf("page /%s: %w", n.path, n.err)
	}
	b := pageBuffers.Get().(*bytes.Buffer)
	defer pageBuffers.Put(b)
	b.Reset()
	if err := component.Render(templates.WithWords(n.ctx, n.content.Words), b); err != nil {
		return fmt.Errorf("page /%s: %w", n.path, err)
	}
	err := n.writeLoaded(w, n.loads)
	if err != nil {
		return err
	}
	w.passing, w.page.Fragments = n.undone, n.fragments.made
	n.loads, n.drawings, n.fragments = nil, nil, nil // memory that other pages need
	if n.twinned() {
		err = w.Write(n.path+twinName, n.twin(b.Bytes()))
	}
	return cmp.Or(err, w.Write(name, b.Bytes()))
}

// writeMeta writes what surrounds the pages.
func (e *edition) writeMeta(w writer, pages []*page) error {
	feed, err := e.feed()
	err = cmp.Or(writeMade(w, feedPath, feed, err), e.writeHistoryFeed(w))
	if err == nil && e.opts.Frozen {
		return e.writeVersion(w) // what follows belongs at the top of a site
	}
	err = cmp.Or(err, e.writeOnce(w, "robots.txt", e.robots()), e.writeOnce(w, llmsName, e.llms(pages)), w.Write("_headers", e.headers()))
	if err != nil || e.opts.BaseURL == "" {
		return err
	}
	sitemap, err := e.sitemap(pages)
	return writeMade(w, "sitemap.xml", sitemap, err)
}

// gpuMarks are the same on every page. Those that only other systems measured come last, so that their results change no
// color of the others.
func gpuMarks(ds data.Dataset) charts.Marks {
	own, others := map[string]bool{}, map[string]bool{}
	for _, runs := range ds.Tables {
		in, gpu := own, runs.Schema().Name(data.RoleGPU)
		if runs.Schema().System() != "" {
			in = others
		}
		for i := range runs.Len() {
			in[cmp.Or(runs.Text(i, gpu), board.Unknown)] = true
		}
	}
	return charts.MarksInOrder(lists.Distinct(slices.Concat(slices.Sorted(maps.Keys(own)), slices.Sorted(maps.Keys(others)))))
}

// modelMarks are the same on every page; models of one task differ in theirs.
func modelMarks(tasks []*task) charts.Marks {
	return charts.MarksByHash(lists.Map(tasks, func(t *task) []string {
		return distinct(t.rows, func(r aggregate.Row) string { return r.ModelID })
	})...)
}
