package ipw

import (
	"encoding/json"
	"math"

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

// turnValue is a member of a turn that is a number: where it is kept, and what it adds to of the trace, if anything.
func (t *trace) turnValue(own *Turn, key string) (kept any, sum *sum) {
	switch key {
	case "turn_index":
		return &own.Index, nil
	case "input_tokens":
		return &own.InputTokens, &t.input
	case "output_tokens":
		return &own.OutputTokens, &t.output
	case "tool_result_tokens":
		return &own.ToolResultTokens, nil
	case "gpu_energy_joules":
		return &own.GPUEnergyJoules, &t.gpu
	case "cpu_energy_joules":
		return &own.CPUEnergyJoules, &t.cpu
	case "gpu_power_avg_watts":
		return &own.GPUPowerWatts, &t.power
	case "cpu_power_avg_watts":
		return &own.CPUPowerWatts, nil
	case "wall_clock_s":
		return &own.Seconds, nil
	case "cost_usd":
		return &own.CostUSD, &t.cost
	}
	return nil, nil
}

// keep puts a number into its place in a turn.
func keep(place any, x data.Opt[float64]) {
	v, known := x.Value()
	switch place := place.(type) {
	case *data.Opt[float64]:
		*place = x
	case *data.Opt[int]:
		if known && v == math.Trunc(v) && v <= 1<<53 {
			*place = data.Some(int(v))
		}
	}
}

// latencies checks the times of tools, which are keyed by their names, and gives them as a JSON object.
func (d *decoder) latencies(details bool) data.Opt[string] {
	s := d.scan
	none := data.Opt[string]{}
	if s.Null() {
		return none
	}
	if !s.Enter(jsonscan.Object) {
		d.wrong("tool_latencies_s", "expected an object, got "+s.Next().String())
		return none
	}
	times := map[string]*float64{}
	for key := range s.Keys() {
		if d.fault != nil {
			return none
		}
		name := data.Public(string(key))
		if x, known := d.number("tool_latencies_s").Value(); details && known {
			times[name] = &x
		}
	}
	text, err := json.Marshal(times)
	if len(times) == 0 || err != nil {
		return none
	}
	return data.Some(string(text))
}

// failure reads the error of a turn: null, or a text of any length; failed reports that there is one.
func (d *decoder) failure(details bool) (text data.Opt[string], failed bool) {
	s := d.scan
	is, from := s.Next(), s.Offset()
	s.Skip()
	if is == jsonscan.Null {
		return text, false
	}
	var whole string
	if details && is == jsonscan.String && s.Err() == nil && json.Unmarshal(d.input[from:s.Offset()], &whole) == nil {
		text = printable(whole)
	}
	return text, true
}
