package ipw

import (
	"slices"
	"sync"

	"github.com/jouleboard/jouleboard/data"
)

// Domain names the records of this package.
const Domain = "ipw"

// schema is made for the first record, or for a text that lists its fields.
var schema = sync.OnceValue(func() *data.Schema[Profile] {
	return data.NewSchema(data.Traits{
		Domain: Domain, Noun: "query", Model: "model", GPU: "gpu", Batch: "batch_size",
		Energy: "energy_per_query_j", Throughput: "throughput_output_tok_s", Power: "power_w",
		Latency: []string{"query_seconds"},
		Order:   []string{"dataset", "form", "model", "run"},
		Sweep:   []string{"dataset", "form", "model", "agent", "engine", "gpu"},
		Main: []string{
			"dataset", "form", "model", "gpu", "queries", "accuracy", "energy_per_query_j", "ipj", "ipw", "power_w", "query_seconds", "coverage",
		},
		Basis: data.Basis{
			Window:     "each query, from the request to the end of the answer; tools included in agentic runs",
			Load:       "one query at a time, unless the table says otherwise",
			Scope:      "GPU; on Apple the whole chip is stated beside it",
			Token:      "output tokens; the main figure is energy per query",
			Latency:    "of the whole query, and to its first token",
			Throughput: "output tokens of one query while it runs",
			Accuracy:   "share of judged answers that are correct",
			Repeats:    "runs of one model on one data set",
		},
		Board: &board,
	}, slices.Concat(identityFields(), countFields(), energyFields(), speedFields(), reportFields(), regressionFields(), leafFields()))
})

var board = data.Board{
	System: "Intelligence Per Watt", URL: "https://github.com/HazyResearch/intelligence-per-watt",
	About: "Intelligence Per Watt sends queries of a data set to a model, one at a time, judges the answers and measures the energy of each query.",
	By:    "dataset", Noun: "data set", Title: "dataset_name",
	Primary: "ipj",
	Alike:   []string{"form", "energy_basis"},
	Words:   map[string]map[string]string{"energy_basis": {"gpu": "GPU", "soc": "system on chip"}},
	Columns: []string{
		"ipj", "ipw", "accuracy", "energy_per_query_j", "power_w", "gpu", "query_seconds", "ttft_ms", "energy_per_output_token_j", "coverage",
	},
	Details: []string{
		"form", "agent", "engine", "gpu", "system_info_cpu_brand", "energy_basis",
		"batch_size", "queries", "scored", "correct", "accuracy", "energy_samples", "coverage",
		"energy_per_query_j", "energy_per_output_token_j", "soc_energy_per_query_j", "power_w", "ipj", "ipw", "report_ipj", "report_ipw",
		"query_seconds", "ttft_ms", "itl_ms", "throughput_output_tok_s", "input_tokens", "output_tokens", "turns", "tool_calls", "cost_usd",
		"date", "start_time", "end_time",
	},
	Plots: []data.Plot{
		{
			Name: "tradeoff", X: "energy_per_query_j", Y: "accuracy",
			Help: "No other model answers more queries correctly with less energy than those on the line.",
		},
		{
			Name: "phases", Parts: []string{"phase_metrics_prefill_energy_j", "phase_metrics_decode_energy_j"},
			Help: "Energy until the first output token and behind it.",
		},
		{
			Name: "phase-times", Parts: []string{"phase_metrics_prefill_duration_ms", "phase_metrics_decode_duration_ms"},
			Help: "Time until the first output token and behind it.",
		},
		{
			Name: "components", Parts: []string{"energy_metrics_per_query_joules", "energy_metrics_cpu_per_query_joules", "energy_metrics_ane_per_query_joules"},
			Help: "GPU, CPU and neural engine, where they are stated; only GPU energy counts in the table.",
		},
	},
	Warnings: []string{"report_warnings", "reader_warnings"},
	Explain: []data.Explanation{
		{Code: "unscored", Label: "not scored", Text: "No answer was judged, so accuracy and what is made of it are unknown."},
		{Code: "partly_scored", Label: "partly scored", Text: "Some answers were not judged; accuracy is that of the judged ones."},
		{Code: "energy_missing", Label: "energy incomplete", Text: "Some queries state no energy, or zero; means are over the others."},
		{Code: "no_energy", Label: "no energy", Text: "No query states an energy, as with a model in the cloud. It is unknown, not zero."},
		{Code: "energy_invalid", Label: "energy invalid", Text: "Some queries state an energy that is not finite or negative; it is left out."},
		{Code: "soc", Label: "SoC", Text: "The run states the energy of the whole chip too. The table shows the GPU's part, as for the other runs; reports may rest on the whole chip."},
		{Code: "imputed", Label: "imputed", Text: "The report computed missing energies from power and time; the table does not."},
		{Code: "judge_failed", Label: "not all judged", Text: "The report counts answers that nobody judged, or whose judgement failed."},
		{Code: "energy_short", Label: "energy short", Text: "The report finds energies that are less than power times time, so some energy was not measured."},
		{Code: "report_differs", Label: "report differs", Text: "The report's ratios do not follow from its own numbers, or its numbers from the queries; the table shows what follows from the queries."},
		{Code: "overlap", Label: "queries overlap", Text: "Several queries ran at once, so the energy of a query holds that of others."},
		{Code: "incomplete", Label: "incomplete", Text: "The agent did not finish some queries."},
		{Code: "errors", Label: "errors", Text: "Some turns ended with an error."},
		{Code: "timed_out", Label: "timed out", Text: "Some queries ran out of time."},
		{Code: "model_unknown", Label: "model unknown", Text: "The file that names the model is not there."},
		{Code: "lines_left_out", Label: "lines left out", Text: "Some queries could not be read and are left out."},
		{Code: "queries_repeated", Label: "queries repeated", Text: "Some queries stand in the run more than once; the first of each counts."},
		{Code: "queries_differ", Label: "queries differ", Text: "The summary counts other queries than there are traces; the table follows the traces."},
		{Code: "rows_missing", Label: "rows missing", Text: "The data set holds fewer rows than its summary states."},
		{Code: "values_invalid", Label: "values invalid", Text: "Some values are not finite; they are left out."},
	},
}
