package query

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Results are the data from which the declarations of a build are computed.
type Results struct {
	data     data.Dataset
	content  content.Content
	domains  map[string]data.Table
	gpuMarks charts.Marks
	purse    *data.Purse // from which all that texts compute is paid
	// Views draws the views that figures declare by their address; nil for none.
	Views Views
}

// Views draws the view of an address, such as board=gpqa&x=median_itl_ms: package site knows what views are called.
type Views func(address string) (Figure, error)

// New makes the source of a dataset. GPUs have the same marks as on other pages.
func New(ds data.Dataset, c content.Content, gpuMarks charts.Marks) *Results {
	s := &Results{
		data: ds, content: c, gpuMarks: gpuMarks, domains: map[string]data.Table{},
		purse: data.NewPurse(held + ds.Len()*heldPerRun),
	}
	for _, t := range append([]data.Table{ds.LLM().Table, ds.Diffusion().Table}, ds.Tables...) {
		s.domains[t.Schema().Domain] = t.PaidFrom(s.purse)
	}
	return s
}

// What all texts and declarations of a site may make and read together, in bytes: about half a minute, and half a gigabyte.
const (
	held       = 512 << 20
	heldPerRun = 6 << 10
)

// What parts of texts cost beside the expressions in them, in bytes: time and memory of the slowest kinds were measured.
const (
	figureCost = 256 << 10 // its files
	markCost   = 1 << 10   // a mark in each of them, and its row
	viewCost   = 512       // a run of the boards of a view
	cellCost   = 256       // of a table
	claimCost  = 64 << 10  // a comparison at a deadline
	pairedCost = 32        // of a run in it
	heldCost   = 128       // of an expression that is held, for a run
	BoardCost  = 64 << 10  // a board in a text
	// recordingCost is that of a raw file, from which a recording is read
	recordingCost = 4 << 20
	NodeCost      = 512 // a piece of Markdown
)

// Take pays for a part of a text; see [data.Purse.Take].
func (s *Results) Take(bytes int) error { return s.purse.Take(bytes) }

// Typeface returns the TrueType file of a path in the content folder, for the look of a figure.
func (s *Results) Typeface(name string) ([]byte, error) { return s.content.Typeface(name) }

// defaultDomain is where a selection takes its runs from.
const defaultDomain = "llm"

func (s *Results) domainNames() []string { return slices.Sorted(maps.Keys(s.domains)) }

// domainOf names the record type of runs.
func domainOf(runs data.Table) string { return runs.Schema().Domain }

// textOf is the text of the field that plays a role.
func textOf(runs data.Table, role data.Role, i int) string {
	return runs.Text(i, runs.Schema().Name(role))
}

// modelOf is what people call a run's model.
func modelOf(runs data.Table, i int) string {
	return cmp.Or(textOf(runs, data.RoleModelName, i), textOf(runs, data.RoleModel, i))
}

// latencyOf is the field that deadlines are about; ok is false where the record type has none.
func latencyOf(runs data.Table) (f data.Field, ok bool) {
	names := runs.Schema().Latency()
	if len(names) == 0 {
		return data.Field{}, false
	}
	return runs.Schema().Field(names[0])
}

// described names a run in a message.
func described(runs data.Table, i int) string {
	model := modelOf(runs, i)
	if p := runs.Place(i); model == "" && p.File != "" { // a row of an author's file
		return fmt.Sprintf("%s:%d", p.File, p.Row)
	}
	return fmt.Sprintf("%s on %s (run %s)", model, hardwareOf(runs, i), runs.Run(i))
}

// hardwareOf is a run's GPUs: 8× B200.
func hardwareOf(runs data.Table, i int) string {
	gpu, n := textOf(runs, data.RoleGPU, i), textOf(runs, data.RoleGPUs, i)
	if n == "" || gpu == "" {
		return gpu
	}
	return n + "× " + gpu
}

// Tasks are the ids of the tasks of the ML.ENERGY Benchmark that runs are of.
func (s *Results) Tasks() []string {
	return lists.FlatMap([]string{"llm", "diffusion"}, func(domain string) []string {
		return lists.Map(s.domains[domain].Distinct("task"), data.Text)
	})
}

// Boards are the ids of all boards: those of tasks and those of other systems.
func (s *Results) Boards() []string {
	return append(s.Tasks(), lists.Map(board.Studies(s.data), func(b board.Study) string { return b.ID })...)
}
