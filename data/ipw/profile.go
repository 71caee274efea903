package ipw

import "github.com/jouleboard/jouleboard/data"

// Profile is what one run tells of one model. Energy is GPU energy in joules; what
// else was measured stands in fields of its own.
type Profile struct {
	Domain      string
	Run         string
	Form        string
	Dataset     string
	DatasetName data.Opt[string]
	Model       string
	Agent       data.Opt[string]
	Engine      data.Opt[string]
	GPU         data.Opt[string]
	Hardware    data.Opt[string]
	EnergyBasis data.Opt[string]
	BatchSize   data.Opt[int]
	Date        data.Opt[string]
	Start, End  data.Opt[string]
	IPWVersion  data.Opt[string]

	Rows       data.Opt[int]
	Queries    int
	Traces     data.Opt[int]
	Turns      data.Opt[int]
	Completed  data.Opt[int]
	ErrorTurns data.Opt[int]
	TimedOut   data.Opt[int]
	ToolCalls  data.Opt[int]
	Answers    data.Opt[int]

	Correct  int
	Scored   int
	Accuracy data.Opt[float64]

	EnergySamples        int
	Coverage             data.Opt[float64]
	SumEnergyJoules      data.Opt[float64]
	GPUEnergyJoules      data.Opt[float64]
	CPUEnergyJoules      data.Opt[float64]
	BenchEnergyJoules    data.Opt[float64]
	EnergyPerQuery       data.Opt[float64]
	EnergyPerOutputToken data.Opt[float64]
	SoCEnergyPerQuery    data.Opt[float64]
	PowerSamples         int
	PowerWatts           data.Opt[float64]
	PerJoule             data.Opt[float64]
	PerWatt              data.Opt[float64]

	InputTokens      data.Opt[int]
	OutputTokens     data.Opt[int]
	ThroughputOutput data.Opt[float64]
	TTFTMillis       data.Opt[float64]
	ITLMillis        data.Opt[float64]
	QuerySeconds     data.Opt[float64]
	CostUSD          data.Opt[float64]

	Report      Report
	Regressions [len(regressionNames)]Regression

	Warnings       int
	ReportWarnings data.Opt[string]
	ReaderWarnings data.Opt[string]

	PrefillComponents data.Opt[string]
	DecodeComponents  data.Opt[string]
	Means             [mostLeaves]data.Opt[float64] // by index of leaves
	Texts             [mostLeaves]data.Opt[string]
}

// Report is what the accuracy analysis states of the model.
type Report struct {
	Accuracy       data.Opt[float64]
	PerJoule       data.Opt[float64]
	PerWatt        data.Opt[float64]
	EnergyPerQuery data.Opt[float64]
	PowerWatts     data.Opt[float64]
	EnergyBasis    data.Opt[string]
	Imputed        data.Opt[int]
	Correct        data.Opt[int]
	Incorrect      data.Opt[int]
	Unevaluated    data.Opt[int]
	Failed         data.Opt[int]
	EmptySkipped   data.Opt[int]
	RecordsChecked data.Opt[int]
	EnergyShort    data.Opt[int]
	WorstRatio     data.Opt[float64]
}

// Regression is a line that the regression analysis fitted.
type Regression struct {
	Count                          data.Opt[int]
	Slope, Intercept, R2, MeanOfYs data.Opt[float64]
}

// regressionNames are the lines of the regression analysis.
var regressionNames = [...]string{
	"input_tokens_vs_ttft", "total_tokens_vs_energy", "total_tokens_vs_latency", "total_tokens_vs_power", "total_tokens_vs_power_log",
}

// Schema is the field table of profiles.
func (Profile) Schema() *data.Schema[Profile] { return schema() }
