package fitting

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestEqualValuesHaveAnIntervalWithoutWidth(t *testing.T) {
	values := slices.Repeat([]float64{7}, 20)
	b, err := SeriesMean(values)
	if err != nil || b.Low != 7 || b.High != 7 {
		t.Errorf("%+v, %v", b, err)
	}
}

func TestIntervalsSayWhyThereIsNone(t *testing.T) {
	twenty := make([]float64, 20)
	for i := range twenty {
		twenty[i] = float64(i + 1)
	}
	for want, err := range map[string]error{
		"value 2 is NaN": second(SeriesMean(append([]float64{1, math.NaN()}, twenty...))),
		"3 values: an interval requires at least 20": second(SeriesMean(twenty[:3])),
		"value 1 is -Inf":  second(SeriesMean(append([]float64{math.Inf(-1)}, twenty...))),
		"20 values over 3": second(SeriesRatio(twenty, twenty[:3])),
		"none may be negative, and one must be positive": second(SeriesRatio(twenty, make([]float64, 20))),
		"the values to divide by range from -1 to 20":    second(SeriesRatio(twenty, append([]float64{-1}, twenty[1:]...))),
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

func second(_ Interval, err error) error { return err }

func TestSeriesOfIndependentValuesIsAsSureAsRepeats(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	values := make([]float64, 1000)
	for i := range values {
		values[i] = 5 + rng.NormFloat64()
	}
	mean, deviation := meanDeviation(values)
	half := studentT(0.95, 999) * deviation / math.Sqrt(999)
	b, err := SeriesMean(values)
	if err != nil {
		t.Fatal(err)
	}
	if !near(b.Center, mean, 1e-12) || !near(b.High-b.Low, 2*half, 0.2) {
		t.Errorf("as repeats %v ± %v, as a series %+v", mean, half, b)
	}
}

func TestMemoryWidensTheInterval(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	independent, dependent := make([]float64, 4000), make([]float64, 4000)
	last := 0.0
	for i := range dependent {
		e := rng.NormFloat64()
		last = 0.8*last + 0.6*e // the same variance
		independent[i], dependent[i] = e, last
	}
	a, _ := SeriesMean(independent)
	b, err := SeriesMean(dependent)
	if err != nil {
		t.Fatal(err)
	}
	if ratio := (b.High - b.Low) / (a.High - a.Low); ratio < 2.4 || ratio > 3.8 { // √((1 + 0.8)/(1 − 0.8)) = 3
		t.Errorf("%v times as wide, want about 3", ratio)
	}
}

func TestRatioIsInvariantToUnits(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 0))
	above, below := make([]float64, 5000), make([]float64, 5000)
	for i := range above {
		below[i] = 50 + rng.Float64()
		above[i] = 3*below[i] + rng.NormFloat64()
	}
	a, err := SeriesRatio(above, below)
	if err != nil {
		t.Fatal(err)
	}
	for i := range above {
		above[i], below[i] = above[i]*0x1p600, below[i]*0x1p-300
	}
	b, err := SeriesRatio(above, below)
	if err != nil {
		t.Fatal(err)
	}
	if !near(a.Center, 3, 0.01) || b.Center != a.Center*0x1p900 || b.Low != a.Low*0x1p900 || b.High != a.High*0x1p900 {
		t.Errorf("%+v, in other units %+v", a, b)
	}
}

func TestSeriesMeanUsesEveryValue(t *testing.T) {
	values := make([]float64, 5*leastBatches+3)
	sum := 0.0
	for i := range values {
		values[i] = float64(i % 17)
		sum += values[i]
	}
	got, err := SeriesMean(values)
	if want := sum / float64(len(values)); err != nil || !near(got.Center, want, 1e-12) || got.Points != len(values) {
		t.Errorf("%+v, %v; want the mean %v", got, err, want)
	}
}
