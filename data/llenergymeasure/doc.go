// Package llenergymeasure answers: what do the results of llenergymeasure say?
//
// It reads the directories that the tool writes, of result schemas 2 to 4 and
// bundle versions 1 and 2, into [Experiment] records: result.json, the files beside
// it that tell GPU and configuration, the study's manifest, and power over time.
// Single requests (requests.parquet) are listed and not read.
//
// Three things that the tool calls alike are told apart here: energy per output
// token, energy per token of input and output, and the same less idle power. What
// a result leaves out is missing; a zero that stands for "not measured" is too.
package llenergymeasure
