package main

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type fetchOptions struct {
	sources  sourceFlags
	domain   string
	where    string
	only     string
	files    []string
	unstable bool
}

// the raw files of a run by their --only, and the field that names each
var rawKinds = []struct{ name, field string }{
	{"results", "results_path"},
	{"prometheus", "prometheus_path"},
}

func fetchCommand(c *console) *cobra.Command {
	var o fetchOptions
	cmd := &cobra.Command{
		Use:   "fetch",
		Short: "Fetch a dataset from the Hugging Face Hub before it is needed",
		Long: `Fetch brings into the cache what other commands would fetch when they need it: of
a dataset with runs/llm.parquet or runs/diffusion.parquet the raw files of the
selected runs, of any other all files. It says first how much that is, and more
than ` + units.Bytes(mostUnasked) + ` is fetched only with --yes. What is in the cache is not fetched
again; a fetch that was interrupted goes on.

The directory of each dataset in the cache is printed. HF_TOKEN holds the access
token, HF_HOME or HF_HUB_CACHE say where the cache is, HF_ENDPOINT names a mirror,
and HF_HUB_OFFLINE=1 lets every command use the cache alone.

` + sourcesHelp(),
		Example: `  jouleboard fetch --source hf://ml-energy/benchmark-v3 --where 'task == "gpqa"' --only results
  jouleboard fetch --source hf://ml-energy/benchmark-v3@main --files 'configs/*'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.fetch(cmd.Context(), o) },
	}
	o.sources.register(cmd)
	f := cmd.Flags()
	f.StringVar(&o.domain, "domain", "", "raw files of llm or diffusion runs only")
	f.StringVarP(&o.where, "where", "w", "", "raw files of the runs for which this `EXPR` is true, as in the command runs")
	f.StringVar(&o.only, "only", "", "of raw files, results or prometheus only")
	f.StringSliceVar(&o.files, "files", nil, "the files that match one of these `PATTERNS` instead, separated by commas; * is any text")
	f.BoolVar(&o.unstable, "include-unstable", false, "with the runs that failed the stability rules")
	complete(cmd, "domain", fixed(llm, diffusion))
	complete(cmd, "only", fixed(rawKinds[0].name, rawKinds[1].name))
	complete(cmd, "where", completeWhere)
	return cmd
}

// fetch brings the files that the flags name into the cache.
func (c *console) fetch(ctx context.Context, o fetchOptions) error {
	sources, err := o.parse()
	if err != nil {
		return err
	}
	var failed []error
	for _, s := range sources {
		if err := c.fetchOne(ctx, s, o); err != nil {
			failed = append(failed, s.failed(err))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(failed...)
}

func (o fetchOptions) parse() ([]source, error) {
	sources, err := o.sources.parse()
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if s.kind == nil || !s.kind.remote {
			return nil, usagef("--source %q: fetch takes datasets on the Hugging Face Hub, such as hf://ml-energy/benchmark-v3", s.name())
		}
	}
	switch {
	case !slices.Contains([]string{"", llm, diffusion}, o.domain):
		return nil, usagef("--domain %q: want %s or %s", o.domain, llm, diffusion)
	case !slices.Contains([]string{"", rawKinds[0].name, rawKinds[1].name}, o.only):
		return nil, usagef("--only %q: want %s or %s", o.only, rawKinds[0].name, rawKinds[1].name)
	case len(o.files) > 0 && o.ofRuns():
		return nil, usagef("--files names files, and --where, --only and --domain those of runs; give one of them")
	}
	return sources, nil
}

// ofRuns reports whether flags choose raw files by their runs.
func (o fetchOptions) ofRuns() bool { return o.where != "" || o.only != "" || o.domain != "" }

// fetchOne fetches what is asked for of one dataset and prints where it is.
func (c *console) fetchOne(ctx context.Context, s source, o fetchOptions) error {
	files, err := c.chosen(ctx, &s, o)
	if err != nil {
		return err
	}
	missing := s.hub.snapshot.Missing(files)
	c.note("%s at commit %s: %s, %s; to fetch: %s, %s", s.name(), s.hub.snapshot.Commit,
		counted(len(files), "file"), units.Bytes(int(hub.Size(files))), counted(len(missing), "file"), units.Bytes(int(hub.Size(missing))))
	err = c.fetchFiles(ctx, &s, files)
	c.progress("")
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.stdout, s.hub.snapshot.Path(s.hub.path))
	return err
}

// chosen is the files of a dataset that are to be fetched.
func (c *console) chosen(ctx context.Context, s *source, o fetchOptions) ([]hub.File, error) {
	if err := c.find(ctx, s); err != nil {
		return nil, err
	}
	if err := s.hub.list(ctx); err != nil {
		return nil, err
	}
	for _, p := range s.hub.problems {
		c.note("%v", p)
	}
	if len(o.files) > 0 {
		return s.hub.matching(o.files)
	}
	summary := s.hub.summary()
	switch {
	case len(summary) == 0 && o.ofRuns():
		return nil, usagef("--where, --only and --domain choose by runs/llm.parquet and runs/diffusion.parquet, which the dataset lacks; choose by --files")
	case len(summary) == 0:
		return s.hub.files, nil
	}
	if err := c.fetchFirst(ctx, s); err != nil {
		return nil, err
	}
	names, err := c.rawOf(ctx, *s, o)
	return append(summary, s.hub.named(names)...), err
}

// matching are the files whose path in the source matches a pattern.
func (h *onHub) matching(patterns []string) ([]hub.File, error) {
	inside := make([]string, len(patterns))
	for i, p := range patterns {
		inside[i] = p
		if h.path != "" {
			inside[i] = h.path + "/" + p
		}
	}
	files := hub.Matching(h.files, inside...)
	if len(files) == 0 {
		return nil, fmt.Errorf("no file of %d matches --files; the first is %s", len(h.files), h.files[0].Path)
	}
	return files, nil
}

// rawOf names the raw files of the selected runs of a source.
func (c *console) rawOf(ctx context.Context, s source, o fetchOptions) ([]string, error) {
	s, err := s.local()
	if err != nil {
		return nil, err
	}
	ds, err := s.open(ctx, openOptions{unstable: o.unstable, links: true})
	if err != nil {
		return nil, err
	}
	if o.where != "" {
		if ds, err = whereOf(ds, o); err != nil {
			return nil, usageError{fmt.Errorf("--where: %w", err)}
		}
	}
	if o.domain == diffusion {
		ds.LLM() = data.LLMRuns{}
	}
	if o.domain == llm {
		ds.Diffusion() = data.DiffusionRuns{}
	}
	if ds.Len() == 0 {
		c.note("no run is selected: only the files that hold the runs are fetched")
	}
	var names []string
	for _, kind := range rawKinds {
		if o.only == "" || o.only == kind.name {
			names = append(names, rawPaths(ds, kind.field)...)
		}
	}
	return names, nil
}

// whereOf applies --where to both types of runs. An expression over fields that
// one of them has not selects none of its runs.
func whereOf(ds data.Dataset, o fetchOptions) (data.Dataset, error) {
	ds.LLM(), ds.Diffusion() = ds.LLM().Filter(o.where), ds.Diffusion().Filter(o.where)
	errLLM, errDiffusion := ds.LLM().Err(), ds.Diffusion().Err()
	if errLLM != nil && (errDiffusion != nil || o.domain == llm) {
		return ds, errLLM
	}
	if errDiffusion != nil && o.domain == diffusion {
		return ds, errDiffusion
	}
	return ds, nil
}
