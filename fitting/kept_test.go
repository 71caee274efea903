package fitting

import (
	"reflect"
	"testing"
)

func TestKeptFitsWhatItDoesNotKnow(t *testing.T) {
	one := Sweep{X: []float64{3, 4, 5, 6, 7}, Y: []float64{8, 5, 3, 2, 1.6}}
	other := Sweep{X: one.X, Y: []float64{8, 5, 3, 2, 1.5}}
	swapped := Sweep{X: one.Y, Y: one.X}
	var kept Kept
	sweeps := []Sweep{one, other, swapped, {}}
	for range 2 {
		if got, want := kept.Sketches(sweeps), Sketches(sweeps); !reflect.DeepEqual(got, want) {
			t.Fatalf("got %+v, want %+v", got, want)
		}
	}
}

func TestKeptFitsNothingTwiceAndForgetsWhenItIsFull(t *testing.T) {
	sweep := Sweep{X: []float64{3, 4, 5, 6, 7}, Y: []float64{8, 5, 3, 2, 1.6}}
	var kept Kept
	first := func() *float64 { return &kept.Sketches([]Sweep{sweep})[0].X[0] }
	before := first()
	if first() != before {
		t.Error("the same points were fitted twice")
	}
	for i := range mostKept {
		kept.put(Sweep{X: []float64{float64(i)}}.key(), Sketch{})
	}
	if n := len(kept.sketches); n > mostKept {
		t.Errorf("%d sweeps are remembered", n)
	}
	if first() == before {
		t.Error("nothing was forgotten")
	}
}
