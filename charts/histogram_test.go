package charts

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// longTailed are histograms as sources state them, by how the last percent lies.
func longTailed() map[string]Responses {
	made := map[string]Responses{}
	for name, c := range map[string]struct {
		first, width, spread float64
		bins                 int
	}{
		"a long tail": {1069, 634, 5, 50}, "an even end": {2, 82, 100, 50}, "one bin": {7, 3, 1, 1},
		"small numbers": {1, 0.02, 8, 50}, "from nothing": {0, 40, 3, 50}, "two bins": {3, 4000, 1, 2},
	} {
		var h Histogram
		random := rand.New(rand.NewPCG(1, 2))
		for i := range c.bins {
			h.Edges = append(h.Edges, c.first+c.width*float64(i))
			h.Counts = append(h.Counts, int(200*math.Exp(-float64(i)/c.spread))+random.IntN(2))
		}
		h.Edges, h.Counts[c.bins-1] = append(h.Edges, c.first+c.width*float64(c.bins)), 1
		made[name] = Responses{h}
	}
	return made
}

func TestACutHistogramKeepsEveryAnswerAndTheSourcesEdges(t *testing.T) {
	tails := 0
	for name, r := range longTailed() {
		h := r.cut()
		if h.Requests() != r.Requests() || h.Edges[len(h.Edges)-1] != r.Edges[len(r.Edges)-1] {
			t.Errorf("%s: %d of %d answers up to %v", name, h.Requests(), r.Requests(), h.Edges)
		}
		for i, edge := range h.Edges[:h.shown()+1] {
			if edge != r.Edges[i] {
				t.Errorf("%s: edge %d is %v, the source's %v", name, i, edge, r.Edges[i])
			}
		}
		if !h.Tail {
			continue
		}
		tails++
		beyond := float64(h.Counts[h.shown()]) / float64(h.Requests())
		if beyond > 1-shownShare || beyond+float64(h.Counts[h.shown()-1])/float64(h.Requests()) <= 1-shownShare {
			t.Errorf("%s: the tail has %v of the answers", name, beyond)
		}
	}
	if tails != 4 {
		t.Errorf("%d histograms have a tail, want 4", tails)
	}
}

// TestTheScriptsBarsAreThese writes and checks the file that the script's test reads.
func TestTheScriptsBarsAreThese(t *testing.T) {
	type sample struct {
		Histogram Histogram    `json:"histogram"`
		Bars      ResponseBars `json:"bars"`
		Tail      string       `json:"tail"` // what the caption says of it
	}
	all := map[string]sample{}
	for name, r := range longTailed() {
		all[name] = sample{r.Histogram, r.Bars(english), r.Caption(english)}
	}
	got, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	got = append(bytes.ReplaceAll(got, []byte(`"histogram"`), []byte("\n\"histogram\"")), '\n')
	path := filepath.Join("testdata", "response-bars.json")
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what Go lays out (%v); run go test ./charts -update", path, err)
	}
}

func TestNoLabelOfAResponseAxisIsCutOrMeetsAnother(t *testing.T) {
	for name, r := range longTailed() {
		last := 0.0
		for _, tick := range r.Bars(english).X {
			half := textWidth(tick.Text, fontSize) / 2
			if tick.At+half > barsWidth+0.5 || tick.At-half < last {
				t.Errorf("%s: %q at %v", name, tick.Text, tick.At)
			}
			last = tick.At + half
		}
	}
}

// TestEveryTextLiesInItsDrawing holds for ticks, names and labels of all charts.
func TestEveryTextLiesInItsDrawing(t *testing.T) {
	all := figures()
	for _, kind := range Kinds() {
		all = append(all, Declared(declared(kind)))
	}
	for _, f := range all {
		for _, d := range drawings(f) {
			s := d.Scene()
			for _, l := range s.Layers {
				for _, text := range l.Texts {
					if box := textBox(text); !box.inside(paper(s)) {
						t.Errorf("%s, %d px: %q covers %.1f, of %d × %d", f.Chart, s.Width, text.Text, box, s.Width, s.Height)
					}
				}
			}
		}
	}
}

func paper(s scene.Scene) box { return box{0, 0, float64(s.Width), float64(s.Height)} }

// textBox is what a text covers, by the estimate of its width.
func textBox(t scene.Text) box {
	size := t.Size
	if size == 0 {
		size = fontSize
	}
	width := textWidth(t.Text, size)
	left := t.X
	switch t.Anchor {
	case scene.Middle:
		left = t.X - width/2
	case scene.End:
		left = t.X - width
	}
	if t.Up {
		return box{t.X - size/2, t.Y - width/2, t.X + size/2, t.Y + width/2}
	}
	return box{left, t.Y - size/2, left + width, t.Y + size/2}
}
