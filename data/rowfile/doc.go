// Package rowfile answers: how is a stream of rows written as CSV, JSON or
// Parquet, however many there are?
//
// A [Writer] has one current row, whose cells keep their values until they are
// set again; so what many rows share is encoded once. Memory does not grow with
// the number of rows.
//
// It knows no run: columns are a name and a kind. Records, which have a field
// table, are written by package data.
package rowfile
