package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

const firstSeed = 48105

// llmRuns are all runs of the language models and how long the answers were, by
// results_path.
func llmRuns() ([]data.LLMRun, []runLengths) {
	var runs []data.LLMRun
	var lengths []runLengths
	for i := range llms {
		for id := range strings.FieldsSeq(llms[i].tasks) {
			for _, g := range gpus {
				for _, n := range llms[i].gpuCounts(g) {
					group := sweep(&llms[i], taskNamed(id), place{g, float64(n)})
					judge(group)
					for _, b := range group {
						runs = append(runs, b.run)
						lengths = append(lengths, b.lengths...)
					}
				}
			}
		}
	}
	return runs, lengths
}

// gpuCounts is the smallest count whose memory holds the model with room for
// sequences, and the next larger one.
func (m *llm) gpuCounts(g gpu) []int {
	var counts []int
	for _, n := range []int{1, 2, 4, 8} {
		if m.weights() < 0.75*usable*g.memory*float64(n) && len(counts) < 2 {
			counts = append(counts, n)
		}
	}
	return counts
}

// benchmark is a run in the making.
type benchmark struct {
	model   *llm
	task    *task
	place   place
	batch   int
	seed    int
	rand    *rand.Rand
	run     data.LLMRun
	lengths []runLengths
}

// sweep runs a model on one place at the task's batch sizes; a few of them twice,
// with another seed.
func sweep(m *llm, t *task, p place) []*benchmark {
	var group []*benchmark
	for _, batch := range t.batches {
		for seed := firstSeed; seed < firstSeed+2; seed++ {
			b := &benchmark{
				model: m, task: t, place: p, batch: batch, seed: seed,
				rand: generator(m.id, t.id, p.name, p.gpus, batch, seed),
			}
			if seed > firstSeed && b.rand.Float64() > 0.05 {
				continue
			}
			if b.execute() {
				group = append(group, b)
			}
		}
	}
	return group
}

// execute fills in the run; false where not even an eighth of the batch fits.
func (b *benchmark) execute() bool {
	answers := answersOf(b.model, b.task, b.place.name)
	input, output := b.task.input, answers.mean()
	full := float64(b.batch) * (0.985 + 0.01*b.rand.Float64())
	running := min(full, b.model.mostSequences(b.place, input, output))
	if running < float64(b.batch)/8 {
		return false
	}
	s := b.model.stepOf(b.place, running, input, output)
	slower := near(b.rand, 0.008)
	if b.seed > firstSeed { // repeats on other days differ by more
		slower *= 1.035 + 0.045*b.rand.Float64()
	}
	b.describe()
	b.latencies(s, s.total()*slower)
	b.energy(s, running, slower)
	b.count(answers)
	b.forget()
	return true
}

func (b *benchmark) describe() {
	m, n := b.model, int(b.place.gpus)
	b.run = data.LLMRun{
		Domain: "llm", Task: b.task.id, ModelID: m.id, Nickname: m.nickname, Architecture: m.architecture,
		TotalParamsBillions: m.total, ActivatedParamsBillions: m.active, WeightPrecision: m.precision,
		GPUModel: b.place.name, NumGPUs: n, MaxNumSeqs: b.batch, Seed: data.Some(b.seed),
		TensorParallel: n, ExpertParallel: 1, DataParallel: 1, IsStable: true,
	}
	if m.experts > 0 && n == 8 { // attention in replicas, experts spread
		b.run.TensorParallel, b.run.ExpertParallel, b.run.DataParallel = 1, n, n
	}
}

// latencies are lognormal around the step time; prompts that are worked in
// between widen them.
func (b *benchmark) latencies(s step, mean float64) {
	sigma := (0.07 + 0.5*s.prefill/s.total()) * near(b.rand, 0.1)
	median := mean * math.Exp(-sigma*sigma/2)
	at := func(z float64) float64 { return measured(1e3 * median * math.Exp(z*sigma)) }
	b.run.MeanITLMillis = data.Some(measured(1e3 * mean))
	b.run.MedianITLMillis, b.run.P50ITLMillis = at(0), at(0)
	b.run.P90ITLMillis, b.run.P95ITLMillis, b.run.P99ITLMillis = at(1.2816), at(1.6449), at(2.3263)
}

// energy: a token costs the power for the time in which one token comes out.
func (b *benchmark) energy(s step, running, slower float64) {
	r := &b.run
	limit := b.place.tdp * b.place.gpus
	r.AvgPowerWatts = measured(min(limit, s.power(b.place)*near(b.rand, 0.006)))
	r.OutputThroughputTokensPerSec = measured(running / (s.total() * slower))
	r.EnergyPerTokenJoules = r.AvgPowerWatts / r.OutputThroughputTokensPerSec
	r.AvgBatchSize = data.Some(measured(running))
}

// count follows from the answers: how often the requests were sent, what came
// back and how long the batch stayed full.
func (b *benchmark) count(a answers) {
	r := &b.run
	repeats := b.repeats(a)
	tokens, completed := float64(a.total()*repeats), float64(len(a)*repeats)
	r.NumRequestRepeats = data.Some(repeats)
	r.TotalOutputTokens, r.CompletedRequests = data.Some(tokens), data.Some(completed)
	mean := tokens / completed
	r.AvgOutputLen = data.Some(mean)
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerTokenJoules * mean)
	r.RequestThroughputReqPerSec = data.Some(r.OutputThroughputTokensPerSec / mean)
	duration := measured(b.steady(a, repeats))
	r.SteadyStateDurationSeconds = data.Some(duration)
	r.SteadyStateEnergyJoules = data.Some(duration * r.AvgPowerWatts)
	results, prometheus := b.paths(repeats, len(a))
	r.ResultsPath, r.PrometheusPath = data.Some(results), data.Some(prometheus)
	b.lengths = []runLengths{{path: results, repeats: repeats, answers: a}}
}

// repeats is how often the requests are sent so that the batch stays full for
// half a minute: a power of two, up to the task's limit.
func (b *benchmark) repeats(a answers) int {
	n := 1
	for n < b.task.mostRepeat && (len(a)*n < 3*b.batch || b.steady(a, n) < 30) {
		n *= 2
	}
	return n
}

// steady is the time with a full batch: all but filling and draining.
func (b *benchmark) steady(a answers, repeats int) float64 {
	share := max(0.05, 1-1.2*float64(b.batch)/float64(len(a)*repeats))
	return share * float64(a.total()*repeats) / b.run.OutputThroughputTokensPerSec
}

func (b *benchmark) paths(repeats, requests int) (results, prometheus string) {
	dir := fmt.Sprintf("llm/%s/current/run/%s/%s/results/%s/%s/num_gpus+%d+max_num_seqs+%d+num_request_repeats+%d+%s+num_requests+%d+seed+%d/",
		strings.ToLower(b.place.name), b.task.suite, b.task.id, b.model.id, b.place.name,
		int(b.place.gpus), b.batch, repeats, b.task.dataset, requests, b.seed)
	return dir + "results.json", dir + "prometheus.json"
}

// forget drops what real results lack now and then: server metrics that were not
// collected, and the request counts of an old result format.
func (b *benchmark) forget() {
	r := &b.run
	switch chance := b.rand.Float64(); {
	case chance < 0.03:
		r.AvgBatchSize, r.PrometheusPath = data.Opt[float64]{}, data.Opt[string]{}
	case chance < 0.04:
		r.TotalOutputTokens, r.CompletedRequests, r.AvgOutputLen = data.Opt[float64]{}, data.Opt[float64]{}, data.Opt[float64]{}
		r.EnergyPerRequestJoules, r.RequestThroughputReqPerSec = data.Opt[float64]{}, data.Opt[float64]{}
		r.NumRequestRepeats, b.lengths = data.Opt[int]{}, nil
	case chance < 0.05:
		r.MeanITLMillis = data.Opt[float64]{}
	}
}
