package command

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/spf13/cobra"
)

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
