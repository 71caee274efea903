// Package compile answers: how do raw results become a compiled directory?
//
// It gathers what the directory holds ([Gather], or [Merge] from the parts that
// [GatherPart] made on several machines) and writes it ([Contents.Write]): both
// Parquet files of runs, the output lengths, the configurations, the raw files
// by hard link, and the dataset card. docs/compiled.md describes the files.
//
// It reads no result itself (package raw does) and judges none.
package compile
