// Package arrowfile reads the rows of Arrow files.
//
// It reads Arrow's stream and file formats batch by batch. It is independent of runs and columns: the caller
// interprets the rows.
//
// Files are untrusted. Batches are decoded by arrow-go, which trusts the structures that describe them: a single
// wrong bit there can make it allocate any amount of memory, which ends the program. Every such structure is
// therefore checked against limits before the library reads it, and panics of the library become errors:
//
//   - descriptions of at most 16 MiB, 200,000 parts and 60 levels;
//   - at most 256 MiB and 1 million rows a batch, 10 million rows a file;
//   - no length beyond the bytes that are there.
//
// It does not read compressed batches, dictionaries, big-endian files and maps in other forms than Hugging Face
// datasets write; the error names them.
package arrowfile
