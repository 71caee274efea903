package raw_test

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// Input tokens and the times of requests are in a record as the file states them; a value that is none costs no run.
func TestRecordsKeepInputTokensAndTimesOfRequests(t *testing.T) {
	x := newTree(t)
	x.llm("model", 8, goodRunWith(t, `"completed": 3,`, `"completed": 3, "total_input_tokens": 90, "median_ttft_ms": 21.5, "p90_ttft_ms": null,
		"p95_ttft_ms": "soon", "p99_ttft_ms": 0, "median_e2el_ms": 1234.25, "p99_e2el_ms": 1e300,`))
	c := open(t, raw.Options{}, x.root)
	if c.Dataset.LLM().Len() != 1 {
		t.Fatalf("no run: %v", c.Dataset.Problems())
	}
	run := c.Dataset.LLM().Table
	for field, want := range map[string]any{
		"total_input_tokens": 90.0, "median_ttft_ms": 21.5, "p90_ttft_ms": nil, "p95_ttft_ms": nil, "p99_ttft_ms": nil,
		"median_e2e_latency_ms": 1234.25, "p99_e2e_latency_ms": nil, "energy_per_total_token_joules": 2.5 * 60 / 150,
	} {
		if got := run.Value(0, field); got != want {
			t.Errorf("%s: got %v, want %v", field, got, want)
		}
	}
	if problems := c.Dataset.Problems(); len(problems) != 1 || !strings.Contains(problems[0].Error(), "p95_ttft_ms") {
		t.Errorf("problems %v, want one of the value that is no number", problems)
	}
}
