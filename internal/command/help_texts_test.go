package command

import (
	"maps"
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

func TestEveryCommandHasItsHelpAndNoneIsLeft(t *testing.T) {
	left := maps.Clone(helpTexts())
	var visit func(cmd *cobra.Command, path string)
	visit = func(cmd *cobra.Command, path string) {
		if text, found := left[path]; !found || text.short == "" || cmd.Short != text.short {
			t.Errorf("help.md has %q for %q, whose line is %q", text.short, path, cmd.Short)
		}
		delete(left, path)
		for _, sub := range cmd.Commands() {
			if name := sub.Name(); path != "jouleboard" {
				visit(sub, path+" "+name)
			} else if name != "completion" {
				visit(sub, name)
			}
		}
	}
	root := Root()
	root.InitDefaultHelpCmd()
	visit(root, "jouleboard")
	if len(left) > 0 {
		t.Errorf("no command is called %q", slices.Sorted(maps.Keys(left)))
	}
}
