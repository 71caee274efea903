package llenergymeasure

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// process is what one of several processes measured; a number that is not stated
// is 0.
type process struct{ input, output, seconds, rate, joules float64 }

func processesOf(result jsontree.Object) []jsontree.Object {
	list, _ := result["process_results"].([]any)
	return lists.OfType[jsontree.Object](list)
}

// several are the processes of a run that had more than one, nil otherwise: then
// the result's own rate is a mean over processes and its time a sum.
func several(result jsontree.Object) []process {
	list := processesOf(result)
	if len(list) < 2 {
		return nil
	}
	return lists.Map(list, func(o jsontree.Object) process {
		number := func(path string) float64 { x, _ := jsontree.At(o, path).(float64); return x }
		return process{
			input: number("inference_metrics.input_tokens"), output: number("inference_metrics.output_tokens"),
			seconds: number("inference_metrics.inference_time_sec"), rate: number("inference_metrics.tokens_per_second"),
			joules: number("energy_metrics.total_energy_j"),
		}
	})
}

// aggregated reports whether a result sums up several processes, which it may not
// hold: its energy per token is then of input and output tokens.
func aggregated(e data.Row, processes []process) bool {
	return len(processes) > 0 || e.Count("aggregation_num_processes").Or(1) > 1 || e.Text("aggregation_method").Or("") == "sum_energy_avg_throughput"
}

// sumOf adds up a figure of all processes; 0 where one lacks it.
func sumOf(all []process, figure func(process) float64) float64 {
	figures := lists.Map(all, figure)
	if !lists.All(figures, func(x float64) bool { return x > 0 && !math.IsInf(x, 0) }) {
		return 0
	}
	return sum(figures)
}

// most values of a list, and bytes of all processes, that are kept
const (
	longestList      = 1000
	longestProcesses = 1 << 20
)

// processText is what the processes measured, as JSON: known members only, so that nothing private comes along. Known
// numbers must not be negative there either. A text that is too long is left out.
func processText(v any) (text data.Opt[string], err error) {
	list, ok := v.([]any)
	switch {
	case v == nil:
		return text, nil
	case !ok:
		return text, fault("process_results", "expected a list, got "+kindOf(v))
	}
	kept := make([]any, len(list))
	for i, process := range list {
		at := fmt.Sprintf("process_results[%d]", i)
		if _, ok := process.(jsontree.Object); !ok {
			return text, fault(at, "expected an object, got "+kindOf(process))
		}
		if kept[i], err = tidy(at, process); err != nil {
			return text, err
		}
	}
	if len(kept) > longestList {
		kept = nil
	}
	b, err := json.Marshal(kept)
	return data.When(err == nil && len(b) <= longestProcesses, string(b)), nil
}

// tidy keeps the known members of objects, and lists that are not too long.
func tidy(name string, v any) (kept any, err error) {
	switch x := v.(type) {
	case float64:
		if x < 0 {
			err = fault(name, "expected a number that is not negative")
		}
	case jsontree.Object:
		known := jsontree.Object{}
		for _, key := range slices.Sorted(maps.Keys(x)) {
			if slices.Contains(tables().Processes, key) && err == nil {
				known[key], err = tidy(name+"."+key, x[key])
			}
		}
		return known, err
	case []any:
		all := make([]any, len(x))
		for i := 0; i < len(x) && err == nil; i++ {
			all[i], err = tidy(fmt.Sprintf("%s[%d]", name, i), x[i])
		}
		if len(x) > longestList {
			return nil, err
		}
		return all, err
	case string:
		return data.Public(x), nil
	}
	return v, err
}
