package raw

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/fitting"
)

func TestSecondsHoldTheLastReading(t *testing.T) {
	samples := []Sample{{RelativeSeconds: 0.25, Value: 100}, {RelativeSeconds: 1.5, Value: 200}, {RelativeSeconds: 1.5, Value: 300}, {RelativeSeconds: 2.75, Value: 400}}
	got := secondMeans(samples, 4.5)
	if want := []float64{100, 200, 325, 400}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAWindowOfAnyLengthIsBounded(t *testing.T) {
	one := []Sample{{Value: 1}}
	for window, want := range map[float64]int{-1: 0, 0.5: 0, 1: 1, math.Inf(1): mostSeconds, math.NaN(): 0} {
		if got := len(secondMeans(one, window)); got != want {
			t.Errorf("window %v: %d seconds, want %d", window, got, want)
		}
	}
}

// steady is the timeline of one GPU at 10 Hz, noisy around 500 W.
func steady(seconds int, noise float64) timelineFacts {
	rng := rand.New(rand.NewPCG(1, 0))
	var all []reading
	for i := range seconds * 10 {
		all = append(all, reading{100 + float64(i)/10, 500 * (1 + noise*rng.NormFloat64())})
	}
	end := 100 + float64(seconds)
	return timelineFacts{
		given: true, start: number{state: present, value: 100}, end: number{state: present, value: end},
		series: gpuSeries{gpus: map[int][]reading{0: all}},
	}
}

func TestARunsOwnIntervalIsThatOfItsPower(t *testing.T) {
	x := llmFacts{power: steady(100, 0.1)}
	got := x.within(0.25)
	if got == nil || got.Kind != fitting.BlockBootstrap || got.Points != 100 || got.Level != 0.95 || got.Center != 0.25 {
		t.Fatalf("got %+v", got)
	}
	want := 1.96 * 0.1 / math.Sqrt(1000) // of the mean of 1000 readings
	if half := (got.High - got.Low) / 2 / 0.25; half < want/1.5 || half > want*1.5 {
		t.Errorf("half width %v, want about %v", half, want)
	}
}

func TestARunThatTellsTooLittleHasNoInterval(t *testing.T) {
	short := llmFacts{power: steady(19, 0.1)}
	for name, got := range map[string]*fitting.Interval{
		"nothing stated":    (&llmFacts{}).within(1),
		"too short":         short.within(1),
		"few iterations":    iterations{energies: []float64{1, 2, 3}}.within(1),
		"no energy":         iterations{energies: make([]float64, 30)}.within(1),
		"beyond all bounds": iterations{energies: slices.Concat(make([]float64, 29), []float64{1})}.within(math.MaxFloat64),
	} {
		if got != nil {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
