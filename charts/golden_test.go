package charts

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/units"
)

var update = flag.Bool("update", false, "write the golden scenes")

// TestScenesAreTheGoldenOnes pins every drawing: testdata/<chart>.txt lists its shapes,
// a line for each, so that a change can be read.
func TestScenesAreTheGoldenOnes(t *testing.T) {
	seen := map[string]int{}
	for _, f := range figures() {
		seen[f.Chart]++
		name := f.Chart
		if n := seen[f.Chart]; n > 1 {
			name = fmt.Sprintf("%s-%d", name, n)
		}
		golden(t, name, f.Wide)
		for _, d := range f.Smaller {
			if d.Width == 350 {
				golden(t, name+"-narrow", d)
			}
		}
	}
}

func golden(t *testing.T, name string, d Drawing) {
	t.Helper()
	got := []byte(list(d.Scene()))
	path := filepath.Join("testdata", name+".txt")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("%v; run go test ./charts -update", err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what testdata says; first difference:\n%s", name, firstDifference(got, want))
	}
}

// list writes a scene for people: px to one decimal.
func list(s scene.Scene) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d x %d px\n", s.Width, s.Height)
	for _, l := range s.Layers {
		if len(l.Marks)+len(l.Paths)+len(l.Texts) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\nlayer %+v\n", l.Style)
		for _, m := range l.Marks {
			fmt.Fprintf(&b, "%s %.1f,%.1f %.1fx%.1f row %d opacity %.3f\n", m.Shape, m.X, m.Y, m.W, m.H, m.Row, m.Opacity)
		}
		for _, p := range l.Paths {
			fmt.Fprintf(&b, "path row %d closed %v", p.Row, p.Closed)
			for _, line := range p.Lines {
				b.WriteString(" M")
				for _, at := range line {
					fmt.Fprintf(&b, " %.1f,%.1f", at.X, at.Y)
				}
			}
			b.WriteByte('\n')
		}
		for _, t := range l.Texts {
			fmt.Fprintf(&b, "%q %.1f,%.1f %s size %g bold %v up %v\n", t.Text, t.X, t.Y, t.Anchor, t.Size, t.Bold, t.Up)
		}
	}
	return b.String()
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
