package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/jouleboard/jouleboard/charts/scene"
)

func TestPathsAreShort(t *testing.T) {
	p := func(x, y float64) scene.Point { return scene.Point{X: x, Y: y} }
	for _, c := range []struct {
		lines  [][]scene.Point
		closed bool
		want   string
	}{
		{nil, false, ""},
		{[][]scene.Point{{p(160.2, 227.2), p(166.2, 227.2), p(166.2, 233.2), p(160.2, 233.2)}}, true, "M160.2 227.2h6v6h-6z"},
		{[][]scene.Point{{p(100, 100), p(5, 7), p(0.5, -0.25)}}, false, "M100 100 5 7 .5-.3"},
		{[][]scene.Point{{p(10, 10), p(20, 20), p(30, 31)}}, false, "M10 10l10 10 10 11"},
		{[][]scene.Point{{p(40, 30.5), p(290, 30.5)}, {p(40, 100.5), p(290, 100.5)}}, false, "M40 30.5h250m-250 70h250"},
		{[][]scene.Point{{p(0, 0), p(9, 0), p(0, 9)}, {p(1, 1), p(2, 1), p(1, 2)}}, true, "M0 0h9L0 9zm1 1h1L1 2z"},
		{[][]scene.Point{{p(math.NaN(), math.Inf(1)), p(-0.04, 1e300)}}, true, "M0 100000h0z"},
	} {
		if got := string(pathData(nil, c.lines, c.closed)); got != c.want {
			t.Errorf("%v: %q, want %q", c.lines, got, c.want)
		}
	}
}

// TestPathsAreThoseOfTheScene follows what was written as a browser does.
func TestPathsAreThoseOfTheScene(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		closed := r.IntN(2) == 0
		var lines [][]scene.Point
		var want []scene.Point
		for range 1 + r.IntN(3) {
			var line []scene.Point
			for range 1 + r.IntN(5) {
				line = append(line, scene.Point{X: math.Floor(r.Float64()*4000) / 20, Y: math.Floor(r.Float64()*9) * 10})
			}
			lines, want = append(lines, line), append(want, line...)
		}
		d := string(pathData(nil, lines, closed))
		got := follow(t, d)
		if len(got) != len(want) {
			t.Fatalf("%s: %d points, want %d", d, len(got), len(want))
		}
		for i := range got {
			if math.Abs(got[i].X-want[i].X) > 0.0501 || math.Abs(got[i].Y-want[i].Y) > 0.0501 {
				t.Fatalf("%s: point %d is %v, want %v", d, i, got[i], want[i])
			}
		}
	}
}
