package ipw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// the files of a run directory
const (
	tracesFile  = "traces.jsonl"
	summaryFile = "summary.json"
	flatDir     = "hf_dataset" // the traces once more, as a data set
)

// IsResults reports whether a directory or one of its subdirectories contains exports of the system: traces or an
// Arrow dataset.
func IsResults(dir string) bool {
	tree, err := filetree.Open(dir)
	if err != nil {
		return false
	}
	defer tree.Close()
	return tree.Some(func(d filetree.Dir) bool { return d.Has(tracesFile) || isDataset(d) })
}

func isDataset(d filetree.Dir) bool { return slices.ContainsFunc(d.Files, isShard) }

func isShard(file string) bool {
	return strings.HasSuffix(file, ".arrow") && !strings.HasPrefix(file, "cache-")
}

// Open reads every run in a directory and its subdirectories. A run that cannot be read is a problem of the source;
// Open fails if the directory cannot be read or contains none.
func Open(ctx context.Context, dir string) (data.Dataset, error) {
	tree, err := filetree.Open(dir)
	if err != nil {
		return data.Dataset{}, err
	}
	defer tree.Close()
	r := &reader{ctx: ctx, tree: tree, top: tree.Name(), in: data.NewIntake(Schema())}
	unread := func(name string, err error) { r.note(name, "", err.Error()) }
	if err := cmp.Or(tree.Walk(ctx, r.visit, unread), ctx.Err()); err != nil {
		return data.Dataset{}, err
	}
	if r.runs == 0 {
		return data.Dataset{}, fmt.Errorf("%s: contains neither %s nor an Arrow dataset; give the directory of a run or of several runs", dir, tracesFile)
	}
	if err := tree.Unchanged(); err != nil {
		return data.Dataset{}, err
	}
	s := data.Source{Name: dir, Kind: Domain, Date: r.newest, Runs: r.in.Len(), Problems: r.in.Problems}
	return data.Merge(data.NewDataset(s, r.in.Table(false))), nil
}

// reader gathers what the runs of one source hold.
type reader struct {
	ctx  context.Context
	tree *filetree.Tree
	top  string // name of the source's directory

	in     *data.Intake
	runs   int
	newest string
}

func (r *reader) note(file, field, message string) {
	r.in.Problems = append(r.in.Problems, data.Problem{File: file, Field: field, Message: message})
}

// noteIf notes a problem where it is one.
func (r *reader) noteIf(is bool, file, field, format string, args ...any) {
	if is {
		r.note(file, field, fmt.Sprintf(format, args...))
	}
}

// leaveOut notes why a run has no record.
func (r *reader) leaveOut(file string, err error) {
	r.in.Problems = append(r.in.Problems, data.Problem{File: file, Message: err.Error() + "; run left out", LeftOut: 1})
}

// visit reads the run in a directory.
func (r *reader) visit(d filetree.Dir) {
	switch form := r.form(d); {
	case r.ctx.Err() != nil:
	case form != "":
		r.runs++
		r.measured(d, form)
	case d.Has(summaryFile) && !isDataset(d) && !slices.Contains(d.Dirs, flatDir):
		r.alone(d)
	}
}

// form is that of the run in a directory, agentic for traces and single-turn for a data
// set, "" where there is none. The data set beside traces holds the same run once more.
func (r *reader) form(d filetree.Dir) string {
	switch {
	case d.Has(tracesFile):
		return agenticForm
	case !isDataset(d):
		return ""
	case path.Base(d.Name) == flatDir:
		if above, err := r.tree.Dir(path.Dir(d.Name)); err == nil && above.Has(tracesFile) {
			return ""
		}
	}
	return singleForm
}

// alone tells of a summary without the queries that it sums up.
func (r *reader) alone(d filetree.Dir) {
	o, err := readJSON(r.tree, d.File(summaryFile))
	if err != nil || jsontree.First(o, "profiler_config", "config.agent", "total_queries") == nil {
		return // somebody else's
	}
	r.runs++
	r.leaveOut(d.File(summaryFile), fmt.Errorf("neither %s nor an Arrow dataset is next to it", tracesFile))
}

// run is what lies around the queries of a run.
type run struct {
	name       string
	dir        filetree.Dir // of the summary and the reports
	summary    jsontree.Object
	report     *report
	regression jsontree.Object
}

// of is the run whose queries a directory holds: what lies beside them is one above for a
// data set in a directory of its own.
func (r *reader) of(d filetree.Dir) run {
	if path.Base(d.Name) == flatDir && !d.Has(summaryFile) {
		if above, err := r.tree.Dir(path.Dir(d.Name)); err == nil {
			d = above
		}
	}
	return run{name: cmp.Or(strings.TrimPrefix(d.Name, "."), r.top), dir: d}
}

// around is the run of a directory with what lies beside the queries.
func (r *reader) around(d filetree.Dir) run {
	n := r.of(d)
	n.summary = r.json(n.dir, summaryFile, "its values are unknown")
	if analysis, err := r.tree.Dir(n.dir.File("analysis")); err == nil && slices.Contains(n.dir.Dirs, "analysis") {
		if o := r.json(analysis, "accuracy.json", "the report is not shown"); o != nil {
			n.report = reportOf(o)
		}
		n.regression = r.json(analysis, "regression.json", "the report is not shown")
	}
	return n
}

// json reads a document if it is there; a broken one is a problem with what follows
// from it.
func (r *reader) json(d filetree.Dir, name, consequence string) jsontree.Object {
	if !d.Has(name) {
		return nil
	}
	o, err := readJSON(r.tree, d.File(name))
	r.noteIf(err != nil, d.File(name), "", "%v; %s", err, consequence)
	return o
}

// measured reads the run in a directory with traces or a data set.
func (r *reader) measured(d filetree.Dir, form string) {
	n, c := r.around(d), profiled()
	name, err := r.read(c, d, form)
	if err != nil {
		if !errors.Is(err, context.Canceled) {
			r.leaveOut(name, err)
		}
		return
	}
	r.noteIf(c.open, c.file, "", "the end marker is missing; all rows before it were read")
	if c.isFlat {
		r.traces(n, name, c)
		return
	}
	want := n.stated().Count("queries").Or(0)
	r.noteIf(c.rows < want, d.Name, "total_queries", "the summary reports %d queries, the dataset has %d rows", want, c.rows)
	r.profiles(n, name, c)
}

// traces adds the profile of an agentic run.
func (r *reader) traces(n run, name string, c *contents) {
	g := c.flat
	r.in.Problems = append(r.in.Problems, g.faults...)
	r.noteIf(c.untold() != "", name, "", "%s", c.untold())
	if g.traces == 0 {
		r.leaveOut(name, fmt.Errorf("it contains no readable query"))
		return
	}
	p, odd := n.agentic(g, func(path, differs string) { r.note(n.dir.File(summaryFile), path, differs) })
	r.noteIf(g.odd > 0, name, "", "%d of %d queries contradict themselves; the first in %s %s", g.odd, g.traces, c.part, g.firstOdd)
	r.add(n, p, name, odd, nil)
}

// profiles adds a profile for each model of a data set.
func (r *reader) profiles(n run, name string, c *contents) {
	if n.report != nil && n.report.model == "" && len(c.order) == 1 {
		n.report.model = c.order[0]
	}
	if n.report != nil && c.models[n.report.model] == nil {
		r.note(n.dir.File("analysis/accuracy.json"), "summary.model",
			fmt.Sprintf("%q is not a model of the dataset; the report is not shown", data.Public(n.report.model)))
		n.report = nil
	}
	measured := lists.Filter(c.order, func(model string) bool { return c.models[model].rows > 0 })
	for _, model := range measured {
		q := c.models[model]
		p, odd := n.singleTurn(model, q, c.rows)
		field := metricsColumn + "." + data.Public(model) + "." + energyPath
		r.noteIf(q.invalid() != "", name, field, "%s; left out", q.invalid())
		r.add(n, p, name, odd, q.stated())
	}
	if len(measured) == 0 {
		r.leaveOut(name, fmt.Errorf("no model in column %s has a query", metricsColumn))
	}
}

// add takes a profile in, with what is odd about it and about its report, and what its
// queries state by field.
func (r *reader) add(n run, p data.Row, name string, odd data.Remarks, queries fields) {
	if n.report != nil && (p.Value("form") == agenticForm || n.report.model == p.Value("model")) {
		odd = append(odd, n.apply(p)...)
		r.report(n, p)
	}
	start, end := p.Text("start_time").Or(""), p.Text("end_time").Or("")
	r.noteIf(len(start) == len(end) && end < start, n.dir.File(summaryFile), "end_time", "is before start_time")
	r.noteIf(p.Value("model") == unknownModel, name, "model", "no file contains the model: %s is missing or does not contain it", summaryFile)
	p.Take(fields{"reader_warnings": data.List(odd)})
	p.Take(queries)
	if r.in.Add(p, name, 0) {
		r.newest = max(r.newest, p.Text("date").Or(""))
	}
}

// report stores what the report states, and notes where it is wrong.
func (r *reader) report(n run, row data.Row) {
	file := n.dir.File("analysis/accuracy.json")
	for _, f := range n.report.faults {
		r.note(file, "summary", f+"; the values computed from the queries are shown")
	}
	for _, f := range Schema().Fields() {
		stated, ok := strings.CutPrefix(f.Name, "report_")
		if why := n.report.row.Refused(f.Name); ok && why != "" {
			r.note(file, "summary."+stated, why+"; the value is not shown")
		} else if ok {
			_ = row.Set(f.Name, n.report.row.Value(f.Name))
		}
	}
}
