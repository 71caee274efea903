// Package raw answers: what do the files of the ML.ENERGY benchmark's runs say?
//
// It finds the runs below one or several benchmark roots, decodes each file
// into a record with the evidence for its stability ([Finding]), judges
// stability over all roots together and assembles the dataset ([Open] does all
// three). The bulk data behind records (output lengths, inter-token latencies,
// timelines) stay in the files; an [Archive] streams them.
//
// A file that cannot be used is a problem that names it, never a lost load. The
// package writes nothing and knows no compiled directory.
//
// The server's flags are read by a reader of our own, although texts of the site go
// through a YAML library: the library refuses a whole file for an unknown reference or
// a repeated key, which such files may have, and takes most of a minute for 100 kB of
// open brackets.
package raw
