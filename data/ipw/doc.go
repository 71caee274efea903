// Package ipw reads the exports of Intelligence Per Watt.
//
// It reads run directories of that system into rows of [Schema], one per model and run: the Arrow dataset of
// single-turn profiling, the JSON lines of agentic runs, their flat form as a dataset, and the files next to them
// (summary.json and the analysis reports). A run that exists in several forms counts once.
//
// Accuracy, energy per query, intelligence per joule and per watt are computed here from the queries, with one
// definition for all forms. The values of a report are kept as well, and reported as problems if they do not follow
// from the report's own numbers.
//
// [Queries] yields the values of each query, from which profiles are computed.
//
// Prompts, answers, host names, paths and addresses are not read; Queries returns prompts and answers only if
// requested.
package ipw
