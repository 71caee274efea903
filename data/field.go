package data

import "strings"

// Direction is the direction in which a metric improves.
type Direction int

// A field is better lower, better higher, or has no better direction.
const (
	Neutral Direction = iota
	Lower
	Higher
)

// Field describes one column of a table. The name is the Parquet column, the JSON key, the CSV header and the name in
// command-line expressions.
type Field struct {
	Name     string
	Label    string // text of the table header
	Unit     string // "" for counts and text
	Help     string // one sentence for readers who are not familiar with the term
	Anchor   string // heading of the methods page with the explanation, "" if none
	Role     Role   // its meaning in every benchmark, "" for none
	Better   Direction
	Positive bool // the row is invalid if the value is not above 0
	NonZero  bool // a zero in the source means that the value was not measured
	Path     bool // names a file of the source, not a result
	Long     bool // a text of any length
	JSON     bool // a text that is JSON: a list or an object, written as such in JSON
	Key      bool // part of a configuration's identity; equal keys are repeats
	Protocol bool // distinguishes runs of one configuration, such as a seed; published results may omit it
	Result   bool // a result that is better neither higher nor lower, such as the output length
	Method   bool // the method of measurement; runs that differ in it are not comparable
	Work     bool // how much work an output is, such as its resolution; results compare at equal work, see [SameWork]
	// Environment marks versions and settings of the software and the machine, which do not tell configurations apart.
	Environment bool
	Computed    bool // follows from the other fields; sources do not contain it

	Min, Max float64 // possible values of a number, in the field's unit; no limits if Max is 0

	Kind     Kind
	Nullable bool     // the value may be missing
	Added    bool     // newer than the published columns: a file may lack the column
	Derived  string   // how it follows from the raw results, "" if they contain it
	From     []string // names of the field in a source, in order of preference, if not its own name
	Reading           // how the value is read

	form form
}

// Reading describes how the value of a field is read from the rows of declared files.
type Reading struct {
	FileUnit string            `yaml:"in"` // unit that the files have; "cell" if each value names its own
	Item     int               // which element of a list in the cell, counted from 1
	Match    string            // regular expression whose first group is the value
	Value    string            // expression over other fields instead
	Aliases  map[string]string // names for the values in files
}

// In lists the paths of the field in a document of the source, in order of preference; "" is the result itself. They
// follow the document's name in From.
func (f *Field) In(document string) (paths []string) {
	for _, from := range f.From {
		name, path, named := strings.Cut(from, ":")
		if !named {
			name, path = "", from
		}
		if name == document {
			paths = append(paths, path)
		}
	}
	return paths
}

// Measured reports whether the field is a result rather than a setting of the run.
func (f *Field) Measured() bool { return f.Better != Neutral || f.Nullable }

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

// LatencyRoles are those of the percentiles of the latency, in ascending order.
var LatencyRoles = []Role{RoleP50, RoleP90, RoleP95, RoleP99}

// OneTask is the expression of the task of a declaration that names none: all of its runs share a board.
const OneTask = `"all"`
