package site

import (
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
)

// Measure reads the latencies and the power of the featured runs from raw files for model pages, one run in memory at
// a time, and returns them by run id. Without raw files the result is empty; a run whose file lacks something is
// drawn without it, and note is called with the reason.
func (s Selection) Measure(
	ctx context.Context, c content.Content, from *source.Dataset, note func(format string, args ...any), progress func(stage string),
) (map[string]Measured, error) {
	if from.NoRaw() != nil {
		return nil, nil
	}
	runs, pictures := s.Featured(c)
	runs = runs.Where(func(r data.LLMRun) bool { return from.HasFetched(r.ResultsPath.Or("")) })
	pictures = pictures.Where(func(r data.DiffusionRun) bool { return from.HasFetched(r.ResultsPath.Or("")) })
	m := measuring{from: from, note: note, progress: progress, known: map[string]Measured{}}
	m.latencies(ctx, runs)
	power(ctx, &m, runs)
	power(ctx, &m, pictures)
	progress("")
	return m.known, ctx.Err()
}

type measuring struct {
	from     *source.Dataset
	note     func(format string, args ...any)
	progress func(stage string)
	known    map[string]Measured // by run id
}

// latencies reads run by run: where a file turns out wrong at its end, nothing of
// it is drawn.
func (m *measuring) latencies(ctx context.Context, runs data.LLMRuns) {
	m.progress("reading latencies")
	for i := range runs.Len() {
		counts, err := m.latenciesOf(ctx, runs.Only([]int{i}))
		if err != nil {
			m.without(ctx, err)
			continue
		}
		m.known[runs.Run(i)] = Measured{Latencies: counts}
	}
}

func (m *measuring) latenciesOf(ctx context.Context, run data.LLMRuns) (*charts.Latencies, error) {
	counts := &charts.Latencies{}
	for block, err := range m.from.InterTokenLatencies(ctx, run) {
		if err != nil {
			return nil, err
		}
		for _, seconds := range block.Seconds {
			counts.Add(seconds)
		}
	}
	return counts, nil
}

func power[R data.Record](ctx context.Context, m *measuring, runs data.Runs[R]) {
	ids := map[R]string{}
	for i := range runs.Len() {
		ids[runs.At(i)] = runs.Run(i)
	}
	m.progress("reading power of domain " + runs.Schema().Domain)
	for t, err := range source.Timelines(ctx, m.from, runs, raw.Metrics[0]) {
		if err != nil {
			m.without(ctx, err)
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
func (m *measuring) without(ctx context.Context, err error) {
	if ctx.Err() == nil {
		m.note("%v; its model's page lacks this chart", err)
	}
}

// Measured contains the values of a run that are only in raw files, reduced for drawing. Unknown values are empty.
type Measured struct {
	Latencies *charts.Latencies // of an LLM run
	Power     charts.Trace
}

// Featured returns the runs whose measurements model pages show: for each model and task the best configuration, or
// the fastest if none meets the deadline.
func (s Selection) Featured(c content.Content) (data.LLMRuns, data.DiffusionRuns) {
	tasks := tasksOf(board.Tasks(s.Data, aggregate.RowsIn(s.Data, c), c), c)
	rows := lists.FlatMap(tasks, func(t *task) []aggregate.Row { return slices.Concat(t.best, t.late) })
	featured := lists.By(rows, func(r aggregate.Row) (string, bool) { return r.Run, true })
	llm, diffusion := s.Data.LLM(), s.Data.Diffusion()
	return data.LLMRuns{Table: llm.Select(func(i int) bool { return featured[llm.Run(i)] })},
		data.DiffusionRuns{Table: diffusion.Select(func(i int) bool { return featured[diffusion.Run(i)] })}
}

// measuredFigures draw what is known of the one featured run among a model's rows
// of a task.
func (p *page) measuredFigures(rows []aggregate.Row) (figures []charts.Figure) {
	for _, r := range rows {
		m, known := p.opts.Measured[r.Run]
		if !known {
			continue
		}
		figures = append(figures, lists.Filter([]charts.Figure{
			charts.InterTokenLatencies(m.Latencies, r, p.content.Words),
			charts.Power(m.Power, r, p.content.Words),
		}, func(f charts.Figure) bool {
			return !f.Empty()
		})...)
		return figures
	}
	return nil
}
