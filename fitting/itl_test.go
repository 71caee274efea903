package fitting

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/units"
)

var twoComponents = ITLMixture{
	Loc: 0.004, PiSteady: 0.95, SigmaSteady: 0.2, ScaleSteady: 0.01,
	PiStall: 0.05, SigmaStall: 0.4, ScaleStall: 0.1,
}

func drawn(m ITLMixture, n int, seed uint64) []float64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	samples := make([]float64, n)
	for i := range samples {
		samples[i] = m.Sample(rng)
	}
	return samples
}

func fit(t *testing.T, samples []float64, most int, seed uint64, method Method) ITLMixture {
	t.Helper()
	m, err := FitITLMixture(samples, most, seed, method)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMixtureMomentsAreThoseOfItsSamples(t *testing.T) {
	samples := drawn(twoComponents, 400000, 1)
	mean, deviation := meanDeviation(samples)
	wantMean, wantVariance := twoComponents.MeanVar()
	if !near(mean, wantMean, 0.01) || !near(deviation*deviation, wantVariance, 0.05) {
		t.Errorf("mean %v and variance %v of samples, %v and %v by formula", mean, deviation*deviation, wantMean, wantVariance)
	}
}

// One component has the moments of the textbook: e^(½) and (e − 1)·e for sigma 1.
func TestLognormalMoments(t *testing.T) {
	mean, variance := ITLMixture{Loc: 2, PiSteady: 1, SigmaSteady: 1, ScaleSteady: 1}.MeanVar()
	if !near(mean, 2+math.Exp(0.5), 1e-12) || !near(variance, (math.E-1)*math.E, 1e-12) {
		t.Errorf("mean %v, variance %v", mean, variance)
	}
}

func TestAverageOfReplicas(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	wantMean, wantVariance := twoComponents.MeanVar()
	for _, n := range []int{1, 7, 30, 31, 180} {
		averages := make([]float64, 40000)
		for i := range averages {
			averages[i] = twoComponents.SampleAverage(n, rng)
		}
		mean, deviation := meanDeviation(averages)
		if !near(mean, wantMean, 0.01) || !near(deviation*deviation, wantVariance/float64(n), 0.1) {
			t.Errorf("over %d: mean %v, variance %v; want %v, %v", n, mean, deviation*deviation, wantMean, wantVariance/float64(n))
		}
	}
	for _, n := range []int{0, -3} {
		if v := twoComponents.SampleAverage(n, rng); !math.IsNaN(v) {
			t.Errorf("the average over %d replicas is %v", n, v)
		}
	}
}

// A normal approximation that is cut off at the location has a higher mean, by 5 % and more of a wide mixture.
func TestAverageOfAWideMixtureHasItsMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, sigma := range []float64{0.5, 1.5, 2} {
		wide := ITLMixture{Loc: 0.001, PiSteady: 0.9, SigmaSteady: 0.2, ScaleSteady: 0.01, PiStall: 0.1, SigmaStall: sigma, ScaleStall: 0.3}
		want, _ := wide.MeanVar()
		averages := make([]float64, 200_000)
		for i := range averages {
			averages[i] = wide.SampleAverage(180, rng)
		}
		if mean, _ := meanDeviation(averages); !near(mean, want, 0.01) {
			t.Errorf("σ %v: mean %v, want %v", sigma, mean, want)
		}
	}
}

// Far out in its tail a normal approximation would be negative.
func TestAverageIsNeverBelowTheLocation(t *testing.T) {
	wide := ITLMixture{Loc: 0.01, PiSteady: 1, SigmaSteady: 2.5, ScaleSteady: 0.01}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		if v := wide.SampleAverage(31, rng); v < wide.Loc {
			t.Fatalf("average %v below loc %v", v, wide.Loc)
		}
	}
}

func TestDensityIntegratesToOne(t *testing.T) {
	const step = 1e-6
	sum := 0.0
	for x := twoComponents.Loc + step/2; x < 1; x += step {
		sum += twoComponents.Density(x) * step
	}
	if !near(sum, 1, 1e-4) {
		t.Errorf("the density integrates to %v", sum)
	}
	if d := twoComponents.Density(twoComponents.Loc); d != 0 {
		t.Errorf("density %v at loc", d)
	}
}

func TestCDFIsTheIntegralOfTheDensity(t *testing.T) {
	m := ITLMixture{Loc: 0.01, PiSteady: 0.9, SigmaSteady: 0.2, ScaleSteady: 0.02, PiStall: 0.1, SigmaStall: 0.5, ScaleStall: 0.2}
	sum, step := 0.0, 1e-5
	for x := m.Loc; x < 0.5; x += step {
		sum += m.Density(x+step/2) * step
	}
	if got := m.CDF(0.5); !near(got, sum, 1e-6) {
		t.Errorf("got %v, the density sums to %v", got, sum)
	}
	if m.CDF(0.01) != 0 || m.CDF(math.Inf(-1)) != 0 || !near(m.CDF(math.Inf(1)), 1, 1e-12) {
		t.Errorf("ends: %v, %v", m.CDF(0.01), m.CDF(math.Inf(1)))
	}
}

func TestRefinedMixtureRecoversItsParameters(t *testing.T) {
	m := fit(t, drawn(twoComponents, 100000, 2), 0, 0, Refined)
	for i, p := range m.Parameters() {
		if want := twoComponents.Parameters()[i].Value; !near(p.Value, want, 0.06) {
			t.Errorf("%s = %v, want %v", p.Name, p.Value, want)
		}
	}
}

func TestBinsHaveTheLikelihoodOfTheirSamples(t *testing.T) {
	samples := drawn(twoComponents, 60000, 3)
	binned := fit(t, samples, 0, 0, Refined).LogLikelihood(samples)
	truth := twoComponents.LogLikelihood(samples)
	if binned < truth {
		t.Errorf("log-likelihood %v of the fit to bins, %v of the truth", binned, truth)
	}
}

// A location above a sample would make that sample impossible.
func TestLocationIsBelowEverySample(t *testing.T) {
	for seed := range uint64(5) {
		samples := drawn(ITLMixture{Loc: 1, PiSteady: 1, SigmaSteady: 1.2, ScaleSteady: 1e-3}, 9000, seed)
		for _, method := range []Method{Compat, Refined} {
			if m, least := fit(t, samples, 0, 0, method), slices.Min(samples); m.Loc >= least {
				t.Errorf("seed %d, %s: loc %v, the least sample %v", seed, method, m.Loc, least)
			}
		}
	}
}

func TestSecondComponentNeedsSupport(t *testing.T) {
	one := ITLMixture{Loc: 0.005, PiSteady: 1, SigmaSteady: 0.3, ScaleSteady: 0.02}
	for _, n := range []int{5, 20, 200, 20000} {
		if m := fit(t, drawn(one, n, 4), 0, 0, Refined); m.PiStall != 0 || m.PiSteady != 1 {
			t.Errorf("%d samples of one component: %+v", n, m)
		}
	}
	few := append(drawn(one, 500, 4), 5, 6) // two stalls are no distribution
	if m := fit(t, few, 0, 0, Refined); m.PiStall*float64(len(few)) > 0 && m.PiStall*float64(len(few)) < leastSupport {
		t.Errorf("a component of %v samples: %+v", m.PiStall*float64(len(few)), m)
	}
}

func TestMixtureOfTooLittle(t *testing.T) {
	nothing := ITLMixture{PiSteady: 1, SigmaSteady: 0.1, ScaleSteady: 1e-3, SigmaStall: 0.1, ScaleStall: 2e-3}
	m := math.Log(0.02 - (0.02 - 1e-6))
	for name, c := range map[string]struct {
		samples []float64
		want    ITLMixture
	}{
		"none":             {nil, nothing},
		"none that counts": {[]float64{0, -1, math.NaN(), math.Inf(1)}, nothing},
		"one": {[]float64{0.02}, ITLMixture{
			Loc: 0.02 - 1e-6, PiSteady: 1, SigmaSteady: 0.1, ScaleSteady: math.Exp(m),
			SigmaStall: 0.1, ScaleStall: math.Exp(m + 0.1),
		}},
		"many alike": {slices.Repeat([]float64{0.02}, 9), ITLMixture{
			Loc: 0.02 - 1e-6, PiSteady: 1, SigmaSteady: 0.1, ScaleSteady: math.Exp(m),
			SigmaStall: 0.1, ScaleStall: math.Exp(m + 0.1),
		}},
	} {
		for _, method := range []Method{Compat, Refined} {
			got := fit(t, c.samples, 0, 0, method)
			for i, p := range got.Parameters() {
				if want := c.want.Parameters()[i].Value; math.Abs(p.Value-want) > 1e-9 {
					t.Errorf("%s, %s: %s = %v, want %v", name, method, p.Name, p.Value, want)
				}
			}
		}
	}
}

func TestWhatIsNoSampleIsLeftOut(t *testing.T) {
	samples := drawn(twoComponents, 500, 5)
	dirty := append([]float64{math.NaN(), 0, -2, math.Inf(1), math.Inf(-1)}, samples...)
	for _, method := range []Method{Compat, Refined} {
		if a, b := fit(t, samples, 0, 0, method), fit(t, dirty, 0, 0, method); a != b {
			t.Errorf("%s: %+v, with what is no sample %+v", method, a, b)
		}
	}
}

func TestSubsetFollowsTheSeed(t *testing.T) {
	samples := drawn(twoComponents, 30000, 6)
	a, b, c := fit(t, samples, 2048, 1, Compat), fit(t, samples, 2048, 1, Compat), fit(t, samples, 2048, 2, Compat)
	if a != b || a == c {
		t.Errorf("seed 1: %+v and %+v, seed 2: %+v", a, b, c)
	}
}

func TestChoiceIsWithoutReplacement(t *testing.T) {
	for _, c := range []struct{ n, size int }{{5, 5}, {100, 7}, {10001, 150}, {10001, 5000}, {60000, 2048}} {
		chosen := newNumpyRandom(3).choice(c.n, c.size)
		slices.Sort(chosen)
		if len(slices.Compact(chosen)) != c.size || int(chosen[c.size-1]) >= c.n {
			t.Errorf("%d of %d: %v", c.size, c.n, chosen)
		}
	}
}

// A clock with few ticks makes many equal samples; extreme ones must not overflow.
func TestMixtureOfAwkwardSamples(t *testing.T) {
	ticks := drawn(twoComponents, 20000, 7)
	for i, v := range ticks {
		ticks[i] = math.Ceil(v*1000) / 1000
	}
	for name, samples := range map[string][]float64{
		"ticks":         ticks,
		"two values":    slices.Repeat([]float64{0.01, 0.02}, 50),
		"huge":          {1e300, 1e301, 1e302, 1e303, 1e304, 1e308},
		"tiny":          {5e-324, 1e-323, 1e-322, 1e-321, 1e-320, 1e-310},
		"both":          {5e-324, 1, 1, 1, 1, math.MaxFloat64},
		"many and both": append(slices.Repeat([]float64{1, 2, 3}, 4000), 5e-324, math.MaxFloat64),
	} {
		for _, method := range []Method{Compat, Refined} {
			m := fit(t, samples, 0, 0, method)
			mean, variance := m.MeanVar()
			values := []float64{mean, variance, m.LogLikelihood(samples), m.Sample(rand.New(rand.NewPCG(1, 1)))}
			for _, p := range m.Parameters() {
				values = append(values, p.Value)
			}
			for i, v := range values {
				if !units.IsFinite(v) {
					t.Errorf("%s, %s: number %d is %v: %+v", name, method, i, v, m)
				}
			}
		}
	}
}

func TestMixtureJSON(t *testing.T) {
	plain, err := json.Marshal(twoComponents)
	want := `{"loc":0.004,"pi_steady":0.95,"sigma_steady":0.2,"scale_steady":0.01,"pi_stall":0.05,"sigma_stall":0.4,"scale_stall":0.1}`
	if err != nil || string(plain) != want {
		t.Errorf("%s, %v; want %s", plain, err, want)
	}
	prefixed, err := twoComponents.MarshalPrefixed()
	if err != nil || !strings.Contains(string(prefixed), `"itl_mix_sigma_stall":0.4`) {
		t.Errorf("%s, %v", prefixed, err)
	}
	for _, text := range [][]byte{plain, prefixed} {
		var back ITLMixture
		if err := json.Unmarshal(text, &back); err != nil || back != twoComponents {
			t.Errorf("%s reads as %+v, %v", text, back, err)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(want, `"pi_stall":0.05,`, "", 1): "pi_stall is missing",
		strings.Replace(want, `0.05`, "null", 1):         "pi_stall is missing",
		strings.Replace(want, `0.05`, `"x"`, 1):          "pi_stall: json:",
		`[]`:                                             "latency mixture:",
	} {
		var m ITLMixture
		if err := json.Unmarshal([]byte(text), &m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestFastExponentialIsExact(t *testing.T) {
	for v := 0.0; v > -699; v -= 0.0371 {
		if got, want := expNegative(v), math.Exp(v); math.Abs(got-want) > 2e-13*want {
			t.Fatalf("exp(%v) = %v, want %v", v, got, want)
		}
	}
	if v := expNegative(-1e300); v != 0 {
		t.Errorf("exp(-1e300) = %v", v)
	}
}
