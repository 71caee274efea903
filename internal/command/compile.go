package command

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type compileOptions struct {
	Results []string `flag:"results" help:"{DIR} of raw results; repeatable" repeat:"yes"`
	Shard   string   `flag:"shard" help:"make only part {I/N}"`
	SkipRaw bool     `flag:"skip-raw" help:"leave out the raw files"`
	compiledFlags
	raw raw.Options
}

// compiledFlags say what is written.
type compiledFlags struct {
	Out     string `flag:"out,o" help:"output {DIR}"`
	Strict  bool   `flag:"strict" help:"fail on any problem in the results"`
	License string `flag:"license" help:"{LICENSE} of the data, such as cc-by-4.0, for the dataset card (default: unknown)"`
	Title   string `flag:"title" help:"{NAME} of the dataset, for the dataset card"`
}

func (o *compileOptions) register(cmd *cobra.Command) {
	registerRaw(cmd, &o.raw)
	cmd.Flags().StringVar(&o.raw.ConfigDir, "config", "", "older name of --config-dir")
	cmd.Flags().MarkDeprecated("config", "use --config-dir")
}

// compile makes a compiled directory, or a part of one.
func (c *console) compile(ctx context.Context, o compileOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if o.raw.Workers < 0 {
		return usagef("--workers %d: use a number of files, or 0 for the number of CPUs", o.raw.Workers)
	}
	if len(o.Results) == 0 {
		return usagef("give a directory of raw results with --results")
	}
	if o.Shard == "" { // a part has a name of its own in the directory
		if err := tree.Check(o.Out, lists.NonZero(append([]string{o.raw.ConfigDir}, o.Results...))...); err != nil {
			return err
		}
	}
	stage := c.stage("reading raw results")
	o.raw.Progress = func(done, total int, _ int64) { stage(done, total) }
	if o.Shard != "" {
		return c.compilePart(ctx, o)
	}
	contents, err := compile.Gather(ctx, o.Results, compile.Options{Raw: o.raw, SkipRaw: o.SkipRaw})
	if err != nil {
		return err
	}
	return c.writeCompiled(contents, o.compiledFlags)
}

func (c *console) compilePart(ctx context.Context, o compileOptions) error {
	shard, err := compile.ParseShard(o.Shard)
	if err != nil {
		return usagef("--shard: %w", err)
	}
	part, err := compile.GatherPart(ctx, o.Results, shard, version(), compile.Options{Raw: o.raw, SkipRaw: o.SkipRaw})
	if err != nil {
		return err
	}
	if err := c.tell(part.Problems(), o.compiledFlags); err != nil {
		return err
	}
	at, err := part.Write(o.Out)
	if err != nil {
		return err
	}
	c.note("%s: %s of results", at, units.Counted(part.Len(), "file"))
	return nil
}

func (c *console) merge(_ context.Context, o compiledFlags) error {
	parts := c.cmd.Flags().Args()
	if err := o.validate(); err != nil {
		return err
	}
	if err := tree.Check(o.Out, parts...); err != nil {
		return err
	}
	contents, err := compile.Merge(parts)
	if err != nil {
		return err
	}
	return c.writeCompiled(contents, o)
}

// writeCompiled tells what is wrong and writes the directory.
func (c *console) writeCompiled(contents *compile.Contents, o compiledFlags) error {
	ds := contents.Dataset
	if err := c.tell(ds.Problems(), o); err != nil {
		return err
	}
	if ds.Len() == 0 {
		return errors.New("there is no usable run; nothing was written")
	}
	if err := contents.Write(o.Out, compile.Card{License: o.License, Title: o.Title}); err != nil {
		return err
	}
	unstable := ds.LLM().Where(func(r data.LLMRun) bool { return !r.IsStable }).Len()
	c.note("%s: %s of domain llm (%d unstable), %d of domain diffusion; %s", o.Out,
		units.Counted(ds.LLM().Len(), "run"), unstable, ds.Diffusion().Len(), units.Counted(len(ds.Problems()), "problem"))
	return nil
}

// tell names each problem; with --strict any is one too many.
func (c *console) tell(problems []data.Problem, o compiledFlags) error {
	c.progress("")
	if o.Strict && len(problems) > 0 {
		return unchanged(o.Out, strictError(problems, textFlags{}))
	}
	for _, line := range problemLines(problems) {
		c.note("%s", cell(line))
	}
	return nil
}

// a licence's identifier stands in a YAML header as it is
var licence = regexp.MustCompile(`^[a-z0-9][a-z0-9.+-]*$`)

func (o compiledFlags) validate() error {
	switch {
	case o.Out == "":
		return usagef("give the output directory with --out")
	case o.License != "" && !licence.MatchString(o.License):
		return usagef("--license %q: use an identifier such as apache-2.0 or cc-by-4.0", o.License)
	case strings.ContainsFunc(o.Title, unicode.IsControl):
		return usagef("--title %q: use one line of text", o.Title)
	}
	return nil
}
