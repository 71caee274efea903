package aggregate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Row is one configuration and its results, which are the means of its repeats: what
// tables, charts and rankings share, whatever the record type. It is small, so that boards, models and other groups can
// each have rows of their own; what a group does not change is stored once.
type Row struct {
	*Facts

	// Score is the value that boards rank by, lower is better: the metric that the record type names, or its
	// reciprocal if higher is better; infinite if missing or suspicious. If no metric is named, it is the energy. Where a
	// reader asks for another order (cost, latency, a normalized measure), it is what that order compares.
	Score float64
	// Rest orders rows whose score in a reader's order is unknown: the score that their board ranks by. It is 0 for all others.
	Rest float64
	// Margin is the half-width of the 95 % interval of Score on a log scale; see
	// [Row.Interval].
	Margin float64
	// Sensor is the half-width of the error of the GPU type's power sensor, as a share of the power; 0 if unknown.
	Sensor float64
	// Further is the half-width of what else Score may be off, on a log scale, where it is of more than the metric of Margin.
	Further float64
	// Group is the place of the row's group of equal work on its board, from 0; see [Grouped]. Rows have ranks in their group.
	Group int
}

// Facts are what is known of a configuration.
type Facts struct {
	// Run identifies the row: the id of its first run, which is a hash of the configuration's key. It is the same in
	// every source that reports the same key fields.
	Run string

	Domain, Task                 string
	ModelID, Nickname, Precision string
	Architecture                 string // "" for records that have none
	GPU                          string
	NumGPUs, Batch               int
	TotalParams, ActiveParams    float64 // billions
	Energy                       float64 // J per output (token, image or video), NaN if missing
	Throughput                   float64 // outputs per second of the whole server, NaN if missing
	Power                        float64 // W, all GPUs together, NaN if missing
	PowerLimit                   float64 // W, of all GPUs together, as settings state it; 0 if unknown
	// Accuracy is the share of correct answers, NaN if unknown, and AccuracyMargin the half-width of its interval; see [accuracyOf].
	Accuracy, AccuracyMargin float64
	// Within is the uncertainty of the energy from the power within the one run, in J per output; nil if the source
	// does not contain it, and for repeats.
	Within *fitting.Interval

	latency []float64  // at P50, P90, P95, P99, or one for all; infinite where it is missing
	runs    data.Table // behind the row: one run, or the repeats of a configuration
}

// Percentile is a percentile of latency at which rows are compared. The zero value is the median.
type Percentile int

// The percentiles that the benchmarks state.
const (
	P50 Percentile = iota
	P90
	P95
	P99
)

func (p Percentile) String() string { return [...]string{"P50", "P90", "P95", "P99"}[p] }

// ParsePercentile reads p50, p90, p95 or p99, ignoring case.
func ParsePercentile(text string) (Percentile, bool) {
	for p := P50; p <= P99; p++ {
		if strings.EqualFold(text, p.String()) {
			return p, true
		}
	}
	return P50, false
}

// Latency returns the row's latency at that percentile, in the unit of its record's latency field: ms between tokens,
// or s per batch (which has one value for all percentiles).
func (r Row) Latency(p Percentile) float64 {
	if len(r.latency) == 0 {
		return math.Inf(1)
	}
	return r.latency[min(int(p), len(r.latency)-1)]
}

// Value returns a field of the runs of the row: the mean of a number over the runs that report it, otherwise the
// value of the first of these runs; nil if there is none.
func (r Row) Value(field string) any {
	if r.runs.Len() == 1 {
		return r.runs.Value(0, field)
	}
	if values := r.numbers(field); len(values) > 0 {
		return r.asKind(field, stat.Mean(values, nil))
	}
	for i := range r.runs.Len() {
		if v := r.runs.Value(i, field); v != nil {
			return v
		}
	}
	return nil
}

// Text returns a field of the runs of the row in full precision as text, "" if it is missing; see [Row.Value].
func (r Row) Text(field string) string {
	if r.runs.Len() == 1 {
		return r.runs.Text(0, field)
	}
	return data.Text(r.Value(field))
}

// asKind rounds the mean of whole numbers.
func (r Row) asKind(field string, mean float64) any {
	if f, _ := r.Field(field); f.Kind == data.Int {
		return int(math.Round(mean))
	}
	return mean
}

// numbers are the values of a field over the repeats, ascending, so that the order of
// runs has no say in their mean.
func (r Row) numbers(field string) []float64 {
	values := r.runs.Numbers(field)
	slices.Sort(values)
	return values
}

// Runs returns the runs of the row: one, or the repeats of a configuration.
func (r Row) Runs() data.Table { return r.runs }

// Measured returns how many of the runs have the metric that ranks the row: those whose mean it is.
func (r Row) Measured() int { return measuredIn(r.runs) }

func measuredIn(runs data.Table) (n int) {
	metric := runs.Reader(RankField(runs.Schema()).Name)
	for i := range runs.Len() {
		_, measured := metric(i)
		n += lists.One(measured)
	}
	return n
}

// The returns the value of the field with a role, nil if there is none.
func (r Row) The(role data.Role) any { return r.Value(r.Schema().Name(role)) }

// Schema is the field table of the row's runs.
func (r Row) Schema() *data.Schema { return r.runs.Schema() }

// Field describes a field of the row's runs.
func (r Row) Field(name string) (data.Field, bool) { return r.Schema().Field(name) }

// LatencyField describes the field that [Row.Latency] reads; the zero field if the record type has none.
func (r Row) LatencyField(p Percentile) data.Field {
	latency := r.Schema().LatencyAt()
	if len(latency) == 0 {
		return data.Field{}
	}
	f, _ := r.Field(latency[min(int(p), len(latency)-1)])
	return f
}

// EnergyField describes the field of [Row.Energy].
func (r Row) EnergyField() data.Field { return r.the(data.RoleEnergy) }

// ThroughputField describes the field of [Row.Throughput].
func (r Row) ThroughputField() data.Field { return r.the(data.RoleThroughput) }

// PowerField returns the field of Power.
func (r Row) PowerField() data.Field { return r.the(data.RolePower) }

func (r Row) the(role data.Role) data.Field { f, _ := r.Schema().The(role); return f }

// RankField is the field that [Row.Score] is computed from.
func (r Row) RankField() data.Field { return RankField(r.Schema()) }

// RankField is the field by which boards of a record type are ordered.
func RankField(s *data.Schema) data.Field {
	f, _ := s.The(data.RoleEnergy)
	if s.Board != nil {
		f, _ = s.Field(s.Board.Primary)
	}
	return f
}

// Float returns a numeric field of the row; ok is false if it is missing or not a number.
func (r Row) Float(field string) (x float64, ok bool) {
	if r.runs.Len() == 1 {
		return r.runs.Number(0, field)
	}
	return data.Number(r.Value(field))
}

// RowsIn makes the rows of the ML.ENERGY benchmark in a dataset: of language models,
// then of image and video models.
func RowsIn(ds data.Dataset, settings content.Content) []Row {
	return append(RowsOf(ds.LLM().Table, settings), RowsOf(ds.Diffusion().Table, settings)...)
}

// RowsOf returns one row per configuration, with the uncertainty estimated from these runs.
func RowsOf(runs data.Table, settings content.Content) []Row {
	rows := Rows(Assessed(runs, settings), UncertaintyOf(runs, settings))
	limits := lists.By(settings.GPUs, func(g content.GPU) (string, float64) { return g.Model, g.TDP })
	for i := range rows {
		rows[i].PowerLimit = limits[rows[i].GPU] * float64(rows[i].NumGPUs)
	}
	return rows
}

// Rows makes one row per configuration, in order of the first run of each.
func Rows(runs data.Table, u Uncertainty) []Row {
	rows := rowsOf(runs.Schema(), configurations(runs))
	for i := range rows {
		r := &rows[i]
		r.Margin, r.Sensor = u.margin(r.runs), u.sensor(*r)
		if within, known := r.runs.Within(0); known && r.runs.Len() == 1 {
			r.Within = &within
		}
	}
	return rows
}

// configurations are the runs by configuration, in order of the first run of each.
func configurations(runs data.Table) []data.Table {
	several := repeatedIn(runs)
	at, members, all := map[string]int{}, map[int][]int{}, make([]data.Table, 0, runs.Len())
	for i := range runs.Len() {
		id := ConfigurationID(runs.Run(i))
		if !several[id] {
			all = append(all, runs.Slice(i, i+1)) // which needs no memory of its own
			continue
		}
		if _, known := at[id]; !known {
			at[id], all = len(all), append(all, data.Table{})
		}
		members[at[id]] = append(members[at[id]], i)
	}
	for place, own := range members {
		all[place] = runs.Only(own)
	}
	return all
}

// repeatedIn are the configurations of which runs are repeats: few of a sweep.
func repeatedIn(runs data.Table) map[string]bool {
	repeated := map[string]bool{}
	for i := range runs.Len() {
		if id, _, is := strings.Cut(runs.Run(i), "-"); is {
			repeated[id] = true
		}
	}
	return repeated
}

func rowsOf(s *data.Schema, behind []data.Table) []Row {
	latencies, named := s.LatencyAt(), factsOf(s)
	rows, facts, latency := make([]Row, len(behind)), make([]Facts, len(behind)), make([]float64, len(behind)*len(latencies))
	lists.InParts(lists.Indices(len(behind)), func(part []int) any {
		for _, i := range part {
			rows[i].Facts = &facts[i]
			rows[i].take(s, named, behind[i])
			rows[i].latency = latency[i*len(latencies) : (i+1)*len(latencies)]
			for k, field := range latencies {
				rows[i].latency[k] = rows[i].float(field, math.Inf(1))
			}
		}
		return nil
	})
	return rows
}

// factFields are the names of the fields that facts are, "" for none, and for one of no text that should be one.
type factFields struct {
	task, model, nickname, precision, architecture, gpu                 string
	gpus, batch, parameters, active, energyPerOutput, throughput, power string
}

func factsOf(s *data.Schema) factFields {
	text := func(role data.Role) string {
		if f, _ := s.The(role); f.Kind == data.String {
			return f.Name
		}
		return ""
	}
	return factFields{
		text(data.RoleTask), text(data.RoleModel), text(data.RoleModelName), text(data.RolePrecision), text(data.RoleArchitecture), text(data.RoleGPU),
		s.Name(data.RoleGPUs), s.Name(data.RoleBatch), s.Name(data.RoleParameters), s.Name(data.RoleActive), s.Name(data.RoleEnergy),
		s.Name(data.RoleThroughput), s.Name(data.RolePower),
	}
}

// take makes the row that of some runs, but for its latency.
func (r *Row) take(s *data.Schema, f factFields, runs data.Table) {
	r.Run, r.Domain, r.runs = runs.Run(0), s.Domain, runs
	r.Task, r.ModelID, r.Nickname = r.Text(f.task), r.Text(f.model), r.Text(f.nickname)
	r.Precision, r.Architecture, r.GPU = r.Text(f.precision), r.Text(f.architecture), r.Text(f.gpu)
	r.NumGPUs, r.Batch = int(r.float(f.gpus, 0)), int(r.float(f.batch, 0))
	r.TotalParams, r.ActiveParams = r.float(f.parameters, 0), r.float(f.active, 0)
	r.Energy, r.Throughput, r.Power = r.float(f.energyPerOutput, math.NaN()), r.float(f.throughput, math.NaN()), r.float(f.power, math.NaN())
	r.Accuracy, r.AccuracyMargin = accuracyOf(runs)
	r.Nickname = cmp.Or(r.Nickname, r.ModelID)
	r.Score = r.score()
}

func (r Row) score() float64 {
	x, ok := r.Metric()
	switch {
	case !ok:
		return math.Inf(1)
	case r.RankField().Better == data.Higher:
		return 1 / x // the relative margin of a tie stays the same
	}
	return x
}

// Metric returns the value of [Row.RankField], in its unit; ok is false if it is missing, or the row is suspicious.
func (r Row) Metric() (x float64, ok bool) {
	x, ok = r.Float(r.RankField().Name)
	return x, ok && !math.IsNaN(x) && r.Doubt() == ""
}

// Normalized is the value of a measure that levels out work; ok is false where it is missing.
func (r Row) Normalized(measure string) (x float64, ok bool) {
	return r.Schema().Normalize(measure, r.Value)
}

// OutputsPerGPUHour is what a GPU of the row's server puts out in an hour at steady state; NaN where it is not known. The
// throughput of single queries is none of a server.
func (r Row) OutputsPerGPUHour() float64 {
	const secondsPerHour = 3600
	if r.NumGPUs == 0 || !(r.Throughput > 0) || r.Schema().Noun == "query" {
		return math.NaN()
	}
	return r.Throughput * secondsPerHour / float64(r.NumGPUs)
}

// Ranked reports whether the row has the metric that boards rank by, and is not suspicious.
func (r Row) Ranked() bool { return !math.IsInf(r.Score, 1) }

// RankedOf are those of rows that are ranked.
func RankedOf(rows []Row) []Row {
	if !slices.ContainsFunc(rows, func(r Row) bool { return !r.Ranked() }) { // as a rule: rows are large
		return rows
	}
	return lists.Filter(rows, Row.Ranked)
}

// Doubt says why a run of the row is suspicious, "" if none is; see [data.Table.Doubt].
func (r Row) Doubt() string {
	for i := range r.runs.Len() {
		if why := r.runs.Doubt(i); why != "" {
			return why
		}
	}
	return ""
}

// Trusted returns the rows of which no run is suspicious.
func Trusted(rows []Row) []Row {
	doubted := func(r Row) bool { return r.Doubt() != "" }
	if !slices.ContainsFunc(rows, doubted) { // as a rule: rows are large
		return rows
	}
	return slices.DeleteFunc(slices.Clone(rows), doubted)
}

func (r Row) float(field string, missing float64) float64 {
	if x, ok := r.Float(field); ok {
		return x
	}
	return missing
}

// Configuration is the id of the row's configuration, which its repeats have in common.
func (r Row) Configuration() string { return ConfigurationID(r.Run) }

// ConfigurationID is the id of a run without its ordinal among repeats, which all repeats of a configuration have in common.
func ConfigurationID(run string) string {
	id, _, _ := strings.Cut(run, "-")
	return id
}
