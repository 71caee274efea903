package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

// Experiment is one measured run of a model: the fields of its result, values from the files next to it, and derived
// values. Times are UTC.
//
// Energy is GPU energy in joules, summed over the GPUs, including idle power unless a name contains adjusted.
type Experiment struct {
	Domain                      string            `run:"domain"`
	Study                       string            `run:"study"`
	StudyName                   data.Opt[string]  `run:"study_name"`
	StudyStatus                 data.Opt[string]  `run:"study_status"`
	Run                         string            `run:"run_path"`
	Cycle                       data.Opt[int]     `run:"cycle"`
	SchemaVersion               data.Opt[string]  `run:"schema_version"`
	BundleVersion               data.Opt[string]  `run:"bundle_version"`
	ExperimentID                data.Opt[string]  `run:"experiment_id"`
	Configuration               string            `run:"configuration"`
	ConfigHash                  data.Opt[string]  `run:"measurement_config_hash"`
	ToolVersion                 data.Opt[string]  `run:"llenergymeasure_version"`
	Engine                      string            `run:"engine"`
	EngineVersion               data.Opt[string]  `run:"engine_version"`
	Model                       string            `run:"model"`
	ModelName                   data.Opt[string]  `run:"model_name"`
	ServingMode                 data.Opt[string]  `run:"serving_mode"`
	Methodology                 data.Opt[string]  `run:"measurement_methodology"`
	SteadyStateWindow           data.Opt[string]  `run:"steady_state_window"`
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
	FLOPsPerSecond              data.Opt[float64] `run:"flops_per_second"`
	BaselinePowerWatts          data.Opt[float64] `run:"baseline_power_w"`
	EnergyPerDevice             data.Opt[string]  `run:"energy_per_device_j"`
	Breakdown                   Breakdown
	MultiGPU                    MultiGPU
	Processes                   data.Opt[string] `run:"process_results"`
	Aggregation                 Aggregation
	Warnings                    int               `run:"warnings"`
	MeasurementWarnings         data.Opt[string]  `run:"measurement_warnings"`
	ReaderWarnings              data.Opt[string]  `run:"reader_warnings"`
	WarmupExcluded              data.Opt[int]     `run:"warmup_excluded_samples"`
	Notes                       data.Opt[string]  `run:"reproducibility_notes"`
	SteadyStateMissed           data.Opt[bool]    `run:"steady_state_not_detected"`
	DiscardFraction             data.Opt[float64] `run:"measurement_window_discard_fraction"`
	Throttled                   data.Opt[bool]    `run:"throttled"`
	Throttle                    Throttle
	Warmup                      Warmup
	ITLMillis                   data.Opt[float64] `run:"itl_ms"`
	Latency                     Latency
	Extended                    Extended
	Memory                      Memory
	Utilisation                 Utilisation
	Batch                       Batch
	KVCache                     KVCache
	Request                     Request
	Environment                 Environment
	ModelLoadSeconds            data.Opt[float64] `run:"model_load_time_sec"`
	BuildCacheHit               data.Opt[bool]    `run:"engine_build_cache_hit"`
	Timeseries                  data.Opt[string]  `run:"timeseries"`
	TimeseriesRows              data.Opt[int]     `run:"timeseries_rows"`
	Recorded                    Recorded
	Requests                    data.Opt[string] `run:"requests"`
	StudyExperiments            data.Opt[int]    `run:"experiments"`
	StudyCompleted              data.Opt[int]    `run:"completed"`
	StudyFailed                 data.Opt[int]    `run:"failed"`
	StudySkipped                data.Opt[int]    `run:"skipped"`
}

// Breakdown describes the correction of the energy for idle power.
type Breakdown struct {
	RawJoules          data.Opt[float64] `run:"energy_breakdown_raw_j"`
	AdjustedJoules     data.Opt[float64] `run:"energy_breakdown_adjusted_j"`
	BaselinePowerWatts data.Opt[float64] `run:"energy_breakdown_baseline_power_w"`
	BaselineMethod     data.Opt[string]  `run:"energy_breakdown_baseline_method"`
	BaselineTimestamp  data.Opt[string]  `run:"energy_breakdown_baseline_timestamp"`
	BaselineCacheAge   data.Opt[float64] `run:"energy_breakdown_baseline_cache_age_sec"`
}

// MultiGPU contains the values of several GPUs.
type MultiGPU struct {
	NumGPUs              data.Opt[int]     `run:"multi_gpu_num_gpus"`
	EnergyPerGPU         data.Opt[string]  `run:"multi_gpu_energy_per_gpu_j"`
	EnergyTotalJoules    data.Opt[float64] `run:"multi_gpu_energy_total_j"`
	EnergyPerOutputToken data.Opt[float64] `run:"multi_gpu_energy_per_output_token_j"`
}

// Aggregation describes how processes were combined.
type Aggregation struct {
	Method          data.Opt[string] `run:"aggregation_method"`
	NumProcesses    data.Opt[int]    `run:"aggregation_num_processes"`
	TemporalOverlap data.Opt[bool]   `run:"aggregation_temporal_overlap_verified"`
	Attribution     data.Opt[bool]   `run:"aggregation_gpu_attribution_verified"`
	Warnings        data.Opt[string] `run:"aggregation_warnings"`
}

// Throttle describes whether and why clock rates were reduced.
type Throttle struct {
	Thermal         data.Opt[bool]    `run:"thermal_throttle_thermal"`
	Power           data.Opt[bool]    `run:"thermal_throttle_power"`
	SWThermal       data.Opt[bool]    `run:"thermal_throttle_sw_thermal"`
	HWThermal       data.Opt[bool]    `run:"thermal_throttle_hw_thermal"`
	HWPower         data.Opt[bool]    `run:"thermal_throttle_hw_power"`
	DurationSeconds data.Opt[float64] `run:"thermal_throttle_throttle_duration_sec"`
	MaxTemperature  data.Opt[float64] `run:"thermal_throttle_max_temperature_c"`
	Timestamps      data.Opt[string]  `run:"thermal_throttle_throttle_timestamps"`
}

// Warmup describes the warm-up.
type Warmup struct {
	Converged        data.Opt[bool]    `run:"warmup_result_converged"`
	FinalCV          data.Opt[float64] `run:"warmup_result_final_cv"`
	Iterations       data.Opt[int]     `run:"warmup_result_iterations_completed"`
	TargetCV         data.Opt[float64] `run:"warmup_result_target_cv"`
	MaxPrompts       data.Opt[int]     `run:"warmup_result_max_prompts"`
	Latencies        data.Opt[string]  `run:"warmup_result_latencies_ms"`
	FloorWaitSeconds data.Opt[float64] `run:"warmup_result_thermal_floor_wait_s"`
}

// Latency contains the token latencies of streaming runs.
type Latency struct {
	TTFTMean    data.Opt[float64] `run:"latency_stats_ttft_mean_ms"`
	TTFTMedian  data.Opt[float64] `run:"latency_stats_ttft_median_ms"`
	TTFTP95     data.Opt[float64] `run:"latency_stats_ttft_p95_ms"`
	TTFTP99     data.Opt[float64] `run:"latency_stats_ttft_p99_ms"`
	TTFTMin     data.Opt[float64] `run:"latency_stats_ttft_min_ms"`
	TTFTMax     data.Opt[float64] `run:"latency_stats_ttft_max_ms"`
	TTFTSamples data.Opt[int]     `run:"latency_stats_ttft_samples"`
	ITLMean     data.Opt[float64] `run:"latency_stats_itl_mean_ms"`
	ITLMedian   data.Opt[float64] `run:"latency_stats_itl_median_ms"`
	ITLP95      data.Opt[float64] `run:"latency_stats_itl_p95_ms"`
	ITLP99      data.Opt[float64] `run:"latency_stats_itl_p99_ms"`
	ITLSamples  data.Opt[int]     `run:"latency_stats_itl_samples"`
	ITLFullMean data.Opt[float64] `run:"latency_stats_itl_full_mean_ms"`
	ITLFullP99  data.Opt[float64] `run:"latency_stats_itl_full_p99_ms"`
	Mode        data.Opt[string]  `run:"latency_stats_measurement_mode"`
}

// Extended contains further metrics.
type Extended struct {
	TPOT            data.Opt[float64] `run:"extended_metrics_tpot_ms"`
	TokenEfficiency data.Opt[float64] `run:"extended_metrics_token_efficiency_index"`
}

// Memory is GPU memory in MB.
type Memory struct {
	TotalVRAM       data.Opt[float64] `run:"extended_metrics_memory_total_vram_mb"`
	ModelMemory     data.Opt[float64] `run:"extended_metrics_memory_model_memory_mb"`
	PeakMemory      data.Opt[float64] `run:"extended_metrics_memory_peak_memory_mb"`
	InferenceMemory data.Opt[float64] `run:"extended_metrics_memory_inference_memory_mb"`
	KVCache         data.Opt[float64] `run:"extended_metrics_memory_kv_cache_mb"`
	TokensPerGB     data.Opt[float64] `run:"extended_metrics_memory_tokens_per_gb_vram"`
	ModelShare      data.Opt[float64] `run:"extended_metrics_memory_model_memory_utilisation"`
	KVCacheShare    data.Opt[float64] `run:"extended_metrics_memory_kv_cache_memory_ratio"`
}

// Utilisation is the utilization of the GPU.
type Utilisation struct {
	SMMean    data.Opt[float64] `run:"extended_metrics_gpu_utilisation_sm_utilisation_mean"`
	SMSamples data.Opt[int]     `run:"extended_metrics_gpu_utilisation_sm_utilisation_samples"`
	Bandwidth data.Opt[float64] `run:"extended_metrics_gpu_utilisation_memory_bandwidth_utilisation"`
}

// Batch describes the utilization of batches.
type Batch struct {
	Effective   data.Opt[float64] `run:"extended_metrics_batch_effective_batch_size"`
	Utilisation data.Opt[float64] `run:"extended_metrics_batch_batch_utilisation"`
	Padding     data.Opt[float64] `run:"extended_metrics_batch_padding_overhead"`
	Batches     data.Opt[int]     `run:"extended_metrics_batch_num_batches"`
}

// KVCache is the state of the key-value cache.
type KVCache struct {
	HitRate data.Opt[float64] `run:"extended_metrics_kv_cache_kv_cache_hit_rate"`
	Used    data.Opt[int]     `run:"extended_metrics_kv_cache_kv_cache_blocks_used"`
	Total   data.Opt[int]     `run:"extended_metrics_kv_cache_kv_cache_blocks_total"`
}

// Request is the latency of whole requests.
type Request struct {
	Mean    data.Opt[float64] `run:"extended_metrics_request_latency_e2e_latency_mean_ms"`
	Median  data.Opt[float64] `run:"extended_metrics_request_latency_e2e_latency_median_ms"`
	P95     data.Opt[float64] `run:"extended_metrics_request_latency_e2e_latency_p95_ms"`
	P99     data.Opt[float64] `run:"extended_metrics_request_latency_e2e_latency_p99_ms"`
	Samples data.Opt[int]     `run:"extended_metrics_request_latency_e2e_latency_samples"`
}

// Recorded summarizes the time series of a run, except for its power.
type Recorded struct {
	MaxTemperature  data.Opt[float64] `run:"timeseries_max_temperature_c"`
	MaxMemory       data.Opt[float64] `run:"timeseries_max_memory_used_mb"`
	MeanUtilisation data.Opt[float64] `run:"timeseries_mean_sm_utilisation_pct"`
	MeanClock       data.Opt[float64] `run:"timeseries_mean_sm_clock_mhz"`
	ThrottleReasons data.Opt[string]  `run:"timeseries_throttle_reasons"`
}

// Environment describes the machine and software of the run.
type Environment struct {
	VRAM              data.Opt[float64] `run:"environment_vram_total_mb"`
	ComputeCapability data.Opt[string]  `run:"environment_compute_capability"`
	MIG               data.Opt[bool]    `run:"environment_mig_enabled"`
	CUDA              data.Opt[string]  `run:"environment_cuda_version"`
	Driver            data.Opt[string]  `run:"environment_driver_version"`
	PowerLimit        data.Opt[float64] `run:"environment_power_limit_w"`
	CPU               data.Opt[string]  `run:"environment_cpu_model"`
	Container         data.Opt[bool]    `run:"environment_container"`
	Python            data.Opt[string]  `run:"environment_python_version"`
}

// Schema is the field table of experiments.
func (Experiment) Schema() *data.Schema { return schema() }
