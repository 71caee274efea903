package plausible_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/shared"
)

func TestAcceptanceFilesAreChecked(t *testing.T) {
	for text, want := range map[string]string{
		"- {key: abc}":                            "accepted.yaml:1: entry 1: reason",
		"- {key: a, reason: b}\n- {reason: x}":    "accepted.yaml:2: entry 2: key",
		"key: abc":                                "expected a YAML list",
		"- {key: a, reason: b, more: c}":          "unknown key \"more\"",
		"- &a {key: b, reason: c}\n- *a":          `accepted.yaml:1: "&a" is an anchor`,
		"- {key: " + strings.Repeat(`{"a":`, 1e4): "accepted.yaml:1: ",
	} {
		_, err := plausible.ReadAcceptances("accepted.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: got %v, want %q", text, err, want)
		}
	}
}

func FuzzAcceptances(f *testing.F) {
	f.Add([]byte("- {key: {task: gpqa, gpu_model: H100}, reason: b}\n- key: a\n  code: power-limit\n  reason: c\n"))
	f.Add([]byte("- key: {a: [1, {b: 2}], c: .nan, d: null, 1: 2}\n  reason: |\n    b\n"))
	run := data.NewRuns([]data.LLMRun{{Task: "gpqa", ModelID: "lab/worse", GPUModel: "H100", MaxNumSeqs: 8}}, false).Table
	f.Fuzz(func(t *testing.T, text []byte) {
		var list plausible.Acceptances
		var err error
		shared.Bounded(func() { list, err = plausible.ReadAcceptances("accepted.yaml", text) })
		if err != nil && !strings.Contains(err.Error(), "accepted.yaml:") {
			t.Errorf("%q: %v names no file", text, err)
		}
		for _, a := range list {
			if a.Reason == "" || a.ID == "" && len(a.Fields) == 0 {
				t.Errorf("%q: accepts %+v", text, a)
			}
		}
		list.Reason(run, data.Problem{Code: "power-limit"})
	})
}
