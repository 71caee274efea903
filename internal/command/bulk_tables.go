package command

import (
	"iter"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/data/rowfile"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/spf13/cobra"
)

// bulkTables are the kinds of bulk data. Units are in the columns' names or, for
// timelines, in that of the metric: watts or degrees Celsius.
func bulkTables() []bulkTable {
	return []bulkTable{
		{
			name:    "output-lengths",
			columns: columnsOf(runColumns + ", output_len integer, success truth"),
			flags:   unsuccessfulFlag, domains: []string{llm}, write: writeOutputLengths,
		},
		{
			name:    "itl",
			columns: columnsOf(runColumns + ", itl_s number"),
			domains: []string{llm}, write: writeLatencies,
		},
		{
			name: "timelines",
			columns: columnsOf("results_path text?, domain text, task text, model_id text, num_gpus integer, max_num_seqs integer?, " +
				"batch_size integer?, timestamp number, relative_time_s number, value number, metric text"),
			flags: timelineFlags, domains: []string{llm, diffusion},
			write: func(b *bulkRows, runs data.Table) error {
				if runs.Schema().Domain == diffusion {
					return writeTimelines(b, data.As[data.DiffusionRun](runs))
				}
				return writeTimelines(b, data.As[data.LLMRun](runs))
			},
		},
		{
			name: "queries",
			columns: columnsOf("run text, run_path text, form text, model text, file text, row integer, query_id text?, " +
				"input_tokens integer?, output_tokens integer?, gpu_energy_j number?, cpu_energy_j number?, " +
				"seconds number?, ttft_s number?, power_w number?, cost_usd number?, correct truth?, completed truth?, " +
				"turns integer?, tool_calls integer?, tools text?, question text?, answer text?, subject text?, reference_answer text?, " +
				"metadata text?, gpu_memory_mb number?, cpu_memory_mb number?, temperature_c number?"),
			flags: textsFlag, domains: []string{ipw.Domain}, write: writeQueries, parts: "lines, rows or files",
		},
		{
			name: "turns",
			columns: columnsOf("run text, run_path text, model text, file text, row integer, query_id text?, turn_index integer?, " +
				"input_tokens integer?, output_tokens integer?, tool_result_tokens integer?, gpu_energy_j number?, cpu_energy_j number?, " +
				"gpu_power_w number?, cpu_power_w number?, seconds number?, cost_usd number?, tools text?, tool_latencies_s text?, error text?"),
			domains: []string{ipw.Domain}, write: writeTurns, parts: "lines, rows or files",
		},
	}
}

// columnsOf reads names and kinds of columns; a question mark follows the kind of an optional one.
func columnsOf(list string) []rowfile.Column {
	kinds := map[string]rowfile.Kind{
		"text": rowfile.Text, "integer": rowfile.Integer, "number": rowfile.Number, "truth": rowfile.Truth,
	}
	return lists.Map(strings.Split(list, ", "), func(text string) rowfile.Column {
		name, kind, _ := strings.Cut(text, " ")
		kind, optional := strings.CutSuffix(kind, "?")
		return rowfile.Column{Name: name, Kind: kinds[kind], Optional: optional}
	})
}

// runColumns say which LLM run a row is of.
const runColumns = "results_path text?, task text, model_id text, num_gpus integer, max_num_seqs integer"

func textsFlag(cmd *cobra.Command, o *bulkOptions) {
	cmd.Flags().BoolVar(&o.texts, "with-texts", false, "include questions and answers")
}

func unsuccessfulFlag(cmd *cobra.Command, o *bulkOptions) {
	cmd.Flags().BoolVar(&o.unsuccessful, "include-unsuccessful", false, "include requests that failed")
}

func timelineFlags(cmd *cobra.Command, o *bulkOptions) {
	cmd.Flags().StringVar(&o.metric, "metric", raw.Metrics[0], "`METRIC` to print: "+raw.Metrics[0]+", "+raw.Metrics[1]+" or "+raw.Metrics[2])
	cmd.Flags().StringVar(&o.domain, "domain", "", "`DOMAIN`: llm or diffusion (default: llm, if there are such runs)")
	oneOf(cmd, "metric", raw.Metrics...)
	oneOf(cmd, "domain", llm, diffusion)
}

// about fills the columns that a field of the run answers, all but the last n, and returns the index of the first of those; a field
// that its record type has not is missing.
func about[R data.Record](b *bulkRows, run R, n int) (own int) {
	columns, row := b.options.table.columns, data.RowOf(run)
	for i, c := range columns[:len(columns)-n] {
		b.cell(i, row.Value(c.Name))
	}
	return len(columns) - n
}

func writeOutputLengths(b *bulkRows, runs data.Table) error {
	return each(b, b.data.OutputLengths(b.ctx, data.As[data.LLMRun](runs), b.options.unsuccessful), func(r raw.Requests) error {
		own := about(b, r.Run, 2)
		for _, request := range r.Requests {
			b.Integer(own, request.OutputLen)
			b.Truth(own+1, request.Success)
			if err := b.Next(); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeLatencies(b *bulkRows, runs data.Table) error {
	var of data.LLMRun
	own := 0
	return each(b, b.data.InterTokenLatencies(b.ctx, data.As[data.LLMRun](runs)), func(l raw.Latencies) error {
		if l.Run != of { // a run comes in many blocks
			of, own = l.Run, about(b, l.Run, 1)
		}
		for _, seconds := range l.Seconds {
			b.Number(own, seconds)
			if err := b.Next(); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeTimelines[R data.Record](b *bulkRows, runs data.Runs[R]) error {
	return each(b, source.Timelines(b.ctx, b.data, runs, b.options.metric), func(t raw.Timeline[R]) error {
		own := about(b, t.Run, 4) // timestamp, relative_time_s, value, metric
		b.Text(own+3, b.options.metric)
		for _, s := range t.Samples {
			b.Number(own, s.Timestamp)
			b.Number(own+1, s.RelativeSeconds)
			b.Number(own+2, s.Value)
			if err := b.Next(); err != nil {
				return err
			}
		}
		return nil
	})
}

func writeQueries(b *bulkRows, runs data.Table) error {
	return each(b, b.data.Queries(b.ctx, runs, b.options.texts), func(q ipw.Query) error {
		return b.row(
			q.RunID, q.Run, q.Form, q.Model, q.File, q.Row, q.ID, q.InputTokens, q.OutputTokens,
			q.GPUEnergyJoules, q.CPUEnergyJoules, q.Seconds, q.TTFTSeconds, q.PowerWatts, q.CostUSD,
			q.Correct, q.Completed, q.Turns, q.ToolCalls, q.Tools, q.Question, q.Answer, q.Subject, q.Reference, q.Metadata,
			q.GPUMemoryMB, q.CPUMemoryMB, q.TemperatureCelsius,
		)
	})
}

func writeTurns(b *bulkRows, runs data.Table) error {
	return each(b, b.data.Queries(b.ctx, runs, b.options.texts), func(q ipw.Query) error {
		for _, t := range q.Trace {
			err := b.row(
				q.RunID, q.Run, q.Model, q.File, q.Row, q.ID, t.Index, t.InputTokens, t.OutputTokens, t.ToolResultTokens,
				t.GPUEnergyJoules, t.CPUEnergyJoules, t.GPUPowerWatts, t.CPUPowerWatts, t.Seconds, t.CostUSD, t.Tools, t.ToolLatencies, t.Failure,
			)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// each calls write for what is read of the runs; what cannot be read is named and left out.
func each[T any](b *bulkRows, all iter.Seq2[T, error], write func(T) error) error {
	for one, err := range all {
		if err != nil {
			err = b.lose(err)
		} else {
			err = write(one)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// row writes a row of values of a record.
func (b *bulkRows) row(values ...any) error {
	for i, v := range values {
		b.cell(i, v)
	}
	return b.Next()
}

// cell sets a cell to a value of a record.
func (b *bulkRows) cell(column int, v any) {
	if optional, ok := v.(interface{ Any() any }); ok {
		v = optional.Any()
	}
	b.Value(column, v)
}
