package diff

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestBeyondIsARatioOfTheSmaller(t *testing.T) {
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
		if got := beyond(c.a, c.b); got != c.want {
			t.Errorf("%v and %v: beyond %v", c.a, c.b, got)
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
		{at(50, 1), at(50, 1.06), nil}, // noise
		{at(50, 1), at(50, 2), []string{"50 1 2", "100 1 2", "250 1 2"}},
		{at(50, 1), at(50.1, 1), nil}, // noise
		{at(50, 1), at(50.1, 2), []string{"50 1 NaN", "100 1 2", "250 1 2"}},
		{at(100, 1), at(100.1, 2), []string{"100 1 NaN", "250 1 2"}},
		{at(250.1, 1), at(250, 2), []string{"250 NaN 2"}},
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
	a, b, c := run("a", 8, 1), run("b", 8, 1.1), run("c", 8, 1)
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
