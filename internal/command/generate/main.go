// Command generate writes the man pages and shell completions of jouleboard for a release.
package main

import (
	"errors"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/jouleboard/jouleboard/internal/command"
	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func main() {
	if len(os.Args) != 2 {
		log.Fatal("give the output directory")
	}
	if err := write(os.Args[1]); err != nil {
		log.Fatal(err)
	}
}

func write(dir string) error {
	man, shells := filepath.Join(dir, "man"), filepath.Join(dir, "completions")
	root, documented := command.Root(), command.Root()
	documented.DisableAutoGenTag = true
	moveTopics(documented)
	keepTables(documented)
	return errors.Join(
		os.MkdirAll(man, 0o755), os.MkdirAll(shells, 0o755),
		doc.GenManTree(documented, &doc.GenManHeader{Title: "JOULEBOARD", Section: "1", Source: "Jouleboard"}, man),
		completions(root, shells),
	)
}

// table is indented lines of a help text, which keep their columns in a man page.
var table = regexp.MustCompile(`(?m)(^  .*\n?)+`)

func keepTables(c *cobra.Command) {
	c.Long = table.ReplaceAllString(c.Long, "\n```\n$0\n```\n")
	for _, sub := range c.Commands() {
		keepTables(sub)
	}
}

// moveTopics makes the help topics commands of help, because cobra writes man pages only of commands.
func moveTopics(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"})
	root.SetHelpCommand(&cobra.Command{Hidden: true}) // that of the root has no man page
	for _, c := range slices.Clone(root.Commands()) {
		if c.IsAdditionalHelpTopicCommand() {
			root.RemoveCommand(c)
			help.AddCommand(c)
			c.Run, c.DisableFlagsInUseLine = func(*cobra.Command, []string) {}, true
		}
	}
}

func completions(root *cobra.Command, dir string) error {
	return errors.Join(
		root.GenBashCompletionFileV2(filepath.Join(dir, "jouleboard.bash"), true),
		root.GenZshCompletionFile(filepath.Join(dir, "_jouleboard")),
		root.GenFishCompletionFile(filepath.Join(dir, "jouleboard.fish"), true),
		root.GenPowerShellCompletionFileWithDesc(filepath.Join(dir, "jouleboard.ps1")),
	)
}
