package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

var (
	pinned  = regexp.MustCompile(`^(\./|jouleboard/jouleboard@JOULEBOARD_REF$|[a-z/-]+@[0-9a-f]{40}$)`)
	foreign = regexp.MustCompile(`(?m)(^|[;&|]) *(make|npm|npx|node|go|curl)\b|bin/jouleboard|\$JOULEBOARD`)
)

// A job that may write runs nothing of others, and no action can change under us.
func TestWorkflowsPinActionsAndWriteWhereNothingOfOthersRuns(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	starters, err := filepath.Glob("starter/github/*.yml")
	if err != nil || len(starters) != 4 {
		t.Fatal(starters, err)
	}
	for _, file := range append(append(files, starters...), "../../action.yml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		type steps []struct{ Run, Uses string }
		var w struct {
			Permissions map[string]string
			Runs        struct{ Steps steps }
			Jobs        map[string]struct {
				Permissions map[string]string
				Steps       steps
			}
		}
		if err := yaml.Unmarshal(text, &w); err != nil {
			t.Fatal(file, err)
		}
		if strings.Contains(fmt.Sprint(w.Permissions), "write") {
			t.Errorf("%s: all jobs may write", file)
		}
		all := w.Runs.Steps
		for name, job := range w.Jobs {
			all = append(all, job.Steps...)
			for _, s := range job.Steps {
				runs := foreign.MatchString(s.Run) || s.Uses != "" && !strings.HasPrefix(s.Uses, "actions/")
				if strings.Contains(fmt.Sprint(job.Permissions), "write") && runs {
					t.Errorf("%s: the job %s may write and runs %q", file, name, s.Run+s.Uses)
				}
			}
		}
		for _, s := range all {
			if s.Uses != "" && !pinned.MatchString(s.Uses) {
				t.Errorf("%s: %s is not pinned by a commit", file, s.Uses)
			}
		}
	}
}

// This repository publishes itself as every other does, by the action that it holds.
func TestThisRepositoryPublishesAsAStarterDoes(t *testing.T) {
	for _, name := range []string{"site", "preview", "comment", "keep-version"} {
		want, err := os.ReadFile("starter/github/" + name + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		got, err := os.ReadFile("../../.github/workflows/" + name + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != strings.ReplaceAll(string(want), "jouleboard/jouleboard@JOULEBOARD_REF", "./") {
			t.Errorf("%s.yml differs from the starter's", name)
		}
	}
}
