package declared

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
	"github.com/jouleboard/jouleboard/internal/placed"
)

// trees are the rows of JSON documents.
type trees struct {
	*ahead[scope]
	row     *scope
	missing missing
	dotted  atomic.Bool // some key has a dot
}

// errLong stands for a text of thousands of bytes.
var errLong = errors.New("the text is too long; shorten it, or read another path")

// errSequence is that of a JSON file with several documents.
var errSequence = errors.New("contains several documents in sequence; write “format: jsonl”")

// bytesAtOnce are read ahead of the rows that are taken in: no further than a large document.
const bytesAtOnce = 1 << 20

// counted is a file of which the bytes that were read are counted.
type counted struct {
	io.ReadSeeker
	bytes int
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.bytes += n
	return n, err
}

// newTrees reads documents. Unless they are kept, the memory of rows is used again for those after them.
func newTrees(file io.ReadSeeker, format string, r Rows, wanted func(string) bool, kept bool) *trees {
	t, in, sent := &trees{missing: r.missing()}, &counted{ReadSeeker: file}, 0
	turns := &turns{kept: kept}
	full := func(rows int) bool {
		if rows < rowsAtOnce && in.bytes-sent < bytesAtOnce {
			return false
		}
		sent, turns.passed = in.bytes, true
		return true
	}
	t.ahead = readAhead(full, func(yield func(scope) bool) error { return t.rows(in, format, r.At, wanted, turns, yield) })
	return t
}

// turns are two rooms for documents each of which is a row: while rows of one are taken in, those after them are read to the other.
type turns struct {
	rooms  [2]jsontree.Room
	now    int
	passed bool // the rows in the room now were handed on, so that those in the other have been taken in
	kept   bool // no room is used again
}

func (t *turns) room() *jsontree.Room {
	if t.passed && !t.kept {
		t.now, t.passed = 1-t.now, false
		t.rooms[t.now].Clear()
	}
	return &t.rooms[t.now]
}

// rows hands on the rows of the documents.
func (t *trees) rows(file io.ReadSeeker, format, path string, wanted func(string) bool, turns *turns, yield func(scope) bool) error {
	bare := t.missing["NaN"] || t.missing["Infinity"] || t.missing["-Infinity"]
	documents, rows, stopped := 0, 0, false
	route := rowRoute(path)
	asked := func(key string) bool {
		if strings.Contains(key, ".") {
			t.dotted.Store(true)
		}
		return wanted == nil || wanted(key)
	}
	err := jsontree.Each(file, jsontree.Options{Unknown: bare, Wanted: asked, Room: turns.room, Long: errLong}, func(v any) bool {
		if documents++; documents > 1 && format == "json" {
			return false
		}
		found := []scope{{value: v}}
		if _, is := v.(*jsontree.Members); !is || len(route.parts) > 0 { // unlike most documents, it is no row itself
			found, turns.kept = rowsAt(v, route), true
		}
		for i := 0; i < len(found) && !stopped; i++ {
			rows++
			stopped = !yield(found[i])
		}
		return !stopped
	})
	switch {
	case stopped:
		return nil
	case err != nil && !bare && strings.Contains(err.Error(), "NaN"):
		return fmt.Errorf("%w; write “missing: [NaN, Infinity]” if these words mean no value", err)
	case err != nil:
		return err
	case documents > 1 && format == "json":
		return errSequence
	case rows == 0:
		return placed.At([]any{"at"}, "has no row at %q; correct “at”", data.ClipName(path))
	}
	return nil
}

func (t *trees) next() (more bool, err error) {
	t.row, more, err = t.take()
	return more, err
}

func (t *trees) scope() *scope { return t.row }

func (t *trees) find(path string) func() any {
	keys := strings.Split(path, ".")
	places := make([]int, len(keys))
	return func() any {
		v := t.row.value
		if t.dotted.Load() {
			v = at(v, path)
		} else {
			for i, key := range keys {
				if m, is := v.(*jsontree.Members); is {
					v, _ = m.At(key, &places[i])
				} else {
					v = at(v, key)
				}
			}
		}
		return t.missing.of(v)
	}
}

// rowRoute is the path to the rows of a document.
func rowRoute(path string) route { return parsePath(path, func(string) bool { return false }) }

// rowsAt are the rows at a path of a document; of a list that it leads to, the elements.
func rowsAt(v any, r route) (rows []scope) {
	w := walker{left: &visits{row: mostVisited}, take: func(s *scope) {
		list, is := s.value.([]any)
		if !is || r.several() {
			if s.value != nil {
				rows = append(rows, *s)
			}
			return
		}
		for key, v := range members(list) {
			rows = append(rows, scope{v, key, cmp.Or(s.up, s)})
		}
	}}
	w.from = &scope{value: v}
	w.walk(v, w.from, "", false, r.parts)
	return rows
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// at is the value at a path of keys joined by dots, nil if there is none. Keys may have dots
// themselves: the longest that there is counts.
func at(v any, path string) any {
	if path == "" {
		return v
	}
	switch v := v.(type) {
	case object:
		for end := len(path); end > 0; end = strings.LastIndexByte(path[:end], '.') {
			if found, known := v.Get(path[:end]); known {
				return at(found, path[min(end+1, len(path)):])
			}
		}
	case []any:
		head, rest, _ := strings.Cut(path, ".")
		if i, err := strconv.Atoi(head); err == nil && i >= 0 && i < len(v) {
			return at(v[i], rest)
		}
	}
	return nil
}
