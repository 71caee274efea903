package source

import (
	"context"
	"errors"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// RawFiles are the raw files of a run by their names, with the role of the field that contains the path of each.
var RawFiles = []struct {
	Name string
	Role data.Role
}{
	{"results", data.RoleResultsFile},
	{"prometheus", data.RoleMetricsFile},
}

// ErrNoRuns means that a dataset has no files of runs by which raw files could be selected.
var ErrNoRuns = errors.New("the dataset has no runs/llm.parquet or runs/diffusion.parquet, which select runs")

// Wanted selects files of a dataset on the Hub. The zero value selects the raw files of all runs, or all files of a
// dataset without files of runs.
type Wanted struct {
	// Patterns, if any, select the files that match one of them instead: see [hub.Matching].
	Patterns []string
	// Runs, unless nil, selects runs. For a dataset without files of runs, the error is then [ErrNoRuns].
	Runs func(data.Dataset) (data.Dataset, error)
	// RawFile is the name of one of [RawFiles], "" for all.
	RawFile string
}

// Plan lists the files that a Fetch will download to the cache.
type Plan struct {
	Commit  string
	Path    string     // directory of the source in the cache, after the download
	Listed  []hub.File // all files of the source
	Files   []hub.File // the selected files
	Missing []hub.File // the selected files that are not in the cache
	Runs    int        // number of runs that selected the raw files, -1 if not selected by runs

	source  Source
	options Options
}

// Plan determines the files of a source on the Hub to download; for this it downloads the files that contain the
// runs.
func (o Options) Plan(ctx context.Context, s Source, w Wanted) (*Plan, error) {
	if o.Hub == nil {
		o.Hub = new(Hub)
	}
	if err := o.find(ctx, &s); err != nil {
		return nil, err
	}
	if err := s.hub.list(ctx); err != nil {
		return nil, err
	}
	for _, p := range s.hub.problems {
		o.note("%v", p)
	}
	at := s.hub.snapshot
	p := &Plan{Commit: at.Commit, Path: at.Path(s.hub.path), Listed: s.hub.files, Runs: -1, source: s, options: o}
	if err := p.choose(ctx, w); err != nil {
		return nil, err
	}
	p.Missing = at.Missing(p.Files)
	return p, nil
}

// choose finds the files that are wanted.
func (p *Plan) choose(ctx context.Context, w Wanted) error {
	h := p.source.hub
	k := h.kind()
	switch {
	case len(w.Patterns) > 0:
		p.Files = hub.Matching(h.files, h.inside(w.Patterns)...)
		return nil
	case k == nil && (w.Runs != nil || w.RawFile != ""):
		return ErrNoRuns
	case k == nil:
		p.Files = h.files
		return nil
	}
	names, err := p.rawFiles(ctx, w)
	p.Files = slices.Concat(h.named(k.beside), h.named(k.runs), h.named(names))
	return err
}

// inside are patterns of the source as those of the dataset.
func (h *onHub) inside(patterns []string) []string {
	if h.path == "" {
		return patterns
	}
	return lists.Map(patterns, func(p string) string { return h.path + "/" + p })
}

// rawFiles names the raw files of the runs, which are fetched for that.
func (p *Plan) rawFiles(ctx context.Context, w Wanted) (names []string, err error) {
	if err := p.options.fetchFirst(ctx, &p.source); err != nil {
		return nil, err
	}
	s, err := p.source.local()
	if err != nil {
		return nil, err
	}
	opened := Part{Source: s}
	if opened.open(ctx, p.options); opened.Err != nil {
		return nil, opened.Err
	}
	ds := opened.Data
	if w.Runs != nil {
		if ds, err = w.Runs(ds); err != nil {
			return nil, err
		}
	}
	p.Runs = ds.Len()
	for _, f := range RawFiles {
		if w.RawFile == "" || w.RawFile == f.Name {
			names = append(names, rawPaths(ds, f.Role)...)
		}
	}
	return names, nil
}

// Fetch downloads the files of the plan.
func (p *Plan) Fetch(ctx context.Context) error {
	defer p.options.progress("", 0, 0)
	return p.options.fetchFiles(ctx, &p.source, p.Files)
}
