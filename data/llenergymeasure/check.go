package llenergymeasure

import (
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// check compares the numbers of a result with each other: what its readers should know of how it was measured, and what
// points at a fault in the files, which is also a problem.
func (r *reader) check(file string, e data.Row, docs *documents, processes []process) (odd data.Remarks) {
	fault := func(is bool, field, code, format string, args ...any) {
		if odd.Say(is, code, format, args...); is {
			r.note(data.Problem{File: file, Field: field, Message: fmt.Sprintf(format, args...)})
		}
	}
	odd.Say(docs.result["total_energy_j"] == 0.0, "no_energy", "the energy is 0 J: the sampler was off or failed, so the energy is unknown")
	odd.Say(e.Text("num_gpus_basis").Or("") == "assumed", "gpus_assumed", "the number of GPUs is not reported; one is assumed")
	odd.Say(!e.Text("gpu").Present(), "gpu_unknown", "the GPU model is not reported")
	odd.Say(e.Float("energy_adjusted_j").Or(1) == 0, "adjusted_zero",
		"idle power accounts for all of the energy, so the adjusted energy is set to 0")
	partitioned := func(process jsontree.Object) bool { return process["gpu_is_mig"] == true }
	odd.Say(e.Value("environment_mig_enabled") == true || slices.ContainsFunc(processesOf(docs.result), partitioned), "mig",
		"the GPU was partitioned, but the energy is that of the whole GPU")
	odd.Say(!e.Count("output_tokens").Present(), "split_unknown", "input and output tokens cannot be distinguished")
	odd.Say(aggregated(e, processes) && len(processes) == 0, "processes_missing",
		"several processes are combined without their individual results: throughput and power are means per process")
	from, to := e.Text("start_time").Present(), e.Text("end_time").Present()
	fault(!from, "start_time", "date_unknown", "is missing or not a time; the date is unknown")
	fault(from && to && !e.Float("duration_sec").Present(), "end_time", "end_before_start", "is before start_time; the duration is unknown")
	energy, known := e.Float("total_energy_j").Value()
	span, timed := e.Float("duration_sec").Value()
	seconds := e.Float("total_inference_time_sec").Or(0)
	alone := !aggregated(e, processes)
	fault(timed && alone && seconds > 1.01*span+1, "total_inference_time_sec", "longer_than_run",
		"%v s is longer than the run, which took %v s from start_time to end_time", seconds, span)
	adjusted, ok := e.Float("energy_adjusted_j").Value()
	fault(ok && known && adjusted > 1.001*energy, "energy_adjusted_j", "adjusted_above",
		"%v J, without idle energy, is more than the total of %v J", adjusted, energy)
	total, counted := e.Count("total_tokens").Value()
	input, output := e.Count("input_tokens"), e.Count("output_tokens")
	split := input.Present() && output.Present()
	fault(counted && (split && input.Or(0)+output.Or(0) != total || output.Or(0) > total), "total_tokens", "tokens_mismatch",
		"%d is not the sum of %d input and %d output tokens", total, input.Or(0), output.Or(0))
	idle, ok := e.Float("baseline_power_w").Value()
	fault(ok && known && alone && idle*seconds > 1.05*energy, "baseline_power_w", "idle_above",
		"%v W of idle power are more than the mean power of the run, %v W", idle, energy/seconds)
	throttled, ok := e.Float("thermal_throttle_throttle_duration_sec").Value()
	fault(ok && timed && throttled > 1.01*span+1, "thermal_throttle.throttle_duration_sec", "throttled_longer",
		"%v s is longer than the run, which took %v s from start_time to end_time", throttled, span)
	for _, f := range Schema().Fields() {
		x, ok := data.Number(e.Value(f.Name))
		most := mostOf(f)
		fault(ok && most > 0 && x > most, f.Name, "beyond_"+f.Name, "%v %s is more than can be, %v %s", x, f.Unit, most, f.Unit)
	}
	gpus, ok := sumOfList(e.Text("multi_gpu_energy_per_gpu_j"))
	together, both := e.Float("multi_gpu_energy_total_j").Value()
	fault(ok && both && !data.Near(gpus, together, 0.02), "multi_gpu.energy_per_gpu_j", "gpus_mismatch",
		"the GPUs' energies add up to %v J, the total of several GPUs is %v J", gpus, together)
	rate, ok := e.Float("avg_tokens_per_second").Value()
	fault(ok && counted && alone && total > 0 && !data.Near(rate*seconds, float64(total), 0.05), "avg_tokens_per_second", "rate_mismatch",
		"%v tokens per second for %v s do not equal the total of %d tokens", rate, seconds, total)
	raw, ok := e.Float("energy_breakdown_raw_j").Value()
	fault(ok && known && !data.Near(raw, energy, 0.001), "energy_breakdown.raw_j", "energy_mismatch",
		"%v J does not equal the total of %v J", raw, energy)
	sum, ok := sumOfList(e.Text("energy_per_device_j"))
	fault(ok && known && !data.Near(sum, energy, 0.02), "energy_per_device_j", "devices_mismatch",
		"the GPUs' energies add up to %v J, the total is %v J", sum, energy)
	per, ok := e.Float("avg_energy_per_token_j").Value()
	tokens := e.Count(map[bool]string{true: "output_tokens", false: "total_tokens"}[alone]).Or(0)
	fault(ok && known && tokens > 0 && !data.Near(per*float64(tokens), energy, 0.01), "avg_energy_per_token_j", "per_token_mismatch",
		"%v J times %d tokens does not equal the total of %v J", per, tokens, energy)
	return odd
}

// mostOf is the greatest value that a share, a percentage or the temperature of a GPU can have; 0 for others.
func mostOf(f data.Field) float64 {
	if slices.Contains(tables().Shares, f.Name) {
		return 1
	}
	return tables().Most[f.Unit]
}

func sumOfList(list data.Opt[string]) (sum float64, ok bool) {
	values := listIn[float64](list)
	return lists.Sum(values, func(x float64) float64 { return x }), len(values) > 0
}
