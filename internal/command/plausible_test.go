package command

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/source"
)

// planted is a fault that somebody could make, and the codes of which one must name it.
type planted[R data.Record] struct {
	name  string
	codes string
	fits  func(R) bool // nil: in any run
	plant func(*R)
}

// energyPer changes the energy per token and what follows from it.
func energyPer(r *data.LLMRun, by float64) {
	r.EnergyPerTokenJoules *= by
	times(&r.EnergyPerRequestJoules, by)
}

func latencies(r *data.LLMRun, by float64) {
	for _, p := range []*float64{&r.MedianITLMillis, &r.P50ITLMillis, &r.P90ITLMillis, &r.P95ITLMillis, &r.P99ITLMillis} {
		*p *= by
	}
}

func times(o *data.Opt[float64], by float64) {
	if x, stated := o.Value(); stated {
		*o = data.Some(x * by)
	}
}

var plantedLLM = []planted[data.LLMRun]{
	{"energy by 1000", "energy-power", nil, func(r *data.LLMRun) { r.EnergyPerTokenJoules /= 1000 }},
	{"energy by 1000, also of a response", "energy-power", nil, func(r *data.LLMRun) { energyPer(r, 1e-3) }},
	{"energy in mJ", "energy-power", nil, func(r *data.LLMRun) { energyPer(r, 1000) }},
	{"energy in kWh", "range energy-power", nil, func(r *data.LLMRun) { energyPer(r, 1/3.6e6) }},
	{"energy of one of several GPUs", "energy-power", several, func(r *data.LLMRun) { energyPer(r, 1/float64(r.NumGPUs)) }},
	{"energy and power by 1000", "power-idle", nil, func(r *data.LLMRun) { energyPer(r, 1e-3); r.AvgPowerWatts /= 1000 }},
	{"energy by 1000, throughput times 1000", "neighbors batch-latency", nil, func(r *data.LLMRun) {
		energyPer(r, 1e-3)
		r.OutputThroughputTokensPerSec *= 1000
		times(&r.RequestThroughputReqPerSec, 1000)
	}},
	{"energy and throughput swapped", "energy-response", nil, func(r *data.LLMRun) {
		r.EnergyPerTokenJoules, r.OutputThroughputTokensPerSec = r.OutputThroughputTokensPerSec, r.EnergyPerTokenJoules
	}},
	{"power and throughput swapped", "energy-power", nil, func(r *data.LLMRun) {
		r.AvgPowerWatts, r.OutputThroughputTokensPerSec = r.OutputThroughputTokensPerSec, r.AvgPowerWatts
	}},
	{"power in kW", "power-idle", nil, func(r *data.LLMRun) { r.AvgPowerWatts /= 1000 }},
	{"power in mW", "power-limit", nil, func(r *data.LLMRun) { r.AvgPowerWatts *= 1000 }},
	{"power that no GPU draws", "power-limit", nil, func(r *data.LLMRun) {
		by := 1200 * float64(r.NumGPUs) / r.AvgPowerWatts
		r.AvgPowerWatts *= by
		energyPer(r, by)
	}},
	{"power below idle", "power-idle", nil, func(r *data.LLMRun) {
		by := 30 * float64(r.NumGPUs) / r.AvgPowerWatts
		r.AvgPowerWatts *= by
		energyPer(r, by)
	}},
	{"throughput by 1000", "energy-power", nil, func(r *data.LLMRun) { r.OutputThroughputTokensPerSec /= 1000 }},
	{"throughput a minute", "energy-power", nil, func(r *data.LLMRun) { r.OutputThroughputTokensPerSec *= 60 }},
	{"latencies in s", "neighbors batch-latency", nil, func(r *data.LLMRun) { latencies(r, 1e-3) }},
	{"latencies in µs", "neighbors batch-latency", nil, func(r *data.LLMRun) { latencies(r, 1e3) }},
	{"median in s", "percentiles", nil, func(r *data.LLMRun) { r.MedianITLMillis /= 1000 }},
	{"P50 and P99 swapped", "percentiles", nil, func(r *data.LLMRun) {
		r.MedianITLMillis, r.P50ITLMillis, r.P99ITLMillis = r.P99ITLMillis, r.P99ITLMillis, r.MedianITLMillis
	}},
	{"P90 and P95 swapped", "percentiles", nil, func(r *data.LLMRun) { r.P90ITLMillis, r.P95ITLMillis = r.P95ITLMillis, r.P90ITLMillis }},
	{"falling P99", "percentiles", nil, func(r *data.LLMRun) { r.P99ITLMillis = 0.99 * r.P95ITLMillis }},
	{"mean batch above the batch", "batch-mean", nil, func(r *data.LLMRun) { r.AvgBatchSize = data.Some(1.01 * float64(r.MaxNumSeqs)) }},
	{"batch and GPUs swapped", "batch-mean parallelism", func(r data.LLMRun) bool { return r.MaxNumSeqs != r.NumGPUs }, func(r *data.LLMRun) {
		r.MaxNumSeqs, r.NumGPUs = r.NumGPUs, r.MaxNumSeqs
	}},
	{"one GPU instead of several", "parallelism", several, func(r *data.LLMRun) { r.NumGPUs = 1 }},
	{"100 times the GPUs", "power-idle", nil, func(r *data.LLMRun) { r.NumGPUs *= 100 }},
	{"more parts than GPUs", "parallelism", nil, func(r *data.LLMRun) { r.TensorParallel = 2 * r.NumGPUs }},
	{"ten times the requests", "tokens-total", nil, func(r *data.LLMRun) { times(&r.CompletedRequests, 10) }},
	{"tokens and requests swapped", "tokens-total", nil, func(r *data.LLMRun) {
		r.TotalOutputTokens, r.CompletedRequests = r.CompletedRequests, r.TotalOutputTokens
	}},
	{"energy of a response in kJ", "energy-response", nil, func(r *data.LLMRun) { times(&r.EnergyPerRequestJoules, 1e-3) }},
	{"length in thousands", "energy-response", nil, func(r *data.LLMRun) { times(&r.AvgOutputLen, 1e-3) }},
	{"requests a minute", "request-rate", nil, func(r *data.LLMRun) { times(&r.RequestThroughputReqPerSec, 60) }},
	{"active parameters and all swapped", "parameters", func(r data.LLMRun) bool {
		return r.TotalParamsBillions > r.ActivatedParamsBillions
	}, func(r *data.LLMRun) {
		r.TotalParamsBillions, r.ActivatedParamsBillions = r.ActivatedParamsBillions, r.TotalParamsBillions
	}},
	{"denormal energy", "range", nil, func(r *data.LLMRun) { r.EnergyPerTokenJoules = 1e-310 }},
	{"all the energy there is", "range", nil, func(r *data.LLMRun) { r.EnergyPerTokenJoules = 1.79e308 }},
}

func several(r data.LLMRun) bool { return r.NumGPUs > 1 }

var plantedDiffusion = []planted[data.DiffusionRun]{
	{"latency in ms", "batch-rate", nil, func(r *data.DiffusionRun) { r.BatchLatencySeconds *= 1000 }},
	{"energy in kWh", "energy-power", nil, func(r *data.DiffusionRun) { r.EnergyPerGenerationJoules /= 3.6e6 }},
	{"energy of the batch", "energy-power", func(r data.DiffusionRun) bool { return r.BatchSize > 1 }, func(r *data.DiffusionRun) {
		r.EnergyPerGenerationJoules *= float64(r.BatchSize)
	}},
	{"throughput a minute", "energy-power", nil, func(r *data.DiffusionRun) { r.ThroughputGenerationsPerSec *= 60 }},
	{"energy and throughput swapped", "batch-rate", nil, func(r *data.DiffusionRun) {
		r.EnergyPerGenerationJoules, r.ThroughputGenerationsPerSec = r.ThroughputGenerationsPerSec, r.EnergyPerGenerationJoules
	}},
	{
		"energy and power by 1000", "power-idle", nil,
		func(r *data.DiffusionRun) { r.EnergyPerGenerationJoules /= 1000; r.AvgPowerWatts /= 1000 },
	},
	{"all by 1000 but power", "neighbors", nil, func(r *data.DiffusionRun) {
		r.EnergyPerGenerationJoules /= 1000
		r.BatchLatencySeconds /= 1000
		r.ThroughputGenerationsPerSec *= 1000
	}},
	{"power in kW", "power-idle", nil, func(r *data.DiffusionRun) { r.AvgPowerWatts /= 1000 }},
	{"more parts than GPUs", "parallelism", nil, func(r *data.DiffusionRun) { r.RingDegree = data.Some(2 * r.NumGPUs) }},
}

// Each fault stands in a file of its own, in another row.
func TestCheckNamesEveryPlantedFault(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		published := filepath.Join(root, "data", "mlenergy-v3")
		ds, err := source.Open(t.Context(), filepath.Join(published, "compiled"))
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []string{"compiled", "compiled-alt", "leaderboard"} {
			found := checked(t, filepath.Join(published, kind))
			work := lists.Count(found, func(p data.Problem) bool {
				return p.Code == plausible.CodeWork && strings.Contains(p.Message, "Nemotron-Nano")
			})
			if work != len(found) || work > 2 {
				t.Errorf("%s, as published: %+v", kind, found)
			}
		}
		plant(t, "llm", ds.LLM(), plantedLLM)
		plant(t, "diffusion", ds.Diffusion(), plantedDiffusion)
	})
}

func plant[R data.Record](t *testing.T, domain string, runs data.Runs[R], faults []planted[R]) {
	dir := t.TempDir()
	file := filepath.Join(dir, "runs", domain+".parquet")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	records := slices.Collect(runs.All())
	for i, f := range faults {
		at := (7 + i*len(records)/len(faults)) % len(records)
		if f.fits != nil && !slices.ContainsFunc(records, f.fits) {
			continue
		}
		for f.fits != nil && !f.fits(records[at]) {
			at = (at + 1) % len(records)
		}
		wrong := slices.Clone(records)
		f.plant(&wrong[at])
		var b bytes.Buffer
		if err := data.NewRuns(wrong, false).WriteStated(&b, nil); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		found := lists.Filter(checked(t, dir), func(p data.Problem) bool { return p.Code != plausible.CodeWork })
		named := slices.ContainsFunc(found, func(p data.Problem) bool { return slices.Contains(strings.Fields(f.codes), p.Code) })
		astray := slices.ContainsFunc(found,
			func(p data.Problem) bool { return p.File != "runs/"+domain+".parquet" || p.Row != at+1 || p.Code == "" })
		if !named || astray {
			t.Errorf("%s, planted in row %d of %s: got %+v, want %s", f.name, at+1, domain, found, f.codes)
		}
	}
}

// checked is what check finds in a source.
func checked(t *testing.T, dir string) []data.Problem {
	t.Helper()
	text, _ := command(t, "check", "--source", dir, "--format", "json")
	var answer struct {
		Sources []struct {
			Problems []data.Problem `json:"problems"`
		} `json:"sources"`
	}
	if err := json.Unmarshal(text, &answer); err != nil || len(answer.Sources) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	return answer.Sources[0].Problems
}

// A published file names its row, and the fault ranks nowhere.
func TestAPublishedFaultIsNamedAndNotRanked(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(shared.Small(t), "data", "mlenergy-v3", "leaderboard"))); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "tasks", "sourcegraph-fim.json")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	energy := regexp.MustCompile(`"energy_per_token_joules": [0-9.]+`)
	at := energy.FindIndex(text)
	wrong := slices.Concat(text[:at[0]], []byte(`"energy_per_token_joules": 0.000123`), text[at[1]:])
	if err := os.WriteFile(file, wrong, 0o644); err != nil {
		t.Fatal(err)
	}
	found := checked(t, dir)
	if !slices.ContainsFunc(found, func(p data.Problem) bool {
		return p.File == "tasks/sourcegraph-fim.json" && p.Row == 1 && p.Code == "energy-power"
	}) {
		t.Errorf("got %+v", found)
	}
	if ranking, _ := command(t, "rank", "--source", dir, "--task", "sourcegraph-fim"); bytes.Contains(ranking, []byte("0.000123")) {
		t.Errorf("it is ranked:\n%s", ranking)
	}
}
