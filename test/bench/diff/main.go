// Command diff measures how long the comparison of two datasets takes and how much
// memory: the published data of the ML.ENERGY leaderboard against themselves, and
// 200,000 runs against 200,000. It prints each figure beside its limit, reading and
// writing included, and then how often the comparison of simulated runs is wrong.
//
// The published data are taken from $JOULEBOARD_SHARED or ../shared; without them
// only the large comparison is measured. Its runs are made once and kept.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "jouleboard-bench-diff"), "directory of the runs, kept for the next call")
	runs := flag.Int("runs", 5, "runs of each kind; the best counts")
	flag.Parse()
	if err := bench(*command, *dir, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench/diff:", err)
		os.Exit(1)
	}
}

func bench(command, dir string, runs int) error {
	fmt.Printf("best of %d runs on 2 cores\n\n", runs)
	if source := published(); source != "" {
		if err := measure("1,858 against 1,858", command, source, source, runs, 0.5, 1000); err != nil {
			return err
		}
	}
	base, head := filepath.Join(dir, "base"), filepath.Join(dir, "head")
	if err := write(base, 1); err != nil {
		return err
	}
	if err := write(head, 1.1); err != nil {
		return err
	}
	if err := measure("200,000 against 200,000", command, base, head, runs, 10, 1000); err != nil {
		return err
	}
	rates(400)
	campaignRates(200)
	return nil
}

// measure compares two sources and prints wall time, processor time and memory.
func measure(name, command, base, head string, runs int, seconds, megabytes float64) error {
	u, err := usage.Best(runs, command, "--quiet", "diff", base, head, "--format", "markdown", "--out", os.DevNull)
	if err != nil {
		return err
	}
	fmt.Printf("%-26s %6.2f s (at most %v), %.2f s of processor, %.0f MB (at most %v)\n", name, u.Wall.Seconds(), seconds, u.CPU.Seconds(), u.Megabytes(), megabytes)
	return nil
}

// published is the shared directory of the published data, "" if there is none.
func published() string {
	dir := os.Getenv("JOULEBOARD_SHARED")
	if dir == "" {
		dir = filepath.Join("..", "shared")
	}
	dir = filepath.Join(dir, "data", "mlenergy-v3", "compiled")
	if _, err := os.Stat(dir); err != nil {
		return ""
	}
	return dir
}

// write makes 200,000 runs of 400 models in five tasks, a tenth of them with their
// energy times a factor.
func write(dir string, factor float64) error {
	file := filepath.Join(dir, "runs", "llm.parquet")
	if _, err := os.Stat(file); err == nil {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	const models, tasks, gpus, batches = 400, 5, 10, 10
	var runs []data.LLMRun
	for i := range models * tasks * gpus * batches {
		r := run(i%models, i/models%tasks, i/models/tasks%gpus, i/models/tasks/gpus)
		if i%10 == 0 {
			r.EnergyPerTokenJoules *= factor
		}
		runs = append(runs, r)
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

func run(model, task, gpus, batch int) data.LLMRun {
	energy := (1 + float64(model)/100) * (1 + float64(gpus)) / (1 + float64(batch))
	latency := float64(10 + 7*batch + model%13)
	return data.LLMRun{
		Domain: "llm", Task: fmt.Sprint("task-", task), ModelID: fmt.Sprint("lab/model-", model), Nickname: fmt.Sprint("Model ", model),
		Architecture: "Dense", TotalParamsBillions: 8, ActivatedParamsBillions: 8, WeightPrecision: "bfloat16",
		GPUModel: "H100", NumGPUs: gpus + 1, MaxNumSeqs: 8 << batch, Seed: data.Some(48105), NumRequestRepeats: data.Some(1),
		TensorParallel: gpus + 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: energy, EnergyPerRequestJoules: data.Some(energy * 500), AvgOutputLen: data.Some(500.0),
		OutputThroughputTokensPerSec: 700 / energy, AvgPowerWatts: 700, MedianITLMillis: latency, P50ITLMillis: latency,
		P90ITLMillis: latency * 1.1, P95ITLMillis: latency * 1.2, P99ITLMillis: latency * 1.5, AvgBatchSize: data.Some(float64(int(8) << batch)),
		IsStable: true,
	}
}
