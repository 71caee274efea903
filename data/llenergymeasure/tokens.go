package llenergymeasure

import (
	"math"

	"github.com/jouleboard/jouleboard/data"
)

// splitTokens tells output tokens from input tokens where the result states only
// their sum: by the processes' counts; by the FLOPs of the whole run and of one
// token, whose quotient is exact; by the energy of the run and of one output token.
// A split that does not add up is not taken.
func splitTokens(e data.Row, processes []process) {
	total, known := e.Count("total_tokens").Value()
	output, stated := e.Count("output_tokens").Value()
	switch {
	case stated:
		e.Take(fields{"token_split": data.Some("stated")})
		if !e.Count("input_tokens").Present() && known && output <= total {
			e.Take(fields{"input_tokens": data.Some(total - output)})
		}
		return
	case !known:
		return
	}
	for _, way := range []struct {
		name  string
		split func() (input, output float64)
	}{
		{"processes", func() (float64, float64) {
			input, _ := sumOf(processes, func(p process) float64 { return p.input })
			output, _ := sumOf(processes, func(p process) float64 { return p.output })
			return input, output
		}},
		{"flops", func() (float64, float64) {
			flops := e.Float("total_flops").Or(0)
			return flops / e.Float("flops_per_input_token").Or(math.Inf(1)), flops / e.Float("flops_per_output_token").Or(math.Inf(1))
		}},
		{"energy", func() (float64, float64) {
			if aggregated(e, processes) {
				return 0, 0 // the energy per token is of all tokens there
			}
			return 0, e.Float("total_energy_j").Or(0) / e.Float("avg_energy_per_token_j").Or(math.Inf(1))
		}},
	} {
		input, output := way.split()
		if adopt(e, total, math.Round(input), math.Round(output)) {
			e.Take(fields{"token_split": data.Some(way.name)})
			return
		}
	}
}

// adopt takes a split that fits the total; an input of 0 is not known.
func adopt(e data.Row, total int, input, output float64) bool {
	if !(output >= 1) || output > float64(total) || input > 0 && input+output != float64(total) {
		return false
	}
	e.Take(fields{"output_tokens": data.Some(int(output)), "input_tokens": data.Some(total - int(output))})
	return true
}

// forgetEnergy drops what follows from an energy that was not measured: the tool
// writes zeros, which are none.
func forgetEnergy(e data.Row) {
	if e.Float("total_energy_j").Present() {
		return
	}
	for _, field := range []string{
		"energy_adjusted_j", "avg_energy_per_token_j", "mj_per_tok_total", "mj_per_tok_adjusted", "energy_breakdown_raw_j",
		"energy_breakdown_adjusted_j", "multi_gpu_energy_total_j", "multi_gpu_energy_per_output_token_j",
	} {
		e.Take(fields{field: nil})
	}
}

// derive computes what follows from the stated numbers.
func derive(e data.Row, processes []process) {
	forgetEnergy(e)
	e.Take(fields{"itl_ms": e.Float("latency_stats_itl_median_ms")})
	e.Otherwise("itl_ms", e.Float("extended_metrics_tpot_ms"))
	splitTokens(e, processes)
	seconds, energy := e.Float("total_inference_time_sec"), e.Float("total_energy_j")
	total, output := number(e.Count("total_tokens")), number(e.Count("output_tokens"))
	e.Take(fields{
		"throughput_total_tok_s": e.Float("avg_tokens_per_second"), "throughput_output_tok_s": data.Ratio(output, seconds),
		"mean_power_w_from_energy": data.Ratio(energy, seconds), "energy_per_output_token_j": data.Ratio(energy, output),
		"energy_per_total_token_j": data.Ratio(energy, total),
	})
	if len(processes) > 0 { // side by side: rates add up, times do not
		e.Take(fields{
			"throughput_total_tok_s":   rates(processes, func(p process) float64 { return p.rate }),
			"throughput_output_tok_s":  rates(processes, func(p process) float64 { return p.output / p.seconds }),
			"mean_power_w_from_energy": rates(processes, func(p process) float64 { return p.joules / p.seconds }),
		})
	}
	e.Otherwise("mj_per_tok_total", times(data.Ratio(energy, total), 1000))
	e.Otherwise("mj_per_tok_adjusted", times(data.Ratio(e.Float("energy_adjusted_j"), total), 1000))
	switch {
	case energy.Present():
		e.Take(fields{"tokens_per_joule": data.Ratio(total, energy)})
	case total.Or(0) > 0:
		e.Take(fields{"tokens_per_joule": 0.0})
	}
}

// number is a count as a number; one that is missing is 0.
func number(n data.Opt[int]) data.Opt[float64] { return data.Some(float64(n.Or(0))) }

func times(x data.Opt[float64], factor float64) data.Opt[float64] {
	if value, ok := x.Value(); ok && !math.IsInf(value*factor, 0) {
		return data.Some(value * factor)
	}
	return x
}

func rates(processes []process, rate func(process) float64) data.Opt[float64] {
	sum, _ := sumOf(processes, rate)
	return data.Positive(data.Some(sum))
}
