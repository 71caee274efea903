package command

import (
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
//	old       what is said to those who give it, of a flag that has no use any more
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
	switch old := tag.Get("old"); {
	case old != "":
		f.MarkDeprecated(name, old)
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

// print writes the sheet in a format: as rows for programs, as a table or in the notation of a text for people. A table without
// rows is nothing.
func (s sheet) print(c *console, format string) error {
	switch {
	case slices.Contains(rowfile.Formats, format):
		return s.writeRows(c.stdout, format)
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
	"domains": fixed(source.Domains()...), "faults": fixed(append(faultNames(), "errors")...),
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

// offering offers words; of a list, whose entries a separator parts, for what stands last. Some shells leave it to the program
// to keep only those that begin with what is typed.
func offering(separator string, directive cobra.ShellCompDirective, words func(*cobra.Command) []string) completion {
	return func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
		before := typed[:strings.LastIndexAny(typed, separator)+1]
		all := lists.Map(words(cmd), func(word string) string { return before + word })
		return lists.Filter(all, func(word string) bool { return strings.HasPrefix(word, typed) }), directive
	}
}

const (
	lastWord = cobra.ShellCompDirectiveNoFileComp
	openWord = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace // more may follow without a space
)

var (
	completeFields     = offering(",", openWord, fieldWords)
	completeSort       = offering("-", lastWord, fieldWords)
	completeTasks      = offering(",", openWord, taskWords("%s\t%s"))
	completeParameters = offering("&", openWord, func(*cobra.Command) []string {
		return lists.Map(board.Parameters(), func(name string) string { return name + "=" })
	})
	// completeWhere offers the tasks as whole comparisons, and names of fields.
	completeWhere = offering("", openWord, func(cmd *cobra.Command) []string {
		return append(taskWords("task == %q\t%s")(cmd), fieldWords(cmd)...)
	})
	// completeSource offers the prefixes; paths are the shell's.
	completeSource = offering("", cobra.ShellCompDirectiveNoSpace, func(*cobra.Command) []string {
		return lists.Map(source.Kinds(), func(k source.Kind) string { return k.Prefix + "\t" + k.What })
	})
	// completeSide offers the values that the factor of a comparison has in the sources.
	completeSide = offering("", lastWord, func(cmd *cobra.Command) []string {
		factor, _ := cmd.Flags().GetString("factor")
		return lists.FlatMap(tablesHere(cmd), func(runs data.Table) []string { return lists.Map(runs.Distinct(factor), data.Text) })
	})
	completeRun = offering("", lastWord, func(cmd *cobra.Command) []string { return lists.FlatMap(tablesHere(cmd), idsOf) })
)

// tablesHere are the runs of the sources, but of none that a network would have to bring: a shell waits for
// what it offers.
func tablesHere(cmd *cobra.Command) []data.Table {
	given, _ := cmd.Flags().GetStringArray("source")
	if slices.ContainsFunc(given, func(g string) bool { return strings.Contains(g, "://") }) {
		return nil
	}
	ds, err := source.Open(cmd.Context(), given...)
	if err != nil {
		return nil
	}
	return ds.Tables
}

// atMost offers nothing once there are so many arguments.
func atMost(most int, offer completion) completion {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) >= most {
			return nil, lastWord
		}
		return offer(cmd, args, typed)
	}
}

// taskWords are the tasks in a form, with their titles.
func taskWords(form string) func(*cobra.Command) []string {
	return func(*cobra.Command) []string {
		texts, _ := content.Load(content.Embedded()) // what is wrong with them is for check to say
		return lists.Map(texts.Tasks, func(t content.Task) string { return fmt.Sprintf(form, t.ID, t.Title) })
	}
}

func fieldWords(cmd *cobra.Command) []string {
	return lists.Map(fieldsFor(cmd), func(f data.Field) string { return f.Name + "\t" + f.Help })
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
