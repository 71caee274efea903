package site

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// many is a task of so many models, each with so many runs, one after the other on so many GPU models.
func many(models, gpus, each int) data.Dataset {
	var runs []data.LLMRun
	for m := range models {
		for n := range each {
			batch := 8 * (n + 1)
			latency := 10 + float64(m%37) + float64(20*n)
			energy := 0.01 * float64(1+m%97) / float64(1+n)
			runs = append(runs, data.LLMRun{
				Domain: "llm", Task: "gpqa", ModelID: fmt.Sprintf("lab/model-%d", m), Nickname: fmt.Sprintf("Model %d", m),
				Architecture: "Dense", WeightPrecision: "bfloat16", TotalParamsBillions: 8, ActivatedParamsBillions: 8,
				GPUModel: fmt.Sprintf("GPU %d", (m+n)%gpus), NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
				EnergyPerTokenJoules: energy, OutputThroughputTokensPerSec: 100 * float64(batch), AvgPowerWatts: 100 * float64(batch) * energy,
				MedianITLMillis: latency, P50ITLMillis: latency, P90ITLMillis: latency + 1, P95ITLMillis: latency + 2, P99ITLMillis: latency + 3,
				IsStable: true,
			})
		}
	}
	return data.NewDataset(data.Source{Name: "results", Kind: "compiled", Date: "2026-02-16"}, data.NewRuns(runs, true).Table)
}

// large is set by make fuzz.
func large() bool { return os.Getenv("JOULEBOARD_LARGE") != "" }

// Charts draw what fits and say what they leave out; the build goes on. The largest is built with JOULEBOARD_LARGE.
func TestAnyNumberOfModelsAndGPUsIsBuilt(t *testing.T) {
	for _, c := range []struct {
		models, gpus int
		said         []string
	}{
		{1, 1, nil},
		{143, 3, []string{"113 more rows"}},
		{600, 200, []string{"570 more rows", " of 1,200 configurations."}},
		{1000, 40, []string{"970 more rows", "600 of 2,000 configurations."}},
		{3000, 40, []string{"2,970 more rows", "600 of 6,000 configurations."}},
	} {
		if c.models > 1000 && !large() {
			continue
		}
		t.Run(fmt.Sprintf("%d models on %d GPUs", c.models, c.gpus), func(t *testing.T) {
			opts := options(t)
			html := builtOf(t, many(c.models, c.gpus, 2), opts)["tasks/gpqa/index.html"]
			for _, want := range append(c.said, "</html>") {
				if !strings.Contains(html, want) {
					t.Errorf("the page does not say %q", want)
				}
			}
		})
	}
}
