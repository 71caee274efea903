package charts

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/units"
)

var update = flag.Bool("update", false, "write the golden options")

// TestOptionsAreTheGoldenOnes pins every drawing: testdata/<chart>.json holds the
// option, indented so that a change can be read.
func TestOptionsAreTheGoldenOnes(t *testing.T) {
	seen := map[string]int{}
	for _, f := range figures() {
		seen[f.Chart]++
		name := f.Chart
		if n := seen[f.Chart]; n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		golden(t, name, f.Wide)
		if f.Narrow != nil {
			golden(t, name+"-narrow", *f.Narrow)
		}
	}
}

func golden(t *testing.T, name string, d Drawing) {
	t.Helper()
	var got bytes.Buffer
	if err := json.Indent(&got, d.Option, "", " "); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	got.WriteByte('\n')
	path := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test ./charts -update", err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s is not what testdata says; first difference:\n%s", name, firstDifference(got.Bytes(), want))
	}
}

func firstDifference(got, want []byte) string {
	g, w := bytes.Split(got, []byte("\n")), bytes.Split(want, []byte("\n"))
	for i := range min(len(g), len(w)) {
		if !bytes.Equal(g[i], w[i]) {
			return fmt.Sprintf("line %d\n got %s\nwant %s", i+1, g[i], w[i])
		}
	}
	return fmt.Sprintf("%s lines, want %s", units.Whole(len(g)), units.Whole(len(w)))
}
