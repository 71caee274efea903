package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// noise is how values of one configuration vary between runs, on a log scale.
type noise struct {
	name   string
	run    func(random *rand.Rand, sd float64) float64     // the error of a run, given the standard deviation of its configuration
	sd     func(random *rand.Rand, batch int) float64      // of a configuration, by the ordinal of its batch size
	common func(side string, model, gpu, batch int) string // runs with an error in common have the same key, "" for none
	memory float64                                         // how much of its error a run keeps of the one measured before it
	round  func(x float64) float64                         // what a file says of power and energy, nil for all digits
}

// sharedError is the standard deviation of an error that runs have in common.
const sharedError = 0.03

func normal(random *rand.Rand, sd float64) float64 { return sd * random.NormFloat64() }

func heavy(random *rand.Rand, sd float64) float64 { return sd * math.Sqrt(3) * sweep.Student(random) }

func flat(random *rand.Rand, sd float64) float64 { return sd * math.Sqrt(3) * (2*random.Float64() - 1) }

// outliers are a share of runs that vary more, and by a shift.
func outliers(share, times, shift float64) func(random *rand.Rand, sd float64) float64 {
	return func(random *rand.Rand, sd float64) float64 {
		if random.Float64() < share {
			return times*sd*random.NormFloat64() + shift
		}
		return sd * random.NormFloat64()
	}
}

// threeDigits rounds to as many that count.
func threeDigits(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return math.Round(x/unit) * unit
}

// pointed is Laplace's distribution, skewed the exponential one.
func pointed(random *rand.Rand, sd float64) float64 {
	return sd / math.Sqrt2 * (random.ExpFloat64() - random.ExpFloat64())
}

func skewed(random *rand.Rand, sd float64) float64 { return sd * (random.ExpFloat64() - 1) }

func constant(sd float64) func(*rand.Rand, int) float64 {
	return func(*rand.Rand, int) float64 { return sd }
}

func uneven(random *rand.Rand, _ int) float64 { return 0.03 * math.Exp(0.8*random.NormFloat64()) }

func growing(_ *rand.Rand, batch int) float64 { return 0.015 * float64(1+batch) }

var noises = []noise{
	{name: "lognormal, 3%", run: normal, sd: constant(0.03)},
	{name: "lognormal, 8%", run: normal, sd: constant(0.08)},
	{name: "uniform, 5%", run: flat, sd: constant(0.05)},
	{name: "heavy tails, 3%", run: heavy, sd: constant(0.03)},
	{name: "uneven, 3% × e^0.8z", run: normal, sd: uneven},
	{name: "3%, shared by GPU", run: normal, sd: constant(0.03), common: func(side string, _, gpu, _ int) string { return fmt.Sprint(side, gpu) }},
	{name: "3%, shared by model", run: normal, sd: constant(0.03), common: func(side string, model, _, _ int) string { return fmt.Sprint(side, model) }},
	{name: "3%, shared by server", run: normal, sd: constant(0.03), common: func(side string, _, _, _ int) string { return side }},
	{name: "3%, 2% outliers", run: outliers(0.02, 5, 0), sd: constant(0.03)},
	{name: "1.5% to 13.5% by batch", run: normal, sd: growing},
	{name: "3%, autocorrelated 0.8", run: normal, sd: constant(0.03), memory: 0.8},
	{name: "3%, drift of half", run: normal, sd: constant(0.03), common: func(side string, model, _, _ int) string {
		if side == head && model < models/2 {
			return "drift"
		}
		return ""
	}},
	{name: "Laplace, 5%", run: pointed, sd: constant(0.05)},
	{name: "skewed, 5%", run: skewed, sd: constant(0.05)},
	{name: "3%, 5% outliers of 12%", run: outliers(0.05, 4, 0), sd: constant(0.03)},
	{name: "heavy, shared by server", run: heavy, sd: constant(0.02), common: func(side string, _, _, _ int) string { return side }},
	{name: "uneven, shared by both", run: normal, sd: uneven, common: func(side string, model, gpu, _ int) string { return fmt.Sprint(side, model, gpu) }},
	{name: "3%, rounded to 1 W, 1 J", run: normal, sd: constant(0.03), round: math.Round},
	{name: "3%, three digits", run: normal, sd: constant(0.03), round: threeDigits},
	{name: "3%, autocorrelated 0.95", run: normal, sd: constant(0.03), memory: 0.95},
	{name: "3%, shared by night", run: normal, sd: constant(0.03), common: func(side string, model, gpu, batch int) string {
		return fmt.Sprint(side, (5*model+3*gpu+batch)%4) // four nights a side, each with some of every model
	}},
	{name: "3%, shared by batch", run: normal, sd: constant(0.03), common: func(side string, _, _, batch int) string { return fmt.Sprint(side, batch) }},
	{name: "3%, 5% of runs × 1.3", run: outliers(0.05, 1, math.Log(1.3)), sd: constant(0.03)},
}

// errors are those of one report.
type errors struct {
	noise
	random *rand.Rand
	shared map[string]float64 // by their key
	last   map[string]float64 // own error of the energy of the last run of a side
}

func (n noise) start(random *rand.Rand) *errors {
	return &errors{n, random, map[string]float64{}, map[string]float64{}}
}

func (e *errors) inCommon(side string, model, gpu, batch int) float64 {
	if e.common == nil {
		return 0
	}
	key := e.common(side, model, gpu, batch)
	if _, known := e.shared[key]; !known && key != "" {
		e.shared[key] = sharedError * e.random.NormFloat64()
	}
	return e.shared[key]
}

// vary adds the errors of one run: of its energy, which its power shares, of its pace, and of the length of its answers.
func (e *errors) vary(r *data.LLMRun, side string, sd, common float64) {
	e.last[side] = e.memory*e.last[side] + math.Sqrt(1-e.memory*e.memory)*e.run(e.random, sd)
	energy, pace, length := math.Exp(e.last[side]+common), math.Exp(e.run(e.random, sd)), math.Exp(e.run(e.random, sd))
	scaled(r, energy)
	r.AvgPowerWatts /= pace
	r.OutputThroughputTokensPerSec /= pace
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * length)
	r.AvgOutputLen = data.Some(r.AvgOutputLen.Or(0) * length)
	for _, latency := range sweep.Latencies(r) {
		*latency *= pace
	}
	if e.round != nil {
		r.AvgPowerWatts = e.round(r.AvgPowerWatts)
		r.EnergyPerRequestJoules = data.Some(e.round(r.EnergyPerRequestJoules.Or(0)))
		r.EnergyPerTokenJoules = r.EnergyPerRequestJoules.Or(0) / math.Round(r.AvgOutputLen.Or(0))
	}
}

// scaled multiplies energy and power.
func scaled(r *data.LLMRun, factor float64) {
	r.EnergyPerTokenJoules *= factor
	r.EnergyPerRequestJoules = data.Some(r.EnergyPerRequestJoules.Or(0) * factor)
	r.AvgPowerWatts *= factor
}
