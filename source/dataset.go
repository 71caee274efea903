package source

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/nearest"
	"github.com/jouleboard/jouleboard/units"
)

// Dataset is the joint content of several sources, with access to the raw files of the runs: those of raw results,
// and of a compiled directory that has them. A run whose raw file is missing or invalid yields an error that names
// the file; the others follow. For a dataset on the Hub, the raw files of the requested runs are downloaded when they
// are read; all runs together have about 100 GB, so filter first. Raw files are read by one goroutine at a time.
type Dataset struct {
	data.Dataset
	Parts []Part // one per source, in the order given

	archive *raw.Archive // nil: there are no raw files
	options Options
}

// Part is the content of one source, or the error that occurred when it was opened.
type Part struct {
	Source
	// Data is the content of the source. If raw results were opened together, the first part has all of their runs,
	// but each part has its own Sources.
	Data  data.Dataset
	Files []raw.File // every results.json of raw results; nil for other kinds
	Err   error

	archive *raw.Archive // nil: there are no raw files
	tasks   []string     // of all that it holds; nil for raw results
}

// SourceOf returns the source of a run, which is the first of the table. For raw results that were judged together it
// is all of their sources; for a run that is not of this dataset it is empty.
func (d *Dataset) SourceOf(run data.Table) (sources []data.Source) {
	i := slices.IndexFunc(d.Parts, func(p Part) bool { return holds(p.Data.Table(run.Schema()), run) })
	for k := max(i, 0); i >= 0 && k < len(d.Parts); k++ {
		if p := d.Parts[k]; k == i || p.kind != nil && p.kind.joint && d.Parts[i].kind.joint {
			sources = append(sources, p.Data.Sources...)
		}
	}
	return sources
}

// holds reports whether one of the runs equals the first of the other table in all that
// sources state.
func holds(runs, run data.Table) bool {
	stated := run.Schema().Stated()
	for i := range runs.Len() {
		if !slices.ContainsFunc(stated, func(f data.Field) bool { return runs.Value(i, f.Name) != run.Value(0, f.Name) }) {
			return true
		}
	}
	return false
}

// OutputLengths yields the output length of each request in tokens, run by run; those of failed requests only if
// requested.
func (d *Dataset) OutputLengths(ctx context.Context, runs data.LLMRuns, unsuccessful bool) iter.Seq2[raw.Requests, error] {
	return fetched(ctx, d, runs.Table, func() iter.Seq2[raw.Requests, error] { return d.archive.OutputLengths(ctx, runs, unsuccessful) })
}

// InterTokenLatencies yields the latencies in seconds of the successful requests,
// each run in blocks of bounded size.
func (d *Dataset) InterTokenLatencies(ctx context.Context, runs data.LLMRuns) iter.Seq2[raw.Latencies, error] {
	return fetched(ctx, d, runs.Table, func() iter.Seq2[raw.Latencies, error] { return d.archive.InterTokenLatencies(ctx, runs) })
}

// Timelines yields for each run power in watts or temperature in degrees Celsius over
// time, summed over its GPUs. The metric is one of [raw.Metrics].
func Timelines[R data.Record](ctx context.Context, d *Dataset, runs data.Runs[R], metric string) iter.Seq2[raw.Timeline[R], error] {
	return fetched(ctx, d, runs.Table, func() iter.Seq2[raw.Timeline[R], error] { return raw.Timelines(ctx, d.archive, runs, metric) })
}

// Queries yields the queries of runs of Intelligence Per Watt, source by source in the order of their files.
// Questions and answers are empty unless requested. Queries that cannot be read yield an error that names them, as
// does a run whose source contains no queries; the others follow.
func (d *Dataset) Queries(ctx context.Context, runs data.Table, texts bool) iter.Seq2[ipw.Query, error] {
	return func(yield func(ipw.Query, error) bool) {
		left := runs
		for _, p := range d.Parts {
			if p.kind == nil || p.kind.domain != ipw.Domain {
				continue
			}
			own := p.Data.Table(runs.Schema())
			of := left.Select(func(i int) bool { return holds(own, left.Slice(i, i+1)) })
			left = left.Select(func(i int) bool { return !holds(own, left.Slice(i, i+1)) })
			for q, err := range ipw.Queries(ctx, p.at, of, texts) {
				if err != nil {
					err = p.Failed(err)
				}
				if !yield(q, err) {
					return
				}
			}
		}
		for i := range left.Len() {
			err := fmt.Errorf("%s: its source contains no queries; use ipw:DIR with the directory of the run", left.Text(i, "run_path"))
			if !yield(ipw.Query{}, err) {
				return
			}
		}
	}
}

// fetched reads raw files after those of the runs were fetched.
func fetched[T any](ctx context.Context, d *Dataset, runs data.Table, read func() iter.Seq2[T, error]) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		err := d.NoRaw()
		if err == nil {
			err = d.Prefetch(ctx, runs)
		}
		// what cannot be had is an error of its run
		if err != nil && !errors.Is(err, hub.Offline) && !errors.Is(err, hub.Incomplete) {
			yield(*new(T), err)
			return
		}
		read()(yield)
	}
}

// NoRaw returns the error of reading raw files if no source has any, otherwise nil.
func (d *Dataset) NoRaw() error {
	if d.archive != nil {
		return nil
	}
	names := lists.Map(d.Parts, func(p Part) string { return p.Name() })
	return fmt.Errorf("%s: no raw files, which are the only files with these values; use raw:DIR with the benchmark's results, "+
		"or a compiled directory that was made without --skip-raw and downloaded with its llm and diffusion folders",
		strings.Join(names, ", "))
}

// Prefetch downloads the raw files of the runs, each file once, that are on the Hub but not in the cache. If a file
// is wrong on the Hub, the others are still downloaded, and the error is of the kind [hub.Incomplete]; without a
// network it is of the kind [hub.Offline]. Errors of several sources are joined.
func (d *Dataset) Prefetch(ctx context.Context, of ...data.Table) error {
	var left []error
	for i := range d.Parts {
		p := &d.Parts[i]
		if p.hub == nil || p.archive == nil {
			continue
		}
		err := d.options.fetchMissing(ctx, &p.Source, p.hub.unasked(of))
		if errors.Is(err, hub.Offline) || errors.Is(err, hub.Incomplete) {
			left = append(left, err)
		} else if err != nil {
			return p.Failed(err)
		}
	}
	return errors.Join(left...)
}

// unasked are the raw files of runs of the source that are not in the cache and that
// nobody asked for before, each once.
func (h *onHub) unasked(of []data.Table) (names []string) {
	seen := map[string]bool{}
	for _, runs := range of {
		for _, name := range pathsOf(runs, data.RoleResultsFile) {
			if asked, own := h.rawFiles[name]; own && !asked && !seen[name] && !h.snapshot.Has(h.in(name)) {
				seen[name] = true
				names = append(names, name)
			}
		}
	}
	return names
}

// fetchMissing fetches raw files of a source on the Hub.
func (o Options) fetchMissing(ctx context.Context, s *Source, names []string) error {
	if len(names) == 0 {
		return nil
	}
	err := error(nil)
	if !s.hub.listed {
		err = s.hub.list(ctx)
	}
	if errors.Is(err, hub.Offline) {
		s.hub.ask(names)
		return fmt.Errorf("%s: %s of raw results %w: run fetch once without it", s.Name(), units.Counted(len(names), "file"), hub.Offline)
	}
	if err != nil {
		return err
	}
	defer o.progress("", 0, 0)
	files := s.hub.named(names)
	if lacking := len(names) - len(files); lacking > 0 {
		o.note("%s: the dataset does not contain %s of raw results that its runs refer to", s.Name(), units.Counted(lacking, "file"))
	}
	err = o.fetchFiles(ctx, s, files)
	if err == nil || errors.Is(err, hub.Incomplete) {
		s.hub.ask(names)
	}
	if errors.Is(err, hub.Incomplete) {
		return fmt.Errorf("%s: %w", s.Name(), err)
	}
	return err
}

// ask notes that files were asked for.
func (h *onHub) ask(names []string) {
	for _, name := range names {
		h.rawFiles[name] = true
	}
}

// HasFetched reports whether the raw file of a results_path needs no download from the Hub.
func (d *Dataset) HasFetched(path string) bool {
	return !slices.ContainsFunc(d.Parts, func(p Part) bool {
		if p.hub == nil || p.archive == nil {
			return false
		}
		_, own := p.hub.rawFiles[path]
		return own && !p.hub.snapshot.Has(p.hub.in(path))
	})
}

// rawPaths are the raw files of all runs in the field of a role, each once, in the
// order of the runs.
func rawPaths(ds data.Dataset, role data.Role) []string {
	return lists.FlatMap(ds.Tables, func(runs data.Table) []string { return pathsOf(runs, role) })
}

func pathsOf(runs data.Table, role data.Role) (paths []string) {
	seen := map[string]bool{"": true}
	for _, v := range runs.Values(runs.Schema().Name(role)) {
		if name := data.Text(v); !seen[name] {
			seen[name] = true
			paths = append(paths, name)
		}
	}
	return paths
}

// recordings are the timelines of raw files, by the names that texts use for them.
var recordings = map[string]struct{ metric, label, unit string }{
	"power": {"power.device_instant", "Power", "W"}, "temperature": {"temperature", "Temperature", "°C"},
}

// recorded is what raw files say over time of each run: see [data.Dataset]. Nothing is downloaded.
func (d *Dataset) recorded(runs data.Table, name string) ([]data.Series, error) {
	of, known := recordings[name]
	if !known {
		return nil, fmt.Errorf("there is no recording %q; use one of %s", name, strings.Join(slices.Sorted(maps.Keys(recordings)), ", "))
	}
	var points [][]data.Point
	var err error
	switch runs.Schema().Domain {
	case data.LLMRun{}.Schema().Domain:
		points, err = pointsOf(d, data.As[data.LLMRun](runs), of.metric)
	case data.DiffusionRun{}.Schema().Domain:
		points, err = pointsOf(d, data.As[data.DiffusionRun](runs), of.metric)
	}
	return lists.Map(points, func(p []data.Point) data.Series {
		return data.Series{Name: name, Label: of.label, Unit: of.unit, Points: p}
	}), err
}

func pointsOf[R data.Record](d *Dataset, runs data.Runs[R], metric string) (points [][]data.Point, err error) {
	for i, path := range runs.Values(runs.Schema().Name(data.RoleResultsFile)) {
		if !d.HasFetched(data.Text(path)) {
			return nil, fmt.Errorf("the raw file of run %s was not downloaded; run jouleboard fetch for it", runs.Run(i))
		}
	}
	places := map[R]int{}
	for i := range runs.Len() {
		places[runs.At(i)] = i
	}
	points = make([][]data.Point, runs.Len())
	for t, problem := range Timelines(context.Background(), d, runs, metric) {
		err = cmp.Or(err, problem)
		points[places[t.Run]] = append(points[places[t.Run]],
			lists.Map(t.Samples, func(s raw.Sample) data.Point { return data.Point{Seconds: s.RelativeSeconds, Value: s.Value} })...)
	}
	return points, err
}

// tasksOf are the tasks of a benchmark that has tasks.
func tasksOf(ds data.Dataset) []string {
	return lists.FlatMap([]data.Table{ds.LLM().Table, ds.Diffusion().Table}, func(runs data.Table) []string {
		return lists.Map(runs.Distinct(runs.Schema().Name(data.RoleTask)), data.Text)
	})
}

// ofTasks keeps the runs of the tasks; none keep all.
func ofTasks(ds data.Dataset, tasks []string) data.Dataset {
	if len(tasks) == 0 || len(ds.Sources) == 0 {
		return ds
	}
	ds = ds.With(ds.LLM().Task(tasks...).Table).With(ds.Diffusion().Task(tasks...).Table)
	only := ds.Sources[0] // the kinds that are opened one by one have one
	only.Runs = ds.Len()
	return data.NewDataset(only, ds.Tables...)
}

// withoutRuns says which of the tasks have no run, and which tasks there are; "" if each
// has one.
func (d *Dataset) withoutRuns(tasks []string) string {
	if len(tasks) == 0 {
		return ""
	}
	loaded := tasksOf(d.Dataset)
	missing := slices.DeleteFunc(slices.Clone(tasks), func(task string) bool { return slices.Contains(loaded, task) })
	if len(missing) == 0 {
		return ""
	}
	known := d.known()
	return fmt.Sprintf("no runs of the task %s; the sources have %s%s",
		strings.Join(missing, ", "), strings.Join(known, ", "), nearest.Hint(missing[0], known))
}

// known are the tasks of all sources. Raw results are searched again, since those of other
// tasks were passed over.
func (d *Dataset) known() (tasks []string) {
	for _, p := range d.Parts {
		tasks = append(tasks, p.tasks...)
		if p.Err != nil || p.kind == nil || !p.kind.joint {
			continue
		}
		if found, err := raw.Find(context.Background(), []string{p.at}, raw.Options{}); err == nil {
			tasks = append(tasks, lists.Map(found.Places, func(place raw.Place) string { return place.Task })...)
		}
	}
	return lists.Ascending(tasks)
}
