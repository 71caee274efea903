package openg2g

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Measured is one run with its samples.
type Measured struct {
	Run data.LLMRun
	// Power is the timeline power.device_instant within the steady state; empty if
	// the run has none.
	Power Series
	// Latencies are the inter-token latencies in seconds, in any order.
	Latencies []float64
	// Day is the day of the measurement, YYYY-MM-DD in UTC, "" if unknown.
	Day string
}

// Model contains what the simulator needs to know of one specification.
type Model struct {
	Spec Spec
	// Missing are the batch sizes of the specification without a run.
	Missing []int
	// Day is the day of its newest run, "" if unknown.
	Day string
	// Open reports that the curves go through four batch sizes or fewer: their four parameters are then one of many
	// solutions, and another program or machine may find another one.
	Open   bool
	sizes  []sizeFit // ascending
	curves []curve
}

// sizeFit is what is known at one batch size.
type sizeFit struct {
	batch   int
	watts   []float64 // every stepSeconds
	latency fitting.ITLMixture
}

// curve is one metric over log2 of the batch size.
type curve struct {
	metric string
	fit    fitting.Logistic
}

// Options limit the number of latencies that the mixtures are fitted to; the zero value uses all of them.
type Options struct {
	MaxLatencies int    // per batch size; a random subset of more latencies is used. 0: all
	Seed         uint64 // of the sampling
}

// Fit makes a model of the runs that [Spec.Select] returned, with their samples. It is an error if a batch size has
// runs but no usable power, no latency or no mean latency: readers of the files could not distinguish a missing value
// from zero.
func Fit(s Spec, runs []Measured, o Options) (Model, error) {
	m := Model{Spec: s}
	for _, r := range runs {
		m.Day = max(m.Day, r.Day)
	}
	for _, b := range s.BatchSizes {
		at := slices.DeleteFunc(slices.Clone(runs), func(r Measured) bool { return r.Run.MaxNumSeqs != b })
		if len(at) == 0 {
			m.Missing = append(m.Missing, b)
			continue
		}
		fit, err := fitSize(b, at, o)
		if err != nil {
			return Model{}, fmt.Errorf("batch size %d: %w; correct the runs or remove the size from batch_sizes", b, err)
		}
		m.sizes = append(m.sizes, fit)
	}
	if len(m.sizes) == 0 {
		return Model{}, fmt.Errorf("no run of %s for %s on %d %s at batch sizes %v; list the runs with jouleboard runs",
			s.ModelID, s.Task, s.GPUsPerReplica, s.GPUModel, s.BatchSizes)
	}
	return m, m.fitCurves(runs)
}

func fitSize(batch int, runs []Measured, o Options) (sizeFit, error) {
	var power []Series
	var latencies []float64
	for _, r := range runs {
		if err := r.Power.check(); err != nil {
			return sizeFit{}, err
		}
		power = append(power, r.Power)
		latencies = append(latencies, r.Latencies...)
	}
	watts, err := trace(power)
	if err != nil {
		return sizeFit{}, err
	}
	if len(latencies) == 0 {
		return sizeFit{}, errors.New("no run has inter-token latencies")
	}
	latency, err := fitting.FitITLMixture(latencies, o.MaxLatencies, o.Seed, fitting.Compat)
	return sizeFit{batch, watts, latency}, err
}

// metrics are the logistic curves in the order of the files. A value that a run
// does not state is missing.
var metrics = []struct {
	name string
	of   func(data.LLMRun) data.Opt[float64]
}{
	{"power", func(r data.LLMRun) data.Opt[float64] { return data.Some(r.AvgPowerWatts) }},
	{"latency", func(r data.LLMRun) data.Opt[float64] {
		millis, ok := r.MeanITLMillis.Value()
		return data.When(ok, millis/1000)
	}},
	{"throughput", func(r data.LLMRun) data.Opt[float64] { return data.Some(r.OutputThroughputTokensPerSec) }},
}

// fitCurves fits the median over the runs at each batch size.
func (m *Model) fitCurves(runs []Measured) error {
	byBatch := map[int][]data.LLMRun{}
	for _, r := range runs {
		byBatch[r.Run.MaxNumSeqs] = append(byBatch[r.Run.MaxNumSeqs], r.Run)
	}
	for _, metric := range metrics {
		var x, y []float64
		for _, b := range m.Spec.fitted(m.Spec.BatchSizes) {
			if len(byBatch[b]) == 0 {
				continue
			}
			v, ok := medianOf(byBatch[b], metric.of)
			if !ok {
				return fmt.Errorf("batch size %d: no run contains its %s; add the size to fit_exclude_batch_sizes", b, metric.name)
			}
			x, y = append(x, math.Log2(float64(b))), append(y, v)
		}
		if len(x) == 0 {
			return errors.New("none of the batch sizes to fit has a run; change fit_exclude_batch_sizes")
		}
		fit, err := fitting.FitLogistic(x, y, fitting.Compat)
		if err != nil {
			return fmt.Errorf("%s: %w", metric.name, err)
		}
		m.curves, m.Open = append(m.curves, curve{metric.name, fit}), len(x) <= parameterCount
	}
	return nil
}

// parameterCount is how many numbers make a logistic curve.
const parameterCount = 4

// medianOf is the median of the values that are there.
func medianOf(runs []data.LLMRun, of func(data.LLMRun) data.Opt[float64]) (float64, bool) {
	values := lists.FilterMap(runs, func(r data.LLMRun) (float64, bool) { return of(r).Value() })
	if len(values) == 0 {
		return 0, false
	}
	return median(values), true
}
