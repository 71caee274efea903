package diff

import (
	"math"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// The probabilities are those of any table: t = 2.085963 with 20 degrees of freedom and
// z = 1.959964 leave 5%.
func TestChanceIsStudentsOrTheNormalOne(t *testing.T) {
	for _, c := range []struct {
		difference float64
		noise      fitting.Spread
		base, head int
		want       float64
	}{
		{0.1 * 2.085963447, fitting.Spread{SD: 0.1, Freedom: 20}, 2, 2, 0.05},
		{-0.1 * math.Sqrt2 * 2.085963447, fitting.Spread{SD: 0.1, Freedom: 20}, 1, 1, 0.05},
		{0.1 * math.Sqrt(0.75) * 1.959963985, fitting.Assumed(0.1), 2, 4, 0.05},
		{0.1, fitting.Spread{Freedom: 20}, 1, 1, 0},
		{math.Inf(1), fitting.Spread{SD: 0.1, Freedom: 20}, 1, 1, 0},
	} {
		if got := chance(c.difference, apart(c.noise, c.base, c.head)); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v: got %v", c, got)
		}
	}
}

// F(2, 20) = 9.9526 leaves 0.1%.
func TestRepeatsFarApartJudgeThemselves(t *testing.T) {
	all := fitting.Spread{SD: 0.1, Freedom: 20}
	for sd, want := range map[float64]bool{0.1 * math.Sqrt(9.952): false, 0.1 * math.Sqrt(9.953): true, 0.05: false} {
		own := fitting.Spread{SD: sd, Freedom: 2}
		if got := judging(own, all); (got == own) != want || !want && got != all {
			t.Errorf("%v: judged by %+v", sd, got)
		}
	}
	if got := judging(fitting.Spread{SD: 0.1, Freedom: 2}, fitting.Spread{Freedom: 20}); got.SD != 0.1 {
		t.Errorf("without noise in all: %+v", got)
	}
	if got := judging(fitting.Spread{SD: 1, Freedom: 2}, fitting.Assumed(0.1)); got != fitting.Assumed(0.1) {
		t.Errorf("assumed: %+v", got)
	}
}

// The example of the paper by Benjamini and Hochberg: of 15 p-values four are
// discoveries at a rate of 0.05. The second stage counts 11 of 15 as left, and finds four more.
func TestCorrectionsOnTheExampleOfTheirPaper(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000}
	values := make([]*float64, len(p))
	for i := range p {
		values[len(p)-1-i] = &p[i]
	}
	found := func() (n int) {
		for _, q := range p {
			if q <= significance {
				n++
			}
		}
		return n
	}
	correct(values)
	if n := found(); n != 4 || math.Abs(p[0]-0.0015) > 1e-12 || !slices.IsSorted(p) {
		t.Errorf("%d discoveries: %v", n, p)
	}
	first := p[4]
	sharpen(values)
	if want := first * 1.05 * 11 / 15; math.Abs(p[4]-want) > 1e-12 || p[14] > 1 || found() != 8 {
		t.Errorf("%d discoveries: %v", found(), p)
	}
}

// Of two metrics, the one that ranks has four fifths of all false alarms.
func TestAMetricWithoutAChangeFindsNothing(t *testing.T) {
	for p, want := range map[float64]float64{0.02: 0.025, 0.03: 0.0375, 0.048: 0.06} {
		one, two := p, 1.0
		c := &comparing{schema: profiles(profile("m", "1", 1)).Schema(), families: map[string]*float64{"ipj": &one, "ipw": &two}}
		field, _ := c.schema.Field("ipj")
		c.fields = map[string]*data.Field{"ipj": &field}
		c.pairs = []pair{{}, {change: &Change{Measures: []Measure{{Field: &field, Noise: fitting.Assumed(1), Q: 0.01}}}}}
		screen([]*comparing{c})
		if got := c.pairs[1].change.Measures[0].Q; math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: got %v, want %v", p, got, want)
		}
	}
}
