package command

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
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
	switch format {
	case "csv":
		return g.writeCSV(c.stdout)
	case "json":
		return g.writeJSON(c.stdout)
	case "arrow":
		return g.writeArrow(c.stdout)
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
