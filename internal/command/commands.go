package command

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/spf13/cobra"
)

// subcommand is how a subcommand is called and what it does; its help is in help.md.
type subcommand struct {
	use     string // its name and its arguments
	also    string // other words for it
	make    func(*console, *cobra.Command)
	args    cobra.PositionalArgs // nil: none
	offer   completion           // for the arguments
	long    func() string        // what the program adds to the help
	example string
	sub     func() []subcommand // in the place of make
}

func (k subcommand) name() string {
	name, _, _ := strings.Cut(k.use, " ")
	return name
}

// with makes a subcommand do something with options, whose fields are its flags.
func with[O any](o O, do func(*console, context.Context, O) error) func(*console, *cobra.Command) {
	return func(c *console, cmd *cobra.Command) {
		register(cmd, reflect.ValueOf(&o).Elem())
		cmd.RunE = func(cmd *cobra.Command, _ []string) error {
			if err := checkWords(cmd.Flags()); err != nil {
				return err
			}
			c.cmd = cmd
			if f := cmd.Flags().Lookup("format"); f != nil {
				switch format := f.Value.String(); {
				case slices.Contains(rowfile.Binary, format) && isTerminal(c.stdout):
					return usagef("%s cannot be printed to a terminal; add > %s.%[1]s", format, cmd.Name())
				case slices.Contains(forPeople, format) && !isTerminal(c.stdout):
					c.stdout = &readable{to: c.stdout}
				}
			}
			return do(c, cmd.Context(), o)
		}
	}
}

// forPeople are the formats of texts that may be printed to a log.
var forPeople = []string{"table", "text", "latex"}

func (k subcommand) command(c *console) *cobra.Command {
	cmd := &cobra.Command{Use: k.use, Args: k.args, SuggestFor: strings.Fields(k.also), ValidArgsFunction: k.offer, Example: k.example}
	if k.long != nil {
		cmd.Long = k.long()
	}
	if k.args == nil {
		cmd.Args = c.noArguments
	}
	if k.sub == nil {
		k.make(c, cmd)
		return cmd
	}
	cmd.Args, cmd.RunE = subcommandWanted, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
	for _, one := range k.sub() {
		cmd.AddCommand(one.command(c))
	}
	return cmd
}

// subcommands are all of them.
func subcommands() []subcommand {
	table, text := formats(tableFormats...), formats("text", "json")
	return []subcommand{
		{use: "build", also: "make generate site", make: with(onceOptions{Build: buildOptions{Out: "public"}}, (*console).buildOnce)},
		{
			use: "runs", also: "list ls query results",
			make: with(runsOptions{Format: formats(append([]string{"table", "csv", "json", "parquet"}, sheetFormats...)...)}, (*console).runs),
		},
		{
			use: "show RUN", also: "get view info run", args: arguments(1, 1, "RUN, the ID of a run"), offer: atMost(1, completeRun),
			make: with(showOptions{Format: text}, (*console).show),
		},
		{
			use: "rank", also: "leaderboard top best ranking",
			make: with(rankOptions{Format: formats("table", "json", "markdown", "latex")}, (*console).rank),
		},
		{
			use: "answer", also: "cheapest best recommend choose cost price which", make: with(rankOptions{Format: text}, (*console).answer),
		},
		{use: "mcp", also: "agent assistant tools protocol", make: with(sourceFlags{}, (*console).mcp)},
		{use: "compare", also: "vs effect", make: with(compareOptions{Format: table, Sensor: 5}, (*console).compare)},
		{use: "fits", also: "fit curves model", long: fitsHelp, make: with(fitsOptions{Format: table, Method: fitChoice}, (*console).fits)},
		{
			use: "describe FILE|DIR...", also: "draft declare guess", args: cobra.ArbitraryArgs, long: describeHelp,
			make: with(describeOptions{}, (*console).describe),
		},
		{use: "check", also: "validate lint verify test doctor", make: with(checkOptions{Format: formats("table", "json")}, (*console).check)},
		{use: "serve", also: "preview start dev watch server", make: with(serveOptions{Addr: "127.0.0.1:8080"}, (*console).serve)},
		{use: "figure", also: "chart plot draw picture", make: with(figureOptions{}, (*console).figure)},
		{use: "figures", also: "charts images", make: with(figuresOptions{Out: "figures"}, (*console).figures)},
		{use: "cite", also: "citation reference bibtex", make: with(citeOptions{Format: formats("bibtex", "csl", "cff")}, (*console).cite)},
		{
			use: "init DIR", also: "new create", args: arguments(1, 1, "DIR, a new directory"),
			make: with(identity{Name: "Our energy leaderboard"}, (*console).init),
		},
		{use: "content", also: "settings config schema", sub: contentCommands},
		{use: "fetch", also: "download pull", long: fetchHelp, make: with(fetchOptions{}, (*console).fetch)},
		{use: "bulk", also: "dump raw", sub: bulkCommands},
		{
			use: "diff BASE HEAD", also: "changes delta", args: bothSides, offer: atMost(2, completeSource),
			make: with(diffOptions{Format: formats("text", "markdown", "json", "html"), Top: 3}, (*console).diff),
		},
		{
			use: "comment REPORT", also: "report", args: arguments(1, 1, "REPORT, a file written by diff --format json"),
			make: with(commentOptions{}, (*console).comment),
		},
		{
			use: "history [FILE]", also: "log trend", args: arguments(0, 1, "one FILE"),
			make: with(historyOptions{Format: formats("text", "json", "csv", "markdown")}, (*console).history),
		},
		{use: "compile", also: "pack shard", make: with(compileOptions{}, (*console).compile)},
		{
			use: "merge PART...", also: "join combine", args: arguments(1, math.MaxInt, "PART..., directories written by compile --shard"),
			make: with(compiledFlags{}, (*console).merge),
		},
		{use: "export", also: "convert", sub: func() []subcommand {
			return []subcommand{
				{use: "openg2g", make: with(openG2GOptions{Format: formats("v3", "legacy")}, (*console).exportOpenG2G)},
				{use: "ipw-flat", make: with(flatOptions{}, (*console).exportFlat)},
			}
		}},
		{use: "version", also: "about", make: with(struct{}{}, (*console).version)},
	}
}

// wanted are the commands that the arguments may refer to. If the first argument beside flags, which before a command have no
// values, names one, only that one is made: the others and the help topics cost time.
func wanted(args []string) []subcommand {
	all := subcommands()
	name, _ := lists.Find(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	i := slices.IndexFunc(all, func(k subcommand) bool { return k.name() == name })
	if i < 0 {
		return all
	}
	return all[i : i+1]
}
