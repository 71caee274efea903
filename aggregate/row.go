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
	return data.Number(r.record.Value(field))
}

// RowsIn makes one row a run of a dataset: of language models, then of image and
// video models.
func RowsIn(ds data.Dataset) []Row {
	return append(rowsWithin(ds.LLM, ds), rowsWithin(ds.Diffusion, ds)...)
}

// rowsWithin gives runs that were not repeated the interval of the run itself.
func rowsWithin[R data.Record[R]](runs data.Runs[R], ds data.Dataset) []Row {
	rows := Rows(runs)
	if len(ds.Within) == 0 {
		return rows
	}
	for i := range rows {
		if rows[i].Interval != nil {
			continue
		}
		if within, known := ds.Within[data.Any(runs.At(i))]; known {
			rows[i].Interval = &within
		}
	}
	return rows
}

// Rows makes one row a run, in order.
func Rows[R data.Record[R]](runs data.Runs[R]) []Row {
	n, latencies := runs.Len(), len(runs.Schema().Latency)
	rows, records, latency := make([]Row, n), make([]recordOf[R], n), make([]float64, n*latencies)
	bases, ids := baseIDs(runs), newOrdinals(n)
	for i := range rows {
		records[i] = recordOf[R]{&runs, i}
		rows[i] = newRow(&records[i], latency[:latencies:latencies])
		rows[i].Run = ids.next(bases[i])
		latency = latency[latencies:]
	}
	fromRepeats(rows, bases, ids)
	return rows
}

// IDs are the ids of a collection's runs, in order. The ordinal among repeats depends
// on the whole collection, so take ids before filtering.
func IDs[R data.Record[R]](runs data.Runs[R]) []string {
	list := baseIDs(runs)
	ids := newOrdinals(len(list))
	for i, base := range list {
		list[i] = ids.next(base)
	}
	return list
}

// RunIDs are the ids of a collection's runs by run; see [IDs].
func RunIDs[R data.Record[R]](runs data.Runs[R]) map[R]string {
	byRun := make(map[R]string, runs.Len())
	for i, id := range IDs(runs) {
		byRun[runs.At(i)] = id
	}
	return byRun
}

// ordinals counts the repeats of configurations.
type ordinals map[string]int

func newOrdinals(runs int) ordinals { return make(ordinals, runs) }

// next is the id of a configuration's next run: numbered from the second on.
func (o ordinals) next(base string) string {
	o[base]++
	if n := o[base]; n > 1 {
		return fmt.Sprintf("%s-%d", base, n)
	}
	return base
}

// newRow makes the row of a record; latency is where it keeps as many values as the
// record has latencies.
func newRow[R data.Record[R]](r *recordOf[R], latency []float64) Row {
	s := r.schema()
	row := Row{Domain: s.Domain, record: r, latency: latency}
	text := func(field string) string { v, _ := r.Value(field).(string); return v }
	whole := func(field string) int { v, _ := r.Value(field).(int); return v }
	float := func(field string) float64 { v, _ := data.Number(r.Value(field)); return v }

	row.Task, row.ModelID, row.Nickname = text("task"), text("model_id"), text("nickname")
	row.Precision, row.Architecture, row.GPU = text("weight_precision"), text("architecture"), text("gpu_model")
	row.NumGPUs, row.Batch = whole("num_gpus"), whole(s.Batch)
	row.TotalParams, row.ActiveParams = float("total_params_billions"), float("activated_params_billions")
	row.Energy, row.Throughput, row.Power = float(s.Energy), float(s.Throughput), float(s.Power)
	for i, field := range s.Latency {
		latency[i] = float(field)
	}
	return row
}

// recordOf is a run where it stands in its collection.
type recordOf[R data.Record[R]] struct {
	runs *data.Runs[R]
	i    int
}

func (r *recordOf[R]) schema() *data.Schema[R] { return r.runs.Schema() }

func (r *recordOf[R]) Value(field string) any { return r.runs.Value(r.i, field) }

func (r *recordOf[R]) Field(name string) (data.Field, bool) { return r.schema().Field(name) }

func (r *recordOf[R]) Fields() []data.Field { return r.schema().Fields() }

func (r *recordOf[R]) LatencyField(p Percentile) data.Field {
	latency := r.schema().Latency
	return r.named(latency[min(int(p), len(latency)-1)])
}

func (r *recordOf[R]) EnergyField() data.Field { return r.named(r.schema().Energy) }

func (r *recordOf[R]) ThroughputField() data.Field { return r.named(r.schema().Throughput) }

func (r *recordOf[R]) named(field string) data.Field {
	f, _ := r.schema().Field(field)
	return f
}

// ConfigurationID is the id of a run without its ordinal among repeats. It hashes
// the key fields, which are declared in the field table. Seed and number of repeats
// are not among them: published results leave them out.
func ConfigurationID[R data.Record[R]](s *data.Schema[R], r R) string {
	return baseID(nil, s.Domain, keysOf(s), func(field string) any { return s.Value(r, field) })
}

// baseIDs are the configuration ids of a collection's runs, in order.
func baseIDs[R data.Record[R]](runs data.Runs[R]) []string {
	list, keys := make([]string, runs.Len()), keysOf(runs.Schema())
	key := make([]byte, 0, 512)
	for i := range list {
		list[i] = baseID(key, runs.Schema().Domain, keys, func(field string) any { return runs.Value(i, field) })
	}
	return list
}

func keysOf[R any](s *data.Schema[R]) (names []string) {
	for _, f := range s.Fields() {
		if f.Key {
			names = append(names, f.Name)
		}
	}
	return names
}

// lowerBase32 writes five bits a letter, in small letters and digits.
var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567")

// baseID hashes the values of the key fields; key is room to write them down.
func baseID(key []byte, domain string, fields []string, value func(field string) any) string {
	key = append(key[:0], domain...)
	for _, f := range fields {
		key = append(append(append(key, 0), f...), '=')
		key = append(key, data.Text(value(f))...)
	}
	sum := sha256.Sum256(key)
	// 50 bits: two of 200,000 configurations collide with probability 2e-5
	var letters [56]byte
	lowerBase32.Encode(letters[:], sum[:])
	return string(letters[:10])
}
