// Package jsonscan reads values from JSON files of any size.
//
// A [Scanner] steps through a document from front to back in a small buffer. The caller reads the values it needs and
// skips the others. Skipped values are validated to the last byte, so that a broken file is rejected even if only one
// number of it is needed. Documents are those of Python's json module: JSON (RFC 8259) and the bare words NaN,
// Infinity and -Infinity.
//
// It builds no tree and is independent of keys.
package jsonscan
