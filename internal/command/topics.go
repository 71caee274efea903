package command

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

const (
	fieldsTopic = "fields"
	keysTopic   = "keys"
)

// topics are commands without an action, which jouleboard help shows. What is declared
// somewhere is listed from there.
func topics() []*cobra.Command {
	return lists.Map([]*cobra.Command{
		{Use: "curves"},
		{Use: "expressions"},
		{Use: fieldsTopic, Long: fieldsHelp(source.Schemas())},
		{Use: keysTopic, Long: figureKeysHelp()},
		{Use: "output"},
		{Use: "settings"},
		{Use: "sources", Long: sourcesHelp()},
	}, explained)
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
	register(reading, reflect.ValueOf(&f).Elem())
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, name := range readingFlags {
		own.AddFlag(reading.Flags().Lookup(name))
	}
	return b.String() + "\nFlags of commands with --source:\n" + own.FlagUsagesWrapped(helpWidth)
}

// figureKeysHelp lists the keys of a figure.
func figureKeysHelp() string {
	var b strings.Builder
	b.WriteString(`Keys of a figure: lines of a figure block in a post, or of a file given with
--spec, and flags of jouleboard figure, with hyphens for underscores.

`)
	for _, k := range content.FigureKeys() {
		fmt.Fprintf(&b, "  %-14s %s\n", k.Name, strings.TrimSpace(wrapped(strings.ReplaceAll(k.Help, "`", ""), 17)))
	}
	return b.String()
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
