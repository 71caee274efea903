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

// Group identifies runs that are judged together.
type Group struct {
	Task, ModelID, GPUModel string
	NumGPUs                 data.Opt[int]
}

// Evidence contains the values of an LLM run that the stability rules need.
type Evidence struct {
	Group
	MaxNumSeqs data.Opt[int] // if missing, the run is not part of the cascade
	Reason     string        // why it is unstable without regard to other runs, "" if it is not
}

// Judge returns the joint verdict: for each run the reason why it is unstable, "" for a stable one. Within a group,
// every run whose batch is at least the smallest unstable one is also unstable.
func Judge(evidence []Evidence) []string {
	smallest := map[Group]int{}
	for _, e := range evidence {
		batch, ok := e.MaxNumSeqs.Value()
		if least, known := smallest[e.Group]; ok && e.Reason != "" && (!known || batch < least) {
			smallest[e.Group] = batch
		}
	}
	reasons := make([]string, len(evidence))
	for i, e := range evidence {
		reasons[i] = e.Reason
		batch, ok := e.MaxNumSeqs.Value()
		if least, known := smallest[e.Group]; e.Reason == "" && ok && known && batch >= least {
			reasons[i] = fmt.Sprintf("cascade_from_unstable_batch:%d", least)
		}
	}
	return reasons
}

// evidence is what a finding says to the stability rules, nothing for a diffusion run.
func (f Finding) evidence() Evidence {
	if f.Place.Domain != llm {
		return Evidence{}
	}
	return Evidence{Group: f.Place.Group(), MaxNumSeqs: f.Place.integer("max_num_seqs"), Reason: f.Reason}
}

// Group returns the group of the run at the place.
func (p Place) Group() Group {
	return Group{
		Task: p.Task, ModelID: p.ModelID, GPUModel: strings.ToUpper(p.GPU), NumGPUs: p.integer("num_gpus"),
	}
}

// Unstable is why a run is unstable by itself, "" if it is not. A NaN is below no bound; it does not make a run stable.
func Unstable(duration, perToken, running data.Opt[float64], batch data.Opt[int]) string {
	if !(duration.Or(math.NaN()) >= shortestSteadyState) {
		return "short_steady_state:" + repr(duration)
	}
	if !(perToken.Or(math.NaN()) > 0) {
		return "invalid_energy_per_token:" + repr(perToken)
	}
	most := batch.Or(0)
	if most <= 0 {
		return ""
	}
	if used := running.Or(math.Inf(1)) / float64(most); used < leastUtilization {
		return fmt.Sprintf("low_batch_utilization:%.6f", used)
	}
	return ""
}

// failed is the reason of a file that cannot be read.
func failed(why string) string { return "failed_to_load_results:" + why }
