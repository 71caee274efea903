package llenergymeasure

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// check compares the numbers of a result with each other: what its readers should know of how it was measured, and what
// points at a fault in the files, which is also a problem.
func (r *reader) check(file string, e data.Row, docs *documents, processes []jsontree.Object) (odd data.Remarks) {
	fault := func(is bool, field, code, format string, args ...any) {
		if odd.Say(is, code, format, args...); is {
			r.note(data.Problem{File: file, Field: field, Message: fmt.Sprintf(format, args...)})
		}
	}
	odd.Say(docs.result["total_energy_j"] == 0.0, "no_energy", "the energy is 0 J: the sampler was off or failed, so the energy is unknown")
	odd.Say(e.Text("num_gpus_basis").Or("") == "assumed", "gpus_assumed", "the number of GPUs is not reported; one is assumed")
	odd.Say(!e.Text("gpu").Present(), "gpu_unknown", "the GPU model is not reported")
	odd.Say(e.Float("energy_adjusted_j").Or(1) == 0, "adjusted_zero", "idle power accounts for all of the energy, so the adjusted energy is set to 0")
	partitioned := func(process jsontree.Object) bool { return process["gpu_is_mig"] == true }
	odd.Say(e.Value("environment_mig_enabled") == true || slices.ContainsFunc(processesOf(docs.result), partitioned), "mig",
		"the GPU was partitioned, but the energy is that of the whole GPU")
	odd.Say(!e.Count("output_tokens").Present(), "split_unknown", "input and output tokens cannot be distinguished")
	odd.Say(aggregated(e, processes) && len(processes) == 0, "processes_missing",
		"several processes are combined without their individual results: throughput and power are means per process")
	from, to := e.Text("start_time").Present(), e.Text("end_time").Present()
	fault(!from, "start_time", "date_unknown", "is missing or not a time; the date is unknown")
	fault(from && to && !e.Float("duration_sec").Present(), "end_time", "end_before_start", "is before start_time; the duration is unknown")
	differ := func(x, y, share float64) bool { return math.Abs(x-y) > share*math.Abs(y) }
	alone := !aggregated(e, processes)
	energy, seconds, span := e.Number("total_energy_j"), e.Number("total_inference_time_sec"), e.Number("duration_sec")
	fault(alone && seconds > 1.01*span+1, "total_inference_time_sec", "longer_than_run",
		"%v s is longer than the run, which took %v s from start_time to end_time", seconds, span)
	adjusted := e.Number("energy_adjusted_j")
	fault(adjusted > 1.001*energy, "energy_adjusted_j", "adjusted_above", "%v J, without idle energy, is more than the total of %v J", adjusted, energy)
	total, input, output := e.Number("total_tokens"), e.Number("input_tokens"), e.Number("output_tokens")
	fault(differ(input+output, total, 0) || output > total, "total_tokens", "tokens_mismatch",
		"%.0f is not the sum of %d input and %d output tokens", total, e.Count("input_tokens").Or(0), e.Count("output_tokens").Or(0))
	idle := e.Number("baseline_power_w")
	fault(alone && idle*seconds > 1.05*energy, "baseline_power_w", "idle_above",
		"%v W of idle power are more than the mean power of the run, %v W", idle, energy/seconds)
	throttled := e.Number("thermal_throttle_throttle_duration_sec")
	fault(throttled > 1.01*span+1, "thermal_throttle.throttle_duration_sec", "throttled_longer",
		"%v s is longer than the run, which took %v s from start_time to end_time", throttled, span)
	for _, f := range Schema().Fields() {
		x, most := e.Number(f.Name), cmp.Or(tables().Most[f.Name], tables().Most[f.Unit])
		fault(most > 0 && x > most, f.Name, "beyond_"+f.Name, "%v %s is more than can be, %v %s", x, f.Unit, most, f.Unit)
	}
	gpus, together := sumOfList(e, "multi_gpu_energy_per_gpu_j"), e.Number("multi_gpu_energy_total_j")
	fault(differ(gpus, together, 0.02), "multi_gpu.energy_per_gpu_j", "gpus_mismatch",
		"the GPUs' energies add up to %v J, the total of several GPUs is %v J", gpus, together)
	rate := e.Number("avg_tokens_per_second")
	fault(alone && total > 0 && differ(rate*seconds, total, 0.05), "avg_tokens_per_second", "rate_mismatch",
		"%v tokens per second for %v s do not equal the total of %.0f tokens", rate, seconds, total)
	raw := e.Number("energy_breakdown_raw_j")
	fault(differ(raw, energy, 0.001), "energy_breakdown.raw_j", "energy_mismatch", "%v J does not equal the total of %v J", raw, energy)
	devices := sumOfList(e, "energy_per_device_j")
	fault(differ(devices, energy, 0.02), "energy_per_device_j", "devices_mismatch",
		"the GPUs' energies add up to %v J, the total is %v J", devices, energy)
	per, tokens := e.Number("avg_energy_per_token_j"), map[bool]float64{true: output, false: total}[alone]
	fault(tokens > 0 && differ(per*tokens, energy, 0.01), "avg_energy_per_token_j", "per_token_mismatch",
		"%v J times %.0f tokens does not equal the total of %v J", per, tokens, energy)
	return odd
}

// sumOfList adds up the numbers of a list; NaN for none.
func sumOfList(e data.Row, field string) float64 {
	if values := listIn[float64](e.Text(field)); len(values) > 0 {
		return sum(values)
	}
	return math.NaN()
}

func sum(values []float64) float64 { return lists.Sum(values, func(x float64) float64 { return x }) }
