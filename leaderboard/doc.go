// Package leaderboard reads and writes the published data.
//
// It contains the wire format of the published leaderboard: index.json, one file per task, one file per model and
// task. [Files] writes it from a [data.Dataset], byte for byte as its readers expect it, and [Read] reads it from a
// directory or a URL, so that a site can be rebuilt from published data. One table of keys ([layout]) determines
// writing, reading and the published schemas.
//
// The format contains some fields of two record types. A site also has every run of every system with all fields
// (all/DOMAIN.parquet), and [Read] takes the runs from there.
//
// The package also writes what the format lacks: provenance and problems ([ProvenanceFiles]), values recorded during
// runs ([Recorded]), and JSON schemas ([Schemas]).
//
// It does not rank or draw and is independent of pages; it opens only files of the leaderboard that it reads.
package leaderboard
