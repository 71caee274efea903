package llenergymeasure

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// oddity is something about a result that its reader should know. One that is also
// a problem points at a fault in the files; the others are how it was measured.
type oddity struct {
	code, text, field string
	problem           bool
}

// warningsOf are the problems of the files beside a result, as its own warnings.
func warningsOf(problems []data.Problem) (odd []oddity) {
	if len(problems) == 0 {
		return nil
	}
	return []oddity{{code: "sidecar", text: "a file next to the result could not be read completely"}}
}

// check compares the numbers of a result with each other.
func check(e data.Row, docs *documents, processes []process) (odd []oddity) {
	say := func(code, format string, args ...any) {
		odd = append(odd, oddity{code: code, text: fmt.Sprintf(format, args...)})
	}
	fault := func(field, code, format string, args ...any) {
		odd = append(odd, oddity{code, fmt.Sprintf(format, args...), field, true})
	}
	if docs.result["total_energy_j"] == 0.0 {
		say("no_energy", "the energy is 0 J: the sampler was off or failed, so the energy is unknown")
	}
	if e.Text("num_gpus_basis").Or("") == "assumed" {
		say("gpus_assumed", "the number of GPUs is not reported; one is assumed")
	}
	if !e.Text("gpu").Present() {
		say("gpu_unknown", "the GPU model is not reported")
	}
	if e.Float("energy_adjusted_j").Or(1) == 0 {
		say("adjusted_zero", "idle power accounts for all of the energy, so the adjusted energy is set to 0")
	}
	if e.Value("environment_mig_enabled") == true || slices.ContainsFunc(processesOf(docs.result), partitioned) {
		say("mig", "the GPU was partitioned, but the energy is that of the whole GPU")
	}
	if !e.Count("output_tokens").Present() {
		say("split_unknown", "input and output tokens cannot be distinguished")
	}
	if aggregated(e, processes) && len(processes) == 0 {
		say("processes_missing", "several processes are combined without their individual results: throughput and power are means per process")
	}
	if !e.Text("start_time").Present() {
		fault("start_time", "date_unknown", "is missing or not a time; the date is unknown")
	}
	if e.Text("start_time").Present() && e.Text("end_time").Present() && !e.Float("duration_sec").Present() {
		fault("end_time", "end_before_start", "is before start_time; the duration is unknown")
	}
	energy, known := e.Float("total_energy_j").Value()
	if raw, ok := e.Float("energy_breakdown_raw_j").Value(); ok && known && !data.Near(raw, energy, 0.001) {
		fault("energy_breakdown.raw_j", "energy_mismatch", "%v J does not equal the total of %v J", raw, energy)
	}
	if sum, ok := sumOfList(e.Text("energy_per_device_j")); ok && known && !data.Near(sum, energy, 0.02) {
		fault("energy_per_device_j", "devices_mismatch", "the GPUs' energies add up to %v J, the total is %v J", sum, energy)
	}
	if per, ok := e.Float("avg_energy_per_token_j").Value(); ok && known {
		tokens := e.Count("output_tokens").Or(0)
		if aggregated(e, processes) {
			tokens = e.Count("total_tokens").Or(0)
		}
		if tokens > 0 && !data.Near(per*float64(tokens), energy, 0.01) {
			fault("avg_energy_per_token_j", "per_token_mismatch", "%v J times %d tokens does not equal the total of %v J", per, tokens, energy)
		}
	}
	return odd
}

func partitioned(process jsontree.Object) bool { return process["gpu_is_mig"] == true }

func sumOfList(list data.Opt[string]) (sum float64, ok bool) {
	text, ok := list.Value()
	var values []float64
	if !ok || json.Unmarshal([]byte(text), &values) != nil || len(values) == 0 {
		return 0, false
	}
	sum = lists.Sum(values, func(x float64) float64 { return x })
	return sum, true
}
