package site

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/leaderboard"
	"github.com/jouleboard/jouleboard/provenance"
)

// edition is what the pages of one build are made from. It does not change once
// it is made, but for what is written, so pages may be built side by side.
type edition struct {
	Selection
	opts    Options
	content content.Content
	systems []system // whose results these are

	tasks       []*task
	models      []*group
	kinds       []*pageKind
	lengths     map[string]*data.OutputLengths // by run id
	quality     []qualityBenchmark
	boards      []*task  // of other systems
	all         []*task  // of both
	guestsModel []*group // models that only other systems measured
	guestsGPU   []*group
	guestPages  map[string]string // addresses of the pages of models that only other systems measured
	runs        *provenance.Runs
	rowOfRun    map[string]measuredRun
	compared    []*task // that have a page of comparisons

	preview              *preview   // nil for a site that is no preview
	chronicle            *chronicle // nil for a site without a history
	gpuMarks, modelMarks charts.Marks
	homeSays             cardText // on the card of the home page

	assets  assetNames
	shelves []shelf         // all pages, for the search
	known   map[string]bool // addresses of pages and the publisher's files, without the first slash
	files   []dataFile      // set before the first page is built

	parts *parts // nil where nothing is kept
	// The digests of what all parts depend on, and of all runs; see part.go.
	settings, everything, frameDigest string
	*together
}

// together is what pages of all languages make.
type together struct {
	noting    sync.Mutex // of files and undrawn charts
	undrawn   []data.Problem
	written   sync.Map // addresses of the files that pages load, as they are written
	said      sync.Map // scripts of what scripts say, by their language and entry points
	foreign   sync.Map // boards in languages of texts that are not that of the site
	runFields sync.Map // see fieldsOfRuns
	framed    sync.Map // links of frames, see frameLinks
	tableKeys sync.Map // of the runs of files, by their addresses without an ending
}

// task is what a board is of: a task of the ML.ENERGY benchmark or, with a subject,
// what another system measured; its rows, and what the default view says of them.
type task struct {
	content.Task
	words       *words.Catalog
	everyday    []content.Everyday
	brief       bool   // on a page of many answers, which leave out what each would repeat
	subject     *study // nil for a task of the ML.ENERGY benchmark
	marks       charts.Marks
	rows        []aggregate.Row
	board       *board.Board
	apart       []data.Field    // settings in which the rows differ, of a board with settings of its own
	columns     string          // names of the board's
	data        string          // address of the board's data
	lengths     string          // address of the output lengths, "" where none are known
	query       aggregate.Query // the default deadline
	initial     board.Answer    // the default view
	lengthEdges []float64       // of bins for output lengths that are stated exactly
	best        []aggregate.Row // per model, within the deadline
	late        []aggregate.Row // models without a row within the deadline
	uncertainty aggregate.Uncertainty
	ghosts      []charts.Ghost // of a preview
	moreGhosts  int            // that are not drawn
	says        cardText       // on the card of its page
	key, common string         // digests of its rows, and of what pages about some take from all
	strangers   []stranger     // models of the other tasks
}

func newEdition(selected Selection, opts Options) *edition {
	ds := selected.Data
	e := &edition{
		preview:   newPreview(opts.Changes, opts.Content.Words),
		Selection: selected, opts: opts, content: opts.Content,
		systems: systemsOf(ds, opts), lengths: map[string]*data.OutputLengths{}, together: &together{},
	}
	for i, llm := 0, ds.LLM(); i < llm.Len(); i++ {
		if l := llm.Lengths(i); l != nil {
			e.lengths[llm.Run(i)] = l
		}
	}
	var found sync.WaitGroup // the runs by their ids, beside the boards
	found.Go(func() { e.runs = provenance.Of(ds) })
	e.gpuMarks = gpuMarks(ds)
	e.tasks, e.boards = boardsIn(ds, opts.Content, e.gpuMarks)
	e.all = slices.Concat(e.tasks, e.boards)
	if site := &e.content.Site; !measureEnergy(e.all) && site.Description == usualDescription() { // which asks for energy
		site.Description = e.Say("pages.home.about_plain")
	}
	e.compared = e.compareBoards()
	found.Go(func() { e.rowOfRun = rowsOfRuns(e.all) })
	e.models = modelsOf(e.tasks)
	e.kinds = e.kindsOf(opts.Content.PageKinds)
	found.Wait()
	e.guestsModel, e.guestsGPU = e.guestsOf(content.OfModel, e.strange), e.guestsOf(content.OfGPU, func(r aggregate.Row) string { return r.GPU })
	e.guestPages = lists.By(e.guestsModel, func(g *group) (string, string) {
		address := e.guestAddress(content.OfModel, g.id)
		return address, address
	})
	e.modelMarks = modelMarks(e.tasks)
	e.quality = e.benchmarks()
	e.haunt()
	e.chronicle = e.newChronicle()
	for _, t := range e.all {
		t.says = cardText{t.heading(), strings.TrimSpace(t.among(board.Query{}, firstGroup(t.best), spoken(t.answer(t.initial))) + " " + t.measuredText())}
	}
	e.homeSays = cardText{e.content.Site.Description, e.Say("home.card", "extent", e.extent())}
	return e
}

// usualDescription is that of sites whose publisher states none.
var usualDescription = sync.OnceValue(func() string {
	usual, _ := content.Load(content.Embedded())
	return usual.Site.Description
})

// large reports whether the site has too many runs for a page and files of each. docs/files.md states what it leaves out.
func (e *edition) large() bool { return e.runs.Len() > provenance.MostPages }

// boardsIn are the boards of tasks, and those of other systems.
func boardsIn(ds data.Dataset, c content.Content, gpus charts.Marks) (tasks, others []*task) {
	tasks = tasksOf(board.Tasks(ds, aggregate.RowsIn(ds, c), c), c)
	introduce(tasks)
	others = systemBoards(board.Systems(ds, c), c)
	for _, t := range slices.Concat(tasks, others) {
		t.marks = gpus
	}
	return tasks, others
}

// tasksOf are what the site shows of some boards.
func tasksOf(boards []board.Shown, c content.Content) []*task {
	return lists.MapAtOnce(boards, func(b board.Shown) *task {
		t := &task{Task: b.Task, words: c.Words, everyday: c.Site.Everyday, rows: b.Rows, board: b.Board, uncertainty: b.Uncertainty}
		t.columns = strings.Join(lists.Map(b.Board.Columns, func(c board.Column) string { return c.Name }), " ")
		t.answerDefault()
		return t
	})
}

// answerDefault computes the default view, once for all that shows it.
func (t *task) answerDefault() {
	t.initial = t.board.Answer(t.board.Default)
	t.query, t.best, t.late = t.initial.Query.Query, t.initial.Rows, t.initial.Late
}

// modelsOf lists the models by the name that people read, then by id.
func modelsOf(tasks []*task) []*group {
	id := func(*task) func(aggregate.Row) string { return func(r aggregate.Row) string { return r.ModelID } }
	models := groupsBy(tasks, id, func(id string, r aggregate.Row) group {
		return group{id: id, name: r.Nickname, slug: leaderboard.Slug(id)}
	})
	slices.SortFunc(models, func(a, b *group) int { return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.id, b.id)) })
	return models
}
