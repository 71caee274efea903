//go:build linux

package watchdog

import (
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// writeRuns writes as many runs as a file may hold, all alike but for their seeds, so that
// the file is small. Its name says what is wrong with them.
func writeRuns(path string) error {
	rows := make([]data.LLMRun, 200_000)
	for i := range rows {
		rows[i] = aRun(i)
		change[strings.TrimSuffix(filepath.Base(path), ".parquet")](&rows[i])
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := data.NewRuns(rows, true).WriteParquet(file, nil); err != nil {
		return err
	}
	return file.Close()
}

func aRun(seed int) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "acme/small", Nickname: "Acme Small", Architecture: "Dense",
		TotalParamsBillions: 1, ActivatedParamsBillions: 1, WeightPrecision: "bfloat16", GPUModel: "H100", Seed: data.Some(seed),
		NumGPUs: 1, MaxNumSeqs: 8, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: 2, OutputThroughputTokensPerSec: 200, AvgPowerWatts: 400,
		MedianITLMillis: 10, P50ITLMillis: 10, P90ITLMillis: 12, P95ITLMillis: 13, P99ITLMillis: 14, IsStable: true,
	}
}

var change = map[string]func(*data.LLMRun){
	"good":  func(*data.LLMRun) {},
	"twins": func(r *data.LLMRun) { r.Seed = data.Some(1) },
	"implausible": func(r *data.LLMRun) {
		r.AvgPowerWatts, r.P50ITLMillis, r.OutputThroughputTokensPerSec = 1, 99, 1e6
	},
	"wrong": func(r *data.LLMRun) {
		x := math.NaN()
		r.EnergyPerTokenJoules, r.OutputThroughputTokensPerSec, r.AvgPowerWatts, r.MedianITLMillis = x, x, x, x
		r.P50ITLMillis, r.P90ITLMillis, r.P95ITLMillis, r.P99ITLMillis = x, x, x, x
		r.NumGPUs, r.MaxNumSeqs, r.TensorParallel, r.Nickname, r.ModelID, r.Task, r.GPUModel = -1, -1, -1, "", "?", "?", ""
	},
}
