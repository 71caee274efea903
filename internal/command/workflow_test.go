package command

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/rogpeppe/go-internal/testscript"
)

// runStep runs the shell text of a workflow's or action's step, as a runner does:
// step FILE ID, the file from the top of the module.
func runStep(ts *testscript.TestScript, neg bool, args []string) {
	script := stepText(ts, args[0], args[1])
	err := ts.Exec("bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script)
	if (err != nil) != neg {
		ts.Fatalf("step %s of %s: %v", args[1], args[0], err)
	}
}

// step is what a test needs to know of one.
type step struct {
	ID  string
	Run string
}

func stepText(ts *testscript.TestScript, file, id string) string {
	text, err := os.ReadFile(filepath.Join(ts.Getenv("MODULE"), file))
	ts.Check(err)
	var read struct {
		Runs struct{ Steps []step }
		Jobs map[string]struct{ Steps []step }
	}
	ts.Check(yaml.Unmarshal(text, &read))
	steps := read.Runs.Steps
	for _, job := range read.Jobs {
		steps = append(steps, job.Steps...)
	}
	for _, s := range steps {
		if s.ID == id && s.Run != "" {
			return s.Run
		}
	}
	ts.Fatalf("%s has no step %s with a shell text", file, id)
	return ""
}

var (
	pinned  = regexp.MustCompile(`^(\./|[a-z/-]+@[0-9a-f]{40}$)`)
	foreign = regexp.MustCompile(`(?m)(^|[;&|]) *(make|npm|npx|node|go|curl)\b|bin/jouleboard|\$JOULEBOARD`)
)

// A job that may write runs nothing of others, and no action can change under us.
func TestWorkflowsPinActionsAndWriteWhereNothingOfOthersRuns(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) < 5 {
		t.Fatal(files, err)
	}
	for _, file := range append(files, "starter/github/site.yml", "../../action.yml") {
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
				if strings.Contains(fmt.Sprint(job.Permissions), "write") && foreign.MatchString(s.Run) {
					t.Errorf("%s: the job %s may write and runs %q", file, name, s.Run)
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
