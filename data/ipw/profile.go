package ipw

import "github.com/jouleboard/jouleboard/data"

// Profile contains the results of one model in one run. Energy is GPU energy in joules; other measured energies have
// their own fields. Means of values that individual queries report, and regressions, are only in the table.
type Profile struct {
	Domain      string           `run:"domain"`
	Run         string           `run:"run_path"`
	Form        string           `run:"form"`
	Dataset     string           `run:"dataset"`
	DatasetName data.Opt[string] `run:"dataset_name"`
	Model       string           `run:"model"`
	Agent       data.Opt[string] `run:"agent"`
	Engine      data.Opt[string] `run:"engine"`
	GPU         data.Opt[string] `run:"gpu"`
	Hardware    data.Opt[string] `run:"hardware"`
	EnergyBasis data.Opt[string] `run:"energy_basis"`
	BatchSize   data.Opt[int]    `run:"batch_size"`
	Date        data.Opt[string] `run:"date"`
	Start       data.Opt[string] `run:"start_time"`
	End         data.Opt[string] `run:"end_time"`
	IPWVersion  data.Opt[string] `run:"ipw_version"`

	Rows       data.Opt[int] `run:"rows"`
	Queries    int           `run:"queries"`
	Traces     data.Opt[int] `run:"traces"`
	Turns      data.Opt[int] `run:"turns"`
	Completed  data.Opt[int] `run:"completed"`
	ErrorTurns data.Opt[int] `run:"error_turns"`
	TimedOut   data.Opt[int] `run:"timed_out"`
	ToolCalls  data.Opt[int] `run:"tool_calls"`
	Answers    data.Opt[int] `run:"lm_response"`

	Correct  int               `run:"correct"`
	Scored   int               `run:"scored"`
	Accuracy data.Opt[float64] `run:"accuracy"`

	EnergySamples        int               `run:"energy_samples"`
	Coverage             data.Opt[float64] `run:"coverage"`
	SumEnergyJoules      data.Opt[float64] `run:"sum_energy_j"`
	GPUEnergyJoules      data.Opt[float64] `run:"gpu_energy_j"`
	CPUEnergyJoules      data.Opt[float64] `run:"cpu_energy_j"`
	BenchEnergyJoules    data.Opt[float64] `run:"bench_energy_j"`
	EnergyPerQuery       data.Opt[float64] `run:"energy_per_query_j"`
	EnergyPerQueryError  data.Opt[float64] `run:"energy_per_query_error_j"`
	EnergyPerOutputToken data.Opt[float64] `run:"energy_per_output_token_j"`
	SoCEnergyPerQuery    data.Opt[float64] `run:"soc_energy_per_query_j"`
	PowerSamples         int               `run:"power_samples"`
	PowerWatts           data.Opt[float64] `run:"power_w"`
	PerJoule             data.Opt[float64] `run:"ipj"`
	PerWatt              data.Opt[float64] `run:"ipw"`

	InputTokens      data.Opt[int]     `run:"input_tokens"`
	OutputTokens     data.Opt[int]     `run:"output_tokens"`
	ThroughputOutput data.Opt[float64] `run:"throughput_output_tok_s"`
	TTFTMillis       data.Opt[float64] `run:"ttft_ms"`
	ITLMillis        data.Opt[float64] `run:"itl_ms"`
	QuerySeconds     data.Opt[float64] `run:"query_seconds"`
	CostUSD          data.Opt[float64] `run:"cost_usd"`

	Report Report

	Warnings       int              `run:"warnings"`
	ReportWarnings data.Opt[string] `run:"report_warnings"`
	ReaderWarnings data.Opt[string] `run:"reader_warnings"`

	PrefillComponents data.Opt[string] `run:"phase_metrics_prefill_energy_components_j"`
	DecodeComponents  data.Opt[string] `run:"phase_metrics_decode_energy_components_j"`
}

// Report contains the results of the accuracy analysis for the model.
type Report struct {
	Accuracy       data.Opt[float64] `run:"report_accuracy"`
	PerJoule       data.Opt[float64] `run:"report_ipj"`
	PerWatt        data.Opt[float64] `run:"report_ipw"`
	EnergyPerQuery data.Opt[float64] `run:"report_energy_per_query_j"`
	PowerWatts     data.Opt[float64] `run:"report_power_w"`
	EnergyBasis    data.Opt[string]  `run:"report_energy_basis"`
	Imputed        data.Opt[int]     `run:"report_imputed"`
	Correct        data.Opt[int]     `run:"report_correct"`
	Incorrect      data.Opt[int]     `run:"report_incorrect"`
	Unevaluated    data.Opt[int]     `run:"report_unevaluated"`
	Failed         data.Opt[int]     `run:"report_failed"`
	EmptySkipped   data.Opt[int]     `run:"report_skipped_empty_responses"`
	RecordsChecked data.Opt[int]     `run:"report_records_checked"`
	EnergyShort    data.Opt[int]     `run:"report_records_energy_short"`
	WorstRatio     data.Opt[float64] `run:"report_worst_energy_ratio"`
}

// Schema is the field table of profiles.
func (Profile) Schema() *data.Schema { return schema() }
