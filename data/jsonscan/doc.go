// Package jsonscan answers: which values stand where in a JSON file of any size?
//
// A [Scanner] steps through a document from front to back in a small buffer. The
// caller takes the values it knows and skips the rest; what is skipped is
// validated to the last byte, so that a file of which one number is needed still
// cannot pass when it is broken. Documents are what Python's json module writes:
// JSON (RFC 8259) and the bare words NaN, Infinity and -Infinity.
//
// It builds no tree and knows no key.
package jsonscan
