package command

import (
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

const helpRows = 40

// everyCommand is all commands and topics with their help flags, as a user gets them.
func everyCommand(cmd *cobra.Command) []*cobra.Command {
	list := []*cobra.Command{cmd}
	for _, sub := range cmd.Commands() {
		list = append(list, everyCommand(sub)...)
	}
	return list
}

func TestHelpFitsAScreen(t *testing.T) {
	root := Root()
	root.InitDefaultCompletionCmd()
	all := everyCommand(root)
	if len(all) < 35 {
		t.Fatalf("only %d commands", len(all))
	}
	for _, cmd := range all {
		lines := strings.Split(strings.TrimSuffix(help(cmd), "\n"), "\n")
		if len(lines) > helpRows && !cmd.IsAdditionalHelpTopicCommand() {
			t.Errorf("%s --help has %d lines: move some of it to a topic", cmd.CommandPath(), len(lines))
		}
		if !strings.Contains(cmd.CommandPath(), " completion") {
			lines = append(lines, strings.Split(cmd.Long, "\n")...)
		}
		for _, line := range lines {
			if utf8.RuneCountInString(line) > helpWidth {
				t.Errorf("%s: wider than %d columns: %s", cmd.CommandPath(), helpWidth, line)
			}
		}
	}
}

func TestTopicIsHelpOnly(t *testing.T) {
	for name, want := range map[string]string{
		"sources": "hf://ORG/NAME", "fields": "energy_per_token_joules", "expressions": "contains", "curves": "leave_one_out_log",
		"settings": "JOULEBOARD_FILE", "output": "exit\nstatus",
	} {
		got, said := command(t, "help", name)
		if said != "" || !strings.Contains(string(got), want) || strings.Contains(string(got), "Usage:") {
			t.Errorf("help %s: %s, %s", name, said, got)
		}
	}
	names := topicNames()
	if !slices.IsSorted(names) || len(names) < 6 {
		t.Errorf("topics %v", names)
	}
}

func TestFieldsOfOneDomain(t *testing.T) {
	got, said := command(t, "help", "fields", "diffusion")
	if said != "" || !strings.Contains(string(got), "Fields of diffusion runs") || strings.Contains(string(got), "Fields of llm runs") {
		t.Errorf("%s, %s", said, got)
	}
	if err := run(t.Context(), io.Discard, io.Discard, []string{"help", "fields", "dream"}); exitStatus(err) != 2 {
		t.Errorf("an unknown domain: %v", err)
	}
}

// What a command reads with is in the topic of sources, so that no flag is without help.
func TestFlagsForReadingAreInTheTopic(t *testing.T) {
	build, _, err := Root().Find([]string{"build"})
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range readingFlags {
		if build.Flags().Lookup(name) == nil || !strings.Contains(sourcesHelp(), "--"+name) || ownFlags(build).Lookup(name) != nil {
			t.Errorf("--%s is not a flag of build that the topic describes", name)
		}
	}
}
