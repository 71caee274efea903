// Package openg2g writes the input files of the OpenG2G simulator.
//
// OpenG2G simulates data centers on the power grid. It reads, for each model it serves, power over time, the
// distribution of inter-token latencies and logistic curves over the batch size, and computes them itself only if the
// files are missing. A [Spec] selects the runs of a model, [Fit] computes from them what the simulator needs, and
// [Current] and [Legacy] return the files in the layouts of its versions.
//
// Curves and mixtures are those of fitting.Compat, because the simulator computes them in the same way. The package
// does not open files: the caller supplies the samples and writes the results.
package openg2g
