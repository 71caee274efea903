package content

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
)

// Keys records where the keys of a declaration are, so that errors in their values can name file and line.
type Keys struct {
	File  string
	Line  int // where the declaration begins, counted from 1
	lines map[string]int
	files map[string]string // of keys that stand elsewhere, such as in a flag
}

// Fault returns an error at a key; an empty key means the whole declaration.
func (k Keys) Fault(key, format string, args ...any) Error {
	message := fmt.Sprintf(format, args...)
	line, written := k.lines[key]
	if !written {
		line = k.Line
	}
	file := cmp.Or(k.files[key], k.File)
	if key != "" && !strings.HasPrefix(file, "--") {
		message = key + ": " + message
	}
	return Error{file, line, message}
}

// over is the keys with those of others that they do not have.
func (k Keys) over(base Keys) Keys {
	if k.File == "" {
		return base
	}
	k.lines, k.files = maps.Clone(k.lines), maps.Clone(k.files)
	for key, line := range base.lines {
		if _, written := k.lines[key]; written || k.lines == nil {
			continue
		}
		if k.lines[key] = line; k.files == nil {
			k.files = map[string]string{}
		}
		k.files[key] = cmp.Or(base.files[key], base.File)
	}
	return k
}

func (n *node) places() Keys {
	k := Keys{File: n.file, Line: n.line, lines: map[string]int{}}
	for key, value := range n.values {
		k.lines[key] = value.line
		if value.file != n.file {
			if k.files == nil {
				k.files = map[string]string{}
			}
			k.files[key] = value.file
		}
	}
	return k
}
