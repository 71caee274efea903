package leaderboard

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// object is a JSON object that is about to be written.
type object map[string]any

// A sequence is a list of objects that are made one by one as they are written, because a task has many rows.
type sequence struct {
	keys []string // in order
	n    int
	// value is the value of a key, by their indexes; [absent] leaves it out.
	value func(i, key int) any
}

type absent struct{}

// encode writes v as Python's json.dumps does with indent=2 and sort_keys: ASCII
// only, floats as repr prints them, no newline at the end. Go's own encoder
// differs in the escapes, in 14.0 (14) and in where exponents begin, so files
// could not be compared with the published ones byte for byte.
//
// v is built of object, sequence, []object, []string, []float64, []int, string, int,
// float64, bool and nil. NaN and infinities, for which JSON has no word, are an
// error that names the key.
func encode(v any) ([]byte, error) {
	w := writer{text: make([]byte, 0, 1<<16)} // the rows of a model
	w.value(v, 0)
	return w.text, w.err
}

type writer struct {
	text []byte
	key  string // the innermost key, for messages
	err  error
}

func (w *writer) value(v any, depth int) {
	switch x := v.(type) {
	case nil:
		w.text = append(w.text, "null"...)
	case bool:
		w.text = strconv.AppendBool(w.text, x)
	case int:
		w.text = strconv.AppendInt(w.text, int64(x), 10)
	case float64:
		w.float(x)
	case string:
		w.text = units.AppendPythonText(w.text, x)
	case object:
		w.object(x, depth)
	case sequence:
		w.sequence(x, depth)
	case []object:
		list(w, x, depth, func(o object) { w.object(o, depth+1) })
	case []string:
		list(w, x, depth, func(s string) { w.text = units.AppendPythonText(w.text, s) })
	case []float64:
		list(w, x, depth, w.float)
	case []int:
		list(w, x, depth, func(n int) { w.text = strconv.AppendInt(w.text, int64(n), 10) })
	default:
		panic(fmt.Sprintf("leaderboard: no JSON for %T", v))
	}
}

func (w *writer) object(o object, depth int) {
	if len(o) == 0 {
		w.text = append(w.text, "{}"...)
		return
	}
	keys := slices.AppendSeq(make([]string, 0, len(o)), maps.Keys(o))
	slices.Sort(keys) // UTF-8 sorts by code point, as Python does
	w.members(keys, depth, func(k int) any { return o[keys[k]] })
}

func (w *writer) sequence(r sequence, depth int) {
	list(w, lists.Indices(r.n), depth, func(i int) {
		w.members(r.keys, depth+1, func(k int) any { return r.value(i, k) })
	})
}

// members writes an object of keys in order, without those that are [absent].
func (w *writer) members(keys []string, depth int, value func(k int) any) {
	w.text = append(w.text, '{')
	written := 0
	for k, key := range keys {
		v := value(k)
		if v == (absent{}) {
			continue
		}
		w.key = key
		w.startEntry(written, depth)
		written++
		w.text = append(units.AppendPythonText(w.text, key), ": "...)
		w.value(v, depth+1)
	}
	w.text = append(w.newLine(depth), '}')
}

func list[T any](w *writer, values []T, depth int, each func(T)) {
	if len(values) == 0 {
		w.text = append(w.text, "[]"...)
		return
	}
	w.text = append(w.text, '[')
	for i, v := range values {
		w.startEntry(i, depth)
		each(v)
	}
	w.text = append(w.newLine(depth), ']')
}

func (w *writer) startEntry(i, depth int) {
	if i > 0 {
		w.text = append(w.text, ',')
	}
	w.text = w.newLine(depth + 1)
}

func (w *writer) newLine(depth int) []byte {
	w.text = append(w.text, '\n')
	for range depth {
		w.text = append(w.text, "  "...)
	}
	return w.text
}

func (w *writer) float(x float64) {
	if !units.IsFinite(x) && w.err == nil {
		w.err = fmt.Errorf("%s: expected a finite number, got %v", w.key, x)
	}
	w.text = units.AppendPython(w.text, x)
}
