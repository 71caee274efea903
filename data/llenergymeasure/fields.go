package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

func identityFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "domain", Label: "Domain", Help: "Kind of benchmark, always llenergymeasure."}, func(e *Experiment) any { return &e.Domain }),
		field(data.Field{Name: "study", Key: true, Label: "Study", Help: "Directory of the study that the run belongs to."}, func(e *Experiment) any { return &e.Study }),
		field(data.Field{Name: "study_name", Label: "Study name", Help: "Name of the study as its manifest states it."}, func(e *Experiment) any { return &e.StudyName }),
		field(data.Field{Name: "study_status", Label: "Study status", Help: "What became of the study: completed, interrupted, failed and so on."}, func(e *Experiment) any { return &e.StudyStatus }),
		field(data.Field{Name: "run", Path: true, Label: "Run", Help: "Directory of the run, relative to the source."}, func(e *Experiment) any { return &e.Run }),
		field(data.Field{Name: "cycle", Label: "Cycle", Help: "Which repetition of the study the run belongs to, from the name of its directory."}, func(e *Experiment) any { return &e.Cycle }),
		field(data.Field{Name: "schema_version", Method: true, Label: "Schema", Help: "Version of the result schema."}, func(e *Experiment) any { return &e.SchemaVersion }),
		field(data.Field{Name: "bundle_version", Label: "Bundle", Help: "Version of the result bundle, which newer results state instead of a schema version."}, func(e *Experiment) any { return &e.BundleVersion }),
		field(data.Field{Name: "experiment_id", Label: "Experiment id", Help: "Model and time of the run."}, func(e *Experiment) any { return &e.ExperimentID }),
		field(data.Field{Name: "configuration", Key: true, Label: "Configuration", Help: "What repeats share: the hash of the configuration, or the run itself where there is none."}, func(e *Experiment) any { return &e.Configuration }),
		field(data.Field{Name: "measurement_config_hash", Label: "Configuration hash", Help: "Hash of the configuration without its environment."}, func(e *Experiment) any { return &e.ConfigHash }),
		field(data.Field{Name: "llenergymeasure_version", Label: "Tool version", Help: "Version of llenergymeasure that made the result."}, func(e *Experiment) any { return &e.ToolVersion }),
		field(data.Field{Name: "engine", Label: "Engine", Help: "Inference engine: transformers, vllm or tensorrt."}, func(e *Experiment) any { return &e.Engine }),
		field(data.Field{Name: "engine_version", Label: "Engine version", Help: "Version of the engine."}, func(e *Experiment) any { return &e.EngineVersion }),
		field(data.Field{Name: "model", Label: "Model", Help: "Name of the model."}, func(e *Experiment) any { return &e.Model }),
		field(data.Field{Name: "model_name", Label: "Model name", Help: "Name of the model as the result states it."}, func(e *Experiment) any { return &e.ModelName }),
		field(data.Field{Name: "serving_mode", Label: "Serving", Help: "Whether the engine ran offline or as a server."}, func(e *Experiment) any { return &e.ServingMode }),
		field(data.Field{Name: "measurement_methodology", Method: true, Label: "Measured", Help: "What was measured: the total run, the steady state or a window."}, func(e *Experiment) any { return &e.Methodology }),
		field(data.Field{Name: "steady_state_window", JSON: true, Label: "Window", Unit: "s", Help: "Start and end of the measured window after the start of the run."}, func(e *Experiment) any { return &e.SteadyStateWindow }),
		field(data.Field{Name: "start_time", Label: "Start", Help: "Start of the run, in UTC."}, func(e *Experiment) any { return &e.StartTime }),
		field(data.Field{Name: "end_time", Label: "End", Help: "End of the run, in UTC."}, func(e *Experiment) any { return &e.EndTime }),
		field(data.Field{Name: "duration_sec", Label: "Duration", Unit: "s", Help: "From the start of the run to its end."}, func(e *Experiment) any { return &e.DurationSeconds }),
	}
}

func configurationFields() []data.FieldOf[Experiment] {
	return []data.FieldOf[Experiment]{
		field(data.Field{Name: "gpu", Label: "GPU", Help: "Name of the GPU as its driver states it."}, func(e *Experiment) any { return &e.GPU }),
		field(data.Field{Name: "num_gpus", Positive: true, Label: "GPUs", Help: "Number of GPUs whose energy counts."}, func(e *Experiment) any { return &e.NumGPUs }),
		field(data.Field{Name: "num_gpus_basis", Label: "GPUs from", Help: "What the number of GPUs is taken from; assumed where nothing states it."}, func(e *Experiment) any { return &e.NumGPUsBasis }),
		field(data.Field{Name: "precision", Label: "Precision", Help: "Number format of weights or computation as the configuration states it."}, func(e *Experiment) any { return &e.Precision }),
		field(data.Field{Name: "batch_size", Positive: true, Label: "Batch", Unit: "sequences", Help: "Batch size of the engine; see the setting for what it bounds."}, func(e *Experiment) any { return &e.BatchSize }),
		field(data.Field{Name: "batch_setting", Label: "Batch setting", Help: "The engine setting behind the batch size; max_num_seqs and max_batch_size are upper bounds."}, func(e *Experiment) any { return &e.BatchSetting }),
		field(data.Field{Name: "tensor_parallel", Positive: true, Label: "Tensor parallel", Help: "GPUs that share each layer."}, func(e *Experiment) any { return &e.TensorParallel }),
		field(data.Field{Name: "dataset", Label: "Prompts", Help: "Data set that the prompts came from."}, func(e *Experiment) any { return &e.Dataset }),
		field(data.Field{Name: "n_prompts", Label: "Number of prompts", Help: "Prompts of the run."}, func(e *Experiment) any { return &e.Prompts }),
		field(data.Field{Name: "max_input_tokens", Label: "Input limit", Unit: "tokens", Help: "Most input tokens of a prompt."}, func(e *Experiment) any { return &e.MaxInputTokens }),
		field(data.Field{Name: "max_output_tokens", Label: "Output limit", Unit: "tokens", Help: "Most output tokens of an answer."}, func(e *Experiment) any { return &e.MaxOutputTokens }),
		field(data.Field{Name: "runner_mode", Label: "Runner", Help: "Whether the engine ran in a container or a process."}, func(e *Experiment) any { return &e.RunnerMode }),
	}
}
