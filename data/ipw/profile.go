package ipw

import "github.com/jouleboard/jouleboard/data"

// Profile contains the results of one model in one run. Energy is GPU energy in joules; other measured energies have
// their own fields. Means of values that individual queries report, and regressions, are only in the table.
type Profile struct {
	Domain      string           `run:"domain"`
	Run         string           `run:"run_path"`
	Form        string           `run:"form"`
	Dataset     string           `run:"dataset"`
	Model       string           `run:"model"`
	GPU         data.Opt[string] `run:"gpu"`
	EnergyBasis data.Opt[string] `run:"energy_basis"`
	BatchSize   data.Opt[int]    `run:"batch_size"`

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

	Warnings       int              `run:"warnings"`
	ReaderWarnings data.Opt[string] `run:"reader_warnings"`

	PrefillComponents data.Opt[string] `run:"phase_metrics_prefill_energy_components_j"`
	DecodeComponents  data.Opt[string] `run:"phase_metrics_decode_energy_components_j"`
}

// Schema is the field table of profiles.
func (Profile) Schema() *data.Schema { return schema() }
