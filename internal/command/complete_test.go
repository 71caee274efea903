package command

import (
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// freely are flags whose values nobody can list.
var freely = []string{
	"base-url", "data-date", "date", "data-version", "revision", "license", "title", "name", "repo", "data-name",
	"preview", "shard", "addr", "files", "only", "sort", "fields",
}

// Whatever has values that are known, the shell offers.
func TestValuesOfEveryFlagAreCompleted(t *testing.T) {
	c := &console{stdout: io.Discard, stderr: io.Discard}
	var look func(cmd *cobra.Command)
	look = func(cmd *cobra.Command) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			_, offered := cmd.GetFlagCompletionFunc(f.Name)
			offered = offered || f.Annotations != nil || slices.Contains(freely, f.Name)
			text := f.Value.Type() == "string" || strings.HasPrefix(f.Value.Type(), "string")
			if text && !offered && f.Deprecated == "" {
				t.Errorf("%s --%s: nothing is offered", cmd.Name(), f.Name)
			}
		})
		for _, sub := range cmd.Commands() {
			look(sub)
		}
	}
	for _, k := range subcommands() {
		look(k.command(c))
	}
}

func TestArgumentsAreCompleted(t *testing.T) {
	for line, want := range map[string]string{
		"compare --factor gpu_model --base ":       "H100",
		"compare --factor weight_precision --alt ": "fp8",
		"compare --factor gpu_":                    "gpu_model",
		"rank --query deadline=5&pc":               "deadline=5&pct=",
		"diff git":                                 "git:",
		"show v6vqx":                               "v6vqxbbf7x",
		"build --compare-to js":                    "json:",
	} {
		got, _ := command(t, append([]string{"__complete"}, strings.Split(line, " ")...)...)
		if !slices.ContainsFunc(strings.Split(string(got), "\n"), func(l string) bool { return strings.HasPrefix(l, want) }) {
			t.Errorf("%s: got %s", line, got)
		}
	}
}
