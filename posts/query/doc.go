// Package query answers: which runs, and which numbers, does a declaration ask
// for?
//
// An author declares selections, figures, tables and values in a text (package
// content reads them, with the lines they stand on); this package computes them
// from a dataset. It knows no Markdown and draws nothing: a figure becomes a
// [charts.Plot] and a CSV file, a value becomes text.
//
// Nothing is computed silently from nothing: a selection without a run, a name
// that no field has, series of different units are faults that name file, line
// and key.
package query
