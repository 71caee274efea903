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
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// many are n configurations with so many runs each, whose energy varies by a standard
// deviation and is changed by a function of the configuration.
func many(n, runs int, deviation float64, random *rand.Rand, change func(i int) float64) Side {
	var all []data.LLMRun
	for i := range n {
		for range runs {
			all = append(all, scaled(run(fmt.Sprint("m", i), 8, 1), change(i)*math.Exp(deviation*random.NormFloat64())))
		}
	}
	return side(all...)
}

func unchanged(int) float64 { return 1 }

func classOf(r Report, name string) Class {
	for _, c := range r.Changes {
		if c.Name == name {
			return c.Class
		}
	}
	return Same
}

// measureOf is the measure of a configuration by a metric.
func measureOf(t *testing.T, r Report, name, field string) Measure {
	t.Helper()
	for _, c := range r.Changes {
		for _, m := range c.Measures {
			if c.Name == name && m.Field.Name == field {
				return m
			}
		}
	}
	t.Fatalf("%s of %s does not differ", field, name)
	return Measure{}
}

func TestOneRegressionIsFoundAmongThousands(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	tripled := func(i int) float64 {
		if i == 7 {
			return 3
		}
		return 1
	}
	r := compare(many(3000, 5, 0.03, random, unchanged), many(3000, 5, 0.03, random, tripled))
	if worst := r.Worst(); len(worst) != 1 || worst[0].Name != "m7" || r.Counts[Noise] != 2999 {
		t.Errorf("%v, the worst %d", r.Counts, len(worst))
	}
	m := measureOf(t, r, "m7", "energy_per_token_joules")
	if n := r.Noise[0]; n.Repeated != 3000 || n.Freedom != 24000 || m.Noise.Freedom != 24000 || math.Abs(m.Noise.SD-0.03) > 1e-3 {
		t.Errorf("%+v %+v", n, m)
	}
}

func TestNoiseOfSingleRunsIsNoChange(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	r := compare(many(1000, 1, 0.03, random, unchanged), many(1000, 1, 0.03, random, unchanged))
	if r.Counts[Changed] > 0 || r.Counts[Noise] != 1000 {
		t.Errorf("%v", r.Counts)
	}
}

// Single runs are judged by the repeats of other configurations, whatever their seeds.
func TestRepeatsOfOthersJudgeSingleRuns(t *testing.T) {
	base, head := []data.LLMRun{run("single", 8, 1)}, []data.LLMRun{run("single", 8, 1.12)}
	for i := range 11 {
		for seed := range 3 {
			r := run(fmt.Sprint("m", i), 8, 1+0.01*float64(seed))
			r.Seed = data.Some(seed)
			base, head = append(base, r), append(head, r)
		}
	}
	r := compare(side(base...), side(head...))
	n := r.Noise[0]
	if n.Repeated != 11 || n.Freedom != 44 || classOf(r, "single") != Changed {
		t.Errorf("%s: %s", classOf(r, "single"), n.Text())
	}
	for i := range base { // without the repeats the publisher's noise decides
		base[i].ModelID, head[i].ModelID = base[i].ModelID+fmt.Sprint(i), head[i].ModelID+fmt.Sprint(i)
	}
	r = compare(side(base...), side(head...))
	if n := r.Noise[0]; classOf(r, "single") != Noise || n.Repeated != 0 || n.Spread != fitting.Assumed(0.08) {
		t.Errorf("%s: %s", classOf(r, "single"), n.Text())
	}
	texts := texts0()
	texts.Site.Uncertainty = content.Uncertainty{BetweenRuns: 1}
	r = Compare(side(base...), side(head...), Options{Content: texts})
	if m := measureOf(t, r, "single", "energy_per_token_joules"); !m.Material || m.Noise != fitting.Assumed(0.01) {
		t.Errorf("%+v", m)
	}
}

// Unstable runs say nothing about stable ones.
func TestUnstableRepeatsAreNoNoise(t *testing.T) {
	a, b := run("m", 8, 1), run("m", 8, 9)
	a.IsStable, b.IsStable = false, false
	if n := compare(side(a, b), side(a, b)).Noise[0]; n.Repeated != 0 {
		t.Errorf("%+v", n)
	}
	a.IsStable = true
	if n := compare(side(a, b), side(a, b)).Noise[0]; n.Repeated != 0 {
		t.Errorf("%+v", n)
	}
}

// Repeats with few degrees of freedom are filled up to 20, of a metric from all metrics.
func TestFewRepeatsAreFilledUp(t *testing.T) {
	a, b := run("m", 8, 1), run("m", 8, 1)
	b.EnergyPerTokenJoules = 1.1
	r := compare(side(a, b), side(a, scaled(b, 1.01)))
	own := func(x float64) float64 { return math.Log(x) * math.Log(x) / 2 }
	all := 2 * (own(1.1) + own(1.1*1.01) + own(1.01) + own(1.01)) / (2 * 10)
	system := (all + 18*0.08*0.08) / 20
	if n := r.Noise[0]; math.Abs(n.Spread.SD*n.Spread.SD-system) > 1e-12 || n.Spread.Freedom != 20 || n.Freedom != 2 {
		t.Errorf("%+v, want a variance of %v", n, system)
	}
	m := measureOf(t, r, "m", "energy_per_token_joules")
	if want := (own(1.1) + own(1.1*1.01) + 18*system) / 20; math.Abs(m.Noise.SD*m.Noise.SD-want) > 1e-12 {
		t.Errorf("%+v, want a variance of %v", m.Noise, want)
	}
}

// Of one configuration that was measured again nobody knows what its sides share: 5% each, with a standard deviation of
// 2.9%. However well its runs agree, a change must exceed that, and noise where there is more of it.
func TestOneConfigurationIsHeldAgainstSharedErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, c := range []struct {
		deviation, factor float64
		want              Class
	}{
		{1e-6, 1 + 1e-13, Same},
		{1e-6, 1 + 1e-11, Noise},
		{1e-6, 1.08, Noise},
		{1e-6, 1.2, Changed},
		{1e-6, 1 / 1.08, Noise},
		{1e-6, 1 / 1.2, Changed},
		{0.3, 1.5, Noise},
		{0.3, 5, Changed},
	} {
		others := slices.Collect(many(40, 2, c.deviation, random, unchanged).Data.LLM().All())
		for field, set := range map[string]func(*data.LLMRun) *float64{
			"energy": func(r *data.LLMRun) *float64 { return &r.EnergyPerTokenJoules },
			"p99":    func(r *data.LLMRun) *float64 { return &r.P99ITLMillis },
		} {
			for i := range others {
				*set(&others[i]) = 3 * math.Exp(c.deviation*random.NormFloat64())
			}
			base, head := run("x", 8, 1), run("x", 8, 1)
			*set(&base), *set(&head) = 3, 3*c.factor
			r := compare(side(append(others, base)...), side(append(others, head)...))
			if got := classOf(r, "x"); got != c.want {
				t.Errorf("%s × %v at %v: got %s, want %s", field, c.factor, c.deviation, got, c.want)
			}
		}
	}
}

// What was not measured again is neither a test nor evidence of noise.
func TestOneChangeAmongEqualRowsIsFound(t *testing.T) {
	var rows []data.LLMRun
	for i := range 185 {
		rows = append(rows, run(fmt.Sprint("m", i%12), 8<<(i/12), 1+float64(i)))
	}
	r := compare(side(append(rows, run("x", 8, 1))...), side(append(rows, scaled(run("x", 8, 1), 1.45))...))
	if classOf(r, "x") != Changed || r.Counts[Same] != 185 || len(r.Failures([]FaultKind{Regression})) != 1 {
		t.Errorf("%s %v", r.Verdict(), r.Counts)
	}
}

// Where all rows were measured again once, their scatter tells the noise: one that stands out is named, and is no evidence
// of heavy tails. Noise with such tails by itself names nothing.
func TestOneChangeAmongManySingleRunsIsFound(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 6))
	changed := func(i int) float64 {
		if i == 7 {
			return 1.45
		}
		return 1
	}
	heavy := func(int) float64 {
		chi := 0.0
		for range 3 {
			x := random.NormFloat64()
			chi += x * x
		}
		return math.Exp(0.03 * random.NormFloat64() / math.Sqrt(chi/3))
	}
	named, wrong := 0, 0
	for range 40 {
		r := compare(many(186, 1, 0.03, random, unchanged), many(186, 1, 0.03, random, changed))
		named += lists.Count(r.Of(Changed), func(c Change) bool { return c.Name == "m7" })
		wrong += r.Counts[Changed]
		r = compare(many(186, 1, 0, random, heavy), many(186, 1, 0, random, heavy))
		wrong += min(r.Counts[Changed], 1)
	}
	if wrong -= named; named < 33 || wrong > 3 {
		t.Errorf("of 40 reports %d name the change, of 80 %d name another", named, wrong)
	}
}

// A task whose rows all changed has no row that changed more than the others.
func TestATaskThatChangedAsAWholeIsNamed(t *testing.T) {
	var base, head []data.LLMRun
	random := rand.New(rand.NewPCG(3, 1))
	for i := range 9 {
		base = append(base, nine(fmt.Sprint("m", i), by(1))...)
		head = append(head, nine(fmt.Sprint("m", i), func(string) float64 { return 1.2 * math.Exp(0.08*random.NormFloat64()) })...)
	}
	r := compare(side(base...), side(head...))
	if len(r.Together) != 1 || r.Together[0].Model != "" || r.Together[0].Shifts[0].Configurations != 81 {
		t.Errorf("%s %+v", r.Verdict(), r.Together)
	}
}

// Where a logarithm is missing, 5% decide; a value that one side lacks is a change.
func TestValuesWithoutALogarithmAreHeldAgainstTheFloor(t *testing.T) {
	of := func(accuracy data.Opt[float64]) Side {
		p := profile("m", "1", 0.5)
		p.Accuracy = accuracy
		return Side{Data: data.NewDataset(data.Source{}, profiles(p))}
	}
	for _, head := range []data.Opt[float64]{data.Some(1e-9), {}} {
		for _, r := range []Report{compare(of(data.Some(0.0)), of(head)), compare(of(head), of(data.Some(0.0)))} {
			if r.Counts[Changed] != 1 && len(r.Notes) == 0 || len(r.Changes) > 0 && r.Changes[0].Measures[0].Tested() {
				t.Errorf("%+v", r)
			}
		}
	}
	if hasLogarithm(data.Field{Kind: data.Bool}) {
		t.Error("a condition has a logarithm")
	}
	for _, c := range []struct {
		base, head float64
		want       bool
	}{
		{-1, -1.04, false},
		{-1, -1.06, true},
		{-1, 1, true},
		{0, 1e-9, true},
		{0.5, 0.52, false},
		{0.5, 0.53, true},
		{math.NaN(), 1, true},
		{1, math.NaN(), true},
	} {
		m := Measure{Field: &data.Field{}, Base: c.base, Head: c.head, Q: math.NaN()}
		if m.decide(); m.Material != c.want {
			t.Errorf("%v → %v: a change is %v", c.base, c.head, m.Material)
		}
	}
}

func TestNoiseIsJudgedAtFivePercent(t *testing.T) {
	for q, want := range map[float64]bool{0.05: true, 0.0501: false} {
		m := Measure{Field: &data.Field{}, Base: 1, Head: 1.2, Noise: fitting.Assumed(0.08), Q: q}
		if m.decide(); m.Material != want {
			t.Errorf("q = %v: a change is %v", q, m.Material)
		}
	}
}

// A larger change of some configurations never makes them less of a change.
func TestLargerChangesStayChanges(t *testing.T) {
	grown := []string{"m0", "m1", "m2", "m3"}
	for seed := range uint64(40) {
		before := 0
		for growth := 1.0; growth < 8; growth *= 1.09 {
			random := rand.New(rand.NewPCG(seed, 7))
			base := many(12, 1+int(seed%3), 0.05, random, unchanged)
			head := many(12, 1+int(seed%3), 0, random, func(i int) float64 {
				if i < 4 {
					return growth * 1.3
				}
				return 1.2
			})
			for _, r := range []Report{compare(base, head), compare(head, base)} {
				changed := lists.Count(r.Changes, func(c Change) bool { return c.Class == Changed && slices.Contains(grown, c.Name) })
				if changed < before {
					t.Fatalf("seed %d: %d changed at × %v, %d at less", seed, changed, growth, before)
				}
				if before = changed; growth > 4.5 && changed < 4 {
					t.Errorf("seed %d: × %v hides changes: %v", seed, growth, r.Counts)
				}
			}
		}
	}
}

func TestOutputLengthIsAResult(t *testing.T) {
	longer := func(r data.LLMRun) data.LLMRun { r.AvgOutputLen = data.Some(200.0); return r }
	r := compare(side(run("m", 8, 1)), side(longer(run("m", 8, 1))))
	if got := measureOf(t, r, "m", "avg_output_len"); r.Counts[Metadata] > 0 || len(r.Changes[0].Facts) > 0 || got.Worse() || got.Better() {
		t.Errorf("%+v", r.Changes)
	}
	if r.Counts[Changed] != 1 || len(r.Otherwise()) != 1 || r.SameResults() || len(r.Faults) > 0 ||
		r.Verdict() != "m in Problem solving: output length +100.0% in 1 configuration; no first place changed beyond noise." ||
		!strings.Contains(r.Markdown("v"), "| 1 changed |") {
		t.Errorf("%s %+v", r.Verdict(), r.Changes)
	}
	for name, s := range map[string]*data.Schema{
		"output_tokens": ipw.Schema(), "output_tokens ": llenergymeasure.Schema(),
		"avg_output_len": data.LLMRun{}.Schema(),
	} {
		if f, _ := s.Field(strings.TrimSpace(name)); !isResult(f) {
			t.Errorf("%s of %s is no result", name, s.Domain)
		}
	}
}

// Who measures an unstable configuration again and finds it stable has other values.
func TestAFlipWithOtherValuesIsNoFault(t *testing.T) {
	unstable := run("m", 8, 1)
	unstable.IsStable = false
	for factor, want := range map[float64]int{1: 1, 1.02: 0} {
		r := compare(side(unstable), side(scaled(run("m", 8, 1), factor)))
		if r.Counts[Flipped] != 1 || len(r.Faults) != want {
			t.Errorf("× %v: %+v", factor, r.Faults)
		}
	}
}

func TestTheReportSaysWhichNoiseDecided(t *testing.T) {
	const each = " Each metric is tested with the noise of its own repeats, combined with this value if they are few."
	for want, n := range map[string]SystemNoise{
		"Noise between runs over all metrics (llm, diffusion): 8%, the value assumed by the publisher, since no configuration has repeats.": {
			Domains: []string{"llm", "diffusion"}, Spread: fitting.Assumed(0.08), Assumed: fitting.Assumed(0.08),
		},
		"Noise between runs over all metrics (ipw): 6.25%, pooled from 1 repeated configuration with 1 degree of freedom, combined " +
			"with the 8% assumed by the publisher." + each: {
			Domains: []string{"ipw"}, Spread: fitting.Spread{SD: 0.0625, Freedom: 20}, Repeated: 1, Freedom: 1, Assumed: fitting.Assumed(0.08),
		},
		"Noise between runs over all metrics (llm): 4%, pooled from 10 repeated configurations with 20 degrees of freedom." + each: {
			Domains: []string{"llm"}, Spread: fitting.Spread{SD: 0.04, Freedom: 20}, Repeated: 10, Freedom: 20, Assumed: fitting.Assumed(0.08),
		},
	} {
		if got := n.Text(); got != want {
			t.Errorf("got %q\nwant %q", got, want)
		}
	}
}

// A configuration that changed and crosses a limit by less than two runs may differ is said to be near it; a best row that
// took the place of another is a change only where their intervals say so.
func TestDeadlinesAreScreened(t *testing.T) {
	base, head := run("a", 8, 1), run("a", 8, 3)
	base.MedianITLMillis, base.P50ITLMillis = 48.8, 48.8
	head.MedianITLMillis, head.P50ITLMillis = 51, 51
	r := compare(side(base, run("b", 8, 9)), side(head, run("b", 8, 9)))
	if d := r.Boards[0].AtDeadlines; len(d) < 1 || d[0].Deadline != 50 || !d[0].Near {
		t.Errorf("%+v", d)
	}
	head.MedianITLMillis, head.P50ITLMillis = 90, 90
	r = compare(side(base, run("b", 8, 9)), side(head, run("b", 8, 9)))
	if d := r.Boards[0].AtDeadlines; len(d) < 1 || d[0].Near {
		t.Errorf("%+v", d)
	}
	other := run("a", 16, 0.97)
	r = compare(side(run("a", 8, 1), run("b", 8, 9)), side(run("a", 8, 1), other, run("b", 8, 9)))
	for _, b := range r.Boards {
		if len(b.AtDeadlines) > 0 {
			t.Errorf("%+v", b.AtDeadlines)
		}
	}
}
