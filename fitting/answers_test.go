package fitting

import (
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/internal/shared"
	"gonum.org/v1/gonum/floats"
)

var update = flag.Bool("update", false, "write what is answered now to testdata/answers.txt")

// Every function answers as it did when its answers were checked by the other tests:
// a change of a constant shows here, and is made on purpose.
func TestAnswersStay(t *testing.T) {
	var got []string
	add := func(name string, values ...float64) {
		line := []string{name}
		for _, v := range values {
			line = append(line, strconv.FormatFloat(v, 'g', 9, 64))
		}
		got = append(got, strings.Join(line, " "))
	}
	root := shared.Small(t)
	sweepAnswers(t, add, sweeps(t, root))
	seriesAnswers(t, add)
	mixtureAnswers(t, add, referenceMixtures(t, root))
	file := filepath.Join("testdata", "answers.txt")
	if *update {
		if err := os.WriteFile(file, []byte(strings.Join(got, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d answers, want %d", len(got), len(want))
	}
	for i := range want {
		if !sameAnswer(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

// sameAnswer compares numbers as far as processors agree.
func sameAnswer(got, want string) bool {
	return slices.EqualFunc(strings.Fields(got), strings.Fields(want), func(a, b string) bool {
		x, errX := strconv.ParseFloat(a, 64)
		y, errY := strconv.ParseFloat(b, 64)
		if errX != nil || errY != nil {
			return a == b
		}
		return a == b || math.Abs(x-y) <= 1e-6*math.Abs(y)+1e-12
	})
}

// sweeps are the reference curves and synthetic ones with few and many points.
func sweeps(t *testing.T, root string) map[string]Sweep {
	all := map[string]Sweep{}
	for i, c := range referenceCurves(t, root) {
		all[fmt.Sprintf("reference-%02d-%s", i, c.Metric)] = Sweep{c.X, c.Y}
	}
	for name, curve := range map[string]func(x float64) float64{
		"step":  Logistic{L: 200, X0: 5, K: 1.5, B0: 300}.EvalX,
		"level": func(float64) float64 { return 7 },
		"line":  func(x float64) float64 { return 3 - 0.2*x },
		"power": func(x float64) float64 { return 2 + 9*math.Exp2(-0.7*x) },
		"rise":  Logistic{L: 1, X0: 9, K: 0.8}.EvalX,
	} {
		for _, n := range []int{1, 2, 3, 4, 5, 6, 7, 9, 14} {
			x := make([]float64, n)
			for i := range x {
				x[i] = 1 + 8*float64(i)/float64(n)
			}
			all[fmt.Sprintf("%s-%02d", name, n)] = Sweep{x, noisy(curve, x, 0.01*math.Abs(curve(1)), 5)}
		}
	}
	return all
}

func sweepAnswers(t *testing.T, add func(string, ...float64), all map[string]Sweep) {
	for _, name := range slices.Sorted(maps.Keys(all)) {
		s := all[name]
		c := mustChoose(t, s.X, s.Y)
		for _, p := range c.Parameters {
			add(name+" "+string(c.Model)+" "+p.Name, p.Value)
		}
		for _, m := range c.Candidates {
			add(name+" candidate "+string(m.Model), m.LogError)
		}
		add(name+" quality "+c.Reason, c.RMSE, orNaN(c.R2), orNaN(c.LeaveOneOut), orNaN(c.LogError), c.EvalX(2.5))
		if low, high, err := c.Band([]float64{c.From, (c.From + c.To) / 2, c.To}); err == nil {
			add(name+" band", append(low, high...)...)
		}
		k := Sketches([]Sweep{s})[0]
		add(name+" sketch", float64(len(k.X)), float64(len(k.BandX)), floats.Sum(k.Y), floats.Sum(k.Low), floats.Sum(k.High))
		for _, method := range []Method{Compat, Refined} {
			if l, err := FitLogistic(s.X, s.Y, method); err == nil {
				add(name+" "+string(method), rmse(l.EvalX, s.X, s.Y))
			}
		}
	}
}

func orNaN(v *float64) float64 {
	if v == nil {
		return math.NaN()
	}
	return *v
}

// seriesAnswers are densities, and intervals of series with a memory.
func seriesAnswers(t *testing.T, add func(string, ...float64)) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, n := range []int{2, 3, 5, 12} {
		values := make([]float64, n)
		for i := range values {
			values[i] = 10 + rng.NormFloat64()
		}
		add(fmt.Sprint("density ", n), Density(values, []float64{8, 9, 10, 11.5})...)
	}
	for _, n := range []int{20, 23, 25, 47, 48, 100, 1000} {
		for _, memory := range []float64{0, 0.5, 0.9, 0.999} {
			above, below, e := make([]float64, n), make([]float64, n), 0.0
			for i := range above {
				e = memory*e + rng.NormFloat64()
				below[i] = 2 + rng.Float64()
				above[i] = 10*below[i] + e
			}
			i, err := SeriesRatio(above, below)
			if err != nil {
				t.Fatal(err)
			}
			add(fmt.Sprint("series ", n, " ", memory, " ", i.Kind), i.Center, i.Low, i.High)
		}
	}
}

func mixtureAnswers(t *testing.T, add func(string, ...float64), references []referenceMixture) {
	sets := map[string][]float64{"drawn": drawn(ITLMixture{
		Loc: 0.004, PiSteady: 0.93, SigmaSteady: 0.2, ScaleSteady: 0.01, PiStall: 0.07, SigmaStall: 0.5, ScaleStall: 0.2,
	}, 12_000, 9), "alike": drawn(ITLMixture{
		Loc: 0.004, PiSteady: 0.8, SigmaSteady: 0.3, ScaleSteady: 0.01, PiStall: 0.2, SigmaStall: 0.001, ScaleStall: 0.2,
	}, 2000, 9)}
	for _, r := range references {
		sets[r.Name] = r.samples
	}
	for _, name := range slices.Sorted(maps.Keys(sets)) {
		for _, method := range []Method{Compat, Refined} {
			for _, most := range []int{0, 300} {
				m, err := FitITLMixture(sets[name], most, 3, method)
				if err != nil {
					t.Fatal(err)
				}
				var values []float64
				for _, p := range m.Parameters() {
					values = append(values, p.Value)
				}
				mean, variance := m.MeanVar()
				values = append(values, mean, variance, m.CDF(mean), m.Density(mean), m.LogLikelihood(sets[name]))
				add(fmt.Sprint("mixture ", name, " ", method, " ", most), values...)
			}
		}
	}
}
