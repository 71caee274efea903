package diff

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
)

// nine are the configurations of a model with one run each, five on one GPU and four on
// another, whose energy is changed by a function of the GPU.
func nine(model string, change func(gpu string) float64) (runs []data.LLMRun) {
	for i := range 9 {
		r := run(model, 8<<i, 1+1/float64(i+1))
		if i > 4 {
			r.GPUModel = "B200"
		}
		runs = append(runs, scaled(r, change(r.GPUModel)))
	}
	return runs
}

// amongOthers are the runs and those of 60 models that are the same on both sides, so that
// no single run of the first is found.
func amongOthers(runs ...data.LLMRun) Side {
	for i := range 60 {
		runs = append(runs, nine(fmt.Sprint("other", i), by(1))...)
	}
	return side(runs...)
}

func by(factor float64) func(string) float64 { return func(string) float64 { return factor } }

func TestConfigurationsOfOneModelAreJudgedTogether(t *testing.T) {
	for _, c := range []struct {
		change func(string) float64
		want   string // "" for noise
	}{
		{by(0.8), "Energy per token −20.0%, energy per response −20.0%, throughput +25.0% in 9 configurations; together they exceed noise"},
		{by(1.25), "Energy per token +25.0%, energy per response +25.0%, throughput −20.0% in 9 configurations; together they exceed noise"},
		{by(0.93), ""},
		{by(1), ""},
		{func(gpu string) float64 { return map[string]float64{"H100": 0.79, "B200": 1}[gpu] }, "in 5 configurations; together"},
		{func(gpu string) float64 { return map[string]float64{"H100": 0.79, "B200": 1.01}[gpu] }, "in 5 configurations on H100; together"},
		{func(gpu string) float64 { return map[string]float64{"H100": 0.79, "B200": 1.27}[gpu] }, "Energy per token +27.0%, "},
	} {
		r := compare(amongOthers(nine("m", by(1))...), amongOthers(nine("m", c.change)...))
		text := ""
		for _, g := range r.Together {
			text += g.Words() + "\n"
		}
		if c.want == "" && text != "" || !strings.Contains(text, c.want) {
			t.Errorf("got %q, want %q", text, c.want)
		}
		if text != "" && r.SameResults() || strings.Contains(r.Markdown("v"), "Changed together") != (text != "") || r.Counts[Changed] > 0 {
			t.Errorf("%q: %s", text, r.Verdict())
		}
		worse := strings.Contains(text, "Energy per token +") || strings.Contains(text, "Throughput −")
		if got := len(r.Failures([]FaultKind{Regression})) > 0; got != worse {
			t.Errorf("%q: a regression is %v", text, got)
		}
	}
}

func TestChangesTogetherAreAcceptedAsConfigurations(t *testing.T) {
	for field, want := range map[string]int{"model_id": 0, "gpu_model": 1} {
		key := map[string]string{"model_id": "lab/m", "gpu_model": "B200"}[field]
		entries := plausible.Acceptances{{Fields: map[string]string{field: key}, Reason: "another driver"}}
		r := Compare(amongOthers(nine("m", by(1))...), amongOthers(nine("m", by(1.25))...), Options{Content: texts0(), Accepted: entries})
		if got := r.Failures([]FaultKind{Regression}); len(got) != want || len(r.Faults) != 1 || len(r.Notes) > 0 {
			t.Errorf("%s: %+v %v", field, got, r.Notes)
		}
	}
}

// Nine runs with a noise of 8% and sides that may be off by up to 5% each leave the mean a
// standard deviation of √(2·0.08²/9 + 2·0.05²/3) = 5.6%.
func TestAnErrorThatRunsShareDoesNotAverageOut(t *testing.T) {
	texts := texts0()
	for _, c := range []struct {
		sensor, want float64
	}{{0, 5}, {5, 5}, {3, 3}} {
		texts.Site.Uncertainty = content.Uncertainty{BetweenRuns: 8, Sensor: c.sensor}
		r := Compare(amongOthers(nine("m", by(1))...), amongOthers(nine("m", by(0.7))...), Options{Content: texts})
		if len(r.Together) != 1 {
			t.Fatalf("%v: %+v", c.sensor, r)
		}
		s := r.Together[0].Shifts[0]
		if want := math.Sqrt(2*0.08*0.08/9 + 2*c.want*c.want/3e4); math.Abs(s.Noise.SD-want) > 1e-12 || !assumed(s.Noise) {
			t.Errorf("%+v, want %v", s, want)
		}
		if p := math.Erfc(-math.Log(0.7) / s.Noise.SD / math.Sqrt2); s.Q < p || s.Q > 20*p {
			t.Errorf("q = %v of p = %v", s.Q, p)
		}
	}
}

// Repeats of other configurations bring degrees of freedom, and a shared error that is
// assumed brings more.
func TestFreedomOfAMeanIsWelchs(t *testing.T) {
	base, head := nine("m", by(1)), nine("m", by(0.75))
	for i := range 10 {
		a, b := run(fmt.Sprint("r", i), 8, 1), run(fmt.Sprint("r", i), 8, 1)
		base, head = append(base, a, scaled(b, 1.3)), append(head, a, scaled(b, 1.3))
	}
	r := compare(amongOthers(base...), amongOthers(head...))
	if len(r.Together) != 1 {
		t.Fatalf("%+v", r.Together)
	}
	s := r.Together[0].Shifts[0]
	own := r.Changes[0].tested(s.Field).Noise
	variance := 2 * own.SD * own.SD / 9
	if want := 20 * math.Pow((variance+0.005/3)/variance, 2); own.Freedom != 20 || math.Abs(s.Noise.Freedom-want) > 1e-9 {
		t.Errorf("%+v, want %v degrees of freedom", s.Noise, want)
	}
}

func TestSharedErrorsOfACampaignAreNoChange(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	wrong, found := 0, 0
	const reports = 60
	for range reports {
		var sides [2][]data.LLMRun
		for i := range sides {
			for m := range 12 {
				host := math.Exp(0.03 * random.NormFloat64())
				if m == 0 && i == 1 {
					host *= 0.7
				}
				sides[i] = append(sides[i], nine(fmt.Sprint("m", m), func(string) float64 { return host * math.Exp(0.074*random.NormFloat64()) })...)
			}
		}
		r := compare(side(sides[0]...), side(sides[1]...))
		for _, g := range r.Together {
			if g.Name != "m0" {
				wrong++
			}
		}
		together := slices.ContainsFunc(r.Together, func(g *Together) bool { return g.Name == "m0" })
		if together || slices.ContainsFunc(r.Best(), func(c Ranked) bool { return c.Name == "m0" }) {
			found++
		}
	}
	if wrong > reports/20 || found < reports*9/10 {
		t.Errorf("%d false of %d, found in %d", wrong, reports*11, found)
	}
}
