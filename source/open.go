package source

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Options configure how sources are opened. The zero value reads stable runs, and accesses the Hugging Face Hub as
// configured in the environment.
type Options struct {
	// Unstable includes the runs that failed the stability rules.
	Unstable bool
	// Strict makes every problem in a source an error.
	Strict bool
	// Raw are options for raw results. Its tasks restrict the runs of all kinds of sources. StableOnly, Linked and
	// Progress are ignored.
	Raw raw.Options
	// Hub is the access to datasets on the Hub; nil means a new one, configured by the environment.
	Hub *Hub
	// Allow, unless nil, is called before files are downloaded from the Hub, with their total size in bytes; if it
	// returns an error, they are not downloaded.
	Allow func(source string, files int, bytes int64) error
	// GPUs are the power limits of GPUs; nil means the built-in ones.
	GPUs []content.GPU
	// Accept, unless nil, returns the reason to keep an implausible run, "" for none. The table contains only that
	// run.
	Accept func(run data.Table, p data.Problem) string
	// Meant, unless nil, is called with the schemas of all runs about which Accept can be asked; its error is that of
	// reading.
	Meant func(schemas []*data.Schema) error
	// Progress, unless nil, is called with the current stage, and with the number of completed steps and of all steps
	// if total is not 0. The empty stage is the end. It is called by one goroutine at a time.
	Progress func(stage string, done, total int)
	// FollowRedirects allows redirects of a published site to other hosts. Redirects of the Hub are always allowed.
	FollowRedirects bool
	// Note, unless nil, is called with messages that are not errors, such as about files that a dataset lacks.
	Note func(message string)
}

func (o Options) progress(stage string, done, total int) {
	if o.Progress != nil {
		o.Progress(stage, done, total)
	}
}

// reading is the progress of a source that is read.
func (o Options) reading(s Source) func(done, total int) {
	return func(done, total int) { o.progress("reading "+s.given, done, total) }
}

func (o Options) note(format string, args ...any) {
	if o.Note != nil {
		o.Note(fmt.Sprintf(format, args...))
	}
}

// Open reads the stable runs of sources in the syntax of [Parse] and joins them: runs in two of them count once. A
// dataset on the Hub is given as hf://ORG/NAME, also with a revision and a path in it: hf://ORG/NAME@REVISION/PATH.
//
// It is an error if a source cannot be opened, or if there is no run in any. Errors in individual results do not make
// it fail: they are in the dataset's Problems.
func Open(ctx context.Context, given ...string) (*Dataset, error) {
	return Options{}.Open(ctx, given...)
}

// Open is [Open] with these options.
func (o Options) Open(ctx context.Context, given ...string) (*Dataset, error) {
	sources := make([]Source, len(given))
	for i, g := range given {
		var err error
		if sources[i], err = Parse(g); err != nil {
			return nil, fmt.Errorf("source %q: %w", g, err)
		}
	}
	return o.Read(ctx, sources...)
}

// Read reads sources in the order given, raw results together at the end. If one fails, the others are still read, so
// that the error contains all failures, and unless ctx is done the dataset is also returned: its Parts contain the
// result for each source.
func (o Options) Read(ctx context.Context, sources ...Source) (*Dataset, error) {
	if o.Hub == nil {
		o.Hub = new(Hub)
	}
	d := &Dataset{Parts: make([]Part, len(sources)), options: o}
	var joint []*Part
	for i, s := range sources {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p := &d.Parts[i]
		if p.Source, p.Err = o.known(ctx, s); p.Err != nil {
			continue
		}
		if p.kind.joint {
			joint = append(joint, p)
		} else {
			p.open(ctx, o)
			p.agree(d.Parts[:i])
			p.Data = o.rules().Beside(p.Data, held(d.Parts[:i])...)
		}
	}
	o.openJoint(ctx, joint, held(d.Parts))
	for i := range d.Parts {
		d.Parts[i].tellOrigin()
	}
	o.progress("", 0, 0)
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if o.Meant != nil {
		if err := o.Meant(append(Schemas(), d.schemas()...)); err != nil {
			return nil, err
		}
	}
	return d, d.merge()
}

// schemas are those of what was read.
func (d *Dataset) schemas() []*data.Schema {
	return lists.FlatMap(d.Parts, func(p Part) []*data.Schema { return lists.Map(p.Data.Tables, data.Table.Schema) })
}

// agree makes it the error of a source that it declares a record type otherwise than one
// before it, whose runs cannot stand in one table with its own.
func (p *Part) agree(before []Part) {
	for _, t := range p.Data.Tables {
		for i := range before {
			theirs := before[i].Data.Table(t.Schema())
			if theirs.Len() > 0 && !theirs.Schema().Same(t.Schema()) {
				p.Err = fmt.Errorf("declares the domain %s differently from %s: use one declaration for both, or another domain",
					t.Schema().Domain, before[i].Name())
				p.Data = data.Dataset{Sources: p.Data.Sources}
				return
			}
		}
	}
}

// held is what parts held.
func held(parts []Part) []data.Dataset {
	return lists.Map(parts, func(p Part) data.Dataset { return p.Data })
}

// open reads a source of known kind that stands alone.
func (p *Part) open(ctx context.Context, o Options) {
	o.reading(p.Source)(0, 0)
	p.Data, p.Err = p.kind.open(ctx, p.Source, o)
	if len(o.Raw.Tasks) > 0 {
		p.tasks = tasksOf(p.Data)
	}
	p.Data = o.rules().Apply(ofTasks(p.Data, o.Raw.Tasks))
	if p.Err == nil {
		p.Err = boardsFault(p.Data)
	}
	for i := range p.Data.Sources {
		p.Data.Sources[i].Name = p.Name()
	}
	if p.kind.archive != nil && p.Err == nil {
		p.archive, p.Err = p.kind.archive(p.Source, p.Data, o.Raw)
	}
}

// mostBoards are those of a source: each takes memory and pages, however few rows it has.
const mostBoards = 2000

// boardsFault refuses runs on too many boards.
func boardsFault(ds data.Dataset) error {
	for _, runs := range ds.Tables {
		by := []string{runs.Schema().Name(data.RoleTask)}
		if b := runs.Schema().Board; b != nil {
			by = append([]string{b.By}, b.Alike...)
		}
		if boards, _ := runs.GroupBy(by...); len(boards) > mostBoards {
			at := boards[mostBoards].Runs.Place(0)
			return fmt.Errorf("%s: row %d: the runs are on %d boards, of at most %d, since they differ in %s; leave out the field, or runs",
				at.File, at.Row, len(boards), mostBoards, strings.Join(by, ", "))
		}
	}
	return nil
}

// merge joins the parts. It fails when a source could not be opened and when there
// is no run at all, and then says what else is wrong.
func (d *Dataset) merge() error {
	var failed []error
	var archives []*raw.Archive
	parts := make([]data.Dataset, len(d.Parts))
	for i, p := range d.Parts {
		parts[i] = p.Data
		if p.Err != nil {
			failed = append(failed, p.Failed(p.Err))
		}
		if p.archive != nil {
			archives = append(archives, p.archive)
		}
	}
	d.Dataset = data.Merge(parts...)
	if len(archives) > 0 {
		d.archive = raw.Join(archives...)
		d.Recordings = d.recorded
	}
	missing := d.withoutRuns(d.options.Raw.Tasks)
	switch {
	case len(failed) == 0 && d.Len() == 0 && missing != "":
		failed = append(failed, errors.New(missing))
	case len(failed) == 0 && d.Len() == 0:
		failed = append(failed, errors.New("no source contains a run"))
	case missing != "":
		d.options.note("%s", missing)
	}
	if len(failed) > 0 || d.options.Strict {
		failed = append(failed, problemErrors(d.Dataset)...)
	}
	return errors.Join(failed...)
}

// problemErrors are the problems as lines of a message, a few only.
func problemErrors(ds data.Dataset) (lines []error) {
	const most = 10
	for _, s := range ds.Sources {
		for _, p := range data.Unaccepted(s.Problems) {
			if len(lines) == most {
				return append(lines, errors.New("… and more: list all with jouleboard check"))
			}
			lines = append(lines, fmt.Errorf("%s: %w", s.Name, p))
		}
	}
	return lines
}

// leastBusy is the share of the power limit that GPUs draw at least while they serve a model: the lowest that published runs
// have is 0.26.
const leastBusy = 0.2

// rules decide which runs are implausible, by the caller's GPUs or those that ship with the
// program.
func (o Options) rules() plausible.Rules {
	gpus := o.GPUs
	if gpus == nil {
		gpus = content.EmbeddedGPUs()
	}
	rules := plausible.Rules{GPUs: map[string]plausible.Limit{}, Accept: o.Accept}
	for _, g := range gpus {
		least, most := g.Draws()
		rules.GPUs[g.Model] = plausible.Limit{Least: least, Most: most, Busy: leastBusy * g.TDP, Bandwidth: g.Bandwidth, Memory: g.Memory}
	}
	return rules
}
