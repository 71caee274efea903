package command

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
)

// command runs the command in this process.
func command(t *testing.T, args ...string) (stdout []byte, stderr string) {
	t.Helper()
	var out bytes.Buffer
	var messages strings.Builder
	if err := run(t.Context(), &out, &messages, args); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return out.Bytes(), messages.String()
}

func TestRunsOfThePublishedDataEqualTheReference(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		for _, domain := range []string{llm, diffusion} {
			for _, writer := range []string{"compiled", "compiled-alt"} {
				t.Run(domain+" "+writer, func(t *testing.T) {
					text, _ := command(t, "runs", "--source", filepath.Join(root, "data", "mlenergy-v3", writer), "--domain", domain, "--format", "json")
					expected, err := os.ReadFile(filepath.Join(root, "reference", "compiled-expected", domain+".json"))
					if err != nil {
						t.Fatal(err)
					}
					got := objects(t, text)
					for _, run := range got {
						if id, _ := run["run"].(string); len(id) < 10 {
							t.Errorf("run %q", id)
						}
						delete(run, "run") // ours
					}
					sameObjects(t, got, objects(t, expected))
				})
			}
		}
	})
}

func objects(t *testing.T, text []byte) (list []map[string]any) {
	t.Helper()
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// sameObjects compares keys and values, numbers as numbers.
func sameObjects(t *testing.T, got, want []map[string]any) {
	t.Helper()
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%d runs, %d in the reference", len(got), len(want))
	}
	for i := range want {
		if !maps.Equal(got[i], want[i]) {
			for _, key := range slices.Sorted(maps.Keys(want[i])) {
				t.Logf("%s: %v, want %v", key, got[i][key], want[i][key])
			}
			t.Fatalf("run %d differs", i+1)
		}
	}
}

func TestInterruptedBuildLeavesTheSite(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	out := filepath.Join(t.TempDir(), "public")
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	var stdout, stderr strings.Builder
	err := run(ctx, &stdout, &stderr, []string{"build", "--out", out})
	if got := exitStatus(err); got != 1 || stderr.String() != "jouleboard: interrupted\n" {
		t.Errorf("exit status %d, %q", got, stderr.String())
	}
	if left, _ := os.ReadDir(filepath.Dir(out)); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestTextThatATerminalCouldObeyIsEscaped(t *testing.T) {
	for text, want := range map[string]string{
		"Acme 1B":         "Acme 1B",
		"Größe 7B":        "Größe 7B",
		"a\x1b[2Jb":       `a\x1b[2Jb`,
		"a\u009b2Jb":      `a\u009b2Jb`,
		"a\u202egnp.b":    `a\u202egnp.b`,
		"\xffz":           `\xffz`,
		"line\nline":      `line\nline`,
		"tab\tand\u0000z": `tab\tand\x00z`,
	} {
		if got := cell(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestProgressIsForTerminalsOnly(t *testing.T) {
	var stderr strings.Builder
	c := &console{stderr: &stderr}
	c.stage("building")(1, 2)
	c.note("done")
	if got := stderr.String(); got != "done\n" {
		t.Errorf("got %q", got)
	}
}
