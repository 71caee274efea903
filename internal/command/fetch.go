package command

import (
	"context"
	"errors"
	"fmt"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type fetchOptions struct {
	Sources  sourceFlags
	Domain   string   `flag:"domain" help:"only raw files of runs of this {DOMAIN}: llm or diffusion" words:"llm diffusion"`
	Where    string   `flag:"where,w" help:"only raw files of runs for which {EXPR} is true: jouleboard help expressions" complete:"where"`
	Only     string   `flag:"only" help:"only raw files of this {KIND}: results or prometheus" words:"raw files"`
	Files    []string `flag:"files" help:"download files that match one of these {PATTERNS}, separated by commas, instead of raw files; * matches any text"`
	Unstable bool     `flag:"include-unstable" help:"include runs that failed the stability rules"`
}

func (*fetchOptions) register(cmd *cobra.Command) {
	f := cmd.Flags().Lookup("source")
	f.Usage = "dataset to download, a `SOURCE` on the Hub such as hf://ORG/NAME; repeatable"
	f.DefValue = "[]" // the sample needs no download
}

func fetchHelp() string {
	return `Fetch downloads datasets to the cache before other commands use them: the raw
files of the selected runs for datasets with runs/llm.parquet or
runs/diffusion.parquet, all files for others. It first prints the total size;
more than ` + units.Bytes(mostUnasked) + ` is downloaded only with --yes. Files in the cache are not
downloaded again, and an interrupted download is continued.

Fetch prints the directory of each dataset in the cache. Environment variables:
  HF_TOKEN                access token
  HF_HOME, HF_HUB_CACHE   directory of the cache
  HF_ENDPOINT             URL of a mirror
  HF_HUB_OFFLINE=1        every command uses only the cache`
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
			failed = append(failed, s.Failed(err))
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	return errors.Join(failed...)
}

func (o fetchOptions) parse() ([]source.Source, error) {
	sources, err := o.Sources.parse()
	if err != nil {
		return nil, err
	}
	for _, s := range sources {
		if !s.OnHub() {
			return nil, usagef("--source %q: fetch downloads datasets from the Hugging Face Hub, such as hf://ml-energy/benchmark-v3", s.Name())
		}
	}
	if len(o.Files) > 0 && (o.Only != "" || o.ofRuns()) {
		return nil, usagef("--files cannot be combined with --where, --only or --domain, which select files by their runs")
	}
	return sources, nil
}

// rawNames are the words of --only.
func rawNames() (names []string) {
	for _, f := range source.RawFiles {
		names = append(names, f.Name)
	}
	return names
}

// ofRuns reports whether flags choose runs.
func (o fetchOptions) ofRuns() bool { return o.Where != "" || o.Domain != "" }

// fetchOne fetches what is asked for of one dataset and prints where it is.
func (c *console) fetchOne(ctx context.Context, s source.Source, o fetchOptions) error {
	wanted := source.Wanted{Patterns: o.Files, RawFile: o.Only}
	if o.ofRuns() {
		wanted.Runs = o.chosen
	}
	plan, err := c.options(o.Sources, o.Unstable).Plan(ctx, s, wanted)
	switch {
	case errors.Is(err, source.ErrNoRuns):
		return usagef("--where, --only and --domain select by runs/llm.parquet and runs/diffusion.parquet, " +
			"which the dataset does not have; select by --files")
	case err != nil:
		return err
	case len(plan.Files) == 0:
		return fmt.Errorf("none of %d files matches --files; the first is %s", len(plan.Listed), plan.Listed[0].Path)
	}
	if plan.Runs == 0 {
		c.note("no run is selected: only the tables of runs are downloaded")
	}
	c.note("%s at commit %s: %s, %s; to download: %s, %s", s.Name(), plan.Commit, units.Counted(len(plan.Files), "file"),
		units.Bytes(int(hub.Size(plan.Files))), units.Counted(len(plan.Missing), "file"), units.Bytes(int(hub.Size(plan.Missing))))
	if err := plan.Fetch(ctx); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.stdout, plan.Path)
	return err
}

// chosen are the runs whose raw files are fetched. An expression over fields that one of the two types of runs has not selects
// none of its runs.
func (o fetchOptions) chosen(ds data.Dataset) (data.Dataset, error) {
	var faults []error
	own := false // one is of the runs of --domain
	for _, runs := range []data.Table{ds.LLM().Table, ds.Diffusion().Table} {
		domain := runs.Schema().Domain
		if o.Where != "" {
			runs = runs.Filter(o.Where)
		}
		if err := runs.Err(); err != nil {
			faults, own = append(faults, err), own || domain == o.Domain
		}
		if o.Domain != "" && domain != o.Domain {
			runs = data.Empty(runs.Schema())
		}
		ds = ds.With(runs)
	}
	if own || len(faults) > 1 {
		return ds, usageError{fmt.Errorf("--where: %w", faults[0])}
	}
	return ds, nil
}
