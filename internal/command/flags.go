package command

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// registering are options that add flags which tags do not describe, or change those that these do.
type registering interface{ register(cmd *cobra.Command) }

// register gives a command a flag for each field of its options with the tags
//
//	flag      its name, and after a comma its letter
//	help      what it is; what a user gives is in braces: {DIR}, {FILE}, {URL}
//	words     the values that it may have, or the name of their list
//	complete  what the shell offers, by the name of a completion
//	files     the ends of names of files that it takes
//	repeat    set for a list of which each value has a flag of its own
//
// and for those of its fields that are options themselves. Defaults are the values that the fields have.
func register(cmd *cobra.Command, options reflect.Value) {
	for i := range options.NumField() {
		field, to := options.Type().Field(i), options.Field(i)
		if name := field.Tag.Get("flag"); name != "" {
			addFlag(cmd, field.Tag, name, to.Addr().Interface())
		} else if to.Kind() == reflect.Struct && (field.IsExported() || field.Anonymous) {
			register(cmd, to)
		}
	}
	if options.Type().Name() == "" || !options.CanInterface() {
		return
	}
	if own, ok := options.Addr().Interface().(registering); ok {
		own.register(cmd)
	}
}

func addFlag(cmd *cobra.Command, tag reflect.StructTag, flag string, to any) {
	f, help := cmd.Flags(), tag.Get("help")
	name, letter, _ := strings.Cut(flag, ",")
	_, value, _ := strings.Cut(help, "{")
	value, _, _ = strings.Cut(value, "}")
	help = strings.NewReplacer("{", "`", "}", "`").Replace(help)
	words := wordsOf(tag.Get("words"))
	if help == "`"+value+"`" && words != nil {
		help += ": " + listed(words)
	}
	switch to := to.(type) {
	case *string:
		f.StringVarP(to, name, letter, *to, help)
	case *bool:
		f.BoolVarP(to, name, letter, *to, help)
	case *int:
		f.IntVarP(to, name, letter, *to, help)
	case *uint64:
		f.Uint64VarP(to, name, letter, *to, help)
	case *float64:
		f.Float64VarP(to, name, letter, *to, help)
	case *[]string:
		if tag.Get("repeat") != "" {
			f.StringArrayVarP(to, name, letter, *to, help)
		} else {
			f.StringSliceVarP(to, name, letter, *to, help)
		}
	}
	switch {
	case words != nil:
		oneOf(cmd, name, words...)
	case tag.Get("complete") != "":
		complete(cmd, name, completions[tag.Get("complete")])
	case value == "DIR":
		cmd.MarkFlagDirname(name)
	case strings.HasPrefix(value, "FILE"):
		cmd.MarkFlagFilename(name, strings.Fields(tag.Get("files"))...)
	}
}

// wordLists are lists of values by the names that tags have for them.
var wordLists = map[string]func() []string{"changes": kindNames, "raw files": rawNames}

func wordsOf(tag string) []string {
	if list := wordLists[tag]; list != nil {
		return list()
	}
	if tag == "" {
		return nil
	}
	return strings.Fields(tag)
}

// wordsKey is the annotation with the values of a flag.
const wordsKey = "words"

// oneOf names the values that a flag may have.
func oneOf(cmd *cobra.Command, flag string, words ...string) {
	complete(cmd, flag, fixed(words...))
	cmd.Flags().SetAnnotation(flag, wordsKey, words)
}

// checkWords reports a flag with another value. One that is not given may be empty.
func checkWords(f *pflag.FlagSet) (err error) {
	f.VisitAll(func(f *pflag.Flag) {
		given := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			given = several.GetSlice()
		}
		for _, text := range given {
			if words := f.Annotations[wordsKey]; err == nil && words != nil && (text != "" || f.DefValue != "") && !slices.Contains(words, text) {
				err = usagef("--%s %q: use %s", f.Name, text, listed(words))
			}
		}
	})
	return err
}

func listed(words []string) string {
	if len(words) == 2 {
		return strings.Join(words, " or ")
	}
	return strings.Join(words, ", ")
}

// formatFlag is the flag --format of a command.
type formatFlag struct {
	is    string
	words []string
}

// formats are those of a command; the first is the default.
func formats(words ...string) formatFlag { return formatFlag{words[0], words} }

func (f *formatFlag) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.is, "format", f.is, "`FORMAT`: "+listed(f.words))
	oneOf(cmd, "format", f.words...)
}

// runFlags select the runs of a dataset.
type runFlags struct {
	Domain string `flag:"domain" help:"{DOMAIN} of the runs (default: the first with runs)" complete:"domains"`
	Where  string `flag:"where,w" help:"only runs for which {EXPR} is true" complete:"where"`
}

// filter keeps the runs for which --where holds.
func (f runFlags) filter(runs data.Table) (data.Table, error) {
	if f.Where != "" {
		runs = runs.Filter(f.Where)
	}
	if err := runs.Err(); err != nil {
		return runs, usageError{fmt.Errorf("--where: %w", err)}
	}
	return runs, nil
}

// print writes the rows in a format: under the names for programs, as the sheet for people.
func (g grouping) print(c *console, format string) error {
	if slices.Contains(rowfile.Formats, format) {
		return g.writeRows(c.stdout, format)
	}
	return g.sheet.print(c, format)
}

// print writes the sheet as a table or in the notation of a text. A table without rows is nothing.
func (s sheet) print(c *console, format string) error {
	switch {
	case format == "latex":
		return s.latex(c.stdout)
	case format == "markdown":
		return s.markdown(c.stdout)
	case len(s.rows) == 0:
		return nil
	}
	return s.write(c.stdout)
}

type completion = func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective)

// completions are those of flags by the names that tags have for them.
var completions = map[string]completion{
	"fields": completeFields, "sort": completeSort, "source": completeSource, "side": completeSide, "tasks": completeTasks,
	"parameters": completeParameters, "where": completeWhere,
	"domains": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return source.Domains(), cobra.ShellCompDirectiveNoFileComp
	},
	"faults": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return append(faultNames(), "errors"), cobra.ShellCompDirectiveNoFileComp
	},
}

// complete sets what the shell offers for a flag; only a misspelt flag name in
// this package can make it fail.
func complete(cmd *cobra.Command, flag string, offer completion) {
	if err := cmd.RegisterFlagCompletionFunc(flag, offer); err != nil {
		panic(err)
	}
}

func fixed(words ...string) completion {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return words, cobra.ShellCompDirectiveNoFileComp
	}
}

// completeSource offers the prefixes; paths are the shell's.
func completeSource(_ *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	words = lists.Map(source.Kinds(), func(k source.Kind) string { return k.Prefix + "\t" + k.What })
	return matching(words, typed), cobra.ShellCompDirectiveNoSpace
}

// completeFields completes the last name of a list.
func completeFields(cmd *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	words = lists.Map(fieldsFor(cmd), func(f data.Field) string { return before + f.Name + "\t" + f.Help })
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

func completeSort(cmd *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	minus := typed[:len(typed)-len(strings.TrimPrefix(typed, "-"))]
	words = lists.Map(fieldsFor(cmd), func(f data.Field) string { return minus + f.Name + "\t" + f.Help })
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp
}

// completeSide offers the values that the factor of a comparison has in the sources, where
// these are on this machine.
func completeSide(cmd *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	factor, _ := cmd.Flags().GetString("factor")
	given, _ := cmd.Flags().GetStringArray("source")
	if ds, err := openHere(cmd.Context(), given); err == nil {
		for _, runs := range ds.Tables {
			words = append(words, lists.Map(runs.Distinct(factor), data.Text)...)
		}
	}
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp
}

// completeRun offers the ids of runs that begin so.
func completeRun(cmd *cobra.Command, args []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	given, _ := cmd.Flags().GetStringArray("source")
	if ds, err := openHere(cmd.Context(), given); err == nil && len(args) == 0 {
		for _, runs := range ds.Tables {
			for i := range runs.Len() {
				words = append(words, runs.Run(i))
			}
		}
	}
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp
}

// openHere opens sources, but none that a network would have to bring: a shell waits for
// what it offers.
func openHere(ctx context.Context, given []string) (*source.Dataset, error) {
	if slices.ContainsFunc(given, func(g string) bool { return strings.Contains(g, "://") }) {
		return nil, errors.New("elsewhere")
	}
	return source.Open(ctx, given...)
}

// completeParameters offers the names of what a query can ask for.
func completeParameters(_ *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, '&')+1]
	words = lists.Map(board.Parameters(), func(name string) string { return before + name + "=" })
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeSources completes arguments that are sources.
func completeSources(most int) completion {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return completeSource(cmd, args, typed)
	}
}

// matching keeps the words that begin with what is typed; some shells leave that
// to the program.
func matching(words []string, typed string) []string {
	return slices.DeleteFunc(words, func(word string) bool { return !strings.HasPrefix(word, typed) })
}

// completeTasks completes the last task of a list.
func completeTasks(_ *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	texts, _ := content.Load(content.Embedded())
	words = lists.Map(texts.Tasks, func(t content.Task) string { return before + t.ID + "\t" + t.Title })
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeWhere offers the tasks as whole comparisons, and field names.
func completeWhere(cmd *cobra.Command, _ []string, typed string) (words []string, _ cobra.ShellCompDirective) {
	texts, _ := content.Load(content.Embedded()) // what is wrong with them is for check to say
	words = lists.Map(texts.Tasks, func(t content.Task) string { return fmt.Sprintf("task == %q\t%s", t.ID, t.Title) })
	words = append(words, lists.Map(fieldsFor(cmd), func(f data.Field) string { return f.Name + "\t" + f.Help })...)
	return matching(words, typed), cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// fieldsFor are the fields of the --domain on the line, of all without one.
func fieldsFor(cmd *cobra.Command) (fields []data.Field) {
	domain, _ := cmd.Flags().GetString("domain")
	known := map[string]bool{}
	for _, s := range source.Schemas() {
		for _, f := range s.Fields() {
			if (domain == "" || domain == s.Domain) && !known[f.Name] {
				known[f.Name] = true
				fields = append(fields, f)
			}
		}
	}
	return fields
}
