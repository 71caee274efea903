package site

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// A model that is slower than the deadline is not answered with the configuration of another, which is within it.
func TestASlowModelIsAnsweredWithItsOwnFastest(t *testing.T) {
	in := intake()
	in.Add(data.RowOf(data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "lab/slow", Nickname: "Slow", Architecture: "Dense", WeightPrecision: "fp8",
		TotalParamsBillions: 30, ActivatedParamsBillions: 30, GPUModel: "B200", NumGPUs: 1, MaxNumSeqs: 8,
		TensorParallel: 1, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: 1, OutputThroughputTokensPerSec: 100,
		AvgPowerWatts: 400, MedianITLMillis: 640, P50ITLMillis: 640, P90ITLMillis: 650, P95ITLMillis: 660, P99ITLMillis: 670, IsStable: true,
	}), "runs", 9)
	page := builtOf(t, data.NewDataset(data.Source{Name: "results", Kind: "compiled"}, in.Table(true)), options(t))["models/lab__slow/index.html"]
	if said := "The fastest takes 640" + space + "ms: Slow"; !strings.Contains(page, said) {
		t.Errorf("the page of a slow model does not say %q", said)
	}
}
