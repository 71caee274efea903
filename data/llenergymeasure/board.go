package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

var board = data.Board{
	System: "llenergymeasure", URL: "https://github.com/henrycgbaker/LLenergyMeasure",
	About: "llenergymeasure runs a list of prompts through an inference engine and measures the GPU energy of the whole run, idle power included.",
	By:    "study", Noun: "study", Title: "study_name",
	Primary: "energy_per_output_token_j",
	Alike:   []string{"gpu", "num_gpus", "dataset", "max_input_tokens", "max_output_tokens", "serving_mode"},
	Columns: []string{
		"energy_per_output_token_j", "mj_per_tok_adjusted", "throughput_output_tok_s", "mean_power_w_from_energy",
		"engine", "precision", "batch_size", "latency_stats_ttft_median_ms", "itl_ms",
	},
	Details: []string{
		"cycle", "engine", "engine_version", "gpu", "num_gpus", "precision", "batch_size", "batch_setting", "tensor_parallel", "dataset",
		"energy_per_output_token_j", "mj_per_tok_total", "mj_per_tok_adjusted", "throughput_output_tok_s", "throughput_total_tok_s",
		"mean_power_w_from_energy", "latency_stats_ttft_median_ms", "itl_ms", "extended_metrics_request_latency_e2e_latency_median_ms",
		"input_tokens", "output_tokens", "total_energy_j", "energy_adjusted_j", "baseline_power_w", "total_inference_time_sec", "start_time",
	},
	Counts: []string{"experiments", "completed", "failed", "skipped"},
	Plots: []data.Plot{
		{
			Name: "tradeoff", X: "throughput_output_tok_s", Y: "energy_per_output_token_j",
			Help: "No other configuration beats those on the line in both throughput and energy.",
		},
		{Name: "power", Series: powerSeries, Help: "Power of all GPUs together, a mean of each second."},
	},
	Warnings: []string{"measurement_warnings", "aggregation_warnings", "reader_warnings"},
	Explain: []data.Explanation{
		{Code: "throttled", Label: "throttled", Text: "A GPU lowered its clock for heat or power during the run, so it was slower and perhaps more frugal than it would be otherwise."},
		{Code: "short_measurement_duration", Label: "short", Text: "The measurement was short; the power sampler updates a few times a second, so short runs are less certain."},
		{Code: "gpu_persistence_mode_off", Label: "persistence off", Text: "The GPU's persistence mode was off; the driver may have powered it down between requests."},
		{Code: "thermal_drift_detected", Label: "thermal drift", Text: "The GPU's temperature rose during the run, and leakage power with it."},
		{Code: "nvml_low_sample_count", Label: "few samples", Text: "Few power samples were taken, so the energy is less certain."},
		{Code: "no_energy", Label: "no energy", Text: "The energy is 0 J: the sampler was off or failed. The energy is unknown, and the run has no place in the order."},
		{Code: "adjusted_zero", Label: "adjusted 0", Text: "Idle power explains all of the energy, so the adjusted energy is cut off at 0. It says that the run is too small to tell, not that it is free."},
		{Code: "gpus_assumed", Label: "1 GPU assumed", Text: "No file states the number of GPUs; one is assumed. The energy does not depend on it."},
		{Code: "gpu_unknown", Label: "GPU unknown", Text: "The file that names the GPU is not there."},
		{Code: "mig", Label: "MIG", Text: "The GPU was partitioned, and its energy is that of the whole GPU."},
		{Code: "split_unknown", Label: "tokens not split", Text: "The result states input and output tokens as one number only, so energy per output token is unknown."},
		{Code: "processes_missing", Label: "processes missing", Text: "Several processes are summed up, and the result does not hold them: throughput and power are those of a mean process."},
		{Code: "date_unknown", Label: "date unknown", Text: "The result does not state when the run started."},
		{Code: "energy_mismatch", Label: "energy differs", Text: "The breakdown of the energy states another total than the result."},
		{Code: "devices_mismatch", Label: "GPUs differ", Text: "The energies of the GPUs do not add up to the total."},
		{Code: "per_token_mismatch", Label: "per token differs", Text: "The stated energy per token does not match energy and tokens; the page shows the quotient."},
		{Code: "sidecar", Label: "file missing", Text: "A file beside the result is missing or broken, so something about the run is unknown."},
	},
}
