package command

import "github.com/spf13/cobra"

// subcommand is the name of a subcommand and how it is made.
type subcommand struct {
	name string
	make func(*console) *cobra.Command
	also string // other words for it
}

// subcommands are all of them.
func subcommands() []subcommand {
	return []subcommand{
		{"build", buildCommand, "make generate site"},
		{"runs", runsCommand, "list ls query results"},
		{"show", showCommand, "get view info run"},
		{"rank", rankCommand, "leaderboard top best ranking"},
		{"answer", answerCommand, "cheapest best recommend choose cost price which"},
		{"mcp", mcpCommand, "agent assistant tools protocol"},
		{"compare", compareCommand, "vs effect"},
		{"fits", fitsCommand, "fit curves model"},
		{"describe", describeCommand, "draft declare guess"},
		{"check", checkCommand, "validate lint verify test doctor"},
		{"serve", serveCommand, "preview start dev watch server"},
		{"figure", figureCommand, "chart plot draw picture"},
		{"figures", figuresCommand, "charts images"},
		{"cite", citeCommand, "citation reference bibtex"},
		{"init", initCommand, "new create"},
		{"content", contentCommand, "settings config schema"},
		{"fetch", fetchCommand, "download pull"},
		{"bulk", bulkCommand, "dump raw"},
		{"diff", diffCommand, "changes delta"},
		{"comment", commentCommand, "report"},
		{"history", historyCommand, "log trend"},
		{"compile", compileCommand, "pack shard"},
		{"merge", mergeCommand, "join combine"},
		{"export", exportCommand, "convert"},
		{"version", versionCommand, "about"},
	}
}

// wanted are the commands that the arguments may refer to. If the first argument names
// one, only that one is made: the others and the help topics cost time.
func wanted(args []string) []subcommand {
	all := subcommands()
	for i, k := range all {
		if len(args) > 0 && args[0] == k.name {
			return all[i : i+1]
		}
	}
	return all
}
