package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/export/openg2g"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
)

type openG2GOptions struct {
	Sources      sourceFlags
	Spec         string `flag:"spec" help:"{FILE} that lists the models, see above" files:"json"`
	Format       string `flag:"format" help:"{FORMAT}" words:"v3 legacy"`
	Out          string `flag:"out,o" help:"output {DIR}"`
	Date         string `flag:"data-date" help:"{DATE} of the data (default: the newest date in the sources)"`
	Stable       bool   `flag:"stable-only" help:"leave out runs that failed the stability rules"`
	MaxLatencies int    `flag:"max-latencies" help:"fit to a random subset of {N} latencies per batch size"`
	Seed         uint64 `flag:"seed" help:"seed of the random subset, as for NumPy"`
}

// the layouts of --format
const (
	openG2GCurrent = "v3"
	openG2GLegacy  = "legacy"
)

// exportOpenG2G writes the files that the flags describe.
func (c *console) exportOpenG2G(ctx context.Context, o openG2GOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	specs, err := readSpecs(o.Spec)
	if err != nil {
		return err
	}
	sources, err := o.Sources.parse()
	if err != nil {
		return err
	}
	if err := tree.Check(o.Out, append(inputs(sources, o.Sources, textFlags{}), o.Spec)...); err != nil {
		return err
	}
	ds, err := c.options(o.Sources, !o.Stable).Read(ctx, sources...)
	if err != nil {
		return err
	}
	wanted := lists.Map(specs, func(s openg2g.Spec) data.Table { return s.Select(ds.LLM()).Table })
	if err := c.prefetch(ctx, ds, wanted...); err != nil {
		return err
	}
	files, err := c.openG2GFiles(ctx, specs, ds, o)
	if err != nil {
		return unchanged(o.Out, err)
	}
	if err := writeTree(o.Out, files); err != nil {
		return err
	}
	c.note("%s of %s in %s", units.Counted(len(files), "file"), units.Counted(len(specs), "model"), o.Out)
	return nil
}

func (o openG2GOptions) validate() error {
	_, ok := units.Day(o.Date)
	switch {
	case o.Spec == "":
		return usagef("--spec is missing: give the JSON file that lists the models")
	case o.Out == "":
		return usagef("--out is missing: give the output directory")
	case o.Date != "" && !ok:
		return usagef("--data-date %q: use a date such as 2026-02-16", o.Date)
	case o.MaxLatencies < 0:
		return usagef("--max-latencies %d: use a number of samples, or 0 for all", o.MaxLatencies)
	}
	return nil
}

func readSpecs(path string) ([]openg2g.Spec, error) {
	text, err := filetree.ReadFile(path, openg2g.MostBytes)
	if err != nil {
		return nil, fmt.Errorf("--spec %w; give a JSON file that lists the models", err)
	}
	specs, err := openg2g.ParseSpecs(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return specs, nil
}

// openG2GFiles makes the files of all models.
func (c *console) openG2GFiles(ctx context.Context, specs []openg2g.Spec, ds *source.Dataset, o openG2GOptions) ([]openg2g.File, error) {
	if ds.NoRaw() != nil {
		return nil,
			errors.New("no source has raw files, which contain latencies and power over time; use raw:DIR, or a compiled directory with raw files")
	}
	models, faults := make([]openg2g.Model, len(specs)), make([]error, len(specs))
	for i, s := range specs {
		m, err := c.openG2GModel(ctx, s, ds, o)
		if err != nil {
			faults[i] = fmt.Errorf("%s: entry %d (%s): %w", o.Spec, i+1, s.ModelLabel, err)
		}
		models[i] = m
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	files, err := openG2GLayout(models, cmp.Or(o.Date, ds.Date()), o.Format)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Spec, err)
	}
	return files, nil
}

// openG2GLayout gives the models the form of the files. Where no date is stated,
// the runs' own is that of the data.
func openG2GLayout(models []openg2g.Model, date, format string) ([]openg2g.File, error) {
	if format == openG2GLegacy {
		return openg2g.Legacy(models)
	}
	if date == "" {
		for _, m := range models {
			date = max(date, m.Day)
		}
	}
	if date == "" {
		return nil, errors.New("the manifest requires a date, and neither sources nor runs contain one; give --data-date YYYY-MM-DD")
	}
	return openg2g.Current(models, date)
}

// openG2GModel fits one model and says what is odd about its runs.
func (c *console) openG2GModel(ctx context.Context, s openg2g.Spec, ds *source.Dataset, o openG2GOptions) (openg2g.Model, error) {
	selected := s.Select(ds.LLM())
	if err := selected.Err(); err != nil {
		return openg2g.Model{}, err
	}
	for _, sentence := range s.Differences(selected) {
		c.say("%s: %s; pooled anyway", s.ModelLabel, sentence)
	}
	if unstable := selected.Where(func(r data.LLMRun) bool { return !r.IsStable }).Len(); unstable > 0 {
		c.say("%s: %s of %d failed the stability rules; --stable-only leaves them out",
			s.ModelLabel, units.Counted(unstable, "run"), selected.Len())
	}
	measured, err := c.measure(ctx, s, selected, ds)
	if err != nil {
		return openg2g.Model{}, err
	}
	m, err := openg2g.Fit(s, measured, openg2g.Options{MaxLatencies: o.MaxLatencies, Seed: o.Seed})
	if err != nil {
		return openg2g.Model{}, err
	}
	if len(m.Missing) > 0 {
		c.say("%s: no run at batch size %s", s.ModelLabel, strings.Trim(fmt.Sprint(m.Missing), "[]"))
	}
	if m.Open {
		c.say("%s: the curves go through four batch sizes or fewer, so their four parameters are not determined", s.ModelLabel)
	}
	return m, nil
}

// writeTree replaces a directory by the files.
func writeTree(out string, files []openg2g.File) error {
	w, err := tree.Open(out)
	if err != nil {
		return err
	}
	defer w.Close()
	for _, f := range files {
		if err := w.Write(f.Name, f.Content); err != nil {
			return err
		}
	}
	return w.Commit()
}
