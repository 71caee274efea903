package render_test

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

func card(tb testing.TB, c render.Card) image.Image {
	tb.Helper()
	content, err := renderer(tb).Card(tb.Context(), c)
	if err != nil {
		tb.Fatal(err)
	}
	return decoded(tb, content)
}

func TestCardsHaveTheSizeOfPreviews(t *testing.T) {
	chart := golden()[0]
	for _, c := range []render.Card{{Site: "Jouleboard", Title: "T", Sentence: "S"}, {Site: "Jouleboard", Title: "T", Chart: &chart}, {}} {
		if got := card(t, c).Bounds().Size(); got != image.Pt(render.CardWidth, render.CardHeight) {
			t.Errorf("%v pixels", got)
		}
	}
}

// TestCardTextStaysOutOfItsChart: however long it is, and whatever it is made of.
func TestCardTextStaysOutOfItsChart(t *testing.T) {
	chart := golden()[0]
	empty := card(t, render.Card{Chart: &chart})
	for _, text := range []string{strings.Repeat("long words follow ", 50), strings.Repeat("W", 5000), hostileNames[0]} {
		full := card(t, render.Card{Site: "S", Title: text, Sentence: text, Chart: &chart})
		if n := unlikeIn(empty, full, image.Rect(600, 0, 1200, 630)); n > 0 {
			t.Errorf("%.20q changes %d pixels around the chart", text, n)
		}
		if n := unlikeIn(empty, full, image.Rect(0, 600, 600, 630)); n > 0 {
			t.Errorf("%.20q reaches the lower edge", text)
		}
		if n := unlikeIn(empty, full, image.Rect(0, 150, 600, 600)); n < 1000 {
			t.Errorf("%.20q is hardly to be seen: %d pixels", text, n)
		}
	}
}

// unlikeIn counts pixels that differ by more than two palettes do.
func unlikeIn(a, b image.Image, box image.Rectangle) int {
	n := 0
	for y := box.Min.Y; y < box.Max.Y; y++ {
		for x := box.Min.X; x < box.Max.X; x++ {
			if apart(a.At(x, y), b.At(x, y)) > 20 {
				n++
			}
		}
	}
	return n
}

func TestCardsAreTheSameInEveryRun(t *testing.T) {
	chart := golden()[1]
	c := render.Card{Site: "Jouleboard", Title: "Which GPU?", Sentence: "This one.", Chart: &chart}
	first, err := renderer(t).Card(t.Context(), c)
	second, err2 := renderer(t).Card(t.Context(), c)
	if err != nil || err2 != nil || !bytes.Equal(first, second) {
		t.Errorf("cards differ, or %v, %v", err, err2)
	}
}
