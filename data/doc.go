// Package data defines runs of benchmarks and collections of them.
//
// It contains the typed records of the benchmarks ([LLMRun], [DiffusionRun]), one immutable collection for all of
// them ([Runs]), the field tables that declare each column once ([Schema]), and the problems found in result files
// ([Problem]). Loaders fill a [Dataset]; everything above reads it.
//
// It does not read files, draw or rank: loaders decode files, package aggregate ranks.
package data
