// Package source opens the sources that results are read from.
//
// [Open] reads any of the [Kinds] of sources, several together: compiled directories and Parquet files, published
// leaderboards, raw results, results of other systems, any of these in a revision of a Git repository, and datasets
// on the Hugging Face Hub, which are downloaded to a cache when they are read.
//
//	ds, err := source.Open(ctx, "hf://ml-energy/benchmark-v3")
//	if err != nil {
//		return err
//	}
//	best, ok := data.MinBy(ds.LLM().Task("gpqa"), func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
//
// The values from which runs are computed (output lengths, inter-token latencies, power over time) are read from raw
// files on request: see [Dataset].
//
// The list of kinds is the only place in the project that refers to loaders.
package source
