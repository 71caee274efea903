package command

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpWidth is how wide help is, in columns. The help of a command fits one screen; what is
// longer is a topic.
const helpWidth = 80

// help is the help of a command or topic.
func help(cmd *cobra.Command) string {
	about := cmd.Long
	about = cmp.Or(about, cmd.Short)
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(strings.TrimSpace(about), "\t", "  ")) {
		line = strings.TrimRight(line, "\n")
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
	var lines []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			lines = append(lines, fmt.Sprintf("  %-*s %s", sub.NamePadding(), sub.Name(), sub.Short))
		}
	}
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
