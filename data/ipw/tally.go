package ipw

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// tally adds up what queries measured.
type tally struct {
	gpu, cpu, power, input, output, cost sum // one a query that states it
	// over the queries that state both
	joules, joulesTokens, time, timeTokens sum

	seconds, firstToken, interval []float64
	correct, scored               int // judged correct, judged at all
}

func (a *tally) add(q Query) {
	if correct, judged := q.Correct.Value(); judged {
		a.scored++
		a.correct += count(correct)
	}
	addKnown(&a.input, q.InputTokens)
	addKnown(&a.output, q.OutputTokens)
	addKnown(&a.gpu, q.GPUEnergyJoules)
	addKnown(&a.cpu, q.CPUEnergyJoules)
	addKnown(&a.power, q.PowerWatts)
	addKnown(&a.cost, q.CostUSD)
	joules, tokens := q.GPUEnergyJoules.Or(0), float64(q.OutputTokens.Or(0)) // a 0 is not known
	if joules > 0 && tokens > 0 {
		a.joules.add(joules)
		a.joulesTokens.add(tokens)
	}
	span, ttft := q.Seconds.Or(0), q.TTFTSeconds.Or(0)
	if span > 0 {
		a.seconds = append(a.seconds, span)
		if tokens > 0 {
			a.time.add(span)
			a.timeTokens.add(tokens)
		}
	}
	if ttft > 0 {
		a.firstToken = append(a.firstToken, ttft)
		if span > ttft && tokens > 1 {
			a.interval = append(a.interval, (span-ttft)/(tokens-1))
		}
	}
}

// fill stores what the queries come to.
func (a *tally) fill(p data.Row, queries int) {
	all := data.Positive(a.gpu.value())
	p.Take(fields{
		"correct": a.correct, "scored": a.scored,
		"input_tokens": whole(a.input), "output_tokens": whole(a.output), "cost_usd": a.cost.value(),
		"energy_samples": a.gpu.n, "sum_energy_j": all, "gpu_energy_j": all, "cpu_energy_j": data.Positive(a.cpu.value()),
		"energy_per_query_j": data.Positive(a.gpu.mean()), "energy_per_query_error_j": a.gpu.meanError(),
		"energy_per_output_token_j": data.Ratio(a.joules.value(), a.joulesTokens.value()),
		"power_samples":             a.power.n, "power_w": data.Positive(a.power.mean()),
		"query_seconds": median(a.seconds, 1), "ttft_ms": median(a.firstToken, 1000), "itl_ms": median(a.interval, 1000),
		"throughput_output_tok_s": data.Ratio(a.timeTokens.value(), a.time.value()),
	})
	if queries > 0 {
		p.Take(fields{"coverage": float64(a.gpu.n) / float64(queries)})
	}
}

// ratios fills in the accuracy of the scored queries, and what it is per joule and per watt.
func (a *tally) ratios(p data.Row) {
	if a.scored == 0 {
		return
	}
	accuracy := data.Some(float64(a.correct) / float64(a.scored))
	p.Take(fields{"accuracy": accuracy})
	if a.correct > 0 { // a ratio of 0 would rank a model by its energy
		p.Take(fields{"ipj": data.Ratio(accuracy, p.Float("energy_per_query_j")), "ipw": data.Ratio(accuracy, p.Float("power_w"))})
	}
}

// sum is a total of the values that were stated.
type sum struct {
	total float64
	n     int
	// as Welford adds up what values vary by, Technometrics 4, 1962
	center, squares float64
}

func (s *sum) add(x float64) {
	s.total += x
	s.n++
	from := x - s.center
	s.center += from / float64(s.n)
	s.squares += from * (x - s.center)
}

// meanError is the standard error of the mean, missing for fewer than two values.
func (s sum) meanError() data.Opt[float64] {
	if s.n < 2 {
		return data.Opt[float64]{}
	}
	return finite(data.Some(math.Sqrt(s.squares / float64(s.n-1) / float64(s.n))))
}

// addKnown adds a value that is not missing.
func addKnown[T int | float64](s *sum, x data.Opt[T]) {
	if v, ok := x.Value(); ok {
		s.add(float64(v))
	}
}

// value is the total, missing where nothing was stated.
func (s sum) value() data.Opt[float64] {
	if s.n == 0 {
		return data.Opt[float64]{}
	}
	return data.Some(s.total)
}

// mean is the total divided by the number of values.
func (s sum) mean() data.Opt[float64] {
	if s.n == 0 {
		return data.Opt[float64]{}
	}
	return data.Some(s.total / float64(s.n))
}

// whole is a sum of counts.
func whole(s sum) data.Opt[int] { return wholeOf(s.value()) }

// wholeOf is a count, rounded.
func wholeOf(x data.Opt[float64]) data.Opt[int] {
	if v, known := x.Value(); known && v <= 1<<53 {
		return data.Some(int(math.Round(v)))
	}
	return data.Opt[int]{}
}

// median is the middle value, or the mean of the middle two, times a factor. It sorts the values.
func median(values []float64, factor float64) data.Opt[float64] {
	if len(values) == 0 {
		return data.Opt[float64]{}
	}
	slices.Sort(values)
	upper := len(values) / 2
	middle := values[upper]
	if len(values)%2 == 0 {
		middle = (values[upper-1] + middle) / 2
	}
	return finite(data.Some(factor * middle))
}

func finite(x data.Opt[float64]) data.Opt[float64] {
	if v, ok := x.Value(); ok && !math.IsInf(v, 0) && !math.IsNaN(v) {
		return x
	}
	return data.Opt[float64]{}
}

func count(b bool) int {
	if b {
		return 1
	}
	return 0
}

// first is the first value that is there.
func first[T interface{ Present() bool }](values ...T) (found T) {
	for _, v := range values {
		if v.Present() {
			return v
		}
	}
	return found
}
