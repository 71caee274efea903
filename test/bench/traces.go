package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/test/bench/usage"
)

// size of the traces, in bytes
const size = 1_000_000_000

const summary = `{"generated_at": 1778200000.25, "config": {"agent": "react", "model": "bench/model", "dataset": "bench", "concurrency": 1}}
`

// writeTraces writes an invented run of Intelligence Per Watt: each trace has a question, an answer and some
// turns, as Python's json module writes them.
func writeTraces(dir string) error {
	if err := usage.Write(filepath.Join(dir, "summary.json"), summary); err != nil {
		return err
	}
	file, err := os.Create(filepath.Join(dir, "traces.jsonl"))
	if err != nil {
		return err
	}
	defer file.Close()
	out := bufio.NewWriterSize(file, 1<<20)
	g := generator{rand.New(rand.NewPCG(9, 9))}
	for written, i := 0, 0; written < size; i++ {
		line := g.trace(i)
		written += len(line)
		if _, err := out.WriteString(line); err != nil {
			return err
		}
	}
	return out.Flush()
}

type generator struct{ *rand.Rand }

var words = strings.Fields("the of energy model token which because answer river number table search \u201cresult\u201d page query é " +
	"and \"quoted\" value\n list")

func (g generator) text(mean int) string {
	n := mean/2 + g.IntN(mean)
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[g.IntN(len(words))])
		b.WriteByte(' ')
	}
	quoted, err := json.Marshal(b.String())
	if err != nil {
		panic(err) // a text
	}
	return string(quoted)
}

func (g generator) trace(i int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"query_id": "bench_%06d", "workload_type": "bench", "query_text": %s, "response_text": %s, "turns": [`, i,
		g.text(400), g.text(1200))
	total := 0.0
	turns := 1 + g.IntN(8)
	for t := range turns {
		if t > 0 {
			b.WriteString(", ")
		}
		wall := 0.5 + 5*g.Float64()
		total += wall
		watts := 300 + 200*g.Float64()
		tools, latencies := "[]", "{}"
		if t > 0 {
			tools, latencies = `["web_search"]`, fmt.Sprintf(`{"web_search": %v}`, wall*g.Float64())
		}
		fmt.Fprintf(&b,
			`{"turn_index": %d, "input_tokens": %d, "output_tokens": %d, "tool_result_tokens": %d, "tools_called": %s, `+
				`"tool_latencies_s": %s, "wall_clock_s": %v, "error": null, "gpu_energy_joules": %v, "cpu_energy_joules": %v, `+
				`"gpu_power_avg_watts": %v, "cpu_power_avg_watts": %v, "cost_usd": 0.0}`,
			t, 100+g.IntN(2000), 10+g.IntN(400), 400*t, tools, latencies, wall, watts*wall, 85*wall, watts, 80+10*g.Float64())
	}
	fmt.Fprintf(&b,
		`], "total_wall_clock_s": %v, "completed": %v, "num_turns": %d, "is_resolved": %v, "score_metadata": {"judge": "exact", `+
			`"attempts": 1}}`+"\n",
		total, g.IntN(10) > 0, turns, g.IntN(3) > 0)
	return b.String()
}
