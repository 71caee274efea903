package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

// sourceFlags are the --source flags of a subcommand, and how raw: is read.
type sourceFlags struct {
	given []string
	raw   raw.Options
	yes   bool
}

func (f *sourceFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&f.given, "source", "s", []string{"sample:"}, "a `SOURCE` of results, see above; may be given several times")
	complete(cmd, "source", completeSource)
	registerRaw(cmd, &f.raw, "config-dir")
	cmd.Flags().BoolVarP(&f.yes, "yes", "y", false, "fetch from a Hub even more than "+units.Bytes(mostUnasked))
}

// parse reads the values of the flags.
func (f *sourceFlags) parse() ([]source, error) {
	if f.raw.Workers < 0 {
		return nil, usagef("--workers %d: want a number of files, or 0 for one a processor", f.raw.Workers)
	}
	sources, err := parseSources(f.given)
	for i := range sources {
		sources[i].raw, sources[i].yes = f.raw, f.yes
	}
	return sources, err
}

// dataset is what the sources of the flags hold together.
func (c *console) dataset(ctx context.Context, f sourceFlags, unstable bool) (data.Dataset, error) {
	sources, err := f.parse()
	if err != nil {
		return data.Dataset{}, err
	}
	all, err := c.load(ctx, sources, unstable)
	if err != nil {
		return data.Dataset{}, err
	}
	return merged(all)
}

// loaded is a source with what it held, or why it could not be opened.
type loaded struct {
	source
	data    data.Dataset
	files   []raw.File   // of a raw: source
	archive *raw.Archive // nil: there are no raw files
	err     error
}

// load opens the sources in the order given, those of a joint kind together at
// the end. One that fails does not keep the others from being read, so that the
// user hears of everything at once.
func (c *console) load(ctx context.Context, sources []source, unstable bool) ([]loaded, error) {
	all := make([]loaded, len(sources))
	var joint []*loaded
	for i, s := range sources {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		s, err := c.known(ctx, s)
		all[i] = loaded{source: s, err: err}
		switch {
		case err != nil:
		case s.kind.joint:
			joint = append(joint, &all[i])
		default:
			c.progress("reading " + s.given)
			all[i].open(ctx, openOptions{unstable: unstable, links: s.hub != nil, progress: c.stage("reading " + s.given)})
		}
	}
	c.openRaw(ctx, joint, unstable)
	for i := range all {
		all[i].tellOrigin()
	}
	c.progress("")
	return all, ctx.Err()
}

// open reads a source that stands alone.
func (l *loaded) open(ctx context.Context, o openOptions) {
	l.data, l.err = l.source.open(ctx, o)
	if l.kind.archive != nil && l.err == nil {
		l.archive, l.err = l.kind.archive(l.source, l.data)
	}
}

// failed names the source in an error, unless that begins with it.
func (s source) failed(err error) error {
	if s.hub == nil && strings.HasPrefix(err.Error(), s.at) || strings.HasPrefix(err.Error(), s.name()) {
		return err
	}
	return fmt.Errorf("%s: %w", s.name(), err)
}

// merged is what all sources hold together. It fails when a source cannot be
// opened and when there is no run at all, and then says what else is wrong.
func merged(all []loaded) (data.Dataset, error) {
	var failed []error
	parts := make([]data.Dataset, len(all))
	for i, l := range all {
		parts[i] = l.data
		if l.err != nil {
			failed = append(failed, l.failed(l.err))
		}
	}
	ds := data.Merge(parts...)
	if len(failed) == 0 && ds.Len() > 0 {
		return ds, nil
	}
	if len(failed) == 0 {
		failed = append(failed, errors.New("there is no run in any source"))
	}
	return ds, errors.Join(append(failed, problemErrors(ds)...)...)
}

// problemErrors are the problems as lines of a message, a few only.
func problemErrors(ds data.Dataset) (lines []error) {
	const most = 10
	for _, s := range ds.Sources {
		for _, p := range s.Problems {
			if len(lines) == most {
				return append(lines, errors.New("… and more: jouleboard check lists all"))
			}
			lines = append(lines, fmt.Errorf("%s: %w", s.Name, p))
		}
	}
	return lines
}
