package color

import (
	"math"
	"testing"
)

func TestContrastIsTheOneOfWCAG(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#ffffff", "#777777", 4.48}, {"#336699", "#336699", 1}} {
		if got := Contrast(Linear(c.a), Linear(c.b)); math.Abs(got-c.want) > 0.005 {
			t.Errorf("%s on %s: %.3f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}
