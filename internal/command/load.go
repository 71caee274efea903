package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/hub"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

// sourceFlags are the --source flags of a subcommand, and how they are read.
type sourceFlags struct {
	readFlags
	Given []string
	Raw   raw.Options
	Yes   bool
}

// readFlags say how any source is read.
type readFlags struct {
	Follow   bool   `flag:"follow-redirects" help:"follow redirects of published sites to other hosts"`
	Accept   string `flag:"accept" help:"YAML {FILE} of accepted problems and approved changes" files:"yaml yml"`
	accepted plausible.Acceptances
	gpus     []content.GPU // nil: those that ship with the program
}

// mostUnasked is how much is fetched from a Hub without --yes, in bytes.
const mostUnasked = 1_000_000_000

// register adds the flags whose defaults and help are computed.
func (f *sourceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&f.Given, "source", "s", []string{"sample:"}, "`SOURCE` of results; repeatable")
	complete(cmd, "source", completeSource)
	registerRaw(cmd, &f.Raw)
	cmd.Flags().BoolVarP(&f.Yes, "yes", "y", false, "allow downloads larger than "+units.Bytes(mostUnasked)+" from the Hub")
}

// readAccepted reads the file that --accept names, "" for none.
func readAccepted(file string) (plausible.Acceptances, error) {
	if file == "" {
		return nil, nil
	}
	text, err := filetree.ReadFile(file, yamltree.MostBytes)
	if err != nil {
		return nil, fmt.Errorf("--accept %w; give a YAML file, see docs/plausible.md", err)
	}
	return plausible.ReadAcceptances(file, text)
}

// registerRaw adds the flags that say how raw results are read.
func registerRaw(cmd *cobra.Command, o *raw.Options) {
	f := cmd.Flags()
	f.StringSliceVar(&o.Tasks, "tasks", nil, "read only these `TASKS`, separated by commas")
	f.StringVar(&o.ConfigDir, "config-dir", "", "`DIR` with the folders vllm and xdit, for raw results (default: configs in the results)")
	f.IntVar(&o.Workers, "workers", 0, "read `N` raw files in parallel (default: number of CPUs)")
	f.BoolVar(&o.Fast, "fast", false, "stop reading each raw file after the last needed value (skips full validation)")
	f.BoolVar(&o.FollowLinks, "follow-links", false, "follow symbolic links that lead out of a directory of raw results")
	cmd.MarkFlagDirname("config-dir")
	complete(cmd, "tasks", completeTasks)
}

// parse reads the values of the flags.
func (f *sourceFlags) parse() (sources []source.Source, err error) {
	if f.Raw.Workers < 0 {
		return nil, usagef("--workers %d: use a number of files, or 0 for the number of CPUs", f.Raw.Workers)
	}
	if f.accepted, err = readAccepted(f.Accept); err != nil {
		return nil, err
	}
	return parseSources("--source", f.Given)
}

// parseSources reads the values of a flag or argument of that name.
func parseSources(name string, values []string) (sources []source.Source, err error) {
	sources = make([]source.Source, len(values))
	for i, v := range values {
		if sources[i], err = source.Parse(v); err != nil {
			return nil, usagef("%s %q: %w", name, v, err)
		}
	}
	return sources, nil
}

// results are the paths that results are read from.
func (f *sourceFlags) results(sources []source.Source) []string {
	return lists.NonZero(append(paths(sources), f.Raw.ConfigDir))
}

// paths are those of sources on this machine, "" for others.
func paths(sources []source.Source) []string {
	return lists.Map(sources, source.Source.Path)
}

// judges is what decides beside the results themselves which runs are published.
func (f *sourceFlags) judges() any { return []any{f.gpus, f.accepted} }

// options are how sources are opened with these flags.
func (c *console) options(f sourceFlags, unstable bool) source.Options {
	stage, step := "", func(int, int) {}
	o := source.Options{
		Unstable: unstable, Raw: f.Raw, Hub: c.hub, Allow: f.allow, GPUs: f.gpus, Accept: f.accepted.Reason,
		FollowRedirects: f.Follow,
		Note:            func(message string) { c.note("%s", message) },
		Progress: func(name string, done, total int) {
			if total == 0 {
				c.progress(name)
				return
			}
			if stage != name {
				stage, step = name, c.stage(name)
			}
			step(done, total)
		},
	}
	if len(f.accepted) > 0 { // to know all fields takes the time to read the tables of every record type
		o.Meant = f.accepted.Known
	}
	return o
}

// tooMuch is that more than mostUnasked would be fetched.
type tooMuch struct {
	source string
	files  int
	bytes  int64
}

func (e tooMuch) Error() string {
	return fmt.Sprintf("%s: this would download %s, %s; to download more than %s, add --yes",
		e.source, units.Counted(e.files, "file"), units.Bytes(int(e.bytes)), units.Bytes(mostUnasked))
}

func (f sourceFlags) allow(name string, files int, bytes int64) error {
	if bytes > mostUnasked && !f.Yes {
		return tooMuch{name, files, bytes}
	}
	return nil
}

// newHub is the Hub that the environment describes. A command has one for all its
// sources, so that they see one state of a dataset.
func (c *console) newHub() *source.Hub {
	return &source.Hub{Options: hub.Options{
		Wait: c.wait,
		Note: func(message string) { c.note("%s", message) },
		Progress: func(p hub.Progress) {
			c.progress(fmt.Sprintf("downloading: %d of %s, %s of %s, %s/s", p.Files, units.Counted(p.OfFiles, "file"),
				units.Bytes(int(p.Bytes)), units.Bytes(int(p.OfBytes)), units.Bytes(int(p.Rate))))
		},
	}}
}

// withTexts reads the texts and the results, which are judged by the GPUs that the texts describe.
func (c *console) withTexts(ctx context.Context, t textFlags, f sourceFlags) (content.Content, *source.Dataset, error) {
	texts, err := t.load()
	if err != nil {
		return texts, nil, err
	}
	f.gpus = texts.GPUs
	ds, err := c.open(ctx, f, false)
	return texts, ds, err
}

// open opens the sources of the flags.
func (c *console) open(ctx context.Context, f sourceFlags, unstable bool) (*source.Dataset, error) {
	sources, err := f.parse()
	if err != nil {
		return nil, err
	}
	return c.options(f, unstable).Read(ctx, sources...)
}

// prefetch fetches the raw files of runs. What cannot be had is told, and the rest
// goes on without it.
func (c *console) prefetch(ctx context.Context, ds *source.Dataset, runs ...data.Table) error {
	err := ds.Prefetch(ctx, runs...)
	joined, several := err.(interface{ Unwrap() []error })
	if !several {
		return err
	}
	for _, left := range joined.Unwrap() {
		if errors.Is(left, hub.Offline) {
			c.note("%v", left)
		} else {
			c.say("%v", left)
		}
	}
	return nil
}

// the record types of the ML.ENERGY benchmark by their --domain
const (
	llm       = "llm"
	diffusion = "diffusion"
)

// runsIn are the stable runs of a domain in the sources; see [runsOf].
func (c *console) runsIn(ctx context.Context, f sourceFlags, domain string) (data.Table, error) {
	ds, err := c.open(ctx, f, false)
	if err != nil {
		return data.Table{}, err
	}
	return runsOf(ds.Dataset, domain)
}

// runsOf are the runs of a domain; without a name, of the first one that has any. It is an
// error if neither the program nor a source knows the domain.
func runsOf(ds data.Dataset, domain string) (data.Table, error) {
	if runs, has := lists.Find(ds.Tables, func(t data.Table) bool { return domain == "" || t.Schema().Domain == domain }); has {
		return runs, nil
	}
	if s, known := lists.Find(source.Schemas(), func(s *data.Schema) bool { return s.Domain == domain }); known {
		return data.Empty(s), nil
	}
	if domain == "" {
		return ds.LLM().Table, nil
	}
	own := lists.Map(ds.Tables, func(runs data.Table) string { return runs.Schema().Domain })
	known := lists.Distinct(append(source.Domains(), own...))
	return data.Table{}, usagef("--domain %q: use %s", domain, strings.Join(known, ", "))
}
