// Package ipw answers: what do the exports of Intelligence Per Watt say?
//
// It reads run directories of that system into [Profile] records, one a model and
// run: the Arrow data set of single-turn profiling, the JSON lines of agentic runs,
// their flat form as a data set, and what lies beside them (summary.json and the
// analysis reports). A run that is there in several forms counts once.
//
// Accuracy, energy per query, intelligence per joule and per watt are computed here
// from the queries, with one definition for all forms; what a report states is kept
// beside it, and told where it does not follow from its own numbers.
//
// [Queries] yields the values of each query, of which profiles are made.
//
// Prompts, answers, host names, paths and addresses are not taken in; Queries hands on
// prompts and answers if asked to.
package ipw
