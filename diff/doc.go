// Package diff compares two datasets.
//
// Two sides go in, a base and a head, each with its runs and the texts that were computed from them; the result is a
// [Report] with the change of each configuration, and its effect on rankings, frontiers, deadlines and texts. The
// report is a value that can be written as Markdown for a pull request, as JSON, as plain text, or shown by a page of
// the site.
//
// The package is independent of record types: the field tables contain which fields identify a configuration, which
// are metrics, and in which direction they improve. It reads no sources and does not decide the exit status.
package diff
