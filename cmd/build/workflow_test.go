package main

import (
	"os"
	"path/filepath"

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
