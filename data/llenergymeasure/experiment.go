package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

// Experiment is one measured run of a model: what identifies it, what values are derived from, and the derived values;
// everything else that its files state is only in the table. Times are UTC.
//
// Energy is GPU energy in joules, summed over the GPUs, including idle power unless a name contains adjusted.
type Experiment struct {
	Domain                      string            `run:"domain"`
	Study                       string            `run:"study"`
	StudyName                   data.Opt[string]  `run:"study_name"`
	StudyStatus                 data.Opt[string]  `run:"study_status"`
	Run                         string            `run:"run_path"`
	Cycle                       data.Opt[int]     `run:"cycle"`
	ExperimentID                data.Opt[string]  `run:"experiment_id"`
	Configuration               string            `run:"configuration"`
	ConfigHash                  data.Opt[string]  `run:"measurement_config_hash"`
	ToolVersion                 data.Opt[string]  `run:"llenergymeasure_version"`
	Engine                      string            `run:"engine"`
	EngineVersion               data.Opt[string]  `run:"engine_version"`
	Model                       string            `run:"model"`
	ModelName                   data.Opt[string]  `run:"model_name"`
	Methodology                 data.Opt[string]  `run:"measurement_methodology"`
	StartTime                   data.Opt[string]  `run:"start_time"`
	EndTime                     data.Opt[string]  `run:"end_time"`
	DurationSeconds             data.Opt[float64] `run:"duration_sec"`
	GPU                         data.Opt[string]  `run:"gpu"`
	NumGPUs                     data.Opt[int]     `run:"num_gpus"`
	NumGPUsBasis                string            `run:"num_gpus_basis"`
	Precision                   data.Opt[string]  `run:"precision"`
	BatchSize                   data.Opt[int]     `run:"batch_size"`
	BatchSetting                data.Opt[string]  `run:"batch_setting"`
	TensorParallel              data.Opt[int]     `run:"tensor_parallel"`
	Dataset                     data.Opt[string]  `run:"dataset"`
	Prompts                     data.Opt[int]     `run:"n_prompts"`
	MaxInputTokens              data.Opt[int]     `run:"max_input_tokens"`
	MaxOutputTokens             data.Opt[int]     `run:"max_output_tokens"`
	RunnerMode                  data.Opt[string]  `run:"runner_mode"`
	TotalTokens                 data.Opt[int]     `run:"total_tokens"`
	InputTokens                 data.Opt[int]     `run:"input_tokens"`
	OutputTokens                data.Opt[int]     `run:"output_tokens"`
	TokenSplit                  data.Opt[string]  `run:"token_split"`
	TotalEnergyJoules           data.Opt[float64] `run:"total_energy_j"`
	EnergyAdjustedJoules        data.Opt[float64] `run:"energy_adjusted_j"`
	InferenceSeconds            data.Opt[float64] `run:"total_inference_time_sec"`
	TokensPerSecond             data.Opt[float64] `run:"avg_tokens_per_second"`
	EnergyPerTokenJoules        data.Opt[float64] `run:"avg_energy_per_token_j"`
	EnergyPerOutputToken        data.Opt[float64] `run:"energy_per_output_token_j"`
	EnergyPerTotalToken         data.Opt[float64] `run:"energy_per_total_token_j"`
	MilliJoulesPerToken         data.Opt[float64] `run:"mj_per_tok_total"`
	MilliJoulesPerTokenAdjusted data.Opt[float64] `run:"mj_per_tok_adjusted"`
	TokensPerJoule              data.Opt[float64] `run:"tokens_per_joule"`
	ThroughputTotal             data.Opt[float64] `run:"throughput_total_tok_s"`
	ThroughputOutput            data.Opt[float64] `run:"throughput_output_tok_s"`
	MeanPowerWatts              data.Opt[float64] `run:"mean_power_w_from_energy"`
	TotalFLOPs                  data.Opt[float64] `run:"total_flops"`
	FLOPsPerOutputToken         data.Opt[float64] `run:"flops_per_output_token"`
	FLOPsPerInputToken          data.Opt[float64] `run:"flops_per_input_token"`
	EnergyPerDevice             data.Opt[string]  `run:"energy_per_device_j"`
	Breakdown                   Breakdown
	MultiGPU                    MultiGPU
	Processes                   data.Opt[string] `run:"process_results"`
	Aggregation                 Aggregation
	Warnings                    int               `run:"warnings"`
	MeasurementWarnings         data.Opt[string]  `run:"measurement_warnings"`
	ReaderWarnings              data.Opt[string]  `run:"reader_warnings"`
	Throttled                   data.Opt[bool]    `run:"throttled"`
	ITLMillis                   data.Opt[float64] `run:"itl_ms"`
	Timeseries                  data.Opt[string]  `run:"timeseries"`
	TimeseriesRows              data.Opt[int]     `run:"timeseries_rows"`
	ITLMedianMillis             data.Opt[float64] `run:"latency_stats_itl_median_ms"`
	TPOTMillis                  data.Opt[float64] `run:"extended_metrics_tpot_ms"`
	EffectiveBatchSize          data.Opt[float64] `run:"extended_metrics_batch_effective_batch_size"`
	MIG                         data.Opt[bool]    `run:"environment_mig_enabled"`
	Recorded                    Recorded
	Requests                    data.Opt[string] `run:"requests"`
	StudyExperiments            data.Opt[int]    `run:"experiments"`
	StudyCompleted              data.Opt[int]    `run:"completed"`
	StudyFailed                 data.Opt[int]    `run:"failed"`
	StudySkipped                data.Opt[int]    `run:"skipped"`
}

// Breakdown describes the correction of the energy for idle power.
type Breakdown struct {
	RawJoules         data.Opt[float64] `run:"energy_breakdown_raw_j"`
	AdjustedJoules    data.Opt[float64] `run:"energy_breakdown_adjusted_j"`
	BaselineTimestamp data.Opt[string]  `run:"energy_breakdown_baseline_timestamp"`
}

// MultiGPU contains the values of several GPUs.
type MultiGPU struct {
	NumGPUs              data.Opt[int]     `run:"multi_gpu_num_gpus"`
	EnergyTotalJoules    data.Opt[float64] `run:"multi_gpu_energy_total_j"`
	EnergyPerOutputToken data.Opt[float64] `run:"multi_gpu_energy_per_output_token_j"`
}

// Aggregation describes how processes were combined.
type Aggregation struct {
	Method       data.Opt[string] `run:"aggregation_method"`
	NumProcesses data.Opt[int]    `run:"aggregation_num_processes"`
	Warnings     data.Opt[string] `run:"aggregation_warnings"`
}

// Recorded summarizes the time series of a run, except for its power.
type Recorded struct {
	MaxTemperature  data.Opt[float64] `run:"timeseries_max_temperature_c"`
	MaxMemory       data.Opt[float64] `run:"timeseries_max_memory_used_mb"`
	MeanUtilisation data.Opt[float64] `run:"timeseries_mean_sm_utilisation_pct"`
	MeanClock       data.Opt[float64] `run:"timeseries_mean_sm_clock_mhz"`
	ThrottleReasons data.Opt[string]  `run:"timeseries_throttle_reasons"`
}

// experiment is a run while it is read, with the row of all fields that its files state.
type experiment struct {
	Experiment
	row data.Row
}

// whole is the row with what was derived.
func (e *experiment) whole() data.Row {
	data.Store(e.row, e.Experiment)
	return e.row
}

// Schema is the field table of experiments.
func (Experiment) Schema() *data.Schema { return schema() }
