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
		Use:   "compile",
		Short: "Make a compiled directory from raw results",
		Long: `Compile reads raw results and writes what the benchmark's toolkit, a dataset hub
and the source compiled: read: Parquet files of the runs, unstable ones with
their reason, output lengths, configurations, the raw files, and a dataset card.
Several --results are judged together.

Raw files are linked, which takes no space, where both directories are on one
file system, else copied. The directory is prepared beside the old one and
swapped in when it is complete.

Runs with a fault are left out and named; --strict fails instead.

On a cluster, each of n processes makes one part with --shard i/n, and merge
joins them: the result is the same to the byte. Parts are directories below
--out.`,
		Example: `  jouleboard compile --results results --out compiled --license apache-2.0
  jouleboard compile --results results --shard 2/8 --out parts
  jouleboard merge parts --out compiled`,
		Args: c.noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return c.compile(cmd.Context(), o) },
	}
	f := cmd.Flags()
	f.StringArrayVar(&o.results, "results", nil, "a `DIR` of raw results; may be given several times")
	f.StringVar(&o.shard, "shard", "", "make part `I/N` only")
	f.BoolVar(&o.from.SkipRaw, "skip-raw", false, "leave the raw files out")
	registerRaw(cmd, &o.from.Raw, "config")
	o.registerOut(cmd)
	cmd.MarkFlagDirname("results")
	return cmd
}

func mergeCommand(c *console) *cobra.Command {
	var o compileOptions
	cmd := &cobra.Command{
		Use:   "merge PART...",
		Short: "Make a compiled directory from the parts of several processes",
		Long: `Merge joins the parts that compile --shard wrote and gives the directory that
compile without --shard gives, to the byte. A PART is one of them or a directory
that holds some. Merge fails when a part is missing, given twice or changed, and
when parts were made from different files, with different options or versions.`,
		Example: `  jouleboard merge parts --out compiled`,
		Args:    arguments(1, math.MaxInt, "PART..., directories that compile --shard made"),
		RunE:    func(_ *cobra.Command, parts []string) error { return c.merge(parts, o) },
	}
	o.registerOut(cmd)
	return cmd
}

// registerOut adds the flags that say what is written.
func (o *compileOptions) registerOut(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&o.out, "out", "o", "", "the `DIR` that holds the result afterwards")
	f.BoolVar(&o.strict, "strict", false, "fail on any problem in the results")
	f.StringVar(&o.card.License, "license", "", "the data's licence for the dataset card, as hubs name it: apache-2.0, cc-by-4.0, … (default: unknown)")
	f.StringVar(&o.card.Title, "title", "", "the dataset's `NAME` for the dataset card")
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
		return errors.New("there is no run that can be used; nothing is written")
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
		return strictError(o.out, problems)
	}
	for _, p := range problems {
		c.note("%s", cell(p.Error()))
	}
	return nil
}

// a licence's identifier stands in a YAML header as it is
var licence = regexp.MustCompile(`^[a-z0-9][a-z0-9.+-]*$`)

func (o compileOptions) validate() error {
	switch {
	case o.out == "":
		return usagef("give the directory to write with --out")
	case o.card.License != "" && !licence.MatchString(o.card.License):
		return usagef("--license %q: want an identifier such as apache-2.0 or cc-by-4.0", o.card.License)
	case strings.ContainsFunc(o.card.Title, unicode.IsControl):
		return usagef("--title %q: want one line of text", o.card.Title)
	case o.from.Raw.Workers < 0:
		return usagef("--workers %d: want a number of files, or 0 for one a processor", o.from.Raw.Workers)
	}
	return nil
}
