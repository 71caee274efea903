// Package leaderboard answers: what is published?
//
// It holds the wire format of the published leaderboard: index.json, one file a
// task, one file a model and task. [Files] writes it from a [data.Dataset], byte
// for byte as its readers know it, and [Read] takes it back from a directory or
// a web address, so that a site can be rebuilt from what is already public. One
// table of keys ([layout]) drives writing, reading and the published schemas.
//
// The format holds some fields of two record types. A site has every run of every system
// in full beside it (all/DOMAIN.parquet), and [Read] takes the runs from there.
//
// Beside that it writes what the format lacks: provenance and problems
// ([ProvenanceFiles]), what was recorded during runs ([Recorded]), and JSON schemas ([Schemas]).
//
// It ranks nothing, draws nothing and knows no page; it opens no file but those
// of the leaderboard that it is asked to read.
package leaderboard
