// Package diff compares two datasets.
//
// Two sides go in, a base and a head, each with its runs and the texts that were
// computed from them; a [Report] comes out: what became of each configuration,
// and what that does to rankings, frontiers, deadlines and texts. The report is
// a value that can be written as Markdown for a pull request, as JSON, as plain
// text, or shown by a page of the site.
//
// The package knows no record type. Which fields make a configuration, which are
// metrics and which way they improve stands in the field tables. It reads no
// source and decides no exit status.
package diff
