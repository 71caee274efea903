package provenance

import (
	"math"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/data"
)

// Row is what boards show of the run's configuration: the mean of its repeats.
func (r Run) Row() aggregate.Row { return aggregate.Rows(r.Repeats, aggregate.Uncertainty{})[0] }

// shownRoles are what sums up a run besides what ranks it and its latency.
var shownRoles = []data.Role{data.RoleEnergy, data.RolePerResponse, data.RoleThroughput, data.RolePower, data.RoleAccuracy}

// Headline returns the fields that sum up a run, as far as it has them: what ranks it first, then its latency.
func (r Run) Headline() (fields []data.Field) {
	s := r.Schema()
	have := map[string]bool{}
	add := func(name string) {
		if f, ok := s.Field(name); ok && !have[name] && r.Value(0, name) != nil {
			fields, have[name] = append(fields, f), true
		}
	}
	add(aggregate.RankField(s).Name)
	for _, name := range s.LatencyAt()[:min(1, len(s.LatencyAt()))] {
		add(name)
	}
	for _, role := range shownRoles {
		add(s.Name(role))
	}
	return fields
}

// Hourly says how what a GPU puts out in an hour, which prices of GPU-hours need, follows from the throughput, of repeats
// from their mean; nil if that is not known. The throughput is given as the reader calls it.
func (r Run) Hourly(w *words.Catalog, throughput data.Field, output string) []words.Run {
	row := r.Row()
	hourly := row.OutputsPerGPUHour()
	if math.IsNaN(hourly) {
		return nil
	}
	return w.Rich("run.computed.hourly", "throughput", throughput.Label, "value", w.Number(row.Throughput), "unit", throughput.Unit,
		"gpus", row.NumGPUs, "hourly", w.Number(hourly/million), "nouns", w.Noun(output, 2))
}

const million = 1e6
