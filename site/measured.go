package site

import (
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Measured contains the values of a run that are only in raw files, reduced for drawing. Unknown values are empty.
type Measured struct {
	Latencies *charts.Latencies // of an LLM run
	Power     charts.Trace
}

// Featured returns the runs whose measurements model pages show: for each model and task the best configuration, or
// the fastest if none meets the deadline.
func (s Selection) Featured(c content.Content) (data.LLMRuns, data.DiffusionRuns) {
	featured := map[string]bool{}
	for _, t := range tasksOf(board.Tasks(s.Data, aggregate.RowsIn(s.Data, c), c), c) {
		for _, r := range slices.Concat(t.best, t.late) {
			featured[r.Run] = true
		}
	}
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
