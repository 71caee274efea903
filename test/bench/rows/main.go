// Command rows measures what comes with the number of rows: build, runs and diff of the
// published data of the ML.ENERGY leaderboard, and of 200,000 runs. It prints time as a
// multiple of a yardstick of this machine, and memory, each beside its limit, reading and
// writing included; then how often the comparison of simulated runs is wrong.
//
// The published data are taken from $JOULEBOARD_SHARED or ../shared; without them
// only the large set is measured. Its runs are made once and kept.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/test/bench/usage"
)

func main() {
	command := flag.String("command", "bin/jouleboard", "the built command")
	dir := flag.String("dir", filepath.Join(os.TempDir(), "jouleboard-bench-rows"), "directory of the runs, kept for the next call")
	runs := flag.Int("runs", 3, "runs of each kind; the best counts")
	flag.Parse()
	if err := bench(*command, *dir, *runs); err != nil {
		fmt.Fprintln(os.Stderr, "bench/rows:", err)
		os.Exit(1)
	}
}

// limits are the most that commands may take of a set of rows: time in yardsticks, memory
// in MB.
type limits struct{ build, grouped, exported, diff [2]float64 }

func bench(command, dir string, runs int) error {
	fmt.Printf("best of %d runs on 2 cores; times as multiples of the yardstick\n\n", runs)
	m := measure{command: command, dir: dir, runs: runs, stick: usage.Yardstick()}
	if source := published(); source != "" {
		most := limits{build: [2]float64{6, 150}, grouped: [2]float64{0.3, 80}, exported: [2]float64{0.3, 80}, diff: [2]float64{1, 200}}
		if err := m.all("published", source, source, most); err != nil {
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
	most := limits{build: [2]float64{120, 2500}, grouped: [2]float64{5, 600}, exported: [2]float64{6, 600}, diff: [2]float64{20, 1000}}
	if err := m.all("200,000 rows", base, head, most); err != nil {
		return err
	}
	rates(400)
	campaignRates(200)
	return nil
}

type measure struct {
	command, dir string
	runs         int
	stick        time.Duration
}

// all measures each command on one set of rows.
func (m measure) all(name, base, head string, most limits) error {
	for _, c := range []struct {
		what string
		most [2]float64
		args []string
	}{
		{"runs, grouped", most.grouped, []string{"runs", "--source", base, "--group-by", "task,gpu_model", "--format", "csv"}},
		{"runs, all as CSV", most.exported, []string{"runs", "--source", base, "--format", "csv"}},
		{"build", most.build, []string{"build", "--quiet", "--source", base, "--out", filepath.Join(m.dir, "site")}},
		{"diff", most.diff, []string{"--quiet", "diff", base, head, "--format", "markdown", "--out", os.DevNull}},
	} {
		u, err := usage.Best(m.runs, append([]string{m.command}, c.args...)...)
		if err != nil {
			return err
		}
		fmt.Printf("%-14s%-18s %7.2f (at most %g), %.2f s of processor, %.0f MB (at most %g)\n",
			name, c.what, u.Wall.Seconds()/m.stick.Seconds(), c.most[0], u.CPU.Seconds(), u.Megabytes(), c.most[1])
	}
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
