// Package raw reads the raw results of the ML.ENERGY Benchmark.
//
// It finds the runs in one or several benchmark roots, decodes each file into a record with the evidence for its
// stability ([Finding]), judges the stability of all runs together and assembles the dataset ([Open] does all three).
// The bulk data of runs (output lengths, inter-token latencies, timelines) stay in the files; an [Archive] streams
// them.
//
// A file that cannot be used is reported as a problem and does not prevent the others from being loaded. The package
// does not write files and is independent of compiled directories.
//
// The server's flags are not read with the YAML library that reads the site's settings: that library rejects a whole
// file with an unknown reference or a repeated key, which such files may have, and takes most of a minute for 100 kB
// of open brackets.
package raw
