package ipw

import (
	"math"
	"time"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// summary is what summary.json tells of a run, in whichever of its three shapes.
type summary struct {
	model, dataset, datasetName, agent, engine, version data.Opt[string]
	gpu, cpu, label, hardware, date, start, end         data.Opt[string]
	batch, queries                                      data.Opt[int]
	benchJoules                                         data.Opt[float64]
}

// summaryOf reads a summary. The keys of the shapes do not contradict each other, so
// that each is looked for in turn.
func summaryOf(o jsontree.Object) summary {
	text := func(paths ...string) data.Opt[string] {
		s, _ := jsontree.First(o, paths...).(string)
		return stated(s)
	}
	return summary{
		model:       text("model", "config.model", "profiler_config.model"),
		dataset:     text("dataset", "config.dataset", "profiler_config.dataset_id"),
		datasetName: text("dataset_name"),
		agent:       text("config.agent"),
		engine:      text("profiler_config.client_id", "client"),
		gpu:         text("gpu_info.name", "hardware.gpu_name"),
		cpu:         text("hardware.cpu_brand", "system_info.cpu_brand"),
		label:       text("hardware_label"),
		hardware:    text("hardware_label", "hardware.platform"),
		date:        dateOf(o),
		start:       timeOf(o["start_time"]),
		end:         timeOf(o["end_time"]),
		version:     text("versions.ipw"),
		batch:       countOf(o, "profiler_config.batch_size", "config.concurrency"),
		queries:     countOf(o, "total_queries"),
		benchJoules: joulesOf(o, "bench_telemetry.gpu_energy_joules", "bench_telemetry.total_gpu_energy_joules",
			"bench_telemetry.total_gpu_energy_j"),
	}
}

func countOf(o jsontree.Object, paths ...string) data.Opt[int] {
	if x, ok := jsontree.First(o, paths...).(float64); ok && x >= 1 && x < 1e12 && x == math.Trunc(x) {
		return data.Some(int(x))
	}
	return data.Opt[int]{}
}

func joulesOf(o jsontree.Object, paths ...string) data.Opt[float64] {
	if x, ok := jsontree.First(o, paths...).(float64); ok && x > 0 {
		return data.Some(x)
	}
	return data.Opt[float64]{}
}

// dateOf is the day of the run: when it began, or when its summary was written, in
// seconds since 1970.
func dateOf(o jsontree.Object) data.Opt[string] {
	for _, key := range []string{"start_time", "generated_at"} {
		s := jsontree.Text(o, key)
		if day, err := time.Parse(time.DateOnly, s[:min(len(s), len(time.DateOnly))]); err == nil {
			return data.Some(day.Format(time.DateOnly))
		}
	}
	if at, ok := timeOf(o["generated_at"]).Value(); ok {
		return data.Some(at[:len(time.DateOnly)])
	}
	return data.Opt[string]{}
}

// timeOf is a time to the second: in UTC, or as it stands where no zone is stated.
func timeOf(v any) data.Opt[string] {
	switch v := v.(type) {
	case float64:
		const first, last = 1e9, 1e10 // 2001 to 2286: a number outside is no such time
		if v >= first && v <= last {
			return data.Some(time.Unix(int64(v), 0).UTC().Format(time.RFC3339))
		}
	case string:
		const local = "2006-01-02T15:04:05"
		if at, err := time.Parse(time.RFC3339, v); err == nil {
			return data.Some(at.UTC().Format(time.RFC3339))
		}
		if at, err := time.Parse(local, v); err == nil {
			return data.Some(at.Format(local))
		}
	}
	return data.Opt[string]{}
}
