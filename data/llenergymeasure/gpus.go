package llenergymeasure

import "github.com/jouleboard/jouleboard/data"

// countGPUs finds the number of GPUs in the first place that tells it. recorded are
// those in the time series.
func countGPUs(e data.Row, docs *documents, recorded int) {
	settings := settingsOf(e.Text("engine").Or(""), docs)
	setting := func(name string) int { return settings.count(name).Or(1) }
	for _, way := range []struct {
		from  string
		count int
	}{
		{"multi_gpu", e.Count("multi_gpu_num_gpus").Or(0)},
		{"energy_per_device_j", listLength(e.Text("energy_per_device_j"))},
		{"timeseries", recorded},
		{"processes", beyondOne(max(e.Count("aggregation_num_processes").Or(0), setting("num_processes")))},
		{"parallelism", beyondOne(max(setting("tensor_parallel_size"), setting("tp_size")) * setting("pipeline_parallel_size"))},
		{"assumed", 1},
	} {
		if way.count > 0 && way.count < 1_000_000 {
			e.Take(fields{"num_gpus": way.count, "num_gpus_basis": way.from})
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
