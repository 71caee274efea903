package llenergymeasure

import (
	"math"

	"github.com/jouleboard/jouleboard/data"
)

// splitTokens tells output tokens from input tokens where the result states only
// their sum: by the processes' counts; by the FLOPs of the whole run and of one
// token, whose quotient is exact; by the energy of the run and of one output token.
// A split that does not add up is not taken.
func splitTokens(e *experiment, processes []process) {
	total, known := e.TotalTokens.Value()
	output, stated := e.OutputTokens.Value()
	switch {
	case stated:
		e.TokenSplit = data.Some("stated")
		if !e.InputTokens.Present() && known && output <= total {
			e.InputTokens = data.Some(total - output)
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
			flops := e.TotalFLOPs.Or(0)
			return flops / e.FLOPsPerInputToken.Or(math.Inf(1)), flops / e.FLOPsPerOutputToken.Or(math.Inf(1))
		}},
		{"energy", func() (float64, float64) {
			if aggregated(e, processes) {
				return 0, 0 // the energy per token is of all tokens there
			}
			return 0, e.TotalEnergyJoules.Or(0) / e.EnergyPerTokenJoules.Or(math.Inf(1))
		}},
	} {
		input, output := way.split()
		if adopt(e, total, math.Round(input), math.Round(output)) {
			e.TokenSplit = data.Some(way.name)
			return
		}
	}
}

// adopt takes a split that fits the total; an input of 0 is not known.
func adopt(e *experiment, total int, input, output float64) bool {
	if !(output >= 1) || output > float64(total) || input > 0 && input+output != float64(total) {
		return false
	}
	e.OutputTokens, e.InputTokens = data.Some(int(output)), data.Some(total-int(output))
	return true
}

// forgetEnergy drops what follows from an energy that was not measured: the tool
// writes zeros, which are none.
func forgetEnergy(e *experiment) {
	if e.TotalEnergyJoules.Present() {
		return
	}
	none := data.Opt[float64]{}
	e.EnergyAdjustedJoules, e.EnergyPerTokenJoules, e.MilliJoulesPerToken, e.MilliJoulesPerTokenAdjusted = none, none, none, none
	e.Breakdown.RawJoules, e.Breakdown.AdjustedJoules = none, none
	e.MultiGPU.EnergyTotalJoules, e.MultiGPU.EnergyPerOutputToken = none, none
}

// derive computes what follows from the stated numbers.
func derive(e *experiment, processes []process) {
	forgetEnergy(e)
	e.ITLMillis = e.ITLMedianMillis
	if !e.ITLMillis.Present() {
		e.ITLMillis = e.TPOTMillis
	}
	splitTokens(e, processes)
	seconds := e.InferenceSeconds.Or(0)
	total, output := float64(e.TotalTokens.Or(0)), float64(e.OutputTokens.Or(0))
	e.ThroughputTotal = e.TokensPerSecond
	e.ThroughputOutput = ratio(data.Some(output), seconds)
	e.MeanPowerWatts = ratio(e.TotalEnergyJoules, seconds)
	if len(processes) > 0 { // side by side: rates add up, times do not
		e.ThroughputTotal = rates(processes, func(p process) float64 { return p.rate })
		e.ThroughputOutput = rates(processes, func(p process) float64 { return p.output / p.seconds })
		e.MeanPowerWatts = rates(processes, func(p process) float64 { return p.joules / p.seconds })
	}
	e.EnergyPerOutputToken = ratio(e.TotalEnergyJoules, output)
	e.EnergyPerTotalToken = ratio(e.TotalEnergyJoules, total)
	if !e.MilliJoulesPerToken.Present() {
		e.MilliJoulesPerToken = times(ratio(e.TotalEnergyJoules, total), 1000)
	}
	if !e.MilliJoulesPerTokenAdjusted.Present() {
		e.MilliJoulesPerTokenAdjusted = times(ratio(e.EnergyAdjustedJoules, total), 1000)
	}
	e.TokensPerJoule = data.Some(0.0)
	if joules, ok := e.TotalEnergyJoules.Value(); ok {
		e.TokensPerJoule = ratio(data.Some(total), joules)
	}
	if total == 0 {
		e.TokensPerJoule = data.Opt[float64]{}
	}
}

// ratio is x / y, missing where x is, y is not positive, or the result is too large.
func ratio(x data.Opt[float64], y float64) data.Opt[float64] {
	value, ok := x.Value()
	if q := value / y; ok && y > 0 && value > 0 && !math.IsInf(q, 0) {
		return data.Some(q)
	}
	return data.Opt[float64]{}
}

func times(x data.Opt[float64], factor float64) data.Opt[float64] {
	if value, ok := x.Value(); ok && !math.IsInf(value*factor, 0) {
		return data.Some(value * factor)
	}
	return x
}

func rates(processes []process, rate func(process) float64) data.Opt[float64] {
	if sum, ok := sumOf(processes, rate); ok && !math.IsInf(sum, 0) {
		return data.Some(sum)
	}
	return data.Opt[float64]{}
}
