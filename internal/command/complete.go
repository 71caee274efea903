package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
)

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
