package data

// DiffusionRun is one benchmark run of an image or video model on one
// configuration. Energy is GPU energy in joules, summed over the GPUs.
type DiffusionRun struct {
	Domain                      string
	Task                        string
	ModelID                     string
	Nickname                    string
	TotalParamsBillions         float64
	ActivatedParamsBillions     float64
	WeightPrecision             string
	GPUModel                    string
	NumGPUs                     int
	BatchSize                   int
	InferenceSteps              Opt[int]
	Height                      int
	Width                       int
	NumFrames                   Opt[int]
	FPS                         Opt[int]
	UlyssesDegree               Opt[int]
	RingDegree                  Opt[int]
	UseTorchCompile             Opt[bool]
	BatchLatencySeconds         float64
	AvgPowerWatts               float64
	EnergyPerGenerationJoules   float64
	ThroughputGenerationsPerSec float64
	ResultsPath                 Opt[string]
}

// DiffusionRuns is a collection of diffusion runs.
type DiffusionRuns = Runs[DiffusionRun]

// Schema is the field table of diffusion runs.
func (DiffusionRun) Schema() *Schema[DiffusionRun] { return diffusionSchema }

// The two tasks of diffusion models.
const (
	TextToImage = "text-to-image"
	TextToVideo = "text-to-video"
)

// IsTextToImage reports whether the run made images.
func (r DiffusionRun) IsTextToImage() bool { return r.Task == TextToImage }

// IsTextToVideo reports whether the run made videos.
func (r DiffusionRun) IsTextToVideo() bool { return r.Task == TextToVideo }

var diffusionSchema = NewSchema(Traits{
	Domain: "diffusion", Model: "model_id", GPU: "gpu_model", Batch: "batch_size", Power: "avg_power_watts",
	Energy: "energy_per_generation_joules", Throughput: "throughput_generations_per_sec",
	Latency: []string{"batch_latency_s"},
	Order:   []string{"task", "model_id", "gpu_model", "num_gpus", "batch_size"},
	Basis: Basis{
		Window:     "the whole of a batch, after a warm-up",
		Load:       "one batch of equal requests after the other",
		Scope:      "GPUs only, by NVML",
		Token:      "images or videos",
		Latency:    "of a whole batch",
		Throughput: "images or videos of the whole server",
		Accuracy:   "not measured",
		Repeats:    "runs of one configuration",
	},
	Sweep: []string{
		"task", "model_id", "gpu_model", "num_gpus", "weight_precision",
		"inference_steps", "height", "width", "num_frames", "fps",
		"ulysses_degree", "ring_degree", "use_torch_compile",
	},
	Main: []string{
		"task", "nickname", "gpu_model", "num_gpus", "batch_size", "height", "width",
		"energy_per_generation_joules", "batch_latency_s", "throughput_generations_per_sec", "avg_power_watts",
	},
}, []FieldOf[DiffusionRun]{
	{Field{Name: "domain", Label: "Domain", Help: "Kind of benchmark, always diffusion."}, func(r *DiffusionRun) any { return &r.Domain }},
	{Field{Name: "task", Key: true, Label: "Task", Help: "What the model was asked to make."}, func(r *DiffusionRun) any { return &r.Task }},
	{Field{Name: "model_id", Key: true, Label: "Model id", Help: "Identifier of the model, organization/name."}, func(r *DiffusionRun) any { return &r.ModelID }},
	{Field{Name: "nickname", Label: "Model", Help: "Name of the model for people."}, func(r *DiffusionRun) any { return &r.Nickname }},
	{Field{Name: "total_params_billions", Label: "Parameters", Unit: "billion", Anchor: "parameters", Positive: true, Help: "All parameters of the denoising model."}, func(r *DiffusionRun) any { return &r.TotalParamsBillions }},
	{Field{Name: "activated_params_billions", Label: "Active parameters", Unit: "billion", Anchor: "parameters", Positive: true, Help: "Parameters used in one step."}, func(r *DiffusionRun) any { return &r.ActivatedParamsBillions }},
	{Field{Name: "weight_precision", Key: true, Label: "Precision", Anchor: "precision", Help: "Number format of most weights."}, func(r *DiffusionRun) any { return &r.WeightPrecision }},
	{Field{Name: "gpu_model", Key: true, Label: "GPU", Help: "Model of the GPU."}, func(r *DiffusionRun) any { return &r.GPUModel }},
	{Field{Name: "num_gpus", Key: true, Label: "GPUs", Positive: true, Help: "Number of GPUs that work together."}, func(r *DiffusionRun) any { return &r.NumGPUs }},
	{Field{Name: "batch_size", Key: true, Label: "Batch", Unit: "outputs", Anchor: "batch-size", Positive: true, Help: "Images or videos made together."}, func(r *DiffusionRun) any { return &r.BatchSize }},
	{Field{Name: "inference_steps", Key: true, Label: "Steps", Anchor: "denoising-steps", Positive: true, Help: "Denoising steps; energy and time grow almost in proportion."}, func(r *DiffusionRun) any { return &r.InferenceSteps }},
	{Field{Name: "height", Key: true, Label: "Height", Unit: "px", Anchor: "resolution", Help: "Height of the output."}, func(r *DiffusionRun) any { return &r.Height }},
	{Field{Name: "width", Key: true, Label: "Width", Unit: "px", Anchor: "resolution", Help: "Width of the output."}, func(r *DiffusionRun) any { return &r.Width }},
	{Field{Name: "num_frames", Key: true, Label: "Frames", Anchor: "frames", Positive: true, Help: "Frames of a video."}, func(r *DiffusionRun) any { return &r.NumFrames }},
	{Field{Name: "fps", Key: true, Label: "Frame rate", Unit: "frames/s", Anchor: "frames", Positive: true, Help: "Frames a second when the video is played."}, func(r *DiffusionRun) any { return &r.FPS }},
	{Field{Name: "ulysses_degree", Key: true, Label: "Ulysses degree", Anchor: "parallelism", Positive: true, Help: "GPUs that share the attention heads."}, func(r *DiffusionRun) any { return &r.UlyssesDegree }},
	{Field{Name: "ring_degree", Key: true, Label: "Ring degree", Anchor: "parallelism", Positive: true, Help: "GPUs that share the sequence in a ring."}, func(r *DiffusionRun) any { return &r.RingDegree }},
	{Field{Name: "use_torch_compile", Key: true, Label: "Compiled", Help: "Whether the model was compiled with torch.compile."}, func(r *DiffusionRun) any { return &r.UseTorchCompile }},
	{Field{Name: "batch_latency_s", Label: "Batch latency", Unit: "s", Anchor: "batch-latency", Better: Lower, Positive: true, Help: "Time until the whole batch is done."}, func(r *DiffusionRun) any { return &r.BatchLatencySeconds }},
	{Field{Name: "avg_power_watts", Label: "Power", Unit: "W", Anchor: "power", Better: Lower, Positive: true, Help: "Mean draw of all GPUs together."}, func(r *DiffusionRun) any { return &r.AvgPowerWatts }},
	{Field{Name: "energy_per_generation_joules", Label: "Energy per output", Unit: "J per image or video", Anchor: "energy-per-generation", Better: Lower, Positive: true, Help: "GPU energy of a batch divided by its outputs."}, func(r *DiffusionRun) any { return &r.EnergyPerGenerationJoules }},
	{Field{Name: "throughput_generations_per_sec", Label: "Throughput", Unit: "outputs/s", Anchor: "throughput", Better: Higher, Positive: true, Help: "Outputs a second of the whole server."}, func(r *DiffusionRun) any { return &r.ThroughputGenerationsPerSec }},
	{Field{Name: "results_path", Label: "Results file", Path: true, Help: "The raw results file, relative to the source."}, func(r *DiffusionRun) any { return &r.ResultsPath }},
})
