package main

import (
	"context"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/site"
)

// measuredOf reads what model pages draw from raw files: latencies and power of the
// featured runs, one run in memory at a time. Without raw files there is nothing
// to read; a run whose file lacks something is drawn without it.
func (c *console) measuredOf(ctx context.Context, s site.Selection, texts content.Content, all []loaded) (map[string]site.Measured, error) {
	archive := archives(all)
	if archive == nil {
		return nil, nil
	}
	featured := s.Featured(texts)
	ids, pictureIDs := aggregate.RunIDs(s.Data.LLM), aggregate.RunIDs(s.Data.Diffusion)
	runs := s.Data.LLM.Where(func(r data.LLMRun) bool { return featured[ids[r]] })
	pictures := s.Data.Diffusion.Where(func(r data.DiffusionRun) bool { return featured[pictureIDs[r]] })
	if err := c.fetchFeatured(ctx, all, append(pathsOf(runs, "results_path"), pathsOf(pictures, "results_path")...)); err != nil {
		return nil, err
	}
	runs = runs.Where(func(r data.LLMRun) bool { return isFetched(all, r.ResultsPath.Or("")) })
	pictures = pictures.Where(func(r data.DiffusionRun) bool { return isFetched(all, r.ResultsPath.Or("")) })
	m := measuring{ctx: ctx, console: c, archive: archive, known: map[string]site.Measured{}}
	m.latencies(runs, ids)
	power(&m, runs, ids)
	power(&m, pictures, pictureIDs)
	c.progress("")
	return m.known, ctx.Err()
}

type measuring struct {
	ctx     context.Context
	console *console
	archive *raw.Archive
	known   map[string]site.Measured // by run id
}

// latencies reads run by run: where a file turns out wrong at its end, nothing of
// it is drawn.
func (m *measuring) latencies(runs data.LLMRuns, ids map[data.LLMRun]string) {
	m.console.progress("reading latencies")
	for r := range runs.All() {
		counts, err := m.latenciesOf(data.NewRuns([]data.LLMRun{r}, false))
		if err != nil {
			m.without(err)
			continue
		}
		m.known[ids[r]] = site.Measured{Latencies: counts}
	}
}

func (m *measuring) latenciesOf(run data.LLMRuns) (*charts.Latencies, error) {
	counts := &charts.Latencies{}
	for block, err := range m.archive.InterTokenLatencies(m.ctx, run) {
		if err != nil {
			return nil, err
		}
		for _, seconds := range block.Seconds {
			counts.Add(seconds)
		}
	}
	return counts, nil
}

func power[R data.Record](m *measuring, runs data.Runs[R], ids map[R]string) {
	m.console.progress("reading power of domain " + runs.Schema().Domain)
	for t, err := range raw.Timelines(m.ctx, m.archive, runs, raw.Metrics[0]) {
		if err != nil {
			m.without(err)
			continue
		}
		samples := make([]charts.Sample, len(t.Samples))
		for i, s := range t.Samples {
			samples[i] = charts.Sample{Seconds: s.RelativeSeconds, Value: s.Value}
		}
		of := m.known[ids[t.Run]]
		of.Power = charts.NewTrace(samples)
		m.known[ids[t.Run]] = of
	}
}

// without tells what a page will not show.
func (m *measuring) without(err error) {
	if m.ctx.Err() == nil {
		m.console.note("%v; its model's page lacks this chart", err)
	}
}
