package raw

import (
	"fmt"
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

const (
	shortestSteadyState = 20   // seconds
	leastUtilization    = 0.85 // running requests over max_num_seqs
)

// Evidence is what the stability rules need to know of an LLM run.
type Evidence struct {
	Task, ModelID, GPUModel string
	NumGPUs                 data.Opt[int]
	MaxNumSeqs              data.Opt[int] // missing: no part in the cascade
	Reason                  string        // why it is unstable by itself, "" if not
}

// Judge is the joint decision: for each run the reason why it is unstable, ""
// for a stable one. Within a task, model, GPU and number of GPUs every run whose
// batch is at least the smallest unstable one is unstable too.
func Judge(evidence []Evidence) []string {
	type group struct {
		task, model, gpu string
		gpus             data.Opt[int]
	}
	of := func(e Evidence) group { return group{e.Task, e.ModelID, e.GPUModel, e.NumGPUs} }
	smallest := map[group]int{}
	for _, e := range evidence {
		batch, ok := e.MaxNumSeqs.Value()
		if least, known := smallest[of(e)]; ok && e.Reason != "" && (!known || batch < least) {
			smallest[of(e)] = batch
		}
	}
	reasons := make([]string, len(evidence))
	for i, e := range evidence {
		reasons[i] = e.Reason
		batch, ok := e.MaxNumSeqs.Value()
		if least, known := smallest[of(e)]; e.Reason == "" && ok && known && batch >= least {
			reasons[i] = fmt.Sprintf("cascade_from_unstable_batch:%d", least)
		}
	}
	return reasons
}

// evidence is what a finding says to the stability rules.
func (f Finding) evidence() Evidence {
	return Evidence{
		Task: f.Place.Task, ModelID: f.Place.ModelID, GPUModel: strings.ToUpper(f.Place.GPU),
		NumGPUs: f.Place.integer("num_gpus"), MaxNumSeqs: f.Place.integer("max_num_seqs"),
		Reason: f.Reason,
	}
}

// unstable is why a run is unstable by itself. A NaN is below no bound; it does
// not make a run stable.
func unstable(duration, perToken, running number, batch data.Opt[int]) string {
	if !(duration.or(math.NaN()) >= shortestSteadyState) {
		return "short_steady_state:" + duration.repr()
	}
	if !(perToken.or(math.NaN()) > 0) {
		return "invalid_energy_per_token:" + perToken.repr()
	}
	most, ok := batch.Value()
	if !ok || most <= 0 || !running.ok() {
		return ""
	}
	if used := running.value / float64(most); used < leastUtilization {
		return fmt.Sprintf("low_batch_utilization:%.6f", used)
	}
	return ""
}

// failed is the reason of a file that cannot be read.
func failed(why string) string { return "failed_to_load_results:" + why }
