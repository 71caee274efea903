package command

import "github.com/spf13/cobra"

// subcommand is the name of a subcommand and how it is made.
type subcommand struct {
	name string
	make func(*console) *cobra.Command
}

// subcommands are all of them.
func subcommands() []subcommand {
	return []subcommand{
		{"build", buildCommand},
		{"runs", runsCommand},
		{"show", showCommand},
		{"rank", rankCommand},
		{"compare", compareCommand},
		{"fits", fitsCommand},
		{"describe", describeCommand},
		{"check", checkCommand},
		{"serve", serveCommand},
		{"figures", figuresCommand},
		{"init", initCommand},
		{"content", contentCommand},
		{"fetch", fetchCommand},
		{"bulk", bulkCommand},
		{"diff", diffCommand},
		{"comment", commentCommand},
		{"history", historyCommand},
		{"compile", compileCommand},
		{"merge", mergeCommand},
		{"export", exportCommand},
		{"version", versionCommand},
	}
}

// wanted are the commands that may be asked for. Where the first argument names one
// it is made alone: the help of some lists all sources and fields, and nobody who
// asks for another reads it.
func wanted(args []string) []subcommand {
	all := subcommands()
	for i, k := range all {
		if len(args) > 0 && args[0] == k.name {
			return all[i : i+1]
		}
	}
	return all
}
