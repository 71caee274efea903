package ipw

import (
	"encoding/json"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
)

// Turn is a turn of a query of an agentic run, with the values that its trace states: unlike those of [Query], a zero
// stays zero. What the trace omits is missing.
type Turn struct {
	Index                         data.Opt[int]
	InputTokens, OutputTokens     data.Opt[int]
	ToolResultTokens              data.Opt[int]
	GPUEnergyJoules               data.Opt[float64]
	CPUEnergyJoules               data.Opt[float64]
	GPUPowerWatts, CPUPowerWatts  data.Opt[float64] // means over the turn
	Seconds, CostUSD              data.Opt[float64]
	Tools, ToolLatencies, Failure data.Opt[string] // called in order, a JSON list; seconds by tool, a JSON object; the error
}

// turnValues are the members of a turn that are numbers: where each is kept, and what it adds to of the trace, if anything.
var turnValues = map[string]func(*Turn, *trace) (kept any, sum *sum){
	"turn_index":          func(u *Turn, _ *trace) (any, *sum) { return &u.Index, nil },
	"input_tokens":        func(u *Turn, t *trace) (any, *sum) { return &u.InputTokens, &t.input },
	"output_tokens":       func(u *Turn, t *trace) (any, *sum) { return &u.OutputTokens, &t.output },
	"tool_result_tokens":  func(u *Turn, _ *trace) (any, *sum) { return &u.ToolResultTokens, nil },
	"gpu_energy_joules":   func(u *Turn, t *trace) (any, *sum) { return &u.GPUEnergyJoules, &t.gpu },
	"cpu_energy_joules":   func(u *Turn, t *trace) (any, *sum) { return &u.CPUEnergyJoules, &t.cpu },
	"gpu_power_avg_watts": func(u *Turn, t *trace) (any, *sum) { return &u.GPUPowerWatts, &t.power },
	"cpu_power_avg_watts": func(u *Turn, _ *trace) (any, *sum) { return &u.CPUPowerWatts, nil },
	"wall_clock_s":        func(u *Turn, _ *trace) (any, *sum) { return &u.Seconds, nil },
	"cost_usd":            func(u *Turn, t *trace) (any, *sum) { return &u.CostUSD, &t.cost },
}

// latencies checks the times of tools, which are keyed by their names, and gives them as a JSON object, and the longest in
// seconds.
func (d *decoder) latencies(details bool) (all data.Opt[string], longest float64) {
	s := d.scan
	if s.Null() || !d.enter(jsonscan.Object, "tool_latencies_s") {
		return all, 0
	}
	times := map[string]*float64{}
	for key := range s.Keys() {
		if d.fault != nil {
			return all, 0
		}
		name := data.Public(string(key))
		x, known := d.number("tool_latencies_s").Value()
		longest = max(longest, x)
		if details && known {
			times[name] = &x
		}
	}
	text, err := json.Marshal(times)
	return data.When(len(times) > 0 && err == nil, string(text)), longest
}
