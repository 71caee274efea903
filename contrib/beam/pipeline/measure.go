package pipeline

import (
	"context"
	"errors"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// The mixture is fitted to so many latencies of a run, drawn with this seed.
const (
	mostLatencies = 100_000
	latencySeed   = 0
)

// measure adds what the plan wants beside the record, while the file is at hand. A
// file that lacks it is left without: the record's problems say what is wrong.
func (s *shop) measure(ctx context.Context, r *reading) (err error) {
	switch f := r.found; {
	case f.LLM != nil:
		ds := data.NewDataset(data.Source{}, data.NewRuns([]data.LLMRun{*f.LLM}, false).Table)
		if err = measureRuns(ctx, s, ds, ds.LLM(), r); err == nil && s.plan.Latencies {
			r.Latencies, err = s.latencies(ctx, f.Place.Root, ds)
		}
	case f.Diffusion != nil:
		ds := data.NewDataset(data.Source{}, data.NewRuns([]data.DiffusionRun{*f.Diffusion}, false).Table)
		err = measureRuns(ctx, s, ds, ds.Diffusion(), r)
	}
	return errors.Join(err, ctx.Err())
}

func (s *shop) archive(root int, ds data.Dataset) (*raw.Archive, error) {
	return raw.NewArchive(s.dirs[root], ds, raw.Options{FollowLinks: s.plan.FollowLinks})
}

func measureRuns[R data.Record](ctx context.Context, s *shop, ds data.Dataset, runs data.Runs[R], r *reading) error {
	if !s.plan.Traces {
		return nil
	}
	archive, err := s.archive(r.found.Place.Root, ds)
	if err != nil {
		return err
	}
	for _, metric := range raw.Metrics {
		for line, err := range raw.Timelines(ctx, archive, runs, metric) {
			if err != nil {
				continue // the run has no such samples
			}
			samples := lists.Map(line.Samples, func(s raw.Sample) charts.Sample { return charts.Sample{Seconds: s.RelativeSeconds, Value: s.Value} })
			if drawn := charts.NewTrace(samples).Drawn(); len(drawn) > 0 {
				r.Traces = append(r.Traces, trace{metric, drawn})
			}
		}
	}
	return nil
}

// latencies fits the mixture to a run's inter-token latencies, nil if it has none.
func (s *shop) latencies(ctx context.Context, root int, ds data.Dataset) (*fitting.ITLMixture, error) {
	archive, err := s.archive(root, ds)
	if err != nil {
		return nil, err
	}
	sample := fitting.NewReservoir(mostLatencies, [2]uint64{latencySeed, latencySeed})
	for block, err := range archive.InterTokenLatencies(ctx, ds.LLM()) {
		if err != nil {
			return nil, nil //nolint:nilerr // the run has no such samples
		}
		for _, seconds := range block.Seconds {
			sample.Add(seconds)
		}
	}
	if len(sample.Kept) == 0 {
		return nil, nil
	}
	m, err := fitting.FitITLMixture(sample.Kept, 0, latencySeed, fitting.Refined)
	if err != nil {
		return nil, err
	}
	return &m, nil
}
