package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const fieldsTopic = "fields"

// topics are commands without an action, which jouleboard help shows. What is declared
// somewhere is listed from there.
func topics() []*cobra.Command {
	return []*cobra.Command{
		{Use: "curves", Short: "Models and columns of jouleboard fits", Long: curvesHelp},
		{Use: "expressions", Short: "Conditions, groups and sort orders", Long: expressionsHelp},
		{Use: fieldsTopic, Short: "Fields of runs", Long: fieldsHelp(source.Schemas())},
		{Use: "output", Short: "Standard output, exit status and flags of all commands", Long: outputHelp},
		{Use: "settings", Short: "Flags in jouleboard.yaml and in the environment", Long: settingsHelp},
		{Use: "sources", Short: "Where results are read from, and how", Long: sourcesHelp()},
	}
}

func topicNames() []string {
	return lists.Map(topics(), (*cobra.Command).Name)
}

// readingFlags are the flags of all commands with --source, which the topic sources describes.
var readingFlags = []string{
	"accept", "config-dir", "fast", "follow-links", "follow-redirects", "tasks", "workers", "yes",
}

// sourcesHelp lists the kinds of sources and the flags for reading them.
func sourcesHelp() string {
	var b strings.Builder
	b.WriteString(`A SOURCE is where results are read from. --source can be repeated: the runs of
all sources are combined. The prefix is optional if the format can be detected.

`)
	for _, k := range source.Kinds() {
		fmt.Fprintf(&b, "  %-20s %s\n", k.Prefix+k.Takes, strings.TrimSpace(wrapped(k.What, 23)))
	}
	var f sourceFlags
	reading := &cobra.Command{}
	f.register(reading)
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range readingFlags {
		own.AddFlag(reading.Flags().Lookup(name))
	}
	return b.String() + "\nFlags of commands with --source:\n" + own.FlagUsagesWrapped(helpWidth)
}

// fieldsHelp lists the fields of record types.
func fieldsHelp(schemas []*data.Schema) string {
	var b strings.Builder
	b.WriteString("Fields of runs, for --where, --fields, --sort and others. Units are in brackets.\n" +
		wrapped("jouleboard help fields DOMAIN lists the fields of one domain: "+strings.Join(source.Domains(), ", ")+".", 0) + "\n")
	for _, s := range schemas {
		fmt.Fprintf(&b, "\nFields of %s runs:\n", s.Domain)
		for _, f := range s.Fields() {
			about := f.Help
			if f.Unit != "" {
				about = "[" + f.Unit + "] " + about
			}
			if about = wrapped(about, 36); len(f.Name) <= 33 {
				about = about[len(f.Name)+2:]
			} else {
				about = "\n" + about
			}
			b.WriteString("  " + f.Name + about + "\n")
		}
	}
	return b.String()
}

// printFields prints the fields of one domain.
func printFields(w io.Writer, domain string) error {
	schemas := source.Schemas()
	i := slices.IndexFunc(schemas, func(s *data.Schema) bool { return s.Domain == domain })
	if i < 0 {
		return usagef("unknown domain %q; use %s", domain, strings.Join(source.Domains(), ", "))
	}
	_, err := io.WriteString(w, fieldsHelp(schemas[i:i+1]))
	return err
}

const outputHelp = `Results are written to standard output, messages to standard error. The exit
status is 0 for success, 1 for failure and 2 for a usage error.

On a terminal, tables leave out columns that do not fit, and output longer than
the screen goes to the program in the environment variable PAGER (default: less;
empty: none). COLUMNS overrides the width of the terminal.

Flags of all commands:
  -q, --quiet   print only errors
      --wide    print all columns of a table, even if it is wider than the
                terminal
  -h, --help    show help for the command
`

const settingsHelp = `Flags that a project always uses can be set in the file jouleboard.yaml in the
current directory. Flags of a single command are set under its name:

  source: [results, https://example.org/energy/]
  content: content
  build: {out: site, base-url: https://example.org/energy/, strict: true}

Flags can also be set in the environment, such as JOULEBOARD_SOURCE or, for one
command, JOULEBOARD_BUILD_OUT. The command line overrides the environment, which
overrides the file. JOULEBOARD_FILE names another file; if it is empty, no file
is read.
`

const expressionsHelp = `--where EXPR selects the runs for which an expression over fields is true:

  task == "gpqa" && num_gpus >= 2
  gpu_model in ["B200", "H100"]
  nickname contains "Qwen" or nickname matches "^GPT"
  median_itl_ms != nil

Operators are == != < <= > >=, && || !, in, contains, matches (a regular
expression), + - * / and others of github.com/expr-lang/expr. A missing value is
nil. The expressions of compare --hold have the same syntax.

--fields, --group-by and --hold are lists of fields, separated by commas. --sort
names one field; a prefix - sorts in descending order.

  jouleboard runs --where 'num_gpus == 1' --sort -avg_power_watts
  jouleboard runs --group-by model_id,gpu_model --fields energy_per_token_joules

jouleboard help fields lists the fields.
`

const curvesHelp = `jouleboard fits --method:

  choice   the model that best predicts ln y of each point from the others,
           among these, fitted to ln y by least squares, with a, b, L > 0:
             constant    y = a
             power       y = b·batch^c
             offset      y = a + b·batch^c
             logistic-3  y = L·sigmoid(k·(x − x0))
             step        y = a·b^sigmoid(k·(x − x0))
           The simplest model within 10% of the lowest prediction error is used.
           A model requires two batch sizes more than it has parameters. There
           is no curve, and the note gives the reason, if there are fewer than
           four batch sizes, if a value is not positive, if the leave-one-out
           error is above 20% (10% for a constant), or if the 95% band spans
           more than the points do.
  refined  logistic-4, y = b0 + L·sigmoid(k·(x − x0)), by least squares
  compat   logistic-4, fitted on a grid like the benchmark's Python toolkit

x is log2(batch size). The columns of CSV and keys of JSON are the columns of
the group, followed by:

  metric             the field
  method             choice, refined or compat
  model              as above; null without a curve
  n                  number of points
  batches            number of different batch sizes
  batch_min          smallest batch size
  batch_max          largest batch size
  L, x0, k, b0, a, b, c
                     parameters; null if the model has no such parameter, or if
                     the points do not determine it (compat always prints
                     values, since other programs start from them)
  not_identified     names of the parameters that the points do not determine,
                     separated by spaces
  rmse               root mean square of the residuals, in the metric's unit
  r2                 share of the variance explained; null if y does not vary
  leave_one_out      root mean square error of predicting each point from the
                     others, in the metric's unit; null with too few points
  leave_one_out_log  the same for ln y; only with --method choice
  note               limitations of the fit
`
