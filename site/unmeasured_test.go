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
