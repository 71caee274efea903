package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/export/openg2g"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
)

type openG2GOptions struct {
	Sources      sourceFlags
	Spec         string `flag:"spec" help:"{FILE} that lists the models, see above" files:"json"`
	Format       formatFlag
	Out          string `flag:"out,o" help:"output {DIR}"`
	Date         string `flag:"data-date" help:"{DATE} of the data (default: the newest date in the sources)"`
	Stable       bool   `flag:"stable-only" help:"leave out runs that failed the stability rules"`
	MaxLatencies int    `flag:"max-latencies" help:"fit to a random subset of {N} latencies per batch size"`
	Seed         uint64 `flag:"seed" help:"seed of the random subset, as for NumPy"`
}

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
	files, err := openG2GLayout(models, cmp.Or(o.Date, ds.Date()), o.Format.is)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Spec, err)
	}
	return files, nil
}

// openG2GLayout gives the models the form of the files. Where no date is stated,
// the runs' own is that of the data.
func openG2GLayout(models []openg2g.Model, date, format string) ([]openg2g.File, error) {
	if format == "legacy" {
		return openg2g.Legacy(models)
	}
	date = cmp.Or(date, lists.Most(models, func(m openg2g.Model) string { return m.Day }))
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

// measure reads the samples behind the runs. What cannot be read is said and left
// out: the other runs of a batch size may do.
func (c *console) measure(ctx context.Context, s openg2g.Spec, runs data.LLMRuns, from *source.Dataset) ([]openg2g.Measured, error) {
	measured := make([]openg2g.Measured, 0, runs.Len())
	for r := range runs.All() {
		one := runs.Where(func(other data.LLMRun) bool { return other == r })
		m := openg2g.Measured{Run: r}
		powerErr := measurePower(ctx, from, one, &m)
		latencyErr := measureLatencies(ctx, from, one, &m)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if powerErr != nil {
			c.say("%s: %v", s.ModelLabel, powerErr)
		}
		if latencyErr != nil && (powerErr == nil || latencyErr.Error() != powerErr.Error()) {
			c.say("%s: %v", s.ModelLabel, latencyErr)
		}
		measured = append(measured, m)
	}
	return measured, nil
}

func measurePower(ctx context.Context, from *source.Dataset, run data.LLMRuns, m *openg2g.Measured) error {
	for t, err := range source.Timelines(ctx, from, run, "power.device_instant") {
		if err != nil {
			return err
		}
		m.Power, m.Day = series(t.Samples), lastDay(t.Samples)
	}
	return nil
}

// measureLatencies takes all latencies of a run or, where its file is wrong, none.
func measureLatencies(ctx context.Context, from *source.Dataset, run data.LLMRuns, m *openg2g.Measured) error {
	var all []float64
	for block, err := range from.InterTokenLatencies(ctx, run) {
		if err != nil {
			return err
		}
		all = append(all, block.Seconds...)
	}
	m.Latencies = all
	return nil
}

// series is a timeline as the exports take it.
func series(samples []raw.Sample) (s openg2g.Series) {
	for _, p := range samples {
		s.Seconds, s.Watts = append(s.Seconds, p.RelativeSeconds), append(s.Watts, p.Value)
	}
	return s
}

// lastDay is the day of the last sample, "" where its clock cannot be right.
func lastDay(samples []raw.Sample) string {
	if len(samples) == 0 {
		return ""
	}
	at := samples[len(samples)-1].Timestamp
	end := time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)
	if !(at > 0 && at < float64(end.Unix())) {
		return ""
	}
	return time.Unix(int64(at), 0).UTC().Format(time.DateOnly)
}

// flatOptions say which traces are converted to the form that Hugging Face's datasets library reads.
type flatOptions struct {
	Traces string `flag:"traces" help:"{FILE} of traces, one per line" files:"jsonl"`
	Out    string `flag:"out,o" help:"output {DIR}"`
}

// exportFlat converts the traces that the flags name.
func (c *console) exportFlat(ctx context.Context, o flatOptions) error {
	switch {
	case o.Traces == "":
		return usagef("--traces is missing: give the file of traces")
	case o.Out == "":
		return usagef("--out is missing: give the output directory")
	}
	in, err := filetree.OpenFile(o.Traces)
	if err != nil {
		return fmt.Errorf("--traces %w; give a file such as traces.jsonl", err)
	}
	defer in.Close()
	if err := makeEmpty(o.Out); err != nil {
		return err
	}
	done, err := ipw.WriteFlat(ctx, in, o.Out)
	if err != nil {
		return fmt.Errorf("%s: %w; %s is incomplete, remove it", o.Traces, err, o.Out)
	}
	for _, p := range done.Faults {
		p.File = o.Traces
		c.say("%v", p)
	}
	c.note("%s in %s", units.Counted(done.Rows, "trace"), o.Out)
	if len(done.Faults) > 0 {
		return reported{fmt.Errorf("%s left out", units.Counted(len(done.Faults), "line"))}
	}
	return nil
}

// makeEmpty makes a directory, or takes one in which nothing is.
func makeEmpty(dir string) error {
	entries, err := filetree.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return os.MkdirAll(filepath.Clean(dir), 0o755)
	case err != nil:
		return err
	case len(entries) > 0:
		return fmt.Errorf("--out %s: not empty; give a directory that does not exist", dir)
	}
	return nil
}
