// Package aggregate computes results across runs.
//
// It turns records of any type into rows and computes from them the best configuration per model, the Pareto
// frontier, ranks with ties and summaries. It does not format values and is independent of pages.
package aggregate
