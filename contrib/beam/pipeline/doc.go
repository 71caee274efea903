// Package pipeline makes a compiled directory from raw results on many machines.
//
// It is a graph of Apache Beam around the functions that the command compile uses: search the roots, read each file,
// judge the runs of a group together, assemble and write. The output equals that of compile --skip-raw, byte for
// byte, regardless of how the engine distributes the work: elements may come in any order and in any bundles, and a
// later attempt replaces everything that a failed one left.
//
// In addition to the directory it writes other contents of the raw files, so that their bytes are downloaded only
// once: traces of power and temperature, fitted inter-token latencies, the problems, and the files without a run.
package pipeline
