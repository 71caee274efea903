package site

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
)

// A declaration may name percentiles that no run has: what nobody measured is not offered, and an address with it is told so.
func TestOnlyMeasuredPercentilesAreOffered(t *testing.T) {
	declared := labDeclaration + "- {name: tpot_p95_ms, role: latency_p95}\n- {name: tpot_p99_ms, role: latency_p99, from: [slow]}\n"
	for slow, want := range map[string][]aggregate.Percentile{"slow": {aggregate.P50, aggregate.P99}, "other": {aggregate.P50}} {
		rows := strings.ReplaceAll(strings.TrimSpace(labRows), "\n", ",30\n") + ",40\n"
		rows = strings.Replace(rows, "tpot_ms,30", "tpot_ms,"+slow, 1)
		b := Leaderboards(declaredData(t, declared, rows), options(t).Content)[0]
		if got := b.Percentiles(); len(got) != len(want) || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: got %v, want %v", slow, got, want)
		}
		if q, faults := b.Parse("pct=p95"); len(faults) != 1 || q.Percentile != aggregate.P50 {
			t.Errorf("%s: got %v and %v", slow, q.Percentile, faults)
		}
	}
}

// A limit of latency, and a price of GPU-hours, have no effect where nothing was measured that they are of.
func TestLimitsAreOfWhatWasMeasured(t *testing.T) {
	declared := strings.Replace(labDeclaration, "- {name: tpot_ms, role: latency_p50}\n", "", 1)
	b := Leaderboards(declaredData(t, declared, labRows), options(t).Content)[0]
	if q, faults := b.Parse("deadline=20&rent=H100:2"); len(faults) != 2 || q.Deadline != 0 || q.Rents != nil {
		t.Errorf("got %+v and %v", q, faults)
	}
}

// Where no energy is known, what counts for energy alone is neither offered nor accepted, and the home page asks for none.
func TestWithoutEnergyNothingIsAskedOfIt(t *testing.T) {
	declared := strings.Replace(labDeclaration, "- {name: energy, role: energy, unit: J/token, in: J/token, from: [joules]}\n",
		"- {name: energy_j, label: Energy, unit: J}\n- {name: energy, role: energy, value: energy_j / tokens}\n- {name: tokens, role: output_tokens}\n", 1) +
		"- {name: tokens_per_s, role: throughput, in: token/s, from: [joules]}\n"
	ds := declaredData(t, strings.Replace(declared, "Two models.}", "Two models., primary: tokens_per_s}", 1), labRows)
	opts := options(t)
	b := Leaderboards(ds, opts.Content)[0]
	q, faults := b.Parse("grid=400&pue=1.2&price=0.3&energy=2")
	if len(faults) != 4 || q.PUE != 1 || q.Grid.Any() != nil || q.Price.Any() != nil {
		t.Errorf("got %+v and %v", q, faults)
	}
	files := builtOf(t, ds, opts)
	for _, text := range []string{files["boards/lab-bench-all/index.html"], files["index.html"]} {
		for _, name := range []string{`name="grid"`, `name="pue"`, `name="price"`, `name="unit"`, "How much energy"} {
			if text == "" || strings.Contains(text, name) {
				t.Errorf("%d bytes have %s without any energy", len(text), name)
			}
		}
	}
	if !strings.Contains(files["index.html"], "How fast is AI inference") {
		t.Error("the home page has no title of its own")
	}
	opts.Content.Site.Description = "Our servers"
	if own := builtOf(t, ds, opts)["index.html"]; !strings.Contains(own, "<h1>Our servers</h1>") {
		t.Error("the publisher's own description is replaced")
	}
}

// The limit of GPUs holds for a reader's own run only where nothing else is measured.
func TestOnlyThePowerOfGPUsHasTheirLimit(t *testing.T) {
	for scope, limit := range map[string]float64{"GPU": 700, "the whole server": 0} {
		ds := declaredData(t, "basis: {scope: "+scope+"}\n"+labDeclaration, labRows)
		texts := options(t).Content
		e := newEdition(Select(ds, texts), Options{Content: texts})
		own := e.ownRules(e.boards[0])
		if got := own.GPUs["H100"]; got[2] != limit || got[1] > 1e9 != (limit == 0) {
			t.Errorf("%s: got %v", scope, got)
		}
	}
}

// A run whose hardware is not stated is none on another GPU model: it may be on the same one.
func TestUnknownHardwareIsNoOtherGPUModel(t *testing.T) {
	for gpu, want := range map[string]string{"": "Next: unknown hardware, ", "A100": "Next GPU model: 1× A100, "} {
		page := builtOf(t, declaredData(t, labDeclaration, "model,gpu,gpus,concurrency,joules,tpot_ms\nlab/Tiny,H100,1,8,0.36,7.1\nlab/Tiny,"+gpu+",1,8,0.9,9.8\n"),
			options(t))["boards/lab-bench-all/index.html"]
		if !strings.Contains(page, want) {
			t.Errorf("%q: the board lacks %q", gpu, want)
		}
	}
}
