package main

import (
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
)

// bulkTables are the kinds of bulk data. Units are in the columns' names or, for
// timelines, in that of the metric: watts or degrees Celsius.
func bulkTables() []bulkTable {
	return []bulkTable{
		{
			name: "output-lengths", short: "Output length of each request, in tokens",
			long: `Output lengths of the requests, in tokens: of those that succeeded, or of all.`,
			columns: append(runColumns(),
				rowfile.Column{Name: "output_len", Kind: rowfile.Integer}, rowfile.Column{Name: "success", Kind: rowfile.Truth}),
			flags: unsuccessfulFlag, llm: writeOutputLengths,
		},
		{
			name: "itl", short: "Each inter-token latency, in seconds",
			long: `Inter-token latencies of the requests that succeeded, in seconds. Tokens that
came in one chunk share its latency in equal parts.`,
			columns: append(runColumns(), rowfile.Column{Name: "itl_s", Kind: rowfile.Number}),
			llm:     writeLatencies,
		},
		{
			name: "timelines", short: "Power or temperature over time, summed over the GPUs",
			long: `Power in watts or temperature in degrees Celsius over time, summed over the GPUs
of a run: within the steady state for LLM runs, from first to last sample for
diffusion runs. timestamp is in seconds since 1970, relative_time_s since the
start of the steady state (diffusion: since the first sample).`,
			columns: timelineColumns(), flags: timelineFlags,
			llm: writeTimelines[data.LLMRun], diffusion: writeTimelines[data.DiffusionRun],
		},
	}
}

// runColumns say which LLM run a row is of.
func runColumns() []rowfile.Column {
	return []rowfile.Column{
		{Name: "results_path", Kind: rowfile.Text, Optional: true},
		{Name: "task", Kind: rowfile.Text},
		{Name: "model_id", Kind: rowfile.Text},
		{Name: "num_gpus", Kind: rowfile.Integer},
		{Name: "max_num_seqs", Kind: rowfile.Integer},
	}
}

func timelineColumns() []rowfile.Column {
	return []rowfile.Column{
		{Name: "results_path", Kind: rowfile.Text, Optional: true},
		{Name: "domain", Kind: rowfile.Text},
		{Name: "task", Kind: rowfile.Text},
		{Name: "model_id", Kind: rowfile.Text},
		{Name: "num_gpus", Kind: rowfile.Integer},
		{Name: "max_num_seqs", Kind: rowfile.Integer, Optional: true},
		{Name: "batch_size", Kind: rowfile.Integer, Optional: true},
		{Name: "timestamp", Kind: rowfile.Number},
		{Name: "relative_time_s", Kind: rowfile.Number},
		{Name: "value", Kind: rowfile.Number},
		{Name: "metric", Kind: rowfile.Text},
	}
}

func unsuccessfulFlag(cmd *cobra.Command, o *bulkOptions) {
	cmd.Flags().BoolVar(&o.unsuccessful, "include-unsuccessful", false, "with the requests that failed")
}

func timelineFlags(cmd *cobra.Command, o *bulkOptions) {
	cmd.Flags().StringVar(&o.metric, "metric", raw.Metrics[0], "which `METRIC`: "+raw.Metrics[0]+", "+raw.Metrics[1]+" or "+raw.Metrics[2])
	cmd.Flags().StringVar(&o.domain, "domain", "", "llm or diffusion (default: llm if there is any)")
	complete(cmd, "metric", fixed(raw.Metrics...))
	complete(cmd, "domain", fixed(llm, diffusion))
}

// about fills the columns that a field of the run answers; a field that its
// record type has not is missing.
func about[R data.Record](b *bulkRows, columns []rowfile.Column, run R) {
	row := data.RowOf(run)
	for i, c := range columns {
		switch v := row.Value(c.Name).(type) {
		case string:
			b.Text(i, v)
		case int:
			b.Integer(i, v)
		default:
			b.Missing(i)
		}
	}
}

func writeOutputLengths(b *bulkRows, runs data.LLMRuns) error {
	columns := runColumns()
	for r, err := range b.data.OutputLengths(b.ctx, runs, b.options.unsuccessful) {
		if err != nil {
			if err := b.lose(err); err != nil {
				return err
			}
			continue
		}
		about(b, columns, r.Run)
		for _, request := range r.Requests {
			b.Integer(len(columns), request.OutputLen)
			b.Truth(len(columns)+1, request.Success)
			if err := b.Next(); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeLatencies(b *bulkRows, runs data.LLMRuns) error {
	columns := runColumns()
	var of data.LLMRun
	for l, err := range b.data.InterTokenLatencies(b.ctx, runs) {
		if err != nil {
			if err := b.lose(err); err != nil {
				return err
			}
			continue
		}
		if l.Run != of { // a run comes in many blocks
			of = l.Run
			about(b, columns, of)
		}
		for _, seconds := range l.Seconds {
			b.Number(len(columns), seconds)
			if err := b.Next(); err != nil {
				return err
			}
		}
	}
	return nil
}

func writeTimelines[R data.Record](b *bulkRows, runs data.Runs[R]) error {
	columns := timelineColumns()
	first := len(columns) - 4 // timestamp, relative_time_s, value, metric
	b.Text(first+3, b.options.metric)
	for t, err := range source.Timelines(b.ctx, b.data, runs, b.options.metric) {
		if err != nil {
			if err := b.lose(err); err != nil {
				return err
			}
			continue
		}
		about(b, columns[:first], t.Run)
		for _, s := range t.Samples {
			b.Number(first, s.Timestamp)
			b.Number(first+1, s.RelativeSeconds)
			b.Number(first+2, s.Value)
			if err := b.Next(); err != nil {
				return err
			}
		}
	}
	return nil
}
