package charts

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/charts/colortest"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/color"
)

// The grounds that marks stand on: page and panel, light and dark.
var grounds = []string{"#fcfcfb", "#ffffff", "#14161a", "#1b1e24"}

// What is drawn of a mark at its strongest, edge or fill, has contrast on every ground, on the frontier and behind it.
func TestMarksHaveContrastOnEveryGround(t *testing.T) {
	for _, hue := range hues {
		m := Mark{Color: hue}
		for name, style := range map[string]scene.Style{
			"mark": PlotSeries{Mark: m}.marks(nil).Style, "mark behind": PlotSeries{Mark: m}.behind().Style, "line": m.line(),
		} {
			for _, ground := range grounds {
				if c := color.Contrast(over(style, ground), color.Linear(ground)); c < 3 {
					t.Errorf("%s of %s on %s has a contrast of %.2f, want 3", name, hue, ground, c)
				}
			}
		}
	}
}

// over is the edge of a style on a ground, in linear RGB; browsers mix colors as they are encoded.
func over(style scene.Style, ground string) [3]float64 {
	var edge, below [3]uint8
	fmt.Sscanf(string(style.Stroke), "#%02x%02x%02x", &edge[0], &edge[1], &edge[2])
	fmt.Sscanf(ground, "#%02x%02x%02x", &below[0], &below[1], &below[2])
	strength := cmp.Or(style.Opacity, 1)
	for i := range edge {
		edge[i] = uint8(math.Round(strength*float64(edge[i]) + (1-strength)*float64(below[i])))
	}
	return color.Linear(fmt.Sprintf("#%02x%02x%02x", edge[0], edge[1], edge[2]))
}

// TestHuesDiffer holds for full color vision and for two models of deuteranopia.
func TestHuesDiffer(t *testing.T) {
	for vision, m := range map[string][9]float64{"full": colortest.Full, "Machado 2009": colortest.Machado, "Viénot 1999": colortest.Vienot} {
		for i, a := range hues {
			for _, b := range hues[:i] {
				if d := colortest.Differ(m, string(a), string(b)); d < 10 {
					t.Errorf("%s and %s differ by ΔE %.1f for %s vision, want 10", a, b, d, vision)
				}
			}
		}
	}
}

// TestDeltaEIsTheCIE2000Formula checks pairs that Sharma, Wu and Dalal published
// for this purpose.
func TestDeltaEIsTheCIE2000Formula(t *testing.T) {
	for _, c := range []struct {
		a, b [3]float64
		want float64
	}{
		{[3]float64{50, 2.6772, -79.7751}, [3]float64{50, 0, -82.7485}, 2.0425},
		{[3]float64{50, -1.3802, -84.2814}, [3]float64{50, 0, -82.7485}, 1.0000},
		{[3]float64{50, 0, 0}, [3]float64{50, -1, 2}, 2.3669},
		{[3]float64{50, 2.5, 0}, [3]float64{73, 25, -18}, 27.1492},
		{[3]float64{60.2574, -34.0099, 36.2677}, [3]float64{60.4626, -34.1751, 39.4387}, 1.2644},
		{[3]float64{2.0776, 0.0795, -1.1350}, [3]float64{0.9033, -0.0636, -0.5514}, 0.9082},
	} {
		if got := colortest.DeltaE(c.a, c.b); math.Abs(got-c.want) > 1e-4 {
			t.Errorf("%v, %v: got %.4f, want %.4f", c.a, c.b, got, c.want)
		}
	}
}

func TestFortyThingsHaveFortyMarks(t *testing.T) {
	var names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf("org/m%d", i))
	}
	for kind, marks := range map[string]Marks{"by hash": MarksByHash(names), "in order": MarksInOrder(names)} {
		owner := map[Mark]string{}
		for _, name := range names {
			m := marks.of(name)
			if other, taken := owner[m]; taken {
				t.Errorf("%s: %s looks like %s", kind, name, other)
			}
			owner[m] = name
		}
	}
}

// Whoever sees no colors tells four things by their shapes, and has each shape for at most two of eight.
func TestComparedMarksHaveShapesOfTheirOwn(t *testing.T) {
	circle := Mark{Color: hues[0], Shape: scene.Circle}
	compared := []Mark{circle, {Color: hues[1], Shape: scene.Circle}, {Color: hues[2], Shape: scene.Diamond}, circle, circle, circle, circle, circle}
	looks, uses := map[scene.Color]bool{}, map[scene.Shape]int{}
	for i, m := range Apart(compared) {
		looks[m.Color] = true
		uses[m.Shape]++
		if uses[m.Shape] > 1+i/len(shapes) {
			t.Errorf("the first %d have %s %d times", i+1, m.Shape, uses[m.Shape])
		}
	}
	if len(looks) != len(compared) {
		t.Errorf("%d colors for %d things", len(looks), len(compared))
	}
}

func TestMarksIgnoreTheOrderOfNames(t *testing.T) {
	names := []string{"b", "c", "a", "d", "a"}
	reversed := slices.Clone(names)
	slices.Reverse(reversed)
	for _, name := range names {
		if MarksByHash(names).of(name) != MarksByHash(reversed).of(name) {
			t.Errorf("%s changed its mark", name)
		}
	}
}

func TestAModelKeepsItsMarkWhenAnotherComes(t *testing.T) {
	names := []string{"org/one", "org/two", "org/three"}
	kept := 0
	for i := range 30 {
		more := append(slices.Clone(names), fmt.Sprintf("org/new%d", i))
		for _, name := range names {
			if MarksByHash(more).of(name) == MarksByHash(names).of(name) {
				kept++
			}
		}
	}
	// a newcomer can take a place only where its hash comes first and collides
	if kept < 80 {
		t.Errorf("kept %d of 90 marks", kept)
	}
}

func TestThingsDrawnTogetherLookDifferent(t *testing.T) {
	var chat, images, many []string
	for i := range 18 {
		chat = append(chat, fmt.Sprintf("org/chat%d", i))
		images = append(images, fmt.Sprintf("org/images%d", i))
	}
	images[0], images[1] = chat[0], chat[1] // some can do both
	for i := range 80 {
		many = append(many, fmt.Sprintf("org/many%d", i))
	}
	marks := MarksByHash(chat, many, images)
	for _, group := range [][]string{chat, images} {
		looks := map[Mark]bool{}
		for _, name := range group {
			looks[marks.of(name)] = true
		}
		if len(looks) != len(group) {
			t.Errorf("%d models of a task have %d marks", len(group), len(looks))
		}
	}
	uses := map[Mark]int{}
	for _, name := range many {
		uses[marks.of(name)]++
	}
	for m, n := range uses {
		if n != 2 {
			t.Errorf("%v marks %d of 80 models of a task", m, n)
		}
	}
}

func TestMoreThingsThanMarksShareThemEvenly(t *testing.T) {
	var names []string
	for i := range 92 {
		names = append(names, fmt.Sprintf("org/m%d", i))
	}
	uses := map[Mark]int{}
	for _, m := range MarksByHash(names) {
		uses[m]++
	}
	for m, n := range uses {
		if n < 2 || n > 3 {
			t.Errorf("%v marks %d models of 92", m, n)
		}
	}
}

// of is the name's mark, the first one for a name that has none.
func (m Marks) of(name string) Mark {
	if mark, ok := m[name]; ok {
		return mark
	}
	return mark(0)
}
