package mlenergy

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// path drops a path that leads out of the source, which nobody may follow later,
// and keeps its row. An empty path is a missing one.
func (r *rows) path(row int, f *data.Field, value any) any {
	name, ok := value.(string)
	if !ok {
		return value
	}
	if name == "" {
		return nil
	}
	if inside(name) {
		return value
	}
	r.in.Problems = append(r.in.Problems, data.Problem{
		File: r.name, Row: row + 1, Field: f.Name,
		Message: "the path " + clip(name) + " is not below the source; it is dropped, the row stays; write it relative to the source",
	})
	return nil
}

// inside reports whether a path is relative and never climbs; with either kind
// of slash, since a path may be read on another system than it was written on.
func inside(name string) bool {
	slashed := strings.ReplaceAll(name, `\`, "/")
	climbs := slices.Contains(strings.Split(slashed, "/"), "..")
	drive := len(slashed) > 1 && slashed[1] == ':'
	return !climbs && !drive && !strings.HasPrefix(slashed, "/") && filepath.IsLocal(filepath.FromSlash(slashed))
}
