// Package history records the results on boards over time, and lists what changed.
//
// A [Snapshot] contains the default view of all boards at one date: the best configuration of each model within the
// task's deadline, ranked as on the task's page, and the models that do not meet it. A [History] contains the
// snapshots in order of their dates, and is kept in a small file with the results ([Read], [History.Bytes]). Changes
// between two snapshots are differences that the boards do not show as ties.
//
// It uses the results of package board, and pages use it. It does not load results or read the clock: the caller
// gives the date of a snapshot.
package history
