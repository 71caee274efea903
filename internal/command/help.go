package command

import (
	"cmp"
	_ "embed"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how wide help is, in columns. The help of a command fits one screen; what is
// longer is a topic.
const helpWidth = 80

// help is the help of a command or topic.
func help(cmd *cobra.Command) string {
	about := cmp.Or(cmd.Long, cmd.Short)
	var lines []string
	for line := range strings.SplitSeq(strings.ReplaceAll(strings.TrimSpace(about), "\t", "  "), "\n") {
		if utf8.RuneCountInString(line) > helpWidth { // cobra's own
			line = wrapped(line, 0)
		}
		lines = append(lines, line)
	}
	parts := []string{strings.Join(lines, "\n")}
	if cmd.IsAdditionalHelpTopicCommand() {
		return parts[0] + "\n"
	}
	use := cmd.UseLine()
	if cmd.HasAvailableSubCommands() {
		use = cmd.CommandPath() + " COMMAND [flags]"
	}
	parts = append(parts, "Usage: "+use)
	if cmd.HasExample() {
		parts = append(parts, "Examples:\n"+cmd.Example)
	}
	if cmd.HasAvailableSubCommands() {
		parts = append(parts, "Commands:\n"+commandList(cmd))
	}
	if own := ownFlags(cmd); cmd.HasParent() && own.HasAvailableFlags() {
		parts = append(parts, "Flags:\n"+strings.TrimSuffix(own.FlagUsagesWrapped(helpWidth), "\n"))
	}
	return strings.Join(append(parts, further(cmd)), "\n\n") + "\n"
}

// commandList lists the subcommands of a command.
func commandList(cmd *cobra.Command) string {
	lines := lists.Map(lists.Filter(cmd.Commands(), (*cobra.Command).IsAvailableCommand), func(sub *cobra.Command) string {
		return fmt.Sprintf("  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short)
	})
	return strings.Join(lines, "\n")
}

// ownFlags are the flags of a command without those that topics describe.
func ownFlags(cmd *cobra.Command) *pflag.FlagSet {
	own := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	reads := cmd.Flags().Lookup("source") != nil
	cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
		if f.Name != "help" && f.Annotations[keysTopic] == nil && !(reads && slices.Contains(readingFlags, f.Name)) {
			own.AddFlag(f)
		}
	})
	return own
}

// further names the topics that continue the help of a command.
func further(cmd *cobra.Command) string {
	lines := []string{"Global flags: see jouleboard help output"}
	if !cmd.HasParent() {
		lines = append([]string{"Help topics, shown by jouleboard help TOPIC:", wrapped(strings.Join(topicNames(), ", "), 2), ""}, lines...)
	}
	if cmd.Flags().Lookup("source") != nil {
		lines = []string{"Flags for reading sources: see jouleboard help sources", "Global flags: see jouleboard help output"}
	}
	if cmd.Flags().Lookup("spec") != nil {
		lines = append([]string{"Flags for the other keys of a figure: see jouleboard help " + keysTopic}, lines...)
	}
	return strings.Join(lines, "\n")
}

// wrapped breaks text into lines of at most helpWidth columns, which are indented.
func wrapped(text string, indent int) string {
	margin := strings.Repeat(" ", indent)
	var lines []string
	line := margin
	for _, word := range strings.Fields(text) {
		if line != margin && utf8.RuneCountInString(line)+utf8.RuneCountInString(word) >= helpWidth {
			lines = append(lines, line)
			line = margin
		}
		if line != margin {
			line += " "
		}
		line += word
	}
	return strings.Join(append(lines, line), "\n")
}

// helpCommand prints the help of the command or topic that its arguments name.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND | TOPIC]",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, left, _ := cmd.Root().Find(args)
			switch {
			case found.Name() == fieldsTopic && len(left) == 1:
				return printFields(cmd.OutOrStdout(), left[0])
			case len(left) > 0 && found.HasSubCommands():
				return unknownCommand(found, left[0])
			}
			return found.Help()
		},
	}
}

//go:embed help.md
var helpFile string

// helpText is the help of a command or topic.
type helpText struct{ short, long, example string }

// helpTexts are those of help.md by the words of the command line.
var helpTexts = sync.OnceValue(func() map[string]helpText {
	texts := map[string]helpText{}
	for _, part := range strings.Split(helpFile, "\n# ")[1:] {
		name, rest, _ := strings.Cut(part, "\n\n")
		short, rest, _ := strings.Cut(rest, "\n")
		long, example, _ := strings.Cut(rest, "\nExamples:\n\n")
		texts[name] = helpText{short, strings.Trim(long, "\n"), strings.TrimRight(example, "\n")}
	}
	return texts
})

// explained gives a command and its subcommands their help; what the program itself adds follows it.
func explained(cmd *cobra.Command) *cobra.Command {
	text := helpTexts()[cmd.CommandPath()]
	cmd.Short, cmd.Long, cmd.Example = text.short, text.long+cmd.Long, text.example+cmd.Example
	for _, sub := range cmd.Commands() {
		explained(sub)
	}
	return cmd
}

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
