package diff

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// Margins of metrics, at their edges; the rarest latencies have twice as much.
func TestWhatIsBeyondTheMarginIsMaterial(t *testing.T) {
	set := map[string]func(*data.LLMRun) *float64{
		"energy": func(r *data.LLMRun) *float64 { return &r.EnergyPerTokenJoules },
		"power":  func(r *data.LLMRun) *float64 { return &r.AvgPowerWatts },
		"median": func(r *data.LLMRun) *float64 { return &r.MedianITLMillis },
		"p90":    func(r *data.LLMRun) *float64 { return &r.P90ITLMillis },
		"p95":    func(r *data.LLMRun) *float64 { return &r.P95ITLMillis },
		"p99":    func(r *data.LLMRun) *float64 { return &r.P99ITLMillis },
	}
	for _, c := range []struct {
		metric string
		factor float64
		want   Class
	}{
		{"energy", 1 + 1e-13, Same},
		{"energy", 1 + 1e-11, Noise},
		{"energy", 1.0499, Noise},
		{"energy", 1.0501, Changed},
		{"energy", 1 / 1.0499, Noise},
		{"energy", 1 / 1.0501, Changed},
		{"power", 1.0499, Noise},
		{"power", 1.0501, Changed},
		{"median", 1.0499, Noise},
		{"median", 1.0501, Changed},
		{"p90", 1.0499, Noise},
		{"p90", 1.0501, Changed},
		{"p95", 1.0999, Noise},
		{"p95", 1.1001, Changed},
		{"p99", 1.0999, Noise},
		{"p99", 1.1001, Changed},
	} {
		base, head := run("x", 8, 1), run("x", 8, 1)
		*set[c.metric](&base) = 4
		*set[c.metric](&head) = 4 * c.factor
		r := compare(side(base), side(head))
		if r.Counts[c.want] != 1 || r.total() != 1 {
			t.Errorf("%s × %v: got %v, want %s", c.metric, c.factor, r.Counts, c.want)
		}
	}
	for _, c := range []struct {
		a, b float64
		want bool
	}{
		{100, 105, false},
		{105, 100, false},
		{0, 0, false},
		{0, 1e-9, true},
		{1, -1, true},
		{-1, -1.04, false},
		{-1, -1.06, true},
		{1, 0, true},
	} {
		if got := beyond(c.a, c.b, 0.05); got != c.want {
			t.Errorf("%v and %v: beyond %v", c.a, c.b, got)
		}
	}
}

func TestSamplesHaveTheTestThatTheirSizeAllows(t *testing.T) {
	five, four := []float64{1, 2, 3, 4, 5}, []float64{6, 7, 8, 9}
	for _, c := range []struct {
		a, b []float64
		name string
		p    float64
	}{
		{five, []float64{6, 7, 8, 9, 10}, "Mann–Whitney", 2.0 / 252},
		{five, four, "Welch", 0.00222460},
		{four, five, "Welch", 0.00222460},
		{five[:2], four[:2], "Welch", 0.0194193},
		{five[:1], four, "", 1},
		{four, five[:1], "", 1},
		{[]float64{2, 2}, []float64{2, 2}, "Welch", 1},
		{[]float64{2, 2}, []float64{3, 3}, "Welch", 0},
	} {
		if name, p := compareSamples(c.a, c.b); name != c.name || math.Abs(p-c.p) > 1e-6 {
			t.Errorf("%v, %v: %s %v, want %s %v", c.a, c.b, name, p, c.name, c.p)
		}
	}
	// exact up to 20 values: twice the share of orders with so small a U; else z = (10.5 − 0.5) / √(441 · 43 / 12)
	var a, b, big []float64
	for i := range 21 {
		a, b, big = append(a, float64(i)), append(b, float64(i)+5.5), append(big, float64(i)+0.5)
	}
	if p, q := mannWhitney(a[:20], b[:20]), mannWhitney(a, big); math.Abs(p-0.00948361) > 1e-8 || math.Abs(q-0.80138319) > 1e-8 {
		t.Errorf("exact %.8f, normal %.8f", p, q)
	}
}

func TestRepeatsAreJudgedAtFivePercent(t *testing.T) {
	for _, c := range []struct {
		p    float64
		want bool
	}{{0.05, true}, {0.0501, false}, {0.0499, true}} {
		change := &Change{Measures: []Measure{{Material: true}}}
		judge([]*found{{tests: []*tested{{p: c.p, change: change}, {p: c.p, measure: -1}}, changes: []*Change{change}}})
		if got := change.Class == Changed; got != c.want || change.Measures[0].Q != c.p {
			t.Errorf("p %v: %s, q %v", c.p, change.Class, change.Measures[0].Q)
		}
	}
}

func TestDeadlinesAreComparedAtTheirEdges(t *testing.T) {
	at := func(latency, energy float64) data.LLMRun {
		r := run("x", 8, energy)
		r.MedianITLMillis = latency
		return r
	}
	for _, c := range []struct {
		base, head data.LLMRun
		want       []string
	}{
		{at(50, 1), at(50, 1.04), nil},
		{at(50, 1), at(50, 1.06), []string{"50 1 1.06", "100 1 1.06", "250 1 1.06"}},
		{at(50, 1), at(50.1, 1), []string{"50 1 NaN"}},
		{at(100, 1), at(100.1, 1), []string{"100 1 NaN"}},
		{at(250.1, 1), at(250, 1), []string{"250 NaN 1"}},
		{at(251, 1), at(251, 2), nil},
	} {
		r := compare(side(c.base), side(c.head))
		var got []string
		for _, b := range r.Boards {
			for _, d := range b.AtDeadlines {
				got = append(got, fmt.Sprint(d.Deadline, d.Base, d.Head))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%v → %v: got %q, want %q", c.base.MedianITLMillis, c.head.MedianITLMillis, got, c.want)
		}
	}
}

func TestTheFirstThreePlacesAreTold(t *testing.T) {
	for _, c := range []struct {
		place int // that the newcomer takes
		want  int
	}{{1, 1}, {3, 1}, {4, 0}} {
		var runs []data.LLMRun
		for i := range 5 {
			runs = append(runs, run(fmt.Sprint("m", i), 8, math.Pow(2, float64(i))))
		}
		added := run("new", 8, 0.75*math.Pow(2, float64(c.place-1)))
		r := compare(side(runs...), side(append(runs, added)...))
		i := slices.IndexFunc(r.Boards[0].Moves, func(m Move) bool { return m.Name == "new" })
		if m := r.Boards[0].Moves[i]; m.Top != c.want || m.Head.Place != c.place || m.Base != nil {
			t.Errorf("place %d: %+v", c.place, m)
		}
		back := compare(side(append(runs, added)...), side(runs...))
		i = slices.IndexFunc(back.Boards[0].Moves, func(m Move) bool { return m.Name == "new" })
		if m := back.Boards[0].Moves[i]; m.Top != -c.want || m.Head != nil {
			t.Errorf("from place %d: %+v", c.place, m)
		}
	}
}

// Two places at 10 and 100 ms in a box from 10 to 1000 ms and 1 to 10 J.
func TestHypervolumeIsAShareOfTheBox(t *testing.T) {
	at := func(batch int, latency, energy float64) data.LLMRun {
		r := run("x", batch, energy)
		r.MedianITLMillis = latency
		return r
	}
	root := math.Sqrt(10)
	base := side(at(8, 10, 10), at(16, 100, root), at(32, 1000, 1))
	r := compare(base, side(at(8, 10, root), at(16, 100, root), at(32, 1000, 1)))
	h := r.Boards[0].Hypervolume
	if h.LatencyFrom != 10 || h.LatencyTo != 1000 || h.EnergyFrom != 1 || h.EnergyTo != 10 ||
		math.Abs(h.Base-0.25) > 1e-9 || math.Abs(h.Head-0.5) > 1e-9 {
		t.Errorf("%+v", h)
	}
}

func TestFrontierChangesAreOfMaterialRowsOnly(t *testing.T) {
	a, b := run("a", 8, 2), run("b", 16, 2.02)
	noisy := scaled(b, 0.985)
	if r := compare(side(a, b), side(a, noisy)); len(r.Boards) != 0 {
		t.Errorf("noise moved a frontier: %+v", r.Boards)
	}
	equal := run("c", 8, 2)
	r := compare(side(a), side(a, equal))
	if f := r.Boards[0].Frontier; len(f) != 1 || !f[0].Joined || f[0].By != nil || f[0].Row.Nickname != "c" {
		t.Errorf("an equal row shares the frontier: %+v", f)
	}
	r = compare(side(a, equal), side(a))
	if f := r.Boards[0].Frontier; len(f) != 1 || f[0].Joined || !f[0].Gone {
		t.Errorf("gone: %+v", f)
	}
}

func TestSourcesThatHaveNothingInCommonAreNoted(t *testing.T) {
	a, b, c := run("a", 8, 1), run("b", 8, 1), run("c", 8, 1)
	for name, s := range map[string]struct {
		base, head Side
		want       int
	}{
		"apart": {side(a), side(b), 1}, "one in common": {side(a, c), side(b, c), 0},
		"more": {side(a), side(a, b), 0}, "none before": {side(), side(a), 0},
	} {
		if r := compare(s.base, s.head); len(r.Notes) != s.want {
			t.Errorf("%s: %q", name, r.Notes)
		}
	}
}
