package declared_test

import (
	"bufio"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// A million rows of 300 bytes are read in ten times what SHA-256 over 1 GB takes of a processor, also of nested JSON, of documents
// with many rows or of rows that state a metric each, and so are 10 million samples in which 10,000 runs find their energy. Two
// million rows of a second file take 250 MB.
func TestLargeFilesAreReadInTime(t *testing.T) {
	if os.Getenv("JOULEBOARD_LARGE") == "" {
		t.Skip("takes half a minute: set JOULEBOARD_LARGE=1")
	}
	t.Run("rows", func(t *testing.T) {
		dir := t.TempDir()
		written(t, dir, "benchmark.yaml", `domain: large
board: {system: Large}
rows: [{files: ["*.csv"]}]
fields:
- {name: model, role: model}
- {name: gpu, role: gpu}
- {name: num_gpus, role: gpu_count}
- {name: batch, role: batch}
- {name: repeat, role: repeat}
- {name: energy, role: energy}
- {name: power, role: power}
- {name: throughput, role: throughput}
- {name: p50, role: latency_p50}
- {name: p99, role: latency_p99}
- {name: tokens, role: output_tokens}
`)
		lines(t, filepath.Join(dir, "rows.csv"), 1_000_000, func(w *bufio.Writer, i int) {
			if i < 0 {
				fmt.Fprintln(w, "model,gpu,num_gpus,batch,repeat,energy,power,throughput,p50,p99,tokens,note")
				return
			}
			fmt.Fprintf(w, "org/model-%d,H100,%d,%d,%d,%.17g,%.17g,%.17g,%.17g,%.17g,%d,%0140d\n", i%50, 1+i%4, 8<<(i%6), i,
				0.1+float64(i)*1e-7, 400+float64(i)*1e-5, 1000+float64(i)*1e-3, 10+float64(i)*1e-6, 30+float64(i)*1e-6, 1000+i, i)
		})
		within(t, dir, 1_000_000, 10, 400<<20)
	})
	t.Run("nested", func(t *testing.T) {
		dir := t.TempDir()
		written(t, dir, "benchmark.yaml", `domain: large
board: {system: Large}
rows: [{files: ["*.jsonl"]}]
fields:
- {name: model, role: model, from: [config.model]}
- {name: gpu, role: gpu, from: [config.engine.gpu]}
- {name: num_gpus, role: gpu_count, from: [config.engine.num_gpus]}
- {name: batch, role: batch, from: [config.engine.batch]}
- {name: repeat, role: repeat, from: [run.repeat]}
- {name: energy, role: energy, from: [metrics.energy.per_token]}
- {name: power, role: power, from: [metrics.power_w]}
- {name: throughput, role: throughput, from: [metrics.throughput]}
- {name: p50, role: latency_p50, from: [metrics.latency.itl.p50]}
- {name: p99, role: latency_p99, from: [metrics.latency.itl.p99]}
- {name: tokens, role: output_tokens, from: [metrics.tokens]}
`)
		lines(t, filepath.Join(dir, "rows.jsonl"), 1_000_000, func(w *bufio.Writer, i int) {
			if i >= 0 {
				fmt.Fprintf(w, `{"config": {"model": "org/model-%d", "engine": {"gpu": "H100", "num_gpus": %d, "batch": %d}}, "run": {"repeat": %d}, `+
					`"metrics": {"energy": {"per_token": %.17g, "total": %.17g}, "power_w": %.17g, "throughput": %.17g, `+
					`"latency": {"itl": {"p50": %.17g, "p99": %.17g}}, "tokens": %d}, "note": "%040d"}`+"\n", i%50, 1+i%4, 8<<(i%6), i,
					0.1+float64(i)*1e-7, 100+float64(i), 400+float64(i)*1e-5, 1000+float64(i)*1e-3, 10+float64(i)*1e-6, 30+float64(i)*1e-6, 1000+i, i)
			}
		})
		within(t, dir, 1_000_000, 10, 400<<20)
	})
	t.Run("documents", func(t *testing.T) {
		dir := t.TempDir()
		written(t, dir, "benchmark.yaml", `domain: large
board: {system: Large}
rows: [{files: ["*.json"], at: runs}]
fields:
- {name: model, role: model}
- {name: repeat, role: repeat}
- {name: energy, role: energy}
- {name: power, role: power}
- {name: p50, role: latency_p50}
`)
		for k := range 25 {
			lines(t, filepath.Join(dir, fmt.Sprintf("rows%d.json", k)), 40_000, func(w *bufio.Writer, i int) {
				if i < 0 {
					fmt.Fprint(w, `{"runs": [`)
					return
				}
				end := data.When(i == 40_000-1, "]}").Or(",\n")
				fmt.Fprintf(w, `{"model": "org/model-%d", "repeat": %d, "energy": %.17g, "power": %.17g, "p50": %.17g, "note": "%0200d"}%s`, i%50, 40_000*k+i,
					0.1+float64(i)*1e-7, 400+float64(i)*1e-5, 10+float64(i)*1e-6, i, end)
			})
		}
		within(t, dir, 1_000_000, 10, 400<<20)
	})
	t.Run("join", func(t *testing.T) {
		dir := t.TempDir()
		written(t, dir, "benchmark.yaml", `domain: large
board: {system: Large}
rows: [{files: ["rows.csv"], join: {scores: {file: scores.csv, by: model}}}]
fields:
- {name: model, role: model}
- {name: energy, role: energy}
- {name: score, role: accuracy, type: number?, from: ["scores:score"]}
`)
		written(t, dir, "rows.csv", "model,energy\norg/model-1,1\n")
		lines(t, filepath.Join(dir, "scores.csv"), 2_000_000, func(w *bufio.Writer, i int) {
			if i < 0 {
				fmt.Fprintln(w, "model,score")
				return
			}
			fmt.Fprintf(w, "org/model-%d,0.5\n", i)
		})
		within(t, dir, 1, 12, 400<<20)
	})
	t.Run("pivot", func(t *testing.T) {
		dir := t.TempDir()
		written(t, dir, "benchmark.yaml", `domain: large
board: {system: Large}
rows: [{files: ["rows.csv"], pivot: {by: metric, values: [value], differ: [unit]}}]
fields:
- {name: model, role: model}
- {name: batch, role: batch}
- {name: repeat, role: repeat}
- {name: energy, role: energy}
- {name: power, role: power}
`)
		metrics := []string{"energy", "power", "throughput", "p50", "tokens"}
		lines(t, filepath.Join(dir, "rows.csv"), 1_000_000, func(w *bufio.Writer, i int) {
			if i < 0 {
				fmt.Fprintln(w, "model,batch,repeat,metric,value,unit")
				return
			}
			run := i / len(metrics)
			fmt.Fprintf(w, "org/model-%d,%d,%d,%s,%g,u%d\n", run%50, 8<<(run%6), run, metrics[i%len(metrics)], 1+float64(i)*1e-6, i%len(metrics))
		})
		within(t, dir, 200_000, 12, 400<<20)
	})
	t.Run("power", func(t *testing.T) {
		dir := t.TempDir()
		written(t, dir, "benchmark.yaml", `domain: large
board: {system: Large}
rows: [{files: ["rows.csv"]}]
power: [{files: ["power.csv"], kind: nvidia-smi, clock: UTC}]
fields:
- {name: model, role: model}
- {name: start, role: start}
- {name: end, role: end}
- {name: energy_j, label: Energy, unit: J}
- {name: tokens, role: output_tokens}
- {name: energy_per_token_j, role: energy, value: energy_j / tokens}
`)
		lines(t, filepath.Join(dir, "rows.csv"), 10_000, func(w *bufio.Writer, i int) {
			if i < 0 {
				fmt.Fprintln(w, "model,start,end,tokens")
				return
			}
			start := 1767261600 + 100*i
			fmt.Fprintf(w, "m%d,%d,%d,%d\n", i, start+1, start+90, 1000+i)
		})
		from := time.Date(2026, 1, 1, 10, 0, 0, 0, time.UTC)
		lines(t, filepath.Join(dir, "power.csv"), 10_000_000, func(w *bufio.Writer, i int) {
			if i < 0 {
				fmt.Fprintln(w, "timestamp, index, power.draw [W]")
				return
			}
			at := from.Add(time.Duration(i/8) * 800 * time.Millisecond)
			fmt.Fprintf(w, "%s, %d, 412.%02d W\n", at.Format("2006/01/02 15:04:05.000"), i%8, i%100)
		})
		within(t, dir, 10_000, 20, 1<<30)
	})
}

// within reads a directory in at most so many times what SHA-256 over 1 GB takes here, of processors.
func within(t *testing.T, dir string, rows int, most float64, bytes uint64) {
	t.Helper()
	runtime.GC()
	began := shared.ProcessorTime()
	ds, err := declared.Open(t.Context(), dir, true)
	took := (shared.ProcessorTime() - began).Seconds() / yardstick().Seconds()
	if err != nil || ds.Len() != rows {
		t.Fatalf("%d rows, want %d: %v %v", ds.Len(), rows, err, ds.Problems()[:min(3, len(ds.Problems()))])
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("%.1f yardsticks of processors, %d MB from the system", took, m.Sys>>20)
	if took > most || m.Sys > bytes {
		t.Errorf("want at most %v yardsticks and %d MB", most, bytes>>20)
	}
}

// yardstick is what SHA-256 over 1 GB takes of a processor.
var yardstick = sync.OnceValue(func() time.Duration {
	block, sum, began := make([]byte, 1<<20), sha256.New(), shared.ProcessorTime()
	for range 1000 {
		sum.Write(block)
	}
	return shared.ProcessorTime() - began
})

func lines(t *testing.T, name string, n int, write func(w *bufio.Writer, i int)) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(f)
	for i := -1; i < n; i++ {
		write(w, i)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func written(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
