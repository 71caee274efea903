package declared

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsontree"
)

// trees are the rows of JSON documents. They are read ahead, but no further than a large document.
type trees struct {
	batches chan []*scope
	batch   []*scope
	quit    chan struct{}
	row     *scope
	fault   error
	missing missing
	dotted  atomic.Bool // some key has a dot
}

// errLong stands for a text of thousands of bytes.
var errLong = errors.New("the text is too long; shorten it, or read another path")

// bytesAtOnce are read ahead of the rows that are taken in.
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

func newTrees(file io.ReadSeeker, format string, r Rows, wanted func(string) bool) *trees {
	t := &trees{missing: r.missing(), batches: make(chan []*scope), quit: make(chan struct{})}
	go func() {
		defer close(t.batches)
		in, sent, batch := &counted{ReadSeeker: file}, 0, []*scope(nil)
		send := func() bool {
			select {
			case t.batches <- batch:
				batch, sent = nil, in.bytes
				return true
			case <-t.quit:
				return false
			}
		}
		t.fault = t.rows(in, format, r.At, wanted, func(row *scope) bool {
			batch = append(batch, row)
			return len(batch) < rowsAtOnce && in.bytes-sent < bytesAtOnce || send()
		})
		if len(batch) > 0 {
			send()
		}
	}()
	return t
}

// rows hands on the rows of the documents.
func (t *trees) rows(file io.ReadSeeker, format, path string, wanted func(string) bool, yield func(*scope) bool) error {
	bare := t.missing["NaN"] || t.missing["Infinity"] || t.missing["-Infinity"]
	documents, rows, stopped := 0, 0, false
	route := rowRoute(path)
	asked := func(key string) bool {
		if strings.Contains(key, ".") {
			t.dotted.Store(true)
		}
		return wanted == nil || wanted(key)
	}
	err := jsontree.Each(file, jsontree.Options{Unknown: bare, Wanted: asked, Long: errLong}, func(v any) bool {
		if documents++; documents > 1 && format == "json" {
			return false
		}
		if _, is := v.(*jsontree.Members); is && len(route.parts) == 0 { // a row, as most documents are
			rows++
			stopped = !yield(&scope{value: v})
			return !stopped
		}
		for _, row := range rowsAt(v, route) {
			rows++
			if stopped = !yield(row); stopped {
				return false
			}
		}
		return true
	})
	switch {
	case stopped:
		return nil
	case err != nil && !bare && strings.Contains(err.Error(), "NaN"):
		return fmt.Errorf("%w; write “missing: [NaN, Infinity]” if these words mean no value", err)
	case err != nil:
		return err
	case documents > 1 && format == "json":
		return errors.New("contains several documents in sequence; write “format: jsonl”")
	case rows == 0:
		return &placed{[]any{"at"}, fmt.Errorf("has no row at %q; correct “at”", data.ClipName(path))}
	}
	return nil
}

func (t *trees) next() (bool, error) {
	for len(t.batch) == 0 {
		t.row = nil
		batch, more := <-t.batches
		if !more {
			return false, t.fault
		}
		t.batch = batch
	}
	t.row, t.batch = t.batch[0], t.batch[1:]
	return true, nil
}

// close waits until the file is no longer read.
func (t *trees) close() error {
	close(t.quit)
	for range t.batches {
	}
	return nil
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
		if s, ok := v.(string); ok {
			return t.missing.of(s)
		}
		return v
	}
}

// rowRoute is the path to the rows of a document.
func rowRoute(path string) route { return parsePath(path, func(string) bool { return false }) }

// rowsAt are the rows at a path of a document; of a list that it leads to, the elements.
func rowsAt(v any, r route) (rows []*scope) {
	left := mostVisited
	w := walker{left: &left, take: func(s *scope) {
		list, is := s.value.([]any)
		if !is || r.several() {
			if s.value != nil {
				rows = append(rows, s)
			}
			return
		}
		up := s
		if s.up != nil {
			up = s.up
		}
		members(list, func(key string, v any) bool { rows = append(rows, &scope{v, key, up}); return true })
	}}
	w.from = &scope{value: v}
	w.walk(v, w.from, "", false, r.parts)
	return rows
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for key := range m {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	return keys
}

// at is the value at a path of keys joined by dots, nil if there is none. Keys may have dots
// themselves: the longest that there is counts.
func at(v any, path string) any {
	if path == "" {
		return v
	}
	switch v := v.(type) {
	case record:
		return v.at(path)
	case []any:
		head, rest, _ := strings.Cut(path, ".")
		if i, err := strconv.Atoi(head); err == nil && i >= 0 && i < len(v) {
			return at(v[i], rest)
		}
	case *jsontree.Members:
		return along(path, v.Get)
	case map[string]any:
		return along(path, func(key string) (any, bool) { below, known := v[key]; return below, known })
	}
	return nil
}

// along is the value at a path in an object.
func along(path string, get func(key string) (any, bool)) any {
	if found, known := get(path); known {
		return found
	}
	for i := len(path) - 1; i > 0; i-- {
		if path[i] == '.' {
			if below, known := get(path[:i]); known {
				return at(below, path[i+1:])
			}
		}
	}
	return nil
}
