package command

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// suspicious is a value that a run may have but none has, planted in one run or in several of a file, and the codes of which
// one must name it.
type suspicious[R data.Record] struct {
	name  string
	codes string
	fits  func(R) bool                // nil: in any run
	also  func(planted, other R) bool // whether it is planted in another run too; nil: in one alone
	plant func(*R)
}

// drawing changes the power, and the energy with it.
func drawing(by float64) func(*data.LLMRun) {
	return func(r *data.LLMRun) { energyPer(r, by); r.AvgPowerWatts *= by }
}

// faster changes the throughput, and the energy with it.
func faster(by float64) func(*data.LLMRun) {
	return func(r *data.LLMRun) {
		energyPer(r, 1/by)
		r.OutputThroughputTokensPerSec *= by
		times(&r.RequestThroughputReqPerSec, by)
	}
}

func slower(by float64) func(*data.LLMRun) { return func(r *data.LLMRun) { latencies(r, by) } }

func alone(r data.LLMRun) bool { return r.NumGPUs == 1 }

func sameModel(a, b data.LLMRun) bool { return a.ModelID == b.ModelID }

var suspiciousLLM = []suspicious[data.LLMRun]{
	{"a tenth of the power", "power-low power-idle energy-power", nil, nil, drawing(0.1)},
	{"a fifth of the power", "power-low power-beside energy-power", nil, nil, drawing(0.2)},
	{"three tenths of the power", "power-low power-beside energy-power", nil, nil, drawing(0.3)},
	{"two fifths of the power", "power-low power-beside energy-power", nil, nil, drawing(0.4)},
	{"half the power", "power-low power-beside energy-power", nil, nil, drawing(0.5)},
	{"a tenth of the power of a whole model", "power-low power-idle energy-power", nil, sameModel, drawing(0.1)},
	{"J for kJ in a whole model", "power-low power-idle energy-power", nil, sameModel, drawing(1e-3)},
	{"J for Wh in a whole model", "power-limit", nil, sameModel, drawing(3600)},
	{"five times the throughput", "concurrency curve", nil, nil, faster(5)},
	{"ten times the throughput of a whole model", "concurrency curve", nil, sameModel, faster(10)},
	{"ten times the throughput of a whole model, a tenth of its latency", "size weights", nil, sameModel, func(r *data.LLMRun) {
		faster(10)(r)
		latencies(r, 0.1)
	}},
	{"a tenth of the throughput of a whole model, ten times its latency", "size", nil, sameModel, func(r *data.LLMRun) {
		faster(0.1)(r)
		latencies(r, 10)
	}},
	{"ten times the batch", "concurrency curve", nil, nil, func(r *data.LLMRun) { r.MaxNumSeqs *= 10 }},
	{"ten times the batch and its mean", "concurrency curve", nil, nil, func(r *data.LLMRun) {
		r.MaxNumSeqs *= 10
		r.AvgBatchSize = data.Some(r.AvgBatchSize.Or(0) * 10)
	}},
	{"ten times the batch of a whole model", "concurrency curve", nil, sameModel, func(r *data.LLMRun) { r.MaxNumSeqs *= 10 }},
	{"ten times the batch and its mean of a whole model", "concurrency curve", nil, sameModel, func(r *data.LLMRun) {
		r.MaxNumSeqs *= 10
		r.AvgBatchSize = data.Some(r.AvgBatchSize.Or(0) * 10)
	}},
	{"a third of the throughput", "concurrency curve", nil, nil, faster(1. / 3)},
	{"a third of the latency", "concurrency curve", nil, nil, slower(1. / 3)},
	{"a tenth of the latency", "concurrency curve weights", nil, nil, slower(0.1)},
	{"ten times the latency", "concurrency curve", nil, nil, slower(10)},
	{"3 GPUs for 1", "idle-gpus", alone, nil, func(r *data.LLMRun) { r.NumGPUs = 3 }},
	{"8 GPUs for 1, also of the parallelism", "power-low power-idle energy-power", alone, nil, func(r *data.LLMRun) { r.NumGPUs, r.TensorParallel = 8, 8 }},
	{"GPU with a space", "spelling", nil, nil, func(r *data.LLMRun) { r.GPUModel = strings.ToLower(r.GPUModel) + " " }},
	{"GPU that nobody knows", "spelling", nil, nil, func(r *data.LLMRun) { r.GPUModel = "X9" }},
	{"precision cut off", "spelling", nil, nil, func(r *data.LLMRun) { r.WeightPrecision = "bf1" }},
	{"percentiles are the median", "percentiles-equal", nil, nil, func(r *data.LLMRun) {
		r.P90ITLMillis, r.P95ITLMillis, r.P99ITLMillis = r.MedianITLMillis, r.MedianITLMillis, r.MedianITLMillis
	}},
	{"P99 is P90", "percentiles", nil, nil, func(r *data.LLMRun) { r.P90ITLMillis, r.P99ITLMillis = r.P99ITLMillis, r.P90ITLMillis }},
	{"energy of a response for that of a token", "energy-response energy-power", nil, nil, func(r *data.LLMRun) {
		r.EnergyPerTokenJoules, r.EnergyPerRequestJoules = r.EnergyPerRequestJoules.Or(0), data.Some(r.EnergyPerTokenJoules)
	}},
	{"results of another batch size", "concurrency curve batch-mean", nil, nil, func(r *data.LLMRun) {
		r.AvgBatchSize = data.Some(r.AvgBatchSize.Or(0) / 8)
		r.MaxNumSeqs = max(1, r.MaxNumSeqs/8) + 1
	}},
	{"a model that does not fit", "weights", nil, nil, func(r *data.LLMRun) { r.TotalParamsBillions *= 1000 }},
}

var suspiciousDiffusion = []suspicious[data.DiffusionRun]{
	{"a tenth of the power", "power-low power-idle energy-power", nil, nil, func(r *data.DiffusionRun) {
		r.EnergyPerGenerationJoules /= 10
		r.AvgPowerWatts /= 10
	}},
	{"five times as fast", "curve", nil, nil, func(r *data.DiffusionRun) {
		r.EnergyPerGenerationJoules /= 5
		r.BatchLatencySeconds /= 5
		r.ThroughputGenerationsPerSec *= 5
	}},
	{"8 GPUs for 1", "idle-gpus", func(r data.DiffusionRun) bool { return r.NumGPUs == 1 }, nil, func(r *data.DiffusionRun) { r.NumGPUs = 8 }},
	{"GPU with a space", "spelling", nil, nil, func(r *data.DiffusionRun) { r.GPUModel = "b200 " }},
}

// Of files with suspicious values nine in ten are named for the right reason, whichever run has the value, and what is
// published and the sample have none but those that are known. What is not found has too few runs beside it, or a curve that
// bends there.
func TestCheckNamesSuspiciousFiles(t *testing.T) {
	places := 1
	if os.Getenv("JOULEBOARD_LARGE") != "" {
		places = 3
	}
	for _, origin := range []struct {
		source string
		known  int
		each   int // files with each value, in another run each
	}{{filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "compiled"), 2, places}, {"sample:", 1, 1}} {
		ds, err := source.Open(t.Context(), origin.source)
		if err != nil {
			t.Fatal(err)
		}
		if found := checked(t, origin.source); len(found) > origin.known {
			t.Errorf("%s has none: %+v", origin.source, found)
		}
		all := suspect(t, "llm", ds.LLM(), suspiciousLLM, origin.each)
		more := suspect(t, "diffusion", ds.Diffusion(), suspiciousDiffusion, origin.each)
		for i := range all {
			all[i] += more[i]
		}
		if named, astray, files := all[0], all[1], all[2]; 10*named < 9*files || astray > 1+files/20 {
			t.Errorf("%s: %d of %d are named, %d have others that are", origin.source, named, files, astray)
		} else {
			t.Logf("%s: %d of %d are named, %d have others that are", origin.source, named, files, astray)
		}
	}
}

// suspect plants values in files, and counts those that are named, those in which other runs are named, and all.
func suspect[R data.Record](t *testing.T, domain string, runs data.Runs[R], values []suspicious[R], each int) (counts [3]int) {
	dir := t.TempDir()
	file := filepath.Join(dir, "runs", domain+".parquet")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	records, random := slices.Collect(runs.All()), rand.New(rand.NewPCG(4, 31))
	for _, v := range values {
		for range each {
			at := random.IntN(len(records))
			for v.fits != nil && !v.fits(records[at]) {
				at = random.IntN(len(records))
			}
			wrong := slices.Clone(records)
			for i := range wrong {
				if i == at || v.also != nil && v.also(records[at], wrong[i]) {
					v.plant(&wrong[i])
				}
			}
			var b bytes.Buffer
			if err := data.NewRuns(wrong, false).WriteStated(&b, nil); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
			found := lists.Filter(checked(t, dir), func(p data.Problem) bool { return p.Code != plausible.CodeWork })
			is := slices.ContainsFunc(found, func(p data.Problem) bool {
				return slices.Contains(strings.Fields(v.codes), p.Code) && (p.Row == at+1 || v.also != nil)
			})
			counts[2]++
			if is {
				counts[0]++
			} else {
				t.Logf("%s, in row %d of %s: %+v", v.name, at+1, domain, found)
			}
			if beside := lists.Filter(found, func(p data.Problem) bool { return p.Row != at+1 }); v.also == nil && len(beside) > 0 {
				counts[1]++
				t.Logf("%s, in row %d of %s, makes others suspicious: %+v", v.name, at+1, domain, beside)
			}
		}
	}
	return counts
}
