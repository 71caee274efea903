package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

func extendedFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "extended_metrics_tpot_ms", Label: "Time per output token", Unit: "ms", Better: data.Lower, Help: "Time per output token behind the first."}, func(e *Experiment) any { return &e.Extended.TPOT }),
		field(data.Field{Name: "extended_metrics_token_efficiency_index", Label: "Token efficiency index", Help: "Index of the tool that joins throughput and energy."}, func(e *Experiment) any { return &e.Extended.TokenEfficiency }),
		field(data.Field{Name: "extended_metrics_memory_total_vram_mb", Label: "GPU memory", Unit: "MB", Help: "Memory of the GPU."}, func(e *Experiment) any { return &e.Memory.TotalVRAM }),
		field(data.Field{Name: "extended_metrics_memory_model_memory_mb", Label: "Model memory", Unit: "MB", Help: "Memory that the model takes."}, func(e *Experiment) any { return &e.Memory.ModelMemory }),
		field(data.Field{Name: "extended_metrics_memory_peak_memory_mb", Label: "Peak memory", Unit: "MB", Help: "Most memory in use."}, func(e *Experiment) any { return &e.Memory.PeakMemory }),
		field(data.Field{Name: "extended_metrics_memory_inference_memory_mb", Label: "Inference memory", Unit: "MB", Help: "Memory beyond the model."}, func(e *Experiment) any { return &e.Memory.InferenceMemory }),
		field(data.Field{Name: "extended_metrics_memory_kv_cache_mb", Label: "KV cache", Unit: "MB", Help: "Memory of the key-value cache."}, func(e *Experiment) any { return &e.Memory.KVCache }),
		field(data.Field{Name: "extended_metrics_memory_tokens_per_gb_vram", Label: "Tokens per GB", Unit: "tok/GB", Help: "Tokens per GB of GPU memory."}, func(e *Experiment) any { return &e.Memory.TokensPerGB }),
		field(data.Field{Name: "extended_metrics_memory_model_memory_utilisation", Label: "Model share of memory", Help: "Share of the memory that the model takes, 0 to 1."}, func(e *Experiment) any { return &e.Memory.ModelShare }),
		field(data.Field{Name: "extended_metrics_memory_kv_cache_memory_ratio", Label: "KV cache share of memory", Help: "Share of the memory that the key-value cache takes, 0 to 1."}, func(e *Experiment) any { return &e.Memory.KVCacheShare }),
		field(data.Field{Name: "extended_metrics_gpu_utilisation_sm_utilisation_mean", Label: "SM utilisation", Unit: "%", Help: "Mean share of time that the multiprocessors were busy."}, func(e *Experiment) any { return &e.Utilisation.SMMean }),
		field(data.Field{Name: "extended_metrics_gpu_utilisation_sm_utilisation_samples", Label: "Utilisation samples", Help: "Samples behind the mean."}, func(e *Experiment) any { return &e.Utilisation.SMSamples }),
		field(data.Field{Name: "extended_metrics_gpu_utilisation_memory_bandwidth_utilisation", Label: "Memory bandwidth utilisation", Unit: "%", Help: "Mean share of the memory bandwidth in use."}, func(e *Experiment) any { return &e.Utilisation.Bandwidth }),
		field(data.Field{Name: "extended_metrics_batch_effective_batch_size", Label: "Effective batch", Unit: "sequences", Help: "Sequences that were in fact computed together."}, func(e *Experiment) any { return &e.Batch.Effective }),
		field(data.Field{Name: "extended_metrics_batch_batch_utilisation", Label: "Batch utilisation", Help: "Share of the batch in use, 0 to 1."}, func(e *Experiment) any { return &e.Batch.Utilisation }),
		field(data.Field{Name: "extended_metrics_batch_padding_overhead", Label: "Padding", Help: "Share of padding, 0 to 1."}, func(e *Experiment) any { return &e.Batch.Padding }),
		field(data.Field{Name: "extended_metrics_batch_num_batches", Label: "Batches", Help: "Number of batches."}, func(e *Experiment) any { return &e.Batch.Batches }),
		field(data.Field{Name: "extended_metrics_kv_cache_kv_cache_hit_rate", Label: "Cache hit rate", Help: "Share of tokens found in the key-value cache, 0 to 1."}, func(e *Experiment) any { return &e.KVCache.HitRate }),
		field(data.Field{Name: "extended_metrics_kv_cache_kv_cache_blocks_used", Label: "Cache blocks used", Help: "Blocks of the key-value cache in use."}, func(e *Experiment) any { return &e.KVCache.Used }),
		field(data.Field{Name: "extended_metrics_kv_cache_kv_cache_blocks_total", Label: "Cache blocks", Help: "Blocks of the key-value cache."}, func(e *Experiment) any { return &e.KVCache.Total }),
		field(data.Field{Name: "extended_metrics_request_latency_e2e_latency_mean_ms", Label: "Mean request latency", Unit: "ms", Better: data.Lower, Help: "Time from a request to the end of its answer."}, func(e *Experiment) any { return &e.Request.Mean }),
		field(data.Field{Name: "extended_metrics_request_latency_e2e_latency_median_ms", Label: "Request latency", Unit: "ms", Better: data.Lower, Help: "Time from a request to the end of its answer."}, func(e *Experiment) any { return &e.Request.Median }),
		field(data.Field{Name: "extended_metrics_request_latency_e2e_latency_p95_ms", Label: "P95 request latency", Unit: "ms", Better: data.Lower, Help: "Time from a request to the end of its answer."}, func(e *Experiment) any { return &e.Request.P95 }),
		field(data.Field{Name: "extended_metrics_request_latency_e2e_latency_p99_ms", Label: "P99 request latency", Unit: "ms", Better: data.Lower, Help: "Time from a request to the end of its answer."}, func(e *Experiment) any { return &e.Request.P99 }),
		field(data.Field{Name: "extended_metrics_request_latency_e2e_latency_samples", Label: "Requests measured", Help: "How many requests the statistics rest on."}, func(e *Experiment) any { return &e.Request.Samples }),
	}
}

func environmentFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "environment_vram_total_mb", Label: "Memory of the GPU", Unit: "MB", Help: "Memory of the GPU as its driver states it."}, func(e *Experiment) any { return &e.Environment.VRAM }),
		field(data.Field{Name: "environment_compute_capability", Label: "Compute capability", Help: "CUDA compute capability."}, func(e *Experiment) any { return &e.Environment.ComputeCapability }),
		field(data.Field{Name: "environment_mig_enabled", Label: "MIG", Help: "Whether the GPU was partitioned; energy is then that of the whole GPU."}, func(e *Experiment) any { return &e.Environment.MIG }),
		field(data.Field{Name: "environment_cuda_version", Label: "CUDA", Help: "Version of CUDA."}, func(e *Experiment) any { return &e.Environment.CUDA }),
		field(data.Field{Name: "environment_driver_version", Label: "Driver", Help: "Version of the GPU driver."}, func(e *Experiment) any { return &e.Environment.Driver }),
		field(data.Field{Name: "environment_power_limit_w", Label: "Power limit", Unit: "W", Help: "Power limit of the GPU."}, func(e *Experiment) any { return &e.Environment.PowerLimit }),
		field(data.Field{Name: "environment_cpu_model", Label: "CPU", Help: "Model of the CPU."}, func(e *Experiment) any { return &e.Environment.CPU }),
		field(data.Field{Name: "environment_container", Label: "Container", Help: "Whether the run was in a container."}, func(e *Experiment) any { return &e.Environment.Container }),
		field(data.Field{Name: "environment_python_version", Label: "Python", Help: "Version of Python."}, func(e *Experiment) any { return &e.Environment.Python }),
		field(data.Field{Name: "model_load_time_sec", Label: "Model load", Unit: "s", Help: "Time to load the model, outside of the measurement."}, func(e *Experiment) any { return &e.ModelLoadSeconds }),
		field(data.Field{Name: "engine_build_cache_hit", Label: "Engine cached", Help: "Whether the compiled engine came from a cache."}, func(e *Experiment) any { return &e.BuildCacheHit }),
	}
}

func fileFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "timeseries", Label: "Time series", Help: "File with power over time, beside the result."}, func(e *Experiment) any { return &e.Timeseries }),
		field(data.Field{Name: "timeseries_rows", Label: "Time series rows", Help: "Rows of that file."}, func(e *Experiment) any { return &e.TimeseriesRows }),
		field(data.Field{Name: "timeseries_max_temperature_c", Label: "Greatest recorded temperature", Unit: "°C", Help: "Greatest temperature of a GPU in that file."}, func(e *Experiment) any { return &e.Recorded.MaxTemperature }),
		field(data.Field{Name: "timeseries_max_memory_used_mb", Label: "Greatest recorded memory", Unit: "MB of one GPU", Help: "Most memory in use on a GPU in that file."}, func(e *Experiment) any { return &e.Recorded.MaxMemory }),
		field(data.Field{Name: "timeseries_mean_sm_utilisation_pct", Label: "Recorded utilisation", Unit: "%", Help: "Mean over GPUs and time of that file of how busy the GPU was."}, func(e *Experiment) any { return &e.Recorded.MeanUtilisation }),
		field(data.Field{Name: "timeseries_mean_sm_clock_mhz", Label: "Recorded clock", Unit: "MHz", Help: "Mean over GPUs and time of that file."}, func(e *Experiment) any { return &e.Recorded.MeanClock }),
		field(data.Field{Name: "timeseries_throttle_reasons", Label: "Recorded throttling", Help: "Why clocks were lowered at any time in that file."}, func(e *Experiment) any { return &e.Recorded.ThrottleReasons }),
		field(data.Field{Name: "requests", Label: "Requests file", Help: "File with single requests, listed and not read."}, func(e *Experiment) any { return &e.Requests }),
		field(data.Field{Name: "experiments", Label: "Experiments", Help: "Experiments of the study."}, func(e *Experiment) any { return &e.StudyExperiments }),
		field(data.Field{Name: "completed", Label: "Completed", Help: "Experiments of the study that completed."}, func(e *Experiment) any { return &e.StudyCompleted }),
		field(data.Field{Name: "failed", Label: "Failed", Help: "Experiments of the study that failed."}, func(e *Experiment) any { return &e.StudyFailed }),
		field(data.Field{Name: "skipped", Label: "Skipped", Help: "Experiments of the study that were skipped."}, func(e *Experiment) any { return &e.StudySkipped }),
	}
}
