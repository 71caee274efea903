package aggregate

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
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
	record  record
}

// record is the run behind a row, whatever its type.
type record interface {
	Value(field string) any
	Field(name string) (data.Field, bool)
	Fields() []data.Field
	LatencyField(p Percentile) data.Field
	EnergyField() data.Field
	ThroughputField() data.Field
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

// Value is what the record behind the row holds in a field; see
// [data.Schema.Value].
func (r Row) Value(field string) any { return r.record.Value(field) }

// Field describes a field of the record behind the row.
func (r Row) Field(name string) (data.Field, bool) { return r.record.Field(name) }

// Fields describes all fields of the record behind the row, in column order.
func (r Row) Fields() []data.Field { return r.record.Fields() }

// LatencyField describes the field that [Row.Latency] reads.
func (r Row) LatencyField(p Percentile) data.Field { return r.record.LatencyField(p) }

// EnergyField describes the field that [Row.Energy] holds.
func (r Row) EnergyField() data.Field { return r.record.EnergyField() }

// ThroughputField describes the field that [Row.Throughput] holds.
func (r Row) ThroughputField() data.Field { return r.record.ThroughputField() }

// Float is a numeric field of the record, ok is false when it is missing or no
// number.
func (r Row) Float(field string) (x float64, ok bool) {
	switch v := r.record.Value(field).(type) {
	case float64:
		return v, true
	case int:
		return float64(v), true
	}
	return 0, false
}

// RowsIn makes one row a run of a dataset: of language models, then of image and
// video models.
func RowsIn(ds data.Dataset) []Row {
	return append(rowsWithin(ds.LLM, ds), rowsWithin(ds.Diffusion, ds)...)
}

// rowsWithin gives runs that were not repeated the interval of the run itself.
func rowsWithin[R data.Record[R]](runs data.Runs[R], ds data.Dataset) []Row {
	rows := Rows(runs)
	for i := range rows {
		if within, known := ds.Within[data.Any(runs.At(i))]; known && rows[i].Interval == nil {
			rows[i].Interval = &within
		}
	}
	return rows
}

// Rows makes one row a run, in order.
func Rows[R data.Record[R]](runs data.Runs[R]) []Row {
	rows := make([]Row, 0, runs.Len())
	bases := make([]string, 0, runs.Len())
	repeats := map[string]int{}
	for r := range runs.All() {
		id, row := ConfigurationID(runs.Schema(), r), newRow(runs.Schema(), r)
		row.Run = withOrdinal(id, repeats)
		rows, bases = append(rows, row), append(bases, id)
	}
	fromRepeats(rows, bases)
	return rows
}

// RunIDs are the ids of a collection's runs. The ordinal among repeats depends on
// the whole collection, so take ids before filtering.
func RunIDs[R data.Record[R]](runs data.Runs[R]) map[R]string {
	ids := make(map[R]string, runs.Len())
	repeats := map[string]int{}
	for r := range runs.All() {
		ids[r] = withOrdinal(ConfigurationID(runs.Schema(), r), repeats)
	}
	return ids
}

// withOrdinal numbers the repeats of a configuration from the second on.
func withOrdinal(id string, repeats map[string]int) string {
	repeats[id]++
	if n := repeats[id]; n > 1 {
		return fmt.Sprintf("%s-%d", id, n)
	}
	return id
}

func newRow[R data.Record[R]](s *data.Schema[R], r R) Row {
	row := Row{Domain: s.Domain, record: recordOf[R]{s, r}}
	text := func(field string) string { v, _ := s.Value(r, field).(string); return v }
	whole := func(field string) int { v, _ := s.Value(r, field).(int); return v }
	number := func(field string) float64 { v, _ := row.Float(field); return v }

	row.Task, row.ModelID, row.Nickname = text("task"), text("model_id"), text("nickname")
	row.Precision, row.Architecture, row.GPU = text("weight_precision"), text("architecture"), text("gpu_model")
	row.NumGPUs, row.Batch = whole("num_gpus"), whole(s.Batch)
	row.TotalParams, row.ActiveParams = number("total_params_billions"), number("activated_params_billions")
	row.Energy, row.Throughput, row.Power = number(s.Energy), number(s.Throughput), number(s.Power)
	for _, field := range s.Latency {
		row.latency = append(row.latency, number(field))
	}
	return row
}

// recordOf is a run with its field table.
type recordOf[R data.Record[R]] struct {
	schema *data.Schema[R]
	run    R
}

func (r recordOf[R]) Value(field string) any { return r.schema.Value(r.run, field) }

func (r recordOf[R]) Field(name string) (data.Field, bool) { return r.schema.Field(name) }

func (r recordOf[R]) Fields() []data.Field { return r.schema.Fields() }

func (r recordOf[R]) LatencyField(p Percentile) data.Field {
	return r.named(r.schema.Latency[min(int(p), len(r.schema.Latency)-1)])
}

func (r recordOf[R]) EnergyField() data.Field { return r.named(r.schema.Energy) }

func (r recordOf[R]) ThroughputField() data.Field { return r.named(r.schema.Throughput) }

func (r recordOf[R]) named(field string) data.Field {
	f, _ := r.schema.Field(field)
	return f
}

// ConfigurationID is the id of a run without its ordinal among repeats. It hashes
// the key fields, which are declared in the field table. Seed and number of repeats
// are not among them: published results leave them out.
func ConfigurationID[R data.Record[R]](s *data.Schema[R], r R) string {
	var key strings.Builder
	key.WriteString(s.Domain)
	for _, f := range s.Fields() {
		if f.Key {
			fmt.Fprintf(&key, "\x00%s=%s", f.Name, data.Text(s.Value(r, f.Name)))
		}
	}
	sum := sha256.Sum256([]byte(key.String()))
	// 50 bits: two of 200,000 configurations collide with probability 2e-5
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:])[:10])
}
