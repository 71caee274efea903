// Package history answers: which results did the data have at which time, and what
// changed from one time to the next?
//
// A [Snapshot] is what the boards of all tasks show by default at one date: the best
// configuration of each model within the task's deadline, ranked as the task's page
// ranks it, and the models that miss it. A [History] is the snapshots in order of
// their dates, kept in a small file beside the results ([Read], [History.Bytes]).
// Changes between two snapshots are those that the boards' tie rule tells apart.
//
// It stands above package board, whose answers it keeps, and below the pages. It
// loads no results and knows no clock: who takes a snapshot says of which date.
package history
