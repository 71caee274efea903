// Package declared answers: what do results contain whose format a file describes?
//
// A benchmark.yaml beside the results says where their rows are and what stands in them: a
// field table as every record type has one ([data.Declaration]), and how its values are
// found ([File]). Declarations of known benchmarks ship with the program; a benchmark.yaml
// may build on one. So a new benchmark is data, and no code.
//
// Declarations and rows come with contributions: both are read through guards, and what is
// wrong is said with file and line.
package declared
