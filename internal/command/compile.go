package command

import (
	"context"
	"errors"
	"math"
	"regexp"
	"strings"
	"unicode"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/internal/tree"
	"github.com/jouleboard/jouleboard/units"
	"github.com/spf13/cobra"
)

type compileOptions struct {
	results []string
	out     string
	shard   string
	strict  bool
	card    compile.Card
	from    compile.Options
}

func compileCommand(c *console) *cobra.Command {
	var o compileOptions
	cmd := &cobra.Command{
		Use:  "compile",
		Args: c.noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.compile(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.results, "results", nil, "`DIR` of raw results; repeatable")
	f.StringVar(&o.shard, "shard", "", "make only part `I/N`")
	f.BoolVar(&o.from.SkipRaw, "skip-raw", false, "leave out the raw files")
	registerRaw(cmd, &o.from.Raw)
	f.StringVar(&o.from.Raw.ConfigDir, "config", "", "older name of --config-dir")
	if err := f.MarkDeprecated("config", "use --config-dir"); err != nil {
		panic(err) // the flag was registered above
	}
	o.registerOut(cmd)
	cmd.MarkFlagDirname("results")
	return cmd
}

func mergeCommand(c *console) *cobra.Command {
	var o compileOptions
	cmd := &cobra.Command{
		Use:  "merge PART...",
		Args: arguments(1, math.MaxInt, "PART..., directories written by compile --shard"),
		RunE: func(_ *cobra.Command, parts []string) error { return c.merge(parts, o) },
	}
	o.registerOut(cmd)
	return cmd
}

// registerOut adds the flags that say what is written.
func (o *compileOptions) registerOut(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "output `DIR`")
	f.BoolVar(&o.strict, "strict", false, "fail on any problem in the results")
	f.StringVar(&o.card.License, "license", "", "`LICENSE` of the data, such as cc-by-4.0, for the dataset card (default: unknown)")
	f.StringVar(&o.card.Title, "title", "", "`NAME` of the dataset, for the dataset card")
	cmd.MarkFlagDirname("out")
}

// compile makes a compiled directory, or a part of one.
func (c *console) compile(ctx context.Context, o compileOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if len(o.results) == 0 {
		return usagef("give a directory of raw results with --results")
	}
	if o.shard == "" { // a part has a name of its own in the directory
		if err := tree.Check(o.out, o.inputs()...); err != nil {
			return err
		}
	}
	stage := c.stage("reading raw results")
	o.from.Raw.Progress = func(done, total int, _ int64) { stage(done, total) }
	if o.shard != "" {
		return c.compilePart(ctx, o)
	}
	contents, err := compile.Gather(ctx, o.results, o.from)
	if err != nil {
		return err
	}
	return c.writeCompiled(contents, o)
}

// inputs are the directories that are read.
func (o compileOptions) inputs() []string {
	if o.from.Raw.ConfigDir == "" {
		return o.results
	}
	return append([]string{o.from.Raw.ConfigDir}, o.results...)
}

func (c *console) compilePart(ctx context.Context, o compileOptions) error {
	shard, err := compile.ParseShard(o.shard)
	if err != nil {
		return usagef("--shard: %w", err)
	}
	part, err := compile.GatherPart(ctx, o.results, shard, version(), o.from)
	if err != nil {
		return err
	}
	if err := c.tell(part.Problems(), o); err != nil {
		return err
	}
	at, err := part.Write(o.out)
	if err != nil {
		return err
	}
	c.note("%s: %s of results", at, units.Counted(part.Len(), "file"))
	return nil
}

func (c *console) merge(parts []string, o compileOptions) error {
	if err := o.validate(); err != nil {
		return err
	}
	if err := tree.Check(o.out, parts...); err != nil {
		return err
	}
	contents, err := compile.Merge(parts)
	if err != nil {
		return err
	}
	return c.writeCompiled(contents, o)
}

// writeCompiled tells what is wrong and writes the directory.
func (c *console) writeCompiled(contents *compile.Contents, o compileOptions) error {
	ds := contents.Dataset
	if err := c.tell(ds.Problems(), o); err != nil {
		return err
	}
	if ds.Len() == 0 {
		return errors.New("there is no usable run; nothing was written")
	}
	if err := contents.Write(o.out, o.card); err != nil {
		return err
	}
	unstable := ds.LLM().Where(func(r data.LLMRun) bool { return !r.IsStable }).Len()
	c.note("%s: %s of domain llm (%d unstable), %d of domain diffusion; %s", o.out,
		units.Counted(ds.LLM().Len(), "run"), unstable, ds.Diffusion().Len(), units.Counted(len(ds.Problems()), "problem"))
	return nil
}

// tell names each problem; with --strict any is one too many.
func (c *console) tell(problems []data.Problem, o compileOptions) error {
	c.progress("")
	if o.strict && len(problems) > 0 {
		return unchanged(o.out, strictError(problems, textFlags{}))
	}
	for _, line := range problemLines(problems) {
		c.note("%s", cell(line))
	}
	return nil
}

// a licence's identifier stands in a YAML header as it is
var licence = regexp.MustCompile(`^[a-z0-9][a-z0-9.+-]*$`)

func (o compileOptions) validate() error {
	switch {
	case o.out == "":
		return usagef("give the output directory with --out")
	case o.card.License != "" && !licence.MatchString(o.card.License):
		return usagef("--license %q: use an identifier such as apache-2.0 or cc-by-4.0", o.card.License)
	case strings.ContainsFunc(o.card.Title, unicode.IsControl):
		return usagef("--title %q: use one line of text", o.card.Title)
	case o.from.Raw.Workers < 0:
		return usagef("--workers %d: use a number of files, or 0 for the number of CPUs", o.from.Raw.Workers)
	}
	return nil
}
