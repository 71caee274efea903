package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

// countGPUs finds the number of GPUs in the first place that tells it. recorded are
// those in the time series.
func countGPUs(e *experiment, docs *documents, recorded int) {
	settings := settingsOf(e.Engine, docs)
	setting := func(name string) int { return settings.count(name).Or(1) }
	for _, way := range []struct {
		from  string
		count int
	}{
		{"multi_gpu", e.MultiGPU.NumGPUs.Or(0)},
		{"energy_per_device_j", listLength(e.EnergyPerDevice)},
		{"timeseries", recorded},
		{"processes", beyondOne(max(e.Aggregation.NumProcesses.Or(0), setting("num_processes")))},
		{"parallelism", beyondOne(max(setting("tensor_parallel_size"), setting("tp_size")) * setting("pipeline_parallel_size"))},
		{"assumed", 1},
	} {
		if way.count > 0 && way.count < 1_000_000 {
			e.NumGPUs, e.NumGPUsBasis = data.Some(way.count), way.from
			return
		}
	}
}

// beyondOne is n, and 0 for one: a single process says nothing of the GPUs.
func beyondOne(n int) int {
	if n > 1 {
		return n
	}
	return 0
}
