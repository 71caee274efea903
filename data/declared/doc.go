// Package declared reads results in any format that a declaration describes.
//
// A benchmark.yaml in the directory of the results describes where their rows are and what they contain: a field
// table like that of every record type ([data.Declaration]), and how to read its values ([File]). Declarations of
// known benchmarks are built in; a benchmark.yaml can extend one of them. A new benchmark is therefore data, not
// code.
//
// Declarations and rows come from contributors: both are read within limits, and errors name file and line.
package declared
