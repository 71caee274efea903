package raw

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
)

// llmFacts are the values of an LLM run's results.json that records rest on.
type llmFacts struct {
	duration   number            // of the steady state, seconds
	energy     number            // of the steady state, joules
	perToken   number            // joules
	throughput number            // output tokens a second, of the whole benchmark
	tokens     number            // output tokens, of the whole benchmark
	completed  number            // requests, of the whole benchmark
	older      number            // energy per token under the name it had before
	stated     map[string]number // what records take over, by key
	requests   requests
	power      timelineFacts
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

// energyPerToken is the one that counts.
func (x *llmFacts) energyPerToken() number {
	if x.perToken.missing() && !x.older.missing() {
		return x.older
	}
	return x.perToken
}

// needs reports whether there is no run for want of this number.
func (x *llmFacts) needs(key string) bool {
	switch key {
	case "steady_state_duration", "steady_state_energy":
		return true
	case "steady_state_energy_per_token":
		return x.energyPerToken().missing()
	}
	return false
}

// enough reports whether nothing more is needed from the file.
func (x *llmFacts) enough() bool {
	return x.requests.given && x.duration.ok() && x.energy.ok() && x.perToken.ok() &&
		x.throughput.ok() && x.tokens.ok() && x.completed.ok()
}

// readLLM reads a results file; each, unless nil, is called for every request
// that states an output length.
func (d *decoder) readLLM(p Place, each func(Request)) (*llmFacts, error) {
	x := &llmFacts{stated: map[string]number{}}
	fields := x.fields()
	err := d.results(p, func(key string) bool {
		if n := fields[key]; n != nil {
			*n = readNumber(d.scan)
		} else if takenOver()[key] != "" {
			x.stated[key] = readNumber(d.scan)
		} else if key == "results" {
			x.requests = d.readResults(each)
		} else if key == "timeline" && d.o.Within {
			x.power = readTimeline(d.scan, Metrics[0])
		}
		return !d.o.Fast || !x.enough()
	})
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
	d.noteRepeated(f)
	server, err := d.prometheus(f.Place)
	running := server.running
	if err != nil {
		f.leaveOut("avg_batch_size", f.Place.beside(prometheusFile)+": "+err.Error())
	} else if running.state == other {
		f.note("avg_batch_size", f.Place.beside(prometheusFile)+": "+running.want()+takenAsMissing)
	}
	f.judge(x, running)
	f.checkNumbers(x)
	run := &data.LLMRun{
		Domain: llm, Task: f.Place.Task, ModelID: f.Place.ModelID,
		GPUModel:    strings.ToUpper(f.Place.GPU),
		ResultsPath: data.Some(f.Place.Path), AvgBatchSize: running.opt(),
		UnstableReason: f.Reason, IsStable: f.Reason == "",
	}
	if server.there {
		run.PrometheusPath = data.Some(f.Place.beside(prometheusFile))
	}
	f.identify(run)
	d.configs[f.Place.Root].describe(f, run)
	f.measure(x, run)
	f.takeOver(x, run)
	d.latencies(f, x, run)
	f.Lengths = x.requests.outputLengths()
	if !f.leftOut() {
		f.LLM = run
		f.Within = x.within(run.EnergyPerTokenJoules, server.counts)
	}
}

// takenOver are the fields that a record has from results.json as they are, by their keys there: the field table names them.
var takenOver = sync.OnceValue(func() map[string]string {
	names := map[string]string{}
	for _, f := range (data.LLMRun{}).Schema().Stated() {
		for _, key := range f.From {
			names[key] = f.Name
		}
	}
	return names
})

// takeOver fills in what the file states in these words. No record rests on it, so a value that is none is missing.
func (f *Finding) takeOver(x *llmFacts, run *data.LLMRun) {
	for _, key := range slices.Sorted(maps.Keys(x.stated)) {
		n, name := x.stated[key], takenOver()[key]
		field, _ := run.Schema().Field(name)
		switch {
		case n.ok() && n.value >= field.Min && n.value <= field.Max && n.value > 0:
			if err := data.Set(run, name, n.value); err != nil {
				f.note(key, err.Error())
			}
		case n.state == malformed || n.state == other:
			f.note(key, n.want()+takenAsMissing)
		}
	}
	in, out := run.TotalInputTokens.Or(0), run.TotalOutputTokens.Or(0)
	if in > 0 && out > 0 && run.EnergyPerTokenJoules > 0 {
		run.EnergyPerTotalTokenJoules = data.Some(run.EnergyPerTokenJoules * out / (in + out))
	}
}

// judge tells whether the run is stable by itself. What is no number where the
// rules need one leaves nothing to judge by.
func (f *Finding) judge(x *llmFacts, running number) {
	switch {
	case x.duration.state == malformed:
		f.Reason = failed("steady_state_duration: " + x.duration.want())
		return
	case x.energyPerToken().state == malformed:
		f.Reason = failed("steady_state_energy_per_token: " + x.energyPerToken().want())
		return
	}
	f.Reason = Unstable(x.duration.opt(), x.energyPerToken().opt(), running.opt(), f.Place.integer("max_num_seqs"))
}

// checkNumbers tells of values that are no numbers, and of numbers inside texts.
func (f *Finding) checkNumbers(x *llmFacts) {
	for key, n := range x.fields() {
		switch n.state {
		case malformed:
			f.leaveOut(key, n.want())
		case other:
			if !x.needs(key) {
				f.note(key, n.want()+takenAsMissing)
			}
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

const takenAsMissing = "; treated as missing"

const insideText = "a number is in quotes; it is read anyway; write it without quotes"

// identify fills in what the configuration's folder says.
func (f *Finding) identify(run *data.LLMRun) {
	integer := func(name string, needed bool) data.Opt[int] {
		n := f.Place.integer(name)
		text, there := f.Place.Tokens[name]
		wrong := fmt.Sprintf("the folder name must have an integer after %s, got %.40q", name, text)
		if needed && !n.Present() {
			f.leaveOut(name, wrong)
		} else if there && !n.Present() {
			f.note(name, wrong+takenAsMissing)
		}
		return n
	}
	run.NumGPUs, run.MaxNumSeqs = integer("num_gpus", true).Or(0), integer("max_num_seqs", true).Or(0)
	run.Seed, run.NumRequestRepeats = integer("seed", false), integer("num_request_repeats", false)
}

// measure derives the metrics of the steady state.
func (f *Finding) measure(x *llmFacts, run *data.LLMRun) {
	perToken := x.energyPerToken()
	f.need("steady_state_duration", x.duration)
	f.need("steady_state_energy", x.energy)
	f.need("steady_state_energy_per_token", perToken)
	if x.duration.ok() && x.duration.value <= 0 {
		f.leaveOut("steady_state_duration", "expected a positive number, got "+x.duration.repr())
	}
	run.SteadyStateDurationSeconds, run.SteadyStateEnergyJoules = x.duration.opt(), x.energy.opt()
	run.EnergyPerTokenJoules = perToken.value
	run.AvgPowerWatts = x.energy.value / x.duration.value
	run.TotalOutputTokens, run.CompletedRequests = x.tokens.opt(), x.completed.opt()
	if x.tokens.ok() && x.completed.value > 0 {
		run.AvgOutputLen = data.Some(x.tokens.value / x.completed.value)
	}
	if perToken.value > 0 {
		run.OutputThroughputTokensPerSec = (x.energy.value / perToken.value) / x.duration.value
		f.perRequest(run)
		return
	}
	if x.throughput.missing() {
		f.leaveOut("output_throughput", "the file contains neither a positive energy per token nor output_throughput")
	}
	run.OutputThroughputTokensPerSec = x.throughput.value
}

// need leaves out a run that lacks a number.
func (f *Finding) need(name string, n number) {
	switch n.state {
	case absent:
		f.leaveOut(name, "the file does not contain it")
	case other:
		f.leaveOut(name, n.want())
	}
}

// perRequest derives what an answer of mean length takes.
func (f *Finding) perRequest(run *data.LLMRun) {
	if length := run.AvgOutputLen.Or(0); length > 0 {
		run.EnergyPerRequestJoules = data.Some(run.EnergyPerTokenJoules * length)
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
