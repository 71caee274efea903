// Package rowfile writes a stream of rows as CSV, JSON, Parquet or an Arrow stream.
//
// A [Writer] has one current row, whose cells keep their values until they are set again, so that values common to
// many rows are encoded once. Memory does not grow with the number of rows.
//
// It is independent of runs: a column is a name and a kind. Package data writes records, which have a field table.
package rowfile
