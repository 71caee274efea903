package fitting

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Two runs that differ by a ratio r have a standard deviation of ln r / √2.
func TestPooledSpreadWeighsGroupsByTheirDegreesOfFreedom(t *testing.T) {
	pair := math.Log(1.2) / math.Sqrt2
	got := PooledSpread([][]float64{{1, 1.2}, {5, 5, 5}, {7}, {0, 3}, {math.NaN(), 2}})
	if want := pair / math.Sqrt(3); math.Abs(got.SD-want) > 1e-15 || got.Freedom != 3 {
		t.Errorf("pooled %+v, want SD %v with 3 degrees of freedom", got, want)
	}
	if s := PooledSpread([][]float64{{1}, {2}}); s.Known() {
		t.Errorf("single runs tell %+v", s)
	}
}

// The quantiles are those of any table: t(3) = 3.182446, z = 1.959964.
func TestMarginIsStudentsOrTheNormalOne(t *testing.T) {
	for _, c := range []struct {
		s    Spread
		n    int
		want float64
	}{
		{Spread{0.08, 3}, 1, 0.08 * 3.182446305284263},
		{Spread{0.08, 3}, 4, 0.04 * 3.182446305284263},
		{Assumed(0.08), 1, 0.08 * 1.959963984540054},
	} {
		if got := c.s.Margin(0.95, c.n); math.Abs(got-c.want) > 1e-9 {
			t.Errorf("%+v of %d: %v, want %v", c.s, c.n, got, c.want)
		}
	}
}

func TestFewDegreesOfFreedomAreFilledUp(t *testing.T) {
	got := Spread{0.1, 2}.FilledUp(Spread{0.2, 100})
	if want := math.Sqrt((2*0.01 + 18*0.04) / 20); math.Abs(got.SD-want) > 1e-15 || got.Freedom != 20 {
		t.Errorf("%+v, want SD %v", got, want)
	}
	for _, c := range []struct{ own, wider, want Spread }{
		{Spread{0.1, 2}, Spread{}, Spread{0.1, 2}},
		{Spread{}, Spread{0.2, 3}, Spread{0.2, 3}},
		{Spread{0.1, 20}, Assumed(0.2), Spread{0.1, 20}},
		{Spread{}, Assumed(0.2), Assumed(0.2)},
	} {
		if got := c.own.FilledUp(c.wider); got != c.want {
			t.Errorf("%+v with %+v: %+v", c.own, c.wider, got)
		}
	}
}

// The interval of one run covers the true value in 95 % of systems with four pairs of
// repeats.
func TestMarginCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const systems = 20000
	covered := 0
	for range systems {
		var groups [][]float64
		for range 4 {
			groups = append(groups, []float64{math.Exp(0.08 * random.NormFloat64()), math.Exp(0.08 * random.NormFloat64())})
		}
		one := 0.08 * random.NormFloat64()
		if math.Abs(one) <= PooledSpread(groups).Margin(0.95, 1) {
			covered++
		}
	}
	if share := float64(covered) / systems; math.Abs(share-0.95) > 0.006 {
		t.Errorf("covers %v of the true values, want 0.95", share)
	}
}
