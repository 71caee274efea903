package declared

import (
	"path/filepath"
	"strings"
	"testing"
)

// A draft has every column that a file has, whatever letters its name has and wherever it stands, or says what the rows are.
func TestDraftsOmitNothing(t *testing.T) {
	for file, want := range map[string]string{
		"responses.jsonl":   `from: ["usage.completion_time"]`,
		"layers.json":       `from: ["summary.estimated_inference_time"]`,
		"other-letters.csv": `{name: column_5, from: ["备注"]}`,
		"influx.csv":        `from: ["_time"]`,
		"since-start.csv":   `role: duration, from: ["Elapsed Time (sec)"]} # not sure: rises from row to row`,
		"header-again.csv":  `row 3 repeats the header`,
	} {
		draft, err := Describe(filepath.Join("testdata", "samples", file))
		if err != nil || !strings.Contains(string(draft), want) {
			t.Errorf("%s: %v\n%s\nwant %s", file, err, draft, want)
		}
	}
}
