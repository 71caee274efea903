// Package placed says which key of a declaration may cause that a file cannot be read.
package placed

import "fmt"

// Error is an error in reading a file that a key may cause. Path leads to it from the entry by which the file is read, by keys
// (string) and indexes in lists (int).
type Error struct {
	Path []any
	error
}

// At is an error at a path, formatted as by [fmt.Errorf].
func At(path []any, format string, args ...any) error {
	return &Error{path, fmt.Errorf(format, args...)}
}
