// Package source opens the sources that results are read from.
//
// [Open] reads any of the [Kinds] of sources, several together: compiled directories
// and Parquet files, published leaderboards, raw results, results of other systems,
// what a revision of a git repository holds, and datasets on the Hugging Face Hub,
// which are fetched into a cache when they are read.
//
//	ds, err := source.Open(ctx, "hf://ml-energy/benchmark-v3")
//	if err != nil {
//		return err
//	}
//	best, ok := data.MinBy(ds.LLM().Task("gpqa"), func(r data.LLMRun) float64 { return r.EnergyPerTokenJoules })
//
// What stands behind the runs (output lengths, inter-token latencies, power over
// time) stays in raw files until somebody asks: see [Dataset].
//
// The list of kinds is the one place of the project that knows loaders.
package source
