package data

// Role is the meaning of a field that many benchmarks have in common. Code above the loaders refers to roles, so that
// it does not depend on the field names of one benchmark.
type Role string

// The roles of fields.
const (
	RoleRun          Role = "run" // the run's id
	RoleDomain       Role = "domain"
	RoleTask         Role = "task" // what the model did: a task, a data set, a study
	RoleModel        Role = "model"
	RoleModelName    Role = "model_name" // for people
	RoleArchitecture Role = "architecture"
	RoleParameters   Role = "parameters"        // billions
	RoleActive       Role = "active_parameters" // billions
	RolePrecision    Role = "precision"
	RoleGPU          Role = "gpu"
	RoleGPUs         Role = "gpu_count"
	RoleBatch        Role = "batch"
	RoleEnergy       Role = "energy"              // J per output
	RolePerResponse  Role = "energy_per_response" // J
	RoleThroughput   Role = "throughput"          // outputs/s
	RolePower        Role = "power"               // W
	RoleScope        Role = "scope"               // components whose energy is measured: rows that differ in it have boards of their own
	RoleAccuracy     Role = "accuracy"
	RoleQuestions    Role = "questions"    // that the accuracy rests on, which is part of the ranked metric
	RoleEnergyError  Role = "energy_error" // standard error of the mean energy of these questions
	RoleError        Role = "error"        // standard error of the metric that ranks, in its unit
	RoleLower        Role = "lower"        // ends of the 95% interval of the metric that ranks, in its unit
	RoleUpper        Role = "upper"
	RoleOutputLength Role = "output_length"
	RoleMeanBatch    Role = "mean_batch" // in fact decoded together
	RoleLatency      Role = "latency"    // one for all percentiles
	RoleP50          Role = "latency_p50"
	RoleP90          Role = "latency_p90"
	RoleP95          Role = "latency_p95"
	RoleP99          Role = "latency_p99"
	RoleStable       Role = "stable"
	RoleReason       Role = "unstable_reason"
	RoleThrottled    Role = "throttled"
	RoleRepeat       Role = "repeat" // which repeat of a study
	RoleSeed         Role = "seed"
	RoleRequests     Role = "requests"
	RoleInputTokens  Role = "input_tokens"
	RoleOutputTokens Role = "output_tokens"
	RoleCost         Role = "cost" // USD
	RoleHeight       Role = "height"
	RoleWidth        Role = "width"
	RoleSteps        Role = "steps"
	RoleFrames       Role = "frames"
	RoleFrameRate    Role = "frame_rate"
	RoleStart        Role = "start" // of the measured window
	RoleEnd          Role = "end"
	RoleDuration     Role = "duration"
	RoleResultsFile  Role = "results_file"
	RoleMetricsFile  Role = "metrics_file"

	// parallelism of the GPUs: the letters precede the degree
	RoleTensorParallel Role = "parallel_TP"
	RoleDataParallel   Role = "parallel_DP"
	RoleExpertParallel Role = "parallel_EP"
	RoleUlysses        Role = "parallel_U"
	RoleRing           Role = "parallel_R"
)

// latencyRoles are the percentiles in order.
var latencyRoles = []Role{RoleP50, RoleP90, RoleP95, RoleP99}

// OneTask is the expression of the task of a declaration that names none: all of its runs share a board.
const OneTask = `"all"`
