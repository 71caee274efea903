package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

func coreFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "total_tokens", Label: "Tokens", Unit: "tokens, input + output", Help: "Input and output tokens of the run."}, func(e *Experiment) any { return &e.TotalTokens }),
		field(data.Field{Name: "input_tokens", Label: "Input tokens", Unit: "tokens", Help: "Input tokens of the run."}, func(e *Experiment) any { return &e.InputTokens }),
		field(data.Field{Name: "output_tokens", Label: "Output tokens", Unit: "tokens", Help: "Output tokens of the run."}, func(e *Experiment) any { return &e.OutputTokens }),
		field(data.Field{Name: "token_split", Label: "Token split from", Help: "Where input and output tokens come from: stated, or derived from processes, FLOPs or energy."}, func(e *Experiment) any { return &e.TokenSplit }),
		field(data.Field{Name: "total_energy_j", Label: "Energy", Unit: "J", Help: "GPU energy of the run, summed over the GPUs, idle power included."}, func(e *Experiment) any { return &e.TotalEnergyJoules }),
		field(data.Field{Name: "energy_adjusted_j", Label: "Adjusted energy", Unit: "J", Help: "Energy less the idle power of the same time, not below zero."}, func(e *Experiment) any { return &e.EnergyAdjustedJoules }),
		field(data.Field{Name: "total_inference_time_sec", Positive: true, Label: "Inference time", Unit: "s", Help: "Time of inference; the sum over processes where several ran."}, func(e *Experiment) any { return &e.InferenceSeconds }),
		field(data.Field{Name: "avg_tokens_per_second", Label: "Stated throughput", Unit: "tok/s, input + output", Help: "Input and output tokens a second as the result states it; the mean of a process where several ran."}, func(e *Experiment) any { return &e.TokensPerSecond }),
		field(data.Field{Name: "avg_energy_per_token_j", Label: "Stated energy per token", Unit: "J per token", Help: "As the result states it: per output token of one process, per input and output token where several ran."}, func(e *Experiment) any { return &e.EnergyPerTokenJoules }),
		field(data.Field{Name: "energy_per_output_token_j", Label: "Energy per output token", Unit: "J per output token", Better: data.Lower, Help: "GPU energy of the run, idle power included, divided by its output tokens."}, func(e *Experiment) any { return &e.EnergyPerOutputToken }),
		field(data.Field{Name: "energy_per_total_token_j", Label: "Energy per token", Unit: "J per token, input + output", Better: data.Lower, Help: "GPU energy of the run divided by its input and output tokens."}, func(e *Experiment) any { return &e.EnergyPerTotalToken }),
		field(data.Field{Name: "mj_per_tok_total", Label: "Energy per token", Unit: "mJ per token, input + output", Better: data.Lower, Help: "GPU energy of the run divided by its input and output tokens."}, func(e *Experiment) any { return &e.MilliJoulesPerToken }),
		field(data.Field{Name: "mj_per_tok_adjusted", Label: "Adjusted energy per token", Unit: "mJ per token, input + output", Better: data.Lower, Help: "Energy less idle power, divided by input and output tokens; the comparison that the tool recommends."}, func(e *Experiment) any { return &e.MilliJoulesPerTokenAdjusted }),
		field(data.Field{Name: "tokens_per_joule", Label: "Tokens per joule", Unit: "tok/J, input + output", Help: "Input and output tokens divided by the energy; 0 where no energy was measured."}, func(e *Experiment) any { return &e.TokensPerJoule }),
		field(data.Field{Name: "throughput_total_tok_s", Label: "Throughput of all tokens", Unit: "tok/s, input + output", Better: data.Higher, Help: "Input and output tokens a second of all processes."}, func(e *Experiment) any { return &e.ThroughputTotal }),
		field(data.Field{Name: "throughput_output_tok_s", Label: "Throughput", Unit: "output tok/s", Better: data.Higher, Help: "Output tokens a second of all processes."}, func(e *Experiment) any { return &e.ThroughputOutput }),
		field(data.Field{Name: "mean_power_w_from_energy", Label: "Power", Unit: "W", Better: data.Lower, Help: "Energy divided by time, all GPUs together."}, func(e *Experiment) any { return &e.MeanPowerWatts }),
	}
}

func flopFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "total_flops", Label: "FLOPs", Unit: "FLOP", Help: "Estimate from the model configuration, not a measurement."}, func(e *Experiment) any { return &e.TotalFLOPs }),
		field(data.Field{Name: "flops_per_output_token", Label: "FLOPs per output token", Unit: "FLOP per output token", Help: "The estimate divided by output tokens."}, func(e *Experiment) any { return &e.FLOPsPerOutputToken }),
		field(data.Field{Name: "flops_per_input_token", Label: "FLOPs per input token", Unit: "FLOP per input token", Help: "The estimate divided by input tokens."}, func(e *Experiment) any { return &e.FLOPsPerInputToken }),
		field(data.Field{Name: "flops_per_second", Label: "FLOP rate", Unit: "FLOP/s", Help: "The estimate divided by the time."}, func(e *Experiment) any { return &e.FLOPsPerSecond }),
	}
}

func energyFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "baseline_power_w", Label: "Idle power", Unit: "W", Help: "Power of the GPUs before the run."}, func(e *Experiment) any { return &e.BaselinePowerWatts }),
		field(data.Field{Name: "energy_per_device_j", JSON: true, Label: "Energy by GPU", Unit: "J", Help: "Energy of each GPU."}, func(e *Experiment) any { return &e.EnergyPerDevice }),
		field(data.Field{Name: "energy_breakdown_raw_j", Label: "Raw energy", Unit: "J", Help: "Energy before the idle power is subtracted."}, func(e *Experiment) any { return &e.Breakdown.RawJoules }),
		field(data.Field{Name: "energy_breakdown_adjusted_j", Label: "Adjusted energy of the breakdown", Unit: "J", Help: "Energy less idle power."}, func(e *Experiment) any { return &e.Breakdown.AdjustedJoules }),
		field(data.Field{Name: "energy_breakdown_baseline_power_w", Label: "Idle power of the breakdown", Unit: "W", Help: "Idle power that was subtracted."}, func(e *Experiment) any { return &e.Breakdown.BaselinePowerWatts }),
		field(data.Field{Name: "energy_breakdown_baseline_method", Label: "Idle power from", Help: "How the idle power is known: cached, validated, fresh, unavailable."}, func(e *Experiment) any { return &e.Breakdown.BaselineMethod }),
		field(data.Field{Name: "energy_breakdown_baseline_timestamp", Label: "Idle power of", Help: "When the idle power was measured, in UTC."}, func(e *Experiment) any { return &e.Breakdown.BaselineTimestamp }),
		field(data.Field{Name: "energy_breakdown_baseline_cache_age_sec", Label: "Age of the idle power", Unit: "s", Help: "How old the cached idle power was."}, func(e *Experiment) any { return &e.Breakdown.BaselineCacheAge }),
		field(data.Field{Name: "multi_gpu_num_gpus", Label: "Measured GPUs", Help: "GPUs that reported energy."}, func(e *Experiment) any { return &e.MultiGPU.NumGPUs }),
		field(data.Field{Name: "multi_gpu_energy_per_gpu_j", JSON: true, Label: "Energy of each GPU", Unit: "J", Help: "Energy of each GPU of several."}, func(e *Experiment) any { return &e.MultiGPU.EnergyPerGPU }),
		field(data.Field{Name: "multi_gpu_energy_total_j", Label: "Energy of the GPUs", Unit: "J", Help: "Energy of several GPUs together."}, func(e *Experiment) any { return &e.MultiGPU.EnergyTotalJoules }),
		field(data.Field{Name: "multi_gpu_energy_per_output_token_j", Label: "Energy per output token of the GPUs", Unit: "J per output token", Help: "Energy of several GPUs divided by output tokens."}, func(e *Experiment) any { return &e.MultiGPU.EnergyPerOutputToken }),
	}
}

func processFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "process_results", JSON: true, Label: "Processes", Help: "What each process measured."}, func(e *Experiment) any { return &e.Processes }),
		field(data.Field{Name: "aggregation_method", Label: "Aggregation", Help: "How processes were joined."}, func(e *Experiment) any { return &e.Aggregation.Method }),
		field(data.Field{Name: "aggregation_num_processes", Label: "Number of processes", Help: "Processes that ran side by side."}, func(e *Experiment) any { return &e.Aggregation.NumProcesses }),
		field(data.Field{Name: "aggregation_temporal_overlap_verified", Label: "Overlap verified", Help: "Whether the processes ran at the same time."}, func(e *Experiment) any { return &e.Aggregation.TemporalOverlap }),
		field(data.Field{Name: "aggregation_gpu_attribution_verified", Label: "Attribution verified", Help: "Whether no GPU counts twice."}, func(e *Experiment) any { return &e.Aggregation.Attribution }),
		field(data.Field{Name: "aggregation_warnings", JSON: true, Label: "Aggregation warnings", Help: "What the aggregation warns of."}, func(e *Experiment) any { return &e.Aggregation.Warnings }),
	}
}
