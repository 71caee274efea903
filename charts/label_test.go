package charts

import (
	"encoding/json"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

func TestLabelsNeverMeetNorLeaveTheDrawing(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 1))
	bounds := box{40, 10, 340, 260}
	for range 200 {
		var labels []label
		var marks []point
		for range 20 {
			at := point{40 + 300*random.Float64(), 10 + 250*random.Float64()}
			marks = append(marks, at)
			labels = append(labels, label{at: at, Label: Label{Text: "1,024", Size: smallSize, Gap: 5}, over: 3})
		}
		placed := placeLabels(labels, marks, nil, bounds)
		for i, l := range placed {
			area := l.area(l.Place)
			if !area.inside(bounds) {
				t.Fatalf("label at %v covers %v", l.at, area)
			}
			if n := count(marks, area); n > 3 {
				t.Fatalf("label at %v covers %d marks", l.at, n)
			}
			for _, o := range placed[:i] {
				if area.meets(o.area(o.Place)) {
					t.Fatalf("labels at %v and %v meet", l.at, o.at)
				}
			}
		}
	}
}

func TestALabelTakesTheFirstFreePlace(t *testing.T) {
	l := label{at: point{100, 100}, Label: Label{Text: "8", Size: smallSize, Gap: 5}}
	bounds := box{0, 0, 200, 200}
	if got := placeLabels([]label{l}, nil, nil, bounds)[0].Place; got != places[0] {
		t.Errorf("got %v, want %v", got, places[0])
	}
	under := point{112, 113}
	if got := placeLabels([]label{l}, []point{under}, nil, bounds)[0].Place; l.area(got).holds(under) {
		t.Errorf("place %v covers a mark", got)
	}
}

// Scripts shorten names too (assets/js/test/names.test.js).
func TestNamesKeepWhatTellsThemApart(t *testing.T) {
	text, err := os.ReadFile("testdata/names.json")
	if err != nil {
		t.Fatal(err)
	}
	var groups []struct {
		Width        float64
		Names, Short []string
	}
	if err := json.Unmarshal(text, &groups); err != nil {
		t.Fatal(err)
	}
	for _, g := range groups {
		if got := shortened(g.Names, fontSize, g.Width); !slices.Equal(got, g.Short) {
			t.Errorf("%q: got %q, want %q", g.Names, got, g.Short)
		}
	}
}

func TestTitlesCutNamesBetweenWords(t *testing.T) {
	for in, want := range map[string]string{
		"Qwen/Qwen3-30B-A3B-Instruct-2507": "Qwen/Qwen3-30B-A3B-Instruct-2507",
		"nvidia/Llama-3.1-Nemotron-Ultra-253B-v1-Experimental-Long-Context-Instruct-Quantized-FP8": "nvidia/Llama-3.1-Nemotron-Ultra-253B-v1…Instruct-Quantized-FP8",
		"A" + strings.Repeat("b", 80): "A" + strings.Repeat("b", 39) + "…" + strings.Repeat("b", 20),
	} {
		if got := inTitle(in); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

func TestALabelStandsNearerToItsOwnMarkThanToRivals(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	var marks []point
	for range 40 {
		marks = append(marks, point{300 * random.Float64(), 200 * random.Float64()})
	}
	var labels []label
	for _, at := range marks {
		labels = append(labels, label{at: at, Label: Label{Text: "512", Size: smallSize, Gap: 6}, rivals: marks})
	}
	placed := placeLabels(labels, marks, nil, box{0, 0, 340, 220})
	if len(placed) < 10 {
		t.Fatalf("%d of %d labels have a place", len(placed), len(labels))
	}
	for _, l := range placed {
		area := l.area(l.Place)
		for _, m := range marks {
			if m != l.at && area.from(m) <= area.from(l.at) {
				t.Errorf("the label of %v is nearer to %v", l.at, m)
			}
		}
	}
}
