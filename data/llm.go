package data

// LLMRun is one benchmark run of a language model on one configuration: a model
// with one number format on so many GPUs at one maximum batch size.
//
// Energy is GPU energy in joules, summed over the GPUs, during the steady state.
type LLMRun struct {
	Domain                       string
	Task                         string
	ModelID                      string
	Nickname                     string
	Architecture                 string
	TotalParamsBillions          float64
	ActivatedParamsBillions      float64
	WeightPrecision              string
	GPUModel                     string
	NumGPUs                      int
	MaxNumSeqs                   int
	Seed                         Opt[int]
	NumRequestRepeats            Opt[int]
	TensorParallel               int
	ExpertParallel               int
	DataParallel                 int
	SteadyStateEnergyJoules      Opt[float64]
	SteadyStateDurationSeconds   Opt[float64]
	EnergyPerTokenJoules         float64
	EnergyPerRequestJoules       Opt[float64]
	OutputThroughputTokensPerSec float64
	RequestThroughputReqPerSec   Opt[float64]
	AvgPowerWatts                float64
	TotalOutputTokens            Opt[float64]
	CompletedRequests            Opt[float64]
	AvgOutputLen                 Opt[float64]
	MeanITLMillis                Opt[float64]
	MedianITLMillis              float64
	P50ITLMillis                 float64
	P90ITLMillis                 float64
	P95ITLMillis                 float64
	P99ITLMillis                 float64
	AvgBatchSize                 Opt[float64]
	IsStable                     bool
	UnstableReason               string
	ResultsPath                  Opt[string]
	PrometheusPath               Opt[string]
}

// LLMRuns is a collection of LLM runs.
type LLMRuns = Runs[LLMRun]

// Schema is the field table of LLM runs.
func (LLMRun) Schema() *Schema[LLMRun] { return llmSchema }

var llmSchema = NewSchema(Traits{
	Domain: "llm", Noun: "token", Model: "model_id", GPU: "gpu_model", Batch: "max_num_seqs", Power: "avg_power_watts",
	Energy: "energy_per_token_joules", Throughput: "output_throughput_tokens_per_sec",
	Latency: []string{"median_itl_ms", "p90_itl_ms", "p95_itl_ms", "p99_itl_ms"},
	Order:   []string{"task", "model_id", "gpu_model", "num_gpus", "max_num_seqs"},
	Basis: Basis{
		Window:     "the steady state: from when the batch is full until it begins to empty",
		Load:       "as many requests as the server takes, so that the batch stays full",
		Scope:      "GPUs only, by NVML",
		Token:      "output tokens",
		Latency:    "between two output tokens of an answer",
		Throughput: "output tokens of the whole server at steady state",
		Accuracy:   "not measured",
		Repeats:    "runs of one configuration with another seed",
	},
	Sweep: []string{"task", "model_id", "gpu_model", "num_gpus", "weight_precision"},
	Main: []string{
		"task", "nickname", "weight_precision", "gpu_model", "num_gpus", "max_num_seqs",
		"energy_per_token_joules", "median_itl_ms", "output_throughput_tokens_per_sec", "avg_power_watts",
	},
}, []FieldOf[LLMRun]{
	{Field{Name: "domain", Label: "Domain", Help: "Kind of benchmark, always llm."}, func(r *LLMRun) any { return &r.Domain }},
	{Field{Name: "task", Key: true, Label: "Task", Help: "What the model was asked to do."}, func(r *LLMRun) any { return &r.Task }},
	{Field{Name: "model_id", Key: true, Label: "Model id", Help: "Identifier of the model, organization/name."}, func(r *LLMRun) any { return &r.ModelID }},
	{Field{Name: "nickname", Label: "Model", Help: "Name of the model for people."}, func(r *LLMRun) any { return &r.Nickname }},
	{Field{Name: "architecture", Label: "Architecture", Anchor: "architecture", Help: "Dense, mixture of experts or hybrid."}, func(r *LLMRun) any { return &r.Architecture }},
	{Field{Name: "total_params_billions", Label: "Parameters", Unit: "billion", Anchor: "parameters", Positive: true, Help: "All parameters of the model."}, func(r *LLMRun) any { return &r.TotalParamsBillions }},
	{Field{Name: "activated_params_billions", Label: "Active parameters", Unit: "billion", Anchor: "parameters", Positive: true, Help: "Parameters used for one token; fewer than all in a mixture of experts."}, func(r *LLMRun) any { return &r.ActivatedParamsBillions }},
	{Field{Name: "weight_precision", Key: true, Label: "Precision", Anchor: "precision", Help: "Number format of most weights."}, func(r *LLMRun) any { return &r.WeightPrecision }},
	{Field{Name: "gpu_model", Key: true, Label: "GPU", Help: "Model of the GPU."}, func(r *LLMRun) any { return &r.GPUModel }},
	{Field{Name: "num_gpus", Key: true, Label: "GPUs", Positive: true, Help: "Number of GPUs that serve the model together."}, func(r *LLMRun) any { return &r.NumGPUs }},
	{Field{Name: "max_num_seqs", Key: true, Label: "Batch", Unit: "sequences", Anchor: "batch-size", Positive: true, Help: "Most sequences that the server decodes together."}, func(r *LLMRun) any { return &r.MaxNumSeqs }},
	{Field{Name: "seed", Protocol: true, Label: "Seed", Help: "Random seed of the run."}, func(r *LLMRun) any { return &r.Seed }},
	{Field{Name: "num_request_repeats", Protocol: true, Label: "Repeats", Help: "How often each request was sent."}, func(r *LLMRun) any { return &r.NumRequestRepeats }},
	{Field{Name: "tensor_parallel", Key: true, Label: "Tensor parallel", Anchor: "parallelism", Positive: true, Help: "GPUs that share each layer."}, func(r *LLMRun) any { return &r.TensorParallel }},
	{Field{Name: "expert_parallel", Key: true, Label: "Expert parallel", Anchor: "parallelism", Positive: true, Help: "GPUs that share the experts."}, func(r *LLMRun) any { return &r.ExpertParallel }},
	{Field{Name: "data_parallel", Key: true, Label: "Data parallel", Anchor: "parallelism", Positive: true, Help: "Replicas that share the requests."}, func(r *LLMRun) any { return &r.DataParallel }},
	{Field{Name: "steady_state_energy_joules", Label: "Steady-state energy", Unit: "J", Anchor: "energy-per-token", Positive: true, Help: "GPU energy of the whole steady state."}, func(r *LLMRun) any { return &r.SteadyStateEnergyJoules }},
	{Field{Name: "steady_state_duration_seconds", Label: "Steady-state duration", Unit: "s", Anchor: "stability", Positive: true, Help: "How long the batch stayed full."}, func(r *LLMRun) any { return &r.SteadyStateDurationSeconds }},
	{Field{Name: "energy_per_token_joules", Label: "Energy per token", Unit: "J per output token", Anchor: "energy-per-token", Better: Lower, Positive: true, Help: "GPU energy at steady state for one output token."}, func(r *LLMRun) any { return &r.EnergyPerTokenJoules }},
	{Field{Name: "energy_per_request_joules", Label: "Energy per response", Unit: "J per response", Anchor: "energy-per-response", Better: Lower, Positive: true, Help: "Energy per token times the mean answer length, so wordiness counts."}, func(r *LLMRun) any { return &r.EnergyPerRequestJoules }},
	{Field{Name: "output_throughput_tokens_per_sec", Label: "Throughput", Unit: "tok/s", Anchor: "throughput", Better: Higher, Positive: true, Help: "Output tokens a second of the whole server."}, func(r *LLMRun) any { return &r.OutputThroughputTokensPerSec }},
	{Field{Name: "request_throughput_req_per_sec", Label: "Request throughput", Unit: "requests/s", Anchor: "throughput", Better: Higher, Positive: true, Help: "Answers a second of the whole server."}, func(r *LLMRun) any { return &r.RequestThroughputReqPerSec }},
	{Field{Name: "avg_power_watts", Label: "Power", Unit: "W", Anchor: "power", Better: Lower, Positive: true, Help: "Mean draw of all GPUs together."}, func(r *LLMRun) any { return &r.AvgPowerWatts }},
	{Field{Name: "total_output_tokens", Label: "Output tokens", Unit: "tokens", Help: "Output tokens of the whole run."}, func(r *LLMRun) any { return &r.TotalOutputTokens }},
	{Field{Name: "completed_requests", Label: "Completed requests", Help: "Requests of the whole run that succeeded."}, func(r *LLMRun) any { return &r.CompletedRequests }},
	{Field{Name: "avg_output_len", Label: "Output length", Unit: "tokens", Anchor: "output-length", Positive: true, Help: "Mean length of an answer."}, func(r *LLMRun) any { return &r.AvgOutputLen }},
	{Field{Name: "mean_itl_ms", Label: "Mean ITL", Unit: "ms", Anchor: "itl", Better: Lower, Positive: true, Help: "Mean time between two output tokens of an answer."}, func(r *LLMRun) any { return &r.MeanITLMillis }},
	{Field{Name: "median_itl_ms", Label: "Median ITL", Unit: "ms", Anchor: "itl", Better: Lower, Positive: true, Help: "Half of all tokens follow the one before within this time."}, func(r *LLMRun) any { return &r.MedianITLMillis }},
	{Field{Name: "p50_itl_ms", Label: "P50 ITL", Unit: "ms", Anchor: "itl", Better: Lower, Positive: true, Help: "The median, under its percentile's name."}, func(r *LLMRun) any { return &r.P50ITLMillis }},
	{Field{Name: "p90_itl_ms", Label: "P90 ITL", Unit: "ms", Anchor: "itl", Better: Lower, Positive: true, Help: "Nine of ten tokens follow within this time."}, func(r *LLMRun) any { return &r.P90ITLMillis }},
	{Field{Name: "p95_itl_ms", Label: "P95 ITL", Unit: "ms", Anchor: "itl", Better: Lower, Positive: true, Help: "Nineteen of twenty tokens follow within this time."}, func(r *LLMRun) any { return &r.P95ITLMillis }},
	{Field{Name: "p99_itl_ms", Label: "P99 ITL", Unit: "ms", Anchor: "itl", Better: Lower, Positive: true, Help: "All but one of a hundred tokens follow within this time."}, func(r *LLMRun) any { return &r.P99ITLMillis }},
	{Field{Name: "avg_batch_size", Label: "Mean batch", Unit: "sequences", Anchor: "utilization", Help: "Sequences that were in fact decoded together, on average."}, func(r *LLMRun) any { return &r.AvgBatchSize }},
	{Field{Name: "is_stable", Label: "Stable", Anchor: "stability", Help: "Whether the run passed the stability rules."}, func(r *LLMRun) any { return &r.IsStable }},
	{Field{Name: "unstable_reason", Long: true, Label: "Reason", Anchor: "stability", Help: "Why a run counts as unstable; empty for a stable one."}, func(r *LLMRun) any { return &r.UnstableReason }},
	{Field{Name: "results_path", Label: "Results file", Path: true, Help: "The raw results file, relative to the source."}, func(r *LLMRun) any { return &r.ResultsPath }},
	{Field{Name: "prometheus_path", Label: "Server metrics file", Path: true, Help: "The raw server metrics file, relative to the source."}, func(r *LLMRun) any { return &r.PrometheusPath }},
})
