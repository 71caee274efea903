// Package data answers: what is a run?
//
// It holds the typed records of the benchmarks ([LLMRun], [DiffusionRun]), one
// immutable collection for all of them ([Runs]), the field tables that declare
// each column once ([Schema]), and the problems found in result files
// ([Problem]). Loaders fill a [Dataset]; everything above reads it.
//
// It opens no file, draws nothing and ranks nothing: decoding lives in the
// loader packages, rankings in package aggregate.
package data
