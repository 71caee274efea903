package site

import "github.com/jouleboard/jouleboard/view"

// How much a site, a page, a table and a sentence hold at most. Files of data have everything; an answer of a view has [view.Most].

// A site.
const (
	mostRuns    = 300_000    // with which a computer with 1 GB of memory still writes a site
	mostValues  = 14_000_000 // of all fields of these runs
	mostDrawn   = 50_000     // runs with drawings in full: of 200,000, they would be two thirds of the time and files of a build
	mostViews   = 10_000     // on declared pages of all fields but models: a field with many values has as many pages
	mostChoices = 300        // boards with a comparison, with exploring, a history and a feed of their own
	mostAnswers = 500        // models of a task that have files and badges of their own
	mostCards   = 200        // pages about values of a field with a card of their own; others have that of their first task
)

// A page, in bytes or in what a browser loads with it.
const (
	mostInline    = 19_000  // bytes of drawings; those after them are files, brought when a reader comes near
	mostReport    = 2 << 20 // bytes of a report in one file: mail and forms of projects take no more
	mostPairsFile = 1 << 20 // bytes of the pairs of a finding as CSV; more are gzipped
	mostAhead     = 4000    // rows, about 150 kB, that a browser loads before a reader asks for anything
	mostGhosts    = 400     // configurations of a task in the base of a preview that are drawn
)

// Rows of a table and entries of a list.
const (
	mostTableRows    = 500 // of the longest tables
	mostIndexRows    = 100 // of lists of models, values, boards
	mostProblems     = 100 // on the data page; problems.json has all
	mostFigureRows   = 10  // below a figure: of a task's page, whole tables would be more than half, and few readers open them
	mostUnexplained  = 30  // warnings that speak for themselves
	mostAlternatives = 5   // models
	mostNewLeaders   = 10  // on the home page
	mostSteps        = 100 // dates on the page of the history; its file has all
	mostStepChanges  = 200 // of one date
	mostListed       = 100 // configurations on the page of a board's history
	mostFeedSteps    = 30  // dates in the feed of the history
)

// rowsEach is how many configurations a page of several tasks lists of each: fewer of many, so that the page keeps its size.
func rowsEach(tasks []*task) int { return max(view.Most/(3*len(tasks)-2), 5) }

// Parts of a page.
const (
	mostSections   = 7   // tasks with a section on a page about a value; others are links
	mostShared     = 4   // tasks of a page that has room for what can be shared of each
	mostTabs       = 24  // tasks that every page leads to, boards on the page of a guest; the home page lists more
	mostOthers     = 20  // values to compare with
	mostCompared   = 8   // models side by side
	modelsAtFirst  = 3   // models side by side until a reader chooses
	mostRecordings = 24  // drawings of recordings
	mostTrends     = 8   // drawings of models of a board without pages of its models
	mostMoments    = 366 // dates of a trend
)

// Columns that there is room for.
const (
	mostDeclared       = 6 // behind the range on a wide window; others can be asked for
	mostResults        = 4 // results, in tables of runs
	mostQualityColumns = 2 // benchmarks, in the list of models
	mostFolded         = 5 // of a text's table of which narrow windows say some below the names
	mostTyped          = 4 // numbers of a run that a reader can type
)

// Names in a sentence.
const (
	mostNamed      = 5  // models, tasks or boards
	mostNear       = 3  // names like a wrong one
	mostSuspicious = 3  // configurations, in a note
	mostUnmatched  = 10 // models with a score that no energy stands beside
)
