// Package compile makes a compiled directory from raw results.
//
// It gathers the contents of the directory ([Gather], or [Merge] from the parts that [GatherPart] made on several
// machines) and writes it ([Contents.Write]): both Parquet files of runs, the output lengths, the configurations, the
// raw files as hard links, and the dataset card. docs/compiled.md describes the files.
//
// Package raw reads and judges the results.
package compile
