// Package pipeline answers: how do raw results become a compiled directory on
// many machines?
//
// It is a graph of Apache Beam around the functions that the command compile
// uses: search the roots, read each file apart, judge the runs of a group
// together, assemble and write. What leaves it equals what compile --skip-raw
// writes, byte for byte, however the engine shares the work: elements may come in
// any order and in any bundles, and an attempt that fails leaves nothing behind
// that a later one does not replace.
//
// Beside the directory it writes what else the raw files tell, so that their
// bytes are fetched once: traces of power and temperature, fitted inter-token
// latencies, the problems, and the files that gave no run.
package pipeline
