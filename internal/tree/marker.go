package tree

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Marker is the file at the top of a tree that lists the files of the tree, one per line. It contains only what
// readers of the site can see, so it can be published.
const Marker = ".jouleboard"

const markerHead = "Written by jouleboard, which replaces the files listed here and keeps all others. Version 1.\n"

// writeMarker is the last write of a tree: a tree that has one is complete.
func (w *Writer) writeMarker() error {
	return writeFile(filepath.Join(w.place.staging(), Marker), MarkerOf(w.files), 0o644)
}

// MarkerOf returns the marker of a tree with these files, for callers that write it to another storage.
func MarkerOf(files []string) []byte {
	var b bytes.Buffer
	b.WriteString(markerHead)
	for _, name := range slices.Sorted(slices.Values(files)) {
		b.WriteString(name + "\n")
	}
	return b.Bytes()
}

// readMarker is the set of files, marker included, that the program wrote to dir.
func readMarker(dir string) (ours map[string]bool, err error) {
	text, err := os.ReadFile(filepath.Join(dir, Marker))
	if err != nil {
		return nil, err
	}
	list, ok := strings.CutPrefix(string(text), markerHead)
	if !ok {
		return nil, fmt.Errorf("%s was written by another version of the program; empty the directory, or choose another", Marker)
	}
	ours = map[string]bool{Marker: true}
	for line := range strings.Lines(list) {
		name := strings.TrimSuffix(line, "\n")
		if !valid(name) {
			return nil, fmt.Errorf("%s lists %q, which is no file of a site; empty the directory, or choose another", Marker, name)
		}
		ours[name] = true
	}
	return ours, nil
}
