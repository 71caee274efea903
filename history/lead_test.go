package history_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/history"
)

// A leader leads since the first date from which on it led without a break, under the terms of now.
func TestALeadBeginsWhenItDid(t *testing.T) {
	at := func(date string, deadline float64, best ...history.Configuration) history.Snapshot {
		return history.Snapshot{Date: date, Revision: date, Boards: []history.Board{{
			Terms: history.Terms{
				Task: "gpqa", Domain: "llm", Deadline: deadline, EnergyField: "energy_per_token_joules", LatencyField: "median_itl_ms",
			},
			Best: best, Late: []history.Configuration{},
		}}}
	}
	of := func(model string, energy float64) history.Configuration {
		return history.Configuration{
			Run: model, Model: model, Name: strings.ToUpper(model), GPU: "H100", NumGPUs: 1, Batch: 8, Energy: energy, Latency: 10,
			Interval: &history.Interval{Low: energy * 0.99, High: energy * 1.01},
		}
	}
	for name, c := range map[string]struct {
		of   []history.Snapshot
		want string
	}{
		"one date": {[]history.Snapshot{at("2025-01-01", 50, of("a", 1))}, "A has led since 2025-01-01 or longer: 1.00 J per token"},
		"a new best": {
			[]history.Snapshot{at("2025-01-01", 50, of("a", 1)), at("2025-02-01", 50, of("b", 0.5), of("a", 0.8)), at("2025-03-01", 50, of("b", 0.4))},
			"B has led since 2025-02-01: 0.400 J per token on 1× H100 at batch size 8. Before, A led; the change was −38% against its 0.800 J per token.",
		},
		"back again": {
			[]history.Snapshot{at("2025-01-01", 50, of("a", 1)), at("2025-02-01", 50, of("b", 0.5)), at("2025-03-01", 50, of("a", 0.25))},
			"A has led since 2025-03-01: 0.250 J per token on 1× H100 at batch size 8. Before, B led; the change was −50% against its 0.500 J per token.",
		},
		"a tie":         {[]history.Snapshot{at("2025-01-01", 50, of("a", 1)), at("2025-02-01", 50, of("b", 0.999), of("a", 1))}, "with which it was tied then"},
		"other rules":   {[]history.Snapshot{at("2025-01-01", 100, of("a", 1)), at("2025-02-01", 50, of("a", 1))}, "Before 2025-02-01, the board had another deadline"},
		"none before":   {[]history.Snapshot{at("2025-01-01", 50), at("2025-02-01", 50, of("a", 1))}, "A has led since 2025-02-01: 1.00 J"},
		"a young board": {[]history.Snapshot{{Date: "2025-01-01"}, at("2025-02-01", 50, of("a", 1))}, "The board is new since 2025-02-01."},
	} {
		leads := (history.History{c.of}).Leads()
		if len(leads) != 1 {
			t.Fatalf("%s: %d leads", name, len(leads))
		}
		said := leads[0].Words(content.Task{ID: "gpqa", Output: "token"}, content.English(), func(date string) string { return date })
		if !strings.Contains(said, c.want) {
			t.Errorf("%s: it says %q, not %q", name, said, c.want)
		}
	}
}

// A leader of one work is none of another, and earlier files do not say of which work a model's outputs are.
func TestLeadersAreAmongEqualWork(t *testing.T) {
	of := func(work, name string, energy float64) history.Configuration {
		c := configuration(name, energy)
		c.Work = work
		return c
	}
	earlier := board("text-to-video", configuration("small", 1), configuration("big", 5), configuration("other", 6))
	now := board("text-to-video", of("100 frames", "big", 5), of("100 frames", "other", 6), of("50 frames", "small", 1))
	if got := steps([]history.Board{earlier}, []history.Board{now}); got != "" {
		t.Errorf("nothing changed but that the file says the work: %s", got)
	}
	later := board("text-to-video", of("100 frames", "other", 2), of("100 frames", "big", 5), of("50 frames", "small", 1))
	if got := steps([]history.Board{now}, []history.Board{later}); !strings.HasPrefix(got, "text-to-video OTHER now uses the least energy (2.00 J") || strings.Contains(got, "\n") {
		t.Errorf("%s", got)
	}
}
