// Command generate writes the man pages and shell completions of jouleboard for a release.
package main

import (
	"errors"
	"log"
	"os"
	"path/filepath"

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
	root := command.Root()
	root.DisableAutoGenTag = true
	return errors.Join(
		os.MkdirAll(man, 0o755), os.MkdirAll(shells, 0o755),
		doc.GenManTree(root, &doc.GenManHeader{Title: "JOULEBOARD", Section: "1", Source: "Jouleboard"}, man),
		completions(root, shells),
	)
}

func completions(root *cobra.Command, dir string) error {
	return errors.Join(
		root.GenBashCompletionFileV2(filepath.Join(dir, "jouleboard.bash"), true),
		root.GenZshCompletionFile(filepath.Join(dir, "_jouleboard")),
		root.GenFishCompletionFile(filepath.Join(dir, "jouleboard.fish"), true),
		root.GenPowerShellCompletionFileWithDesc(filepath.Join(dir, "jouleboard.ps1")),
	)
}
