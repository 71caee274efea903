package llenergymeasure

import (
	"cmp"
	"math"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// splitTokens tells output tokens from input tokens where the result states only
// their sum: by the processes' counts; by the FLOPs of the whole run and of one
// token, whose quotient is exact; by the energy of the run and of one output token.
// A split that does not add up is not taken.
func splitTokens(e data.Row, processes []jsontree.Object) {
	total, known := e.Count("total_tokens").Value()
	if output, stated := e.Count("output_tokens").Value(); stated {
		e.Take(fields{"token_split": "stated"})
		if known && output <= total {
			e.Otherwise("input_tokens", data.Some(total-output))
		}
		return
	}
	quotient := func(whole, one string) float64 { return e.Number(whole) / e.Number(one) }
	byEnergy := quotient("total_energy_j", "avg_energy_per_token_j")
	if aggregated(e, processes) {
		byEnergy = 0 // the energy per token is of all tokens there
	}
	for _, way := range []struct {
		name          string
		input, output float64
	}{
		{"processes", sumOf(processes, "inference_metrics.input_tokens"), sumOf(processes, "inference_metrics.output_tokens")},
		{"flops", quotient("total_flops", "flops_per_input_token"), quotient("total_flops", "flops_per_output_token")},
		{"energy", 0, byEnergy},
	} {
		input, output := math.Round(way.input), math.Round(way.output)
		if !(output >= 1) || output > float64(total) || input > 0 && input+output != float64(total) { // an input of 0 is not known
			continue
		}
		e.Take(fields{"output_tokens": int(output), "input_tokens": total - int(output), "token_split": way.name})
		return
	}
}

// derive computes what follows from the stated numbers.
func derive(e data.Row, processes []jsontree.Object) {
	if !e.Float("total_energy_j").Present() {
		e.Take(lists.By(tables().Energies, func(name string) (string, any) { return name, nil }))
	}
	e.Take(fields{"itl_ms": cmp.Or(e.Float("latency_stats_itl_median_ms"), e.Float("extended_metrics_tpot_ms"))})
	splitTokens(e, processes)
	seconds, energy := e.Float("total_inference_time_sec"), e.Float("total_energy_j")
	total, output := data.Some(e.Number("total_tokens")), data.Some(e.Number("output_tokens"))
	e.Take(fields{
		"throughput_total_tok_s": e.Float("avg_tokens_per_second"), "throughput_output_tok_s": data.Ratio(output, seconds),
		"mean_power_w_from_energy": data.Ratio(energy, seconds), "energy_per_output_token_j": data.Ratio(energy, output),
		"energy_per_total_token_j": data.Ratio(energy, total),
	})
	if len(processes) > 0 { // side by side: rates add up, times do not
		const took = "inference_metrics.inference_time_sec"
		e.Take(fields{
			"throughput_total_tok_s":   rates(processes, "inference_metrics.tokens_per_second"),
			"throughput_output_tok_s":  rates(processes, "inference_metrics.output_tokens", took),
			"mean_power_w_from_energy": rates(processes, "energy_metrics.total_energy_j", took),
		})
	}
	milli := func(energy data.Opt[float64]) data.Opt[float64] {
		return data.Positive(data.Some(1000 * data.Ratio(energy, total).Or(0)))
	}
	e.Otherwise("mj_per_tok_total", milli(energy))
	e.Otherwise("mj_per_tok_adjusted", milli(e.Float("energy_adjusted_j")))
	unmeasured := data.When(!energy.Present() && total.Or(0) > 0, 0.0)
	e.Take(fields{"tokens_per_joule": cmp.Or(data.Ratio(total, energy), unmeasured)})
}

func rates(processes []jsontree.Object, path string, by ...string) data.Opt[float64] {
	return data.Positive(data.Some(sumOf(processes, path, by...)))
}

// countGPUs finds the number of GPUs in the first place that tells it. recorded are
// those in the time series.
func countGPUs(e data.Row, docs *documents, recorded int) {
	settings := settingsOf(e.Text("engine").Or(""), docs)
	setting := func(name string) int { return settings.count(name).Or(1) }
	for _, way := range []struct {
		from  string
		count int
	}{
		{"multi_gpu", e.Count("multi_gpu_num_gpus").Or(0)},
		{"energy_per_device_j", len(listIn[any](e.Text("energy_per_device_j")))},
		{"timeseries", recorded},
		{"processes", beyondOne(max(e.Count("aggregation_num_processes").Or(0), setting("num_processes")))},
		{"parallelism", beyondOne(max(setting("tensor_parallel_size"), setting("tp_size")) * setting("pipeline_parallel_size"))},
		{"assumed", 1},
	} {
		if way.count > 0 && way.count < 1_000_000 {
			e.Take(fields{"num_gpus": way.count, "num_gpus_basis": way.from})
			return
		}
	}
}

// beyondOne is n, and 0 for one: a single process says nothing of the GPUs.
func beyondOne(n int) int { return n * lists.One(n > 1) }

// layouts of times; one without a zone is UTC.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999",
}

// timesOf fills in the times of a result. Some are written with a zone and some
// without, by different clocks; only start and end, of one clock, are subtracted.
func timesOf(e data.Row, result jsontree.Object) {
	at := func(path string) (t time.Time, text data.Opt[string]) {
		for _, layout := range layouts {
			if t, err := time.Parse(layout, jsontree.Text(result, path)); err == nil && t.Year() >= 1970 && t.Year() < 2200 {
				return t.UTC(), data.Some(t.UTC().Format(time.RFC3339Nano))
			}
		}
		return t, text
	}
	start, from := at("start_time")
	end, to := at("end_time")
	_, baseline := at("energy_breakdown.baseline_timestamp")
	duration := data.When(from.Present() && to.Present() && !end.Before(start), end.Sub(start).Seconds())
	e.Take(fields{"start_time": from, "end_time": to, "duration_sec": duration, "energy_breakdown_baseline_timestamp": baseline})
}

func processesOf(result jsontree.Object) []jsontree.Object {
	list, _ := result["process_results"].([]any)
	return lists.OfType[jsontree.Object](list)
}

// several are the processes of a run that had more than one, nil otherwise: then
// the result's own rate is a mean over processes and its time a sum.
func several(result jsontree.Object) []jsontree.Object {
	list := processesOf(result)
	return data.When(len(list) > 1, list).Or(nil)
}

// aggregated reports whether a result sums up several processes, which it may not
// hold: its energy per token is then of input and output tokens.
func aggregated(e data.Row, processes []jsontree.Object) bool {
	return len(processes) > 0 || e.Count("aggregation_num_processes").Or(1) > 1 || e.Text("aggregation_method").Or("") == "sum_energy_avg_throughput"
}

// sumOf adds up a number of all processes, or its quotient by another one; 0 where one lacks it.
func sumOf(all []jsontree.Object, path string, by ...string) float64 {
	figures := lists.Map(all, func(process jsontree.Object) float64 {
		x, _ := jsontree.At(process, path).(float64)
		for _, path := range by {
			y, _ := jsontree.At(process, path).(float64)
			x /= y
		}
		return x
	})
	known := lists.All(figures, func(x float64) bool { return x > 0 && !math.IsInf(x, 0) })
	return data.When(known, sum(figures)).Or(0)
}
