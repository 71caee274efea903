package source_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
)

// What is stated of the accuracy of a metric must be possible.
func TestStatedIntervalsContainTheirMetric(t *testing.T) {
	const declaration = `domain: t
board: {system: T, license: CC-BY-4.0}
rows: [{files: ["*.csv"]}]
fields:
- {name: model, role: model}
- {name: e, role: energy}
- {name: s, role: error, unit: J/token}
- {name: lo, role: lower, unit: J/token}
- {name: hi, role: upper, unit: J/token}
`
	for row, want := range map[string]string{
		"1,,0.9,1.1": "", "1,,1.1,0.9": "interval", "1,,0.2,0.9": "interval", "1,,1.1,1.2": "interval", "1,-0.1,,": "range", "1,0,,": "",
	} {
		dir := t.TempDir()
		for name, text := range map[string]string{"benchmark.yaml": declaration, "r.csv": "model,e,s,lo,hi\nfine,2,1,1,3\nm," + row + "\n"} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		ds, err := source.Open(t.Context(), dir)
		if err != nil {
			t.Fatal(err)
		}
		codes := strings.Join(lists.Map(ds.Problems(), func(p data.Problem) string { return p.Code }), " ")
		if codes != want || ds.Len() != map[bool]int{true: 2, false: 1}[want == ""] {
			t.Errorf("%s: %q, want %q: %v", row, codes, want, ds.Problems())
		}
	}
}
