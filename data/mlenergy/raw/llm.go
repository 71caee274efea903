package raw

import (
	"fmt"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// llmFacts are the values of an LLM run's results.json that records rest on.
type llmFacts struct {
	duration   number // of the steady state, seconds
	energy     number // of the steady state, joules
	perToken   number // joules
	throughput number // output tokens a second, of the whole benchmark
	tokens     number // output tokens, of the whole benchmark
	completed  number // requests, of the whole benchmark
	older      number // energy per token under the name it had before
	requests   requests
}

// fields are the numbers by their keys in the file.
func (x *llmFacts) fields() map[string]*number {
	return map[string]*number{
		"steady_state_duration":         &x.duration,
		"steady_state_energy":           &x.energy,
		"steady_state_energy_per_token": &x.perToken,
		"energy_per_token_joules":       &x.older,
		"output_throughput":             &x.throughput,
		"total_output_tokens":           &x.tokens,
		"completed":                     &x.completed,
	}
}

// enough reports whether nothing more is needed from the file.
func (x *llmFacts) enough() bool {
	return x.requests.given && x.duration.ok() && x.energy.ok() && x.perToken.ok() &&
		x.throughput.ok() && x.tokens.ok() && x.completed.ok()
}

// readLLM reads a results file; each, unless nil, is called for every request
// that states an output length.
func (d *decoder) readLLM(p Place, each func(Request)) (*llmFacts, error) {
	x := &llmFacts{}
	fields := x.fields()
	err := d.object(p, p.Path, func(key string) bool {
		if n := fields[key]; n != nil {
			*n = readNumber(d.scan)
		} else if key == "results" {
			x.requests = d.readResults(each)
		} else {
			d.scan.Skip()
		}
		return !d.o.Fast || !x.enough()
	})
	if x.perToken.state == absent {
		x.perToken = x.older
	}
	return x, err
}

// llm decodes an LLM run.
func (d *decoder) llm(f *Finding) {
	x, err := d.readLLM(f.Place, nil)
	if err != nil {
		f.Reason = failed(err.Error())
		f.leaveOut("", err.Error())
		return
	}
	running, there, err := d.prometheus(f.Place)
	if err != nil {
		f.leaveOut("avg_batch_size", f.Place.beside(prometheusFile)+": "+err.Error())
	}
	f.judge(x, running)
	f.checkNumbers(x)
	run := &data.LLMRun{
		Domain: llm, Task: f.Place.Task, ModelID: f.Place.ModelID,
		GPUModel:    strings.ToUpper(f.Place.GPU),
		ResultsPath: data.Some(f.Place.Path), AvgBatchSize: running.opt(),
		UnstableReason: f.Reason, IsStable: f.Reason == "",
	}
	if there {
		run.PrometheusPath = data.Some(f.Place.beside(prometheusFile))
	}
	f.identify(run)
	d.configs[f.Place.Root].describe(f, run)
	f.measure(x, run)
	d.latencies(f, x, run)
	if !d.o.NoLengths {
		f.Lengths = x.requests.outputLengths()
	}
	if !f.leftOut() {
		f.LLM = run
	}
}

// judge tells whether the run is stable by itself. What is no number where the
// rules need one leaves nothing to judge by.
func (f *Finding) judge(x *llmFacts, running number) {
	switch {
	case x.duration.state == malformed:
		f.Reason = failed("steady_state_duration: " + x.duration.want())
		return
	case x.perToken.state == malformed:
		f.Reason = failed("steady_state_energy_per_token: " + x.perToken.want())
		return
	}
	f.Reason = unstable(x.duration, x.perToken, running, f.Place.integer("max_num_seqs"))
}

// checkNumbers tells of values that are no numbers, and of numbers inside texts.
func (f *Finding) checkNumbers(x *llmFacts) {
	for key, n := range x.fields() {
		switch n.state {
		case malformed:
			f.leaveOut(key, n.want())
		case quoted:
			f.note(key, insideText)
		}
	}
	if x.requests.quoted {
		f.note("results", "itl: "+insideText)
	}
	if x.requests.lengthFault != "" {
		f.note("results", x.requests.lengthFault+"; the run has no output lengths")
	}
}

const insideText = "a number stands inside a text; it is taken, write it without quotes"

// identify fills in what the configuration's folder says.
func (f *Finding) identify(run *data.LLMRun) {
	p := f.Place
	for _, key := range []struct {
		name string
		at   *int
	}{{"num_gpus", &run.NumGPUs}, {"max_num_seqs", &run.MaxNumSeqs}} {
		n, ok := p.integer(key.name).Value()
		if !ok {
			f.leaveOut(key.name, fmt.Sprintf("the folder's name wants an integer behind %s, got %.40q", key.name, p.Tokens[key.name]))
		}
		*key.at = n
	}
	for _, key := range []struct {
		name string
		at   *data.Opt[int]
	}{{"seed", &run.Seed}, {"num_request_repeats", &run.NumRequestRepeats}} {
		*key.at = p.integer(key.name)
		if text, there := p.Tokens[key.name]; there && !key.at.Present() {
			f.note(key.name, fmt.Sprintf("the folder's name wants an integer behind %s, got %.40q; taken as missing", key.name, text))
		}
	}
}

// measure derives the metrics of the steady state.
func (f *Finding) measure(x *llmFacts, run *data.LLMRun) {
	for _, need := range []struct {
		name string
		n    number
	}{{"steady_state_duration", x.duration}, {"steady_state_energy", x.energy}, {"steady_state_energy_per_token", x.perToken}} {
		if need.n.state == absent {
			f.leaveOut(need.name, "the file does not state it")
		}
	}
	run.SteadyStateDurationSeconds, run.SteadyStateEnergyJoules = x.duration.opt(), x.energy.opt()
	run.EnergyPerTokenJoules = x.perToken.value
	run.AvgPowerWatts = x.energy.value / x.duration.value
	run.TotalOutputTokens, run.CompletedRequests = x.tokens.opt(), x.completed.opt()
	if x.tokens.ok() && x.completed.ok() && x.completed.value != 0 {
		run.AvgOutputLen = data.Some(x.tokens.value / x.completed.value)
	}
	if x.perToken.value > 0 {
		run.OutputThroughputTokensPerSec = (x.energy.value / x.perToken.value) / x.duration.value
		f.perRequest(run)
		return
	}
	if x.throughput.state == absent {
		f.leaveOut("output_throughput", "neither a positive energy per token nor output_throughput is stated")
	}
	run.OutputThroughputTokensPerSec = x.throughput.value
}

// perRequest derives what an answer of mean length takes.
func (f *Finding) perRequest(run *data.LLMRun) {
	length, ok := run.AvgOutputLen.Value()
	if !ok {
		return
	}
	run.EnergyPerRequestJoules = data.Some(run.EnergyPerTokenJoules * length)
	if length != 0 {
		run.RequestThroughputReqPerSec = data.Some(run.OutputThroughputTokensPerSec / length)
	}
}

// latencies derives the statistics of the smoothed latencies, in milliseconds.
func (d *decoder) latencies(f *Finding, x *llmFacts, run *data.LLMRun) {
	r := &x.requests
	switch {
	case r.wrong != "":
		f.leaveOut("results", r.wrong)
		return
	case d.itl.infinite > 0:
		f.leaveOut("results", "an inter-token latency is NaN or infinite")
		return
	case d.itl.count == 0:
		f.leaveOut("results", "no successful request has a positive inter-token latency")
		return
	case d.itl.spilt && r.twice:
		f.leaveOut("results", "a request has two lists itl, in a file too large to keep both; remove one")
		return
	}
	var fault error
	values, n := d.series(f.Place, r, &fault), d.itl.count
	run.MeanITLMillis = data.Some(mean(values, n) * 1000)
	p := d.ranks.percentiles(values, n, 50, 90, 95, 99)
	run.MedianITLMillis, run.P50ITLMillis = p[0]*1000, p[0]*1000
	run.P90ITLMillis, run.P95ITLMillis, run.P99ITLMillis = p[1]*1000, p[2]*1000, p[3]*1000
	if fault != nil {
		f.leaveOut("results", fault.Error())
	}
}
