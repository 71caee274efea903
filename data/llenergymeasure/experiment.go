package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

// Experiment is one measured run of a model: the fields of its result, what other
// files beside it say, and what follows from them. Times are UTC.
//
// Energy is GPU energy in joules, summed over the GPUs, idle power included unless
// a name says adjusted.
type Experiment struct {
	Domain                      string
	Study                       string
	StudyName                   data.Opt[string]
	StudyStatus                 data.Opt[string]
	Run                         string
	Cycle                       data.Opt[int]
	SchemaVersion               data.Opt[string]
	BundleVersion               data.Opt[string]
	ExperimentID                data.Opt[string]
	Configuration               string
	ConfigHash                  data.Opt[string]
	ToolVersion                 data.Opt[string]
	Engine                      string
	EngineVersion               data.Opt[string]
	Model                       string
	ModelName                   data.Opt[string]
	ServingMode                 data.Opt[string]
	Methodology                 data.Opt[string]
	SteadyStateWindow           data.Opt[string]
	StartTime                   data.Opt[string]
	EndTime                     data.Opt[string]
	DurationSeconds             data.Opt[float64]
	GPU                         data.Opt[string]
	NumGPUs                     data.Opt[int]
	NumGPUsBasis                string
	Precision                   data.Opt[string]
	BatchSize                   data.Opt[int]
	BatchSetting                data.Opt[string]
	TensorParallel              data.Opt[int]
	Dataset                     data.Opt[string]
	Prompts                     data.Opt[int]
	MaxInputTokens              data.Opt[int]
	MaxOutputTokens             data.Opt[int]
	RunnerMode                  data.Opt[string]
	TotalTokens                 data.Opt[int]
	InputTokens                 data.Opt[int]
	OutputTokens                data.Opt[int]
	TokenSplit                  data.Opt[string]
	TotalEnergyJoules           data.Opt[float64]
	EnergyAdjustedJoules        data.Opt[float64]
	InferenceSeconds            data.Opt[float64]
	TokensPerSecond             data.Opt[float64]
	EnergyPerTokenJoules        data.Opt[float64]
	EnergyPerOutputToken        data.Opt[float64]
	EnergyPerTotalToken         data.Opt[float64]
	MilliJoulesPerToken         data.Opt[float64]
	MilliJoulesPerTokenAdjusted data.Opt[float64]
	TokensPerJoule              data.Opt[float64]
	ThroughputTotal             data.Opt[float64]
	ThroughputOutput            data.Opt[float64]
	MeanPowerWatts              data.Opt[float64]
	TotalFLOPs                  data.Opt[float64]
	FLOPsPerOutputToken         data.Opt[float64]
	FLOPsPerInputToken          data.Opt[float64]
	FLOPsPerSecond              data.Opt[float64]
	BaselinePowerWatts          data.Opt[float64]
	EnergyPerDevice             data.Opt[string]
	Breakdown                   Breakdown
	MultiGPU                    MultiGPU
	Processes                   data.Opt[string]
	Aggregation                 Aggregation
	Warnings                    int
	MeasurementWarnings         data.Opt[string]
	ReaderWarnings              data.Opt[string]
	WarmupExcluded              data.Opt[int]
	Notes                       data.Opt[string]
	SteadyStateMissed           data.Opt[bool]
	DiscardFraction             data.Opt[float64]
	Throttled                   data.Opt[bool]
	Throttle                    Throttle
	Warmup                      Warmup
	ITLMillis                   data.Opt[float64]
	Latency                     Latency
	Extended                    Extended
	Memory                      Memory
	Utilisation                 Utilisation
	Batch                       Batch
	KVCache                     KVCache
	Request                     Request
	Environment                 Environment
	ModelLoadSeconds            data.Opt[float64]
	BuildCacheHit               data.Opt[bool]
	Timeseries                  data.Opt[string]
	TimeseriesRows              data.Opt[int]
	Recorded                    Recorded
	Requests                    data.Opt[string]
	StudyExperiments            data.Opt[int]
	StudyCompleted              data.Opt[int]
	StudyFailed                 data.Opt[int]
	StudySkipped                data.Opt[int]
}

// Breakdown says how the energy was corrected for idle power.
type Breakdown struct {
	RawJoules          data.Opt[float64]
	AdjustedJoules     data.Opt[float64]
	BaselinePowerWatts data.Opt[float64]
	BaselineMethod     data.Opt[string]
	BaselineTimestamp  data.Opt[string]
	BaselineCacheAge   data.Opt[float64]
}

// MultiGPU is what several GPUs reported.
type MultiGPU struct {
	NumGPUs              data.Opt[int]
	EnergyPerGPU         data.Opt[string]
	EnergyTotalJoules    data.Opt[float64]
	EnergyPerOutputToken data.Opt[float64]
}

// Aggregation says how processes were joined.
type Aggregation struct {
	Method          data.Opt[string]
	NumProcesses    data.Opt[int]
	TemporalOverlap data.Opt[bool]
	Attribution     data.Opt[bool]
	Warnings        data.Opt[string]
}

// Throttle says whether and why clocks were lowered.
type Throttle struct {
	Thermal         data.Opt[bool]
	Power           data.Opt[bool]
	SWThermal       data.Opt[bool]
	HWThermal       data.Opt[bool]
	HWPower         data.Opt[bool]
	DurationSeconds data.Opt[float64]
	MaxTemperature  data.Opt[float64]
	Timestamps      data.Opt[string]
}

// Warmup is how the warm-up went.
type Warmup struct {
	Converged        data.Opt[bool]
	FinalCV          data.Opt[float64]
	Iterations       data.Opt[int]
	TargetCV         data.Opt[float64]
	MaxPrompts       data.Opt[int]
	Latencies        data.Opt[string]
	FloorWaitSeconds data.Opt[float64]
}

// Latency is what streaming runs know of single tokens.
type Latency struct {
	TTFTMean    data.Opt[float64]
	TTFTMedian  data.Opt[float64]
	TTFTP95     data.Opt[float64]
	TTFTP99     data.Opt[float64]
	TTFTMin     data.Opt[float64]
	TTFTMax     data.Opt[float64]
	TTFTSamples data.Opt[int]
	ITLMean     data.Opt[float64]
	ITLMedian   data.Opt[float64]
	ITLP95      data.Opt[float64]
	ITLP99      data.Opt[float64]
	ITLSamples  data.Opt[int]
	ITLFullMean data.Opt[float64]
	ITLFullP99  data.Opt[float64]
	Mode        data.Opt[string]
}

// Extended is what fits nowhere else.
type Extended struct {
	TPOT            data.Opt[float64]
	TokenEfficiency data.Opt[float64]
}

// Memory is GPU memory in MB.
type Memory struct {
	TotalVRAM       data.Opt[float64]
	ModelMemory     data.Opt[float64]
	PeakMemory      data.Opt[float64]
	InferenceMemory data.Opt[float64]
	KVCache         data.Opt[float64]
	TokensPerGB     data.Opt[float64]
	ModelShare      data.Opt[float64]
	KVCacheShare    data.Opt[float64]
}

// Utilisation is how busy the GPU was.
type Utilisation struct {
	SMMean    data.Opt[float64]
	SMSamples data.Opt[int]
	Bandwidth data.Opt[float64]
}

// Batch is how full batches were.
type Batch struct {
	Effective   data.Opt[float64]
	Utilisation data.Opt[float64]
	Padding     data.Opt[float64]
	Batches     data.Opt[int]
}

// KVCache is the state of the key-value cache.
type KVCache struct {
	HitRate data.Opt[float64]
	Used    data.Opt[int]
	Total   data.Opt[int]
}

// Request is the latency of whole requests.
type Request struct {
	Mean    data.Opt[float64]
	Median  data.Opt[float64]
	P95     data.Opt[float64]
	P99     data.Opt[float64]
	Samples data.Opt[int]
}

// Recorded is what the time series of a run comes to besides its power.
type Recorded struct {
	MaxTemperature  data.Opt[float64]
	MaxMemory       data.Opt[float64]
	MeanUtilisation data.Opt[float64]
	MeanClock       data.Opt[float64]
	ThrottleReasons data.Opt[string]
}

// Environment is where the run took place.
type Environment struct {
	VRAM              data.Opt[float64]
	ComputeCapability data.Opt[string]
	MIG               data.Opt[bool]
	CUDA              data.Opt[string]
	Driver            data.Opt[string]
	PowerLimit        data.Opt[float64]
	CPU               data.Opt[string]
	Container         data.Opt[bool]
	Python            data.Opt[string]
}

// Schema is the field table of experiments.
func (Experiment) Schema() *data.Schema[Experiment] { return schema() }
