package diff

import (
	"math"
	"math/bits"
	"slices"
	"testing"
)

func TestWelchAgreesWithTheTextbook(t *testing.T) {
	// Student's data on the extra sleep of ten patients with two drugs; R's t.test
	// says t = -1.8608, df = 17.776, p = 0.07939
	a := []float64{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0}
	b := []float64{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4}
	if p := welch(a, b); math.Abs(p-0.07939) > 5e-6 {
		t.Error(p)
	}
	if welch([]float64{1, 1}, []float64{1, 1}) != 1 || welch([]float64{1, 1}, []float64{2, 2}) != 0 {
		t.Error("samples without variance")
	}
}

// The exact rank test is held against counting all ways to choose the first sample.
func TestMannWhitneyCountsAllOrders(t *testing.T) {
	const na, nb = 5, 6
	for chosen := uint(0); chosen < 1<<(na+nb); chosen++ {
		if bits.OnesCount(chosen) != na || chosen%7 != 0 {
			continue
		}
		u := statisticOf(chosen, na+nb)
		rare, all := 0, 0
		for other := uint(0); other < 1<<(na+nb); other++ {
			if bits.OnesCount(other) == na {
				all++
				if v := statisticOf(other, na+nb); math.Abs(v-na*nb/2.0) >= math.Abs(u-na*nb/2.0) {
					rare++
				}
			}
		}
		if got, want := mannWhitney(split(chosen, na+nb)), float64(rare)/float64(all); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%b: got %v, want %v", chosen, got, want)
		}
	}
}

// split gives the numbers below n to two samples by the bits of chosen.
func split(chosen uint, n int) (a, b []float64) {
	for i := range n {
		if chosen>>i&1 == 1 {
			a = append(a, float64(i))
		} else {
			b = append(b, float64(i))
		}
	}
	return a, b
}

func statisticOf(chosen uint, n int) float64 {
	u, _ := rankStatistic(split(chosen, n))
	return u
}

func TestMannWhitneyBearsTies(t *testing.T) {
	if p := mannWhitney([]float64{1, 1, 1, 1, 1}, []float64{1, 1, 1, 1, 1}); p != 1 {
		t.Error(p)
	}
	// by hand: U = 3 of 25, three equal values, so z = 9 / sqrt(25/12 · (11 − 24/90))
	if p := mannWhitney([]float64{1, 2, 2, 3, 4}, []float64{2, 5, 6, 7, 8}); math.Abs(p-0.0570079) > 1e-7 {
		t.Error(p)
	}
}

// The example of the paper by Benjamini and Hochberg: of 15 p-values four are
// discoveries at a rate of 0.05.
func TestBenjaminiHochbergOnItsExample(t *testing.T) {
	p := []float64{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000}
	var tests []*tested
	for _, x := range slices.Backward(p) {
		tests = append(tests, &tested{p: x})
	}
	correct(tests)
	n := 0
	for _, x := range tests {
		if x.q <= 0.05 {
			n++
		}
	}
	if n != 4 || math.Abs(tests[14].q-0.0015) > 1e-12 {
		t.Errorf("%d discoveries", n)
	}
}
