package ipw

import (
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

func identityFields() []data.FieldOf[Profile] {
	return []data.FieldOf[Profile]{
		field(data.Field{Name: "domain", Label: "Domain", Help: "Kind of benchmark, always ipw."}, func(p *Profile) any { return &p.Domain }),
		field(data.Field{Name: "run", Path: true, Label: "Run", Help: "Directory of the run, relative to the source."}, func(p *Profile) any { return &p.Run }),
		field(data.Field{Name: "form", Key: true, Label: "Form", Help: "Whether queries had one turn (single-turn) or an agent with tools answered them (agentic)."}, func(p *Profile) any { return &p.Form }),
		field(data.Field{Name: "dataset", Key: true, Label: "Data set", Help: "Data set that the queries came from."}, func(p *Profile) any { return &p.Dataset }),
		field(data.Field{Name: "dataset_name", Label: "Data set name", Help: "Name of the data set for people."}, func(p *Profile) any { return &p.DatasetName }),
		field(data.Field{Name: "model", Key: true, Label: "Model", Help: "Name of the model."}, func(p *Profile) any { return &p.Model }),
		field(data.Field{Name: "agent", Key: true, Label: "Agent", Help: "The agent that answered, of an agentic run."}, func(p *Profile) any { return &p.Agent }),
		field(data.Field{Name: "engine", Key: true, Label: "Engine", Help: "What served the model, as the runner's client is called."}, func(p *Profile) any { return &p.Engine }),
		field(data.Field{Name: "gpu", Key: true, Label: "GPU", Help: "Name of the GPU; of an agentic run only its summary can state it."}, func(p *Profile) any { return &p.GPU }),
		field(data.Field{Name: "hardware", Label: "Hardware", Help: "Label of the hardware as the run states it."}, func(p *Profile) any { return &p.Hardware }),
		field(data.Field{Name: "energy_basis", Key: true, Label: "Energy basis", Help: "What the runner measured: gpu, as a runner does that does not say, or soc where the whole chip's energy is stated too. Different bases do not compare."}, func(p *Profile) any { return &p.EnergyBasis }),
		field(data.Field{Name: "batch_size", Key: true, Positive: true, Label: "At once", Unit: "queries", Help: "Queries that ran at the same time."}, func(p *Profile) any { return &p.BatchSize }),
		field(data.Field{Name: "date", Label: "Date", Help: "Day of the run."}, func(p *Profile) any { return &p.Date }),
		field(data.Field{
			Name: "start_time", Label: "Start", Help: "When the run began, in UTC where its summary states a zone.",
		}, func(p *Profile) any { return &p.Start }),
		field(data.Field{
			Name: "end_time", Label: "End", Help: "When the run ended, in UTC where its summary states a zone.",
		}, func(p *Profile) any { return &p.End }),
		field(data.Field{Name: "ipw_version", Method: true, Label: "IPW version", Help: "Version of the program that ran the queries."}, func(p *Profile) any { return &p.IPWVersion }),
	}
}

func countFields() []data.FieldOf[Profile] {
	return []data.FieldOf[Profile]{
		field(data.Field{Name: "rows", Label: "Rows", Help: "Rows of the data set, of all models."}, func(p *Profile) any { return &p.Rows }),
		field(data.Field{Name: "queries", Label: "Queries", Help: "Queries that the model answered or tried to."}, func(p *Profile) any { return &p.Queries }),
		field(data.Field{Name: "traces", Label: "Traces", Help: "Traces of an agentic run, one a query."}, func(p *Profile) any { return &p.Traces }),
		field(data.Field{Name: "turns", Label: "Turns", Help: "Calls of the model in an agentic run."}, func(p *Profile) any { return &p.Turns }),
		field(data.Field{Name: "completed", Label: "Completed", Help: "Queries that an agent finished."}, func(p *Profile) any { return &p.Completed }),
		field(data.Field{Name: "error_turns", Label: "Turns with errors", Help: "Turns that ended with an error."}, func(p *Profile) any { return &p.ErrorTurns }),
		field(data.Field{Name: "timed_out", Label: "Timed out", Help: "Queries that ran out of time."}, func(p *Profile) any { return &p.TimedOut }),
		field(data.Field{Name: "tool_calls", Label: "Tool calls", Help: "Calls of tools in an agentic run."}, func(p *Profile) any { return &p.ToolCalls }),
		field(data.Field{Name: "lm_response", Label: "Answers", Help: "Queries with an answer; the answers themselves are not taken in."}, func(p *Profile) any { return &p.Answers }),
		field(data.Field{Name: "correct", Label: "Correct", Help: "Queries that were judged correct."}, func(p *Profile) any { return &p.Correct }),
		field(data.Field{Name: "scored", Label: "Scored", Help: "Queries that were judged at all."}, func(p *Profile) any { return &p.Scored }),
		field(data.Field{Name: "accuracy", Label: "Accuracy", Unit: "share of scored queries", Better: data.Higher, Help: "Correct queries divided by scored ones; unknown where nothing was scored."}, func(p *Profile) any { return &p.Accuracy }),
	}
}

func energyFields() []data.FieldOf[Profile] {
	return []data.FieldOf[Profile]{
		field(data.Field{Name: "energy_samples", Label: "Energy samples", Help: "Queries with a positive energy."}, func(p *Profile) any { return &p.EnergySamples }),
		field(data.Field{Name: "coverage", Label: "Coverage", Unit: "share of queries", Help: "Queries with a positive energy, as a share of all."}, func(p *Profile) any { return &p.Coverage }),
		field(data.Field{Name: "sum_energy_j", Positive: true, Label: "Energy", Unit: "J", Help: "GPU energy of the queries that state it."}, func(p *Profile) any { return &p.SumEnergyJoules }),
		field(data.Field{Name: "gpu_energy_j", Positive: true, Label: "GPU energy", Unit: "J", Help: "GPU energy of the queries that state it."}, func(p *Profile) any { return &p.GPUEnergyJoules }),
		field(data.Field{Name: "cpu_energy_j", Positive: true, Label: "CPU energy", Unit: "J", Help: "CPU energy of the queries that state it."}, func(p *Profile) any { return &p.CPUEnergyJoules }),
		field(data.Field{Name: "bench_energy_j", Positive: true, Label: "Energy of the run", Unit: "J", Help: "GPU energy of the whole run as its summary states it, where queries overlap."}, func(p *Profile) any { return &p.BenchEnergyJoules }),
		field(data.Field{Name: "energy_per_query_j", Positive: true, Label: "Energy per query", Unit: "J per query", Better: data.Lower, Help: "Mean GPU energy of the queries that state it; where queries overlap, the energy of the run divided by its queries."}, func(p *Profile) any { return &p.EnergyPerQuery }),
		field(data.Field{Name: "energy_per_output_token_j", Positive: true, Label: "Energy per output token", Unit: "J per output token", Better: data.Lower, Help: "Energy divided by output tokens, over the queries that state both."}, func(p *Profile) any { return &p.EnergyPerOutputToken }),
		field(data.Field{Name: "soc_energy_per_query_j", Positive: true, Label: "SoC energy per query", Unit: "J per query, whole chip", Better: data.Lower, Help: "Mean energy of the whole chip, where it is stated."}, func(p *Profile) any { return &p.SoCEnergyPerQuery }),
		field(data.Field{Name: "power_samples", Label: "Power samples", Help: "Queries whose power is known."}, func(p *Profile) any { return &p.PowerSamples }),
		field(data.Field{Name: "power_w", Positive: true, Label: "Power", Unit: "W", Better: data.Lower, Help: "Mean over queries of energy divided by time; of an agentic run, of the mean power of its turns."}, func(p *Profile) any { return &p.PowerWatts }),
		field(data.Field{Name: "ipj", Label: "Intelligence per joule", Unit: "accuracy per J of a query", Better: data.Higher, Help: "Accuracy divided by the mean energy of a query."}, func(p *Profile) any { return &p.PerJoule }),
		field(data.Field{Name: "ipw", Label: "Intelligence per watt", Unit: "accuracy per W", Better: data.Higher, Help: "Accuracy divided by the mean power of a query."}, func(p *Profile) any { return &p.PerWatt }),
	}
}

func speedFields() []data.FieldOf[Profile] {
	return []data.FieldOf[Profile]{
		field(data.Field{Name: "input_tokens", Label: "Input tokens", Unit: "tokens", Help: "Input tokens of all queries."}, func(p *Profile) any { return &p.InputTokens }),
		field(data.Field{Name: "output_tokens", Label: "Output tokens", Unit: "tokens", Help: "Output tokens of all queries."}, func(p *Profile) any { return &p.OutputTokens }),
		field(data.Field{Name: "throughput_output_tok_s", Positive: true, Label: "Throughput", Unit: "output tok/s of one query", Better: data.Higher, Help: "Output tokens divided by the time of the queries; the time of tools counts in an agentic run."}, func(p *Profile) any { return &p.ThroughputOutput }),
		field(data.Field{Name: "ttft_ms", Positive: true, Label: "Time to first token", Unit: "ms", Better: data.Lower, Help: "Median time from a query to its first output token."}, func(p *Profile) any { return &p.TTFTMillis }),
		field(data.Field{Name: "itl_ms", Positive: true, Label: "ITL", Unit: "ms, derived", Better: data.Lower, Help: "Median over queries of the time behind the first token, divided by the tokens behind it."}, func(p *Profile) any { return &p.ITLMillis }),
		field(data.Field{Name: "query_seconds", Positive: true, Label: "Time of a query", Unit: "s", Better: data.Lower, Help: "Median time from a query to the end of its answer, tools included."}, func(p *Profile) any { return &p.QuerySeconds }),
		field(data.Field{Name: "cost_usd", Label: "Cost", Unit: "USD", Help: "Price of all queries as the runner states it."}, func(p *Profile) any { return &p.CostUSD }),
	}
}

func reportFields() []data.FieldOf[Profile] {
	return []data.FieldOf[Profile]{
		field(data.Field{Name: "report_accuracy", Label: "Reported accuracy", Unit: "share of scored queries", Help: "As the accuracy analysis states it."}, func(p *Profile) any { return &p.Report.Accuracy }),
		field(data.Field{Name: "report_ipj", Label: "Reported intelligence per joule", Unit: "accuracy per J of a query", Help: "As the accuracy analysis states it."}, func(p *Profile) any { return &p.Report.PerJoule }),
		field(data.Field{Name: "report_ipw", Label: "Reported intelligence per watt", Unit: "accuracy per W", Help: "As the accuracy analysis states it."}, func(p *Profile) any { return &p.Report.PerWatt }),
		field(data.Field{Name: "report_energy_per_query_j", Label: "Reported energy per query", Unit: "J per query, of the report's basis", Help: "As the accuracy analysis states it, imputed values included."}, func(p *Profile) any { return &p.Report.EnergyPerQuery }),
		field(data.Field{Name: "report_power_w", Label: "Reported power", Unit: "W, of the report's basis", Help: "As the accuracy analysis states it."}, func(p *Profile) any { return &p.Report.PowerWatts }),
		field(data.Field{Name: "report_energy_basis", Label: "Basis of the report", Help: "What the report's energy is of: gpu, soc or mixed."}, func(p *Profile) any { return &p.Report.EnergyBasis }),
		field(data.Field{Name: "report_imputed", Label: "Imputed energies", Help: "Energies that the report computed from power and time."}, func(p *Profile) any { return &p.Report.Imputed }),
		field(data.Field{Name: "report_correct", Label: "Reported correct", Help: "Correct queries as the accuracy analysis counts them."}, func(p *Profile) any { return &p.Report.Correct }),
		field(data.Field{Name: "report_incorrect", Label: "Reported incorrect", Help: "Incorrect queries as the accuracy analysis counts them."}, func(p *Profile) any { return &p.Report.Incorrect }),
		field(data.Field{Name: "report_unevaluated", Label: "Unevaluated", Help: "Queries that the accuracy analysis did not judge."}, func(p *Profile) any { return &p.Report.Unevaluated }),
		field(data.Field{Name: "report_failed", Label: "Failed judgements", Help: "Queries whose judgement failed."}, func(p *Profile) any { return &p.Report.Failed }),
		field(data.Field{Name: "report_skipped_empty_responses", Label: "Empty answers", Help: "Queries that the accuracy analysis left out because their answer is empty."}, func(p *Profile) any { return &p.Report.EmptySkipped }),
		field(data.Field{Name: "report_records_checked", Label: "Energies checked", Help: "Queries whose energy the analysis held against power times time."}, func(p *Profile) any { return &p.Report.RecordsChecked }),
		field(data.Field{Name: "report_records_energy_short", Label: "Energies short", Help: "Queries whose energy the analysis finds short of power times time."}, func(p *Profile) any { return &p.Report.EnergyShort }),
		field(data.Field{Name: "report_worst_energy_ratio", Label: "Worst energy ratio", Help: "The least ratio of energy to power times time that the analysis states."}, func(p *Profile) any { return &p.Report.WorstRatio }),
		field(data.Field{Name: "warnings", Label: "Warnings", Help: "How many warnings the reports state."}, func(p *Profile) any { return &p.Warnings }),
		field(data.Field{Name: "report_warnings", JSON: true, Label: "Report warnings", Help: "What the analysis warns of."}, func(p *Profile) any { return &p.ReportWarnings }),
		field(data.Field{Name: "reader_warnings", JSON: true, Label: "Reader warnings", Help: "What is odd about the run beyond the reports' warnings."}, func(p *Profile) any { return &p.ReaderWarnings }),
		field(data.Field{Name: "phase_metrics_prefill_energy_components_j", JSON: true, Label: "Prefill energy by component", Unit: "J per query", Help: "Mean energy of each component until the first output token."}, func(p *Profile) any { return &p.PrefillComponents }),
		field(data.Field{Name: "phase_metrics_decode_energy_components_j", JSON: true, Label: "Decode energy by component", Unit: "J per query", Help: "Mean energy of each component from the first output token on."}, func(p *Profile) any { return &p.DecodeComponents }),
	}
}

func field(f data.Field, at func(*Profile) any) data.FieldOf[Profile] {
	return data.FieldOf[Profile]{Field: f, At: at}
}

// regressionFields are the numbers of the fitted lines.
func regressionFields() (fields []data.FieldOf[Profile]) {
	for i, name := range regressionNames {
		of := strings.NewReplacer("_vs_", " → ", "_", " ").Replace(name)
		add := func(part, label string, at func(*Regression) any) {
			fields = append(fields, field(data.Field{
				Name: "regression_" + name + "_" + part, Label: label, Help: label + " of the line " + of + " that the regression analysis states.",
			}, func(p *Profile) any { return at(&p.Regressions[i]) }))
		}
		add("count", "Points", func(r *Regression) any { return &r.Count })
		add("slope", "Slope", func(r *Regression) any { return &r.Slope })
		add("intercept", "Intercept", func(r *Regression) any { return &r.Intercept })
		add("r2", "R²", func(r *Regression) any { return &r.R2 })
		add("avg_y", "Mean", func(r *Regression) any { return &r.MeanOfYs })
	}
	return fields
}

// leafFields are the means over the queries, and the texts that they share.
func leafFields() (fields []data.FieldOf[Profile]) {
	for i, l := range leaves {
		if l.text {
			fields = append(fields, field(data.Field{Name: l.name(), Label: l.label, Help: l.help}, func(p *Profile) any { return &p.Texts[i] }))
			continue
		}
		fields = append(fields, field(data.Field{
			Name: l.name(), Label: l.label, Unit: l.unit, Help: "Mean over the queries. " + l.help,
		}, func(p *Profile) any { return &p.Means[i] }))
	}
	return fields
}
