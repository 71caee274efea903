// Package sweep makes synthetic results of any size, as a nightly sweep over models, GPUs
// and batch sizes would measure them, for tests and benchmarks of what grows with the data.
package sweep

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
)

// Declaration is of results in CSV files that have a model and its energy, and nothing else.
const Declaration = `domain: t
basis: {window: the whole run, scope: GPU, token: output tokens}
board: {system: T, about: A., license: CC-BY-4.0}
rows: [{files: ["*.csv"]}]
fields:
- {name: model, role: model}
- {name: energy, role: energy, unit: J/token}
`

// Size is how many values of each kind a sweep has; its runs are their product.
type Size struct{ Models, Tasks, GPUs, Batches int }

// Rows are the runs of a sweep.
func (s Size) Rows() int { return s.Models * s.Tasks * s.GPUs * s.Batches }

// Write writes a compiled directory, unless it is there. The power of every tenth run is
// multiplied by factor.
func (s Size) Write(dir string, factor float64) error {
	if _, err := os.Stat(runsIn(dir)); err == nil {
		return nil
	}
	runs := make([]data.LLMRun, s.Rows())
	for i := range runs {
		runs[i] = Run(i%s.Models, i/s.Models%s.Tasks, i/s.Models/s.Tasks%s.GPUs, i/s.Models/s.Tasks/s.GPUs)
		if i%10 == 0 {
			runs[i] = drawing(runs[i], runs[i].AvgPowerWatts*factor)
		}
	}
	return Save(dir, runs)
}

func runsIn(dir string) string { return filepath.Join(dir, "runs", "llm.parquet") }

// Save writes runs as a compiled directory.
func Save(dir string, runs []data.LLMRun) error {
	file := runsIn(dir)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	out, err := os.Create(file + ".part")
	if err != nil {
		return err
	}
	defer out.Close()
	if err := data.NewRuns(runs, false).WriteStated(out, nil); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}

var gpuModels = [...]string{"H100", "B200", "A100", "H200"}

// Run is one run of a sweep, by the ordinals of its model, task, GPU and batch size. It is plausible: the throughput is that
// of the batch size and the latency, the power one that the GPUs draw at work.
func Run(model, task, gpu, batch int) data.LLMRun {
	gpus, sequences := gpu/len(gpuModels)+1, 8<<batch
	latency := float64(10 + 7*batch + model%13)
	r := data.LLMRun{
		Domain: "llm", Task: fmt.Sprint("task-", task), ModelID: fmt.Sprint("lab/model-", model), Nickname: fmt.Sprint("Model ", model),
		Architecture: "Dense", TotalParamsBillions: 8, ActivatedParamsBillions: 8, WeightPrecision: "bfloat16",
		GPUModel: gpuModels[gpu%len(gpuModels)], NumGPUs: gpus, MaxNumSeqs: sequences, Seed: data.Some(48105),
		NumRequestRepeats: data.Some(1), TensorParallel: gpus, ExpertParallel: 1, DataParallel: 1,
		AvgOutputLen: data.Some(500.0), OutputThroughputTokensPerSec: 1000 * float64(sequences) / latency,
		MedianITLMillis: latency, P50ITLMillis: latency, P90ITLMillis: latency * 1.1, P95ITLMillis: latency * 1.2, P99ITLMillis: latency * 1.5,
		AvgBatchSize: data.Some(float64(sequences)), IsStable: true,
	}
	return drawing(r, float64(gpus)*(240+float64(model%100)+10*float64(gpu%len(gpuModels))))
}

// drawing is the run at another power in W, with the energies that follow.
func drawing(r data.LLMRun, watts float64) data.LLMRun {
	r.AvgPowerWatts = watts
	r.EnergyPerTokenJoules = watts / r.OutputThroughputTokensPerSec
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerTokenJoules * 500)
	return r
}

// Latencies are those of a run between tokens: the median, then the percentiles 50, 90, 95 and 99.
func Latencies(r *data.LLMRun) []*float64 {
	return []*float64{&r.MedianITLMillis, &r.P50ITLMillis, &r.P90ITLMillis, &r.P95ITLMillis, &r.P99ITLMillis}
}

// Student is a value of Student's distribution with three degrees of freedom, divided by its standard deviation.
func Student(random *rand.Rand) float64 {
	squares := 0.0
	for range 3 {
		x := random.NormFloat64()
		squares += x * x
	}
	return random.NormFloat64() / math.Sqrt(squares)
}
