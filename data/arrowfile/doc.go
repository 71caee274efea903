// Package arrowfile answers: which rows does this Arrow file hold?
//
// It reads Arrow's stream and file formats batch by batch. It knows no run and no
// column: what the rows mean is the caller's business.
//
// Files are untrusted. Batches are decoded by arrow-go, which trusts the structures
// that describe them: a single wrong bit there can make it take any amount of
// memory, and that ends a program. So every such structure is walked and bounded
// before the library sees it, and what the library still stumbles over becomes an
// error:
//
//   - descriptions of at most 16 MiB, 200,000 parts and 60 levels;
//   - at most 256 MiB and 1 million rows a batch, 10 million rows a file;
//   - no length beyond the bytes that are there.
//
// It does not read compressed batches, dictionaries, big-endian files and maps of
// other forms than Hugging Face datasets write; each is told by its name.
package arrowfile
