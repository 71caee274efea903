// Package board decides which rows a leaderboard shows for a query, and in
// which order.
//
// A [Board] is the rows of one task with the columns that can be shown. A [Query]
// is what the address of a task's page asks for, `deadline=50&gpu=B200`: the same
// parameters mean the same to the page's script, to the command rank and to this
// package. [Board.Wire] is the file from which the script answers.
//
// It formats nothing: how a column looks is the page's matter.
package board
