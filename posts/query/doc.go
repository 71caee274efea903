// Package query computes the figures, tables and values that pages and posts declare.
//
// An author declares selections, figures, tables and values in a text (package content reads them, with their lines);
// this package computes them from a dataset. It is independent of Markdown and does not draw: a figure becomes a
// [charts.Plot] and a CSV file, a value becomes text.
//
// Empty results are not silent: a selection without a run, a name that is not a field, and series with different
// units are errors that name file, line and key.
package query
