package raw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Metrics are the metrics with a timeline.
var Metrics = []string{"power.device_instant", "power.device_average", "temperature"}

// Sample is the sum over a run's GPUs at one moment.
type Sample struct {
	Timestamp       float64 // seconds since 1970
	RelativeSeconds float64 // since the start of the steady state; diffusion: since the first sample
	Value           float64 // watts or degrees Celsius
}

// Timeline is one metric of one run.
type Timeline[R data.Record] struct {
	Run     R
	Samples []Sample
}

// Timelines yields the timeline of each run (LLM or diffusion) for one of the
// Metrics: within the steady state for LLM runs, whole for diffusion runs.
//
// The times are those of the GPU with the smallest id. A sample of another GPU is valid from its own time until the
// next; before its first sample a GPU adds nothing.
func Timelines[R data.Record](ctx context.Context, a *Archive, runs data.Runs[R], metric string) iter.Seq2[Timeline[R], error] {
	if !slices.Contains(Metrics, metric) {
		return func(yield func(Timeline[R], error) bool) {
			yield(Timeline[R]{}, fmt.Errorf("unknown metric %q: use one of %s", metric, strings.Join(Metrics, ", ")))
		}
	}
	none := func(run R) Timeline[R] { return Timeline[R]{Run: run} }
	return each(ctx, a, runs, none, func(run R, d *decoder, p Place, yield func(Timeline[R]) bool) error {
		samples, err := d.timeline(p, metric, run.Schema().Domain == diffusion)
		if err == nil {
			yield(Timeline[R]{run, samples})
		}
		return err
	})
}

// timeline reads one metric of a run.
func (d *decoder) timeline(p Place, metric string, whole bool) ([]Sample, error) {
	var x timelineFacts
	err := d.object(p, p.Path, func(key string) bool {
		if key == "timeline" {
			x = readTimeline(d.scan, metric)
		}
		return true
	})
	if err == nil {
		err = x.fault()
	}
	if err != nil {
		return nil, err
	}
	return x.samples(whole)
}

// timelineFacts are what a timeline says of one metric.
type timelineFacts struct {
	given      bool // the timeline is an object
	start, end number
	series     gpuSeries
}

// gpuSeries are the samples of the GPUs.
type gpuSeries struct {
	gpus  map[int][]reading
	count int
	wrong string
}

// reading is what one GPU reported; NaN for nothing.
type reading struct{ at, value float64 }

func readTimeline(s *jsonscan.Scanner, metric string) (x timelineFacts) {
	group, name, nested := strings.Cut(metric, ".")
	x.series.wrong = metric + " is missing"
	x.given = jsonscan.None == fields(s, func(key []byte) {
		switch {
		case string(key) == "steady_state_start_time":
			x.start = readNumber(s)
		case string(key) == "steady_state_end_time":
			x.end = readNumber(s)
		case string(key) == group && nested:
			x.series = readGroup(s, metric, name)
		case string(key) == group:
			x.series = readSeries(s, metric)
		}
	})
	return x
}

// readGroup reads the series of one name in the object that comes next.
func readGroup(s *jsonscan.Scanner, metric, name string) (x gpuSeries) {
	x.wrong = metric + " is missing"
	fields(s, func(key []byte) {
		if string(key) == name {
			x = readSeries(s, metric)
		}
	})
	return x
}

// readSeries reads an object of one list of readings a GPU.
func readSeries(s *jsonscan.Scanner, metric string) (x gpuSeries) {
	x.gpus = map[int][]reading{}
	instead := fields(s, func(key []byte) {
		id, err := strconv.Atoi(string(key))
		if err != nil {
			x.refuse(fmt.Sprintf("%s: expected the number of a GPU, got %.40q", metric, key))
		}
		x.count -= len(x.gpus[id])
		x.gpus[id] = x.read(s, metric)
	})
	if instead != jsonscan.None {
		x.refuse(metric + ": expected an object, got " + instead.String())
	}
	if len(x.gpus) == 0 {
		x.refuse(metric + " contains no GPU")
	}
	return x
}

func (x *gpuSeries) refuse(why string) {
	x.wrong = cmp.Or(x.wrong, why)
}

// read reads the list of [seconds, value] of one GPU, sorted by time.
func (x *gpuSeries) read(s *jsonscan.Scanner, metric string) (all []reading) {
	instead := items(s, func(int) {
		r, ok := readPair(s)
		if !ok {
			x.refuse(metric + ": expected samples of the form [seconds, value]")
		} else if x.count++; x.count > mostListed {
			x.refuse(fmt.Sprintf("%s: more than %d samples", metric, mostListed))
		} else {
			all = append(all, r)
		}
	})
	if instead != jsonscan.None {
		x.refuse(metric + ": expected a list of samples, got " + instead.String())
	}
	slices.SortStableFunc(all, func(a, b reading) int { return cmp.Compare(a.at, b.at) })
	return all
}

// readPair reads one sample; its value may be null or NaN, its time not.
func readPair(s *jsonscan.Scanner) (r reading, ok bool) {
	var pair [2]number
	n := 0
	items(s, func(i int) {
		if n = i + 1; i < len(pair) {
			pair[i] = readNumber(s)
		}
	})
	at, value := pair[0], pair[1]
	ok = n == 2 && at.ok() && !math.IsNaN(at.value) && (value.ok() || value.state == absent)
	return reading{at.value, value.or(math.NaN())}, ok
}

// fault says why there is no timeline.
func (x *timelineFacts) fault() error {
	switch {
	case !x.given:
		return errors.New("timeline is missing or not an object")
	case x.series.wrong != "":
		return errors.New("timeline: " + x.series.wrong)
	}
	return nil
}

// samples sums the GPUs at the moments of the first one.
func (x *timelineFacts) samples(whole bool) ([]Sample, error) {
	ids := slices.Sorted(maps.Keys(x.series.gpus))
	base := x.series.gpus[ids[0]]
	if !whole {
		if !x.start.ok() || !x.end.ok() {
			return nil, errors.New("timeline: steady_state_start_time or steady_state_end_time is missing")
		}
		base = slices.Clone(base)
		base = slices.DeleteFunc(base, func(r reading) bool { return !(r.at >= x.start.value && r.at <= x.end.value) })
	}
	if len(base) == 0 {
		return nil, errors.New("timeline: no sample is in the steady state")
	}
	start := x.start.value
	if whole {
		start = base[0].at
	}
	samples := lists.Map(base, func(r reading) Sample { return Sample{Timestamp: r.at, RelativeSeconds: r.at - start} })
	for _, id := range ids {
		addTo(samples, x.series.gpus[id])
	}
	return samples, nil
}

// addTo adds a GPU's readings to the samples of the same time and to those that
// follow, up to its next. Of readings of one time the last counts.
func addTo(samples []Sample, all []reading) {
	value, k := math.NaN(), 0
	for i := range samples {
		at, last := samples[i].Timestamp, math.NaN()
		for ; k < len(all) && all[k].at <= at; k++ {
			if all[k].at == at {
				last = all[k].value
			}
		}
		if !math.IsNaN(last) {
			value = last
		}
		if !math.IsNaN(value) {
			samples[i].Value += value
		}
	}
}
