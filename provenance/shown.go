package provenance

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
)

// Row is what boards show of the run's configuration: the mean of its repeats.
func (r Run) Row() aggregate.Row { return r.row() }

// shownRoles are what sums up a run besides what ranks it and its latency.
var shownRoles = []data.Role{data.RoleEnergy, data.RolePerResponse, data.RoleThroughput, data.RolePower, data.RoleAccuracy}

// Headline returns the fields that sum up a run, as far as it has them: what ranks it first, then its latency.
func (r Run) Headline() (fields []data.Field) {
	for _, name := range HeadlineOf(r.Schema()) {
		if f, ok := r.Schema().Field(name); ok && r.Value(0, name) != nil {
			fields = append(fields, f)
		}
	}
	return fields
}

// HeadlineOf returns the names of the fields that sum up a run of a record type.
func HeadlineOf(s *data.Schema) (names []string) {
	add := func(name string) {
		if name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	add(aggregate.RankField(s).Name)
	for _, name := range s.LatencyAt()[:min(1, len(s.LatencyAt()))] {
		add(name)
	}
	for _, role := range shownRoles {
		add(s.Name(role))
	}
	return names
}

// Derived says how further numbers of pages follow from the run, of repeats from their mean, as far as they are known: the
// throughput of a GPU, what it puts out in an hour, which prices of GPU-hours need, and the share of the power limit of all
// its GPUs, in W, 0 for unknown. called gives a field as the reader calls it.
func (r Run) Derived(w *words.Catalog, called func(data.Field) data.Field, output string, limit float64) (lines [][]words.Run) {
	row := r.Row()
	throughput, power := called(row.ThroughputField()), called(row.PowerField())
	of := func(f data.Field, value float64, more ...any) []any {
		return append(more, "field", f.Label, "value", w.Number(value), "unit", f.Unit, "gpus", row.NumGPUs)
	}
	hourly := row.OutputsPerGPUHour()
	if !math.IsNaN(hourly) && row.NumGPUs > 1 {
		each := w.Number(row.Throughput / float64(row.NumGPUs))
		lines = append(lines, w.Rich("run.computed.per_gpu", of(throughput, row.Throughput, "each", each)...))
	}
	if !math.IsNaN(hourly) {
		nouns := w.Noun(output, 2)
		if hourly >= million {
			hourly, nouns = hourly/million, w.Say("outputs.million", "nouns", nouns)
		}
		lines = append(lines, w.Rich("run.computed.hourly", of(throughput, row.Throughput, "hourly", w.Number(hourly), "nouns", nouns)...))
	}
	if row.Power > 0 && limit > 0 {
		share := w.Number(100 * row.Power / limit)
		lines = append(lines, w.Rich("run.computed.share", of(power, row.Power, "limit", w.Number(limit), "share", share)...))
	}
	return lines
}

const million = 1e6
