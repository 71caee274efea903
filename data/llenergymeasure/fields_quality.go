package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

func qualityFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "warnings", Label: "Warnings", Help: "How many warnings the measurement and its aggregation state."}, func(e *Experiment) any { return &e.Warnings }),
		field(data.Field{Name: "measurement_warnings", JSON: true, Label: "Measurement warnings", Help: "What the tool warns of."}, func(e *Experiment) any { return &e.MeasurementWarnings }),
		field(data.Field{Name: "reader_warnings", JSON: true, Label: "Reader warnings", Help: "What is odd about the result beyond its own warnings."}, func(e *Experiment) any { return &e.ReaderWarnings }),
		field(data.Field{Name: "warmup_excluded_samples", Label: "Warm-up prompts", Help: "Prompts that were left out as warm-up."}, func(e *Experiment) any { return &e.WarmupExcluded }),
		field(data.Field{Name: "reproducibility_notes", Long: true, Label: "Reproducibility", Help: "What the tool says about its accuracy."}, func(e *Experiment) any { return &e.Notes }),
		field(data.Field{Name: "steady_state_not_detected", Label: "No steady state", Help: "Whether no steady state was found."}, func(e *Experiment) any { return &e.SteadyStateMissed }),
		field(data.Field{Name: "measurement_window_discard_fraction", Label: "Discarded share", Help: "Share of the measurement that was discarded."}, func(e *Experiment) any { return &e.DiscardFraction }),
		field(data.Field{Name: "throttled", Label: "Throttled", Help: "Whether a GPU lowered its clock for heat or power."}, func(e *Experiment) any { return &e.Throttled }),
		field(data.Field{Name: "thermal_throttle_thermal", Label: "Thermal throttle", Help: "Throttled for heat."}, func(e *Experiment) any { return &e.Throttle.Thermal }),
		field(data.Field{Name: "thermal_throttle_power", Label: "Power throttle", Help: "Throttled for power."}, func(e *Experiment) any { return &e.Throttle.Power }),
		field(data.Field{Name: "thermal_throttle_sw_thermal", Label: "Thermal throttle by software", Help: "The driver throttled for heat."}, func(e *Experiment) any { return &e.Throttle.SWThermal }),
		field(data.Field{Name: "thermal_throttle_hw_thermal", Label: "Thermal throttle by hardware", Help: "The hardware throttled for heat."}, func(e *Experiment) any { return &e.Throttle.HWThermal }),
		field(data.Field{Name: "thermal_throttle_hw_power", Label: "Power throttle by hardware", Help: "The hardware throttled for power."}, func(e *Experiment) any { return &e.Throttle.HWPower }),
		field(data.Field{Name: "thermal_throttle_throttle_duration_sec", Label: "Time throttled", Unit: "s", Help: "How long a GPU was throttled."}, func(e *Experiment) any { return &e.Throttle.DurationSeconds }),
		field(data.Field{Name: "thermal_throttle_max_temperature_c", Label: "Highest temperature", Unit: "°C", Help: "Highest temperature of a GPU."}, func(e *Experiment) any { return &e.Throttle.MaxTemperature }),
		field(data.Field{Name: "thermal_throttle_throttle_timestamps", JSON: true, Label: "Throttled at", Unit: "s", Help: "When throttling was seen, after the start of the run."}, func(e *Experiment) any { return &e.Throttle.Timestamps }),
		field(data.Field{Name: "warmup_result_converged", Label: "Warm-up converged", Help: "Whether latencies settled during warm-up."}, func(e *Experiment) any { return &e.Warmup.Converged }),
		field(data.Field{Name: "warmup_result_final_cv", Label: "Final variation", Help: "Coefficient of variation of the last warm-up latencies."}, func(e *Experiment) any { return &e.Warmup.FinalCV }),
		field(data.Field{Name: "warmup_result_iterations_completed", Label: "Warm-up iterations", Help: "Warm-up iterations."}, func(e *Experiment) any { return &e.Warmup.Iterations }),
		field(data.Field{Name: "warmup_result_target_cv", Label: "Target variation", Help: "Coefficient of variation that ends the warm-up."}, func(e *Experiment) any { return &e.Warmup.TargetCV }),
		field(data.Field{Name: "warmup_result_max_prompts", Label: "Warm-up limit", Help: "Most warm-up prompts."}, func(e *Experiment) any { return &e.Warmup.MaxPrompts }),
		field(data.Field{Name: "warmup_result_latencies_ms", JSON: true, Label: "Warm-up latencies", Unit: "ms", Help: "Latency of each warm-up prompt."}, func(e *Experiment) any { return &e.Warmup.Latencies }),
		field(data.Field{Name: "warmup_result_thermal_floor_wait_s", Label: "Wait before the run", Unit: "s", Help: "Time that the GPU was left to cool or settle."}, func(e *Experiment) any { return &e.Warmup.FloorWaitSeconds }),
	}
}

func latencyFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "itl_ms", Label: "ITL", Unit: "ms", Better: data.Lower, Help: "Median time between two output tokens, or the mean time per output token where that is all there is."}, func(e *Experiment) any { return &e.ITLMillis }),
		field(data.Field{Name: "latency_stats_ttft_mean_ms", Label: "Mean time to first token", Unit: "ms", Better: data.Lower, Help: "Time from the request to its first output token."}, func(e *Experiment) any { return &e.Latency.TTFTMean }),
		field(data.Field{Name: "latency_stats_ttft_median_ms", Label: "Time to first token", Unit: "ms", Better: data.Lower, Help: "Time from the request to its first output token."}, func(e *Experiment) any { return &e.Latency.TTFTMedian }),
		field(data.Field{Name: "latency_stats_ttft_p95_ms", Label: "P95 time to first token", Unit: "ms", Better: data.Lower, Help: "Time from the request to its first output token."}, func(e *Experiment) any { return &e.Latency.TTFTP95 }),
		field(data.Field{Name: "latency_stats_ttft_p99_ms", Label: "P99 time to first token", Unit: "ms", Better: data.Lower, Help: "Time from the request to its first output token."}, func(e *Experiment) any { return &e.Latency.TTFTP99 }),
		field(data.Field{Name: "latency_stats_ttft_min_ms", Label: "Least time to first token", Unit: "ms", Better: data.Lower, Help: "Time from the request to its first output token."}, func(e *Experiment) any { return &e.Latency.TTFTMin }),
		field(data.Field{Name: "latency_stats_ttft_max_ms", Label: "Greatest time to first token", Unit: "ms", Better: data.Lower, Help: "Time from the request to its first output token."}, func(e *Experiment) any { return &e.Latency.TTFTMax }),
		field(data.Field{Name: "latency_stats_ttft_samples", Label: "First tokens measured", Help: "How many values the statistics rest on."}, func(e *Experiment) any { return &e.Latency.TTFTSamples }),
		field(data.Field{Name: "latency_stats_itl_mean_ms", Label: "Mean ITL", Unit: "ms", Better: data.Lower, Help: "Time between two output tokens, without the first and last interval of each request."}, func(e *Experiment) any { return &e.Latency.ITLMean }),
		field(data.Field{Name: "latency_stats_itl_median_ms", Label: "Median ITL", Unit: "ms", Better: data.Lower, Help: "Time between two output tokens, without the first and last interval of each request."}, func(e *Experiment) any { return &e.Latency.ITLMedian }),
		field(data.Field{Name: "latency_stats_itl_p95_ms", Label: "P95 ITL", Unit: "ms", Better: data.Lower, Help: "Time between two output tokens, without the first and last interval of each request."}, func(e *Experiment) any { return &e.Latency.ITLP95 }),
		field(data.Field{Name: "latency_stats_itl_p99_ms", Label: "P99 ITL", Unit: "ms", Better: data.Lower, Help: "Time between two output tokens, without the first and last interval of each request."}, func(e *Experiment) any { return &e.Latency.ITLP99 }),
		field(data.Field{Name: "latency_stats_itl_samples", Label: "Intervals measured", Help: "How many values the statistics rest on."}, func(e *Experiment) any { return &e.Latency.ITLSamples }),
		field(data.Field{Name: "latency_stats_itl_full_mean_ms", Label: "Mean ITL of all intervals", Unit: "ms", Better: data.Lower, Help: "Time between two output tokens, first and last interval of each request included."}, func(e *Experiment) any { return &e.Latency.ITLFullMean }),
		field(data.Field{Name: "latency_stats_itl_full_p99_ms", Label: "P99 ITL of all intervals", Unit: "ms", Better: data.Lower, Help: "Time between two output tokens, first and last interval of each request included."}, func(e *Experiment) any { return &e.Latency.ITLFullP99 }),
		field(data.Field{Name: "latency_stats_measurement_mode", Label: "Latency mode", Help: "How latencies were measured; different modes do not compare."}, func(e *Experiment) any { return &e.Latency.Mode }),
	}
}
