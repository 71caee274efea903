// Package openg2g answers: how does the OpenG2G simulator want the benchmark's
// runs?
//
// OpenG2G simulates data centres on the power grid. It reads, for each model it
// serves, power over time, the distribution of inter-token latencies and logistic
// curves over the batch size, and computes them itself only when they are not on
// disk. A [Spec] says which runs a model stands for, [Fit] makes of these runs
// what the simulator needs, and [Current] and [Legacy] are the files in the
// layouts of its versions.
//
// Curves and mixtures are those of fitting.Compat, because the simulator computes
// them in the same way. The package opens no file: whoever calls it brings the
// samples and writes what comes out.
package openg2g
