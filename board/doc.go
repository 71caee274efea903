// Package board decides which rows a board shows for a query, and in which order.
//
// A [Board] is the rows of one task with the columns that can be shown. A [Query] is the view that the query string
// of a task's page selects, `deadline=50&gpu=B200`. The parameters have the same meaning in the page's script, in the
// command rank and in this package. [Board.Wire] is the file that the script reads.
//
// It does not format values; the page decides how a column looks.
package board
