// Package provenance says of a run where its numbers come from: its fields in groups, the file and row that it was read
// from, how its numbers follow from each other, its repeats, its neighbors in the sweep, its problems, and what its source
// does not say. The page of a run and the command show print it.
package provenance
