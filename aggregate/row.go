package aggregate

import (
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// Row is one configuration and its results: what tables, charts and rankings
// share, whatever the record type.
type Row struct {
	// Run identifies the row: a hash of the configuration's key, and an ordinal
	// from the second repeat on. It is the same in every source that states the
	// same key fields.
	Run string

	Domain, Task                 string
	ModelID, Nickname, Precision string
	Architecture                 string // "" for records that have none
	GPU                          string
	NumGPUs, Batch               int
	TotalParams, ActiveParams    float64 // billions
	Energy                       float64 // J per output (token, image or video)
	Throughput                   float64 // outputs a second of the whole server
	Power                        float64 // W, all GPUs together
	// Interval is what chance leaves open of the energy of the configuration, in J
	// per output; nil where nothing tells. Repeats share that of their mean.
	Interval *fitting.Interval

	latency []float64 // at P50, P90, P95, P99, or one for all
	runs    data.Table
	at      int // in runs
}

// Percentile is a latency percentile that rows are compared at. The zero value
// is the median.
type Percentile int

// The percentiles that the benchmarks state.
const (
	P50 Percentile = iota
	P90
	P95
	P99
)

func (p Percentile) String() string { return [...]string{"P50", "P90", "P95", "P99"}[p] }

// ParsePercentile reads p50, p90, p95 or p99, in letters of either case.
func ParsePercentile(text string) (Percentile, bool) {
	for p := P50; p <= P99; p++ {
		if strings.EqualFold(text, p.String()) {
			return p, true
		}
	}
	return P50, false
}

// Latency is the row's latency at that percentile, in the unit of its record's
// latency field: ms between tokens, or s a batch (which has one value for all
// percentiles).
func (r Row) Latency(p Percentile) float64 {
	return r.latency[min(int(p), len(r.latency)-1)]
}

// Value is what the run behind the row holds in a field; see [data.Table.Value].
func (r Row) Value(field string) any { return r.runs.Value(r.at, field) }

// The is what the run holds in the field that plays a role, nil where it has none.
func (r Row) The(role data.Role) any { return r.Value(r.Schema().Name(role)) }

// Schema is the field table of the run behind the row.
func (r Row) Schema() *data.Schema { return r.runs.Schema() }

// Field describes a field of the run behind the row.
func (r Row) Field(name string) (data.Field, bool) { return r.Schema().Field(name) }

// LatencyField describes the field that [Row.Latency] reads; the zero field where the
// record type has none.
func (r Row) LatencyField(p Percentile) data.Field {
	latency := r.Schema().Latency()
	if len(latency) == 0 {
		return data.Field{}
	}
	f, _ := r.Field(latency[min(int(p), len(latency)-1)])
	return f
}

// EnergyField describes the field that [Row.Energy] holds.
func (r Row) EnergyField() data.Field { return r.the(data.RoleEnergy) }

// ThroughputField describes the field that [Row.Throughput] holds.
func (r Row) ThroughputField() data.Field { return r.the(data.RoleThroughput) }

func (r Row) the(role data.Role) data.Field { f, _ := r.Schema().The(role); return f }

// Float is a numeric field of the run, ok is false when it is missing or no number.
func (r Row) Float(field string) (x float64, ok bool) { return r.runs.Number(r.at, field) }

// RowsIn makes one row a run of the ML.ENERGY benchmark in a dataset: of language
// models, then of image and video models.
func RowsIn(ds data.Dataset) []Row {
	return append(Rows(ds.LLM().Table), Rows(ds.Diffusion().Table)...)
}

// Rows makes one row a run, in order.
func Rows(runs data.Table) []Row {
	latencies := runs.Schema().Latency()
	rows, latency := make([]Row, runs.Len()), make([]float64, runs.Len()*len(latencies))
	for i := range rows {
		rows[i] = newRow(runs, i)
		rows[i].latency = latency[i*len(latencies) : (i+1)*len(latencies)]
		for k, field := range latencies {
			rows[i].latency[k], _ = runs.Number(i, field)
		}
	}
	fromRepeats(rows)
	for i := range rows {
		if within, known := runs.Within(i); known && rows[i].Interval == nil {
			rows[i].Interval = &within
		}
	}
	return rows
}

// newRow is the row of run i but for its latency.
func newRow(runs data.Table, i int) Row {
	s := runs.Schema()
	text := func(role data.Role) string { v, _ := runs.Value(i, s.Name(role)).(string); return v }
	whole := func(role data.Role) int { v, _ := runs.Value(i, s.Name(role)).(int); return v }
	float := func(role data.Role) float64 { v, _ := runs.Number(i, s.Name(role)); return v }
	return Row{
		Run: runs.Run(i), Domain: s.Domain, Task: text(data.RoleTask),
		ModelID: text(data.RoleModel), Nickname: text(data.RoleModelName),
		Precision: text(data.RolePrecision), Architecture: text(data.RoleArchitecture), GPU: text(data.RoleGPU),
		NumGPUs: whole(data.RoleGPUs), Batch: whole(data.RoleBatch),
		TotalParams: float(data.RoleParameters), ActiveParams: float(data.RoleActive),
		Energy: float(data.RoleEnergy), Throughput: float(data.RoleThroughput), Power: float(data.RolePower),
		runs: runs, at: i,
	}
}

// Configuration is the id of the row's configuration, which its repeats share.
func (r Row) Configuration() string {
	id, _, _ := strings.Cut(r.Run, "-")
	return id
}
