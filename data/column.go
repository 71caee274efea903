package data

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// column is the values of one field: one slice of the field's kind is as long as the
// table. Texts are codes of an ascending list of words, so that codes compare as the
// words do.
type column struct {
	kind   Kind
	floats []float64
	ints   []int
	flags  []bool
	codes  []int32
	words  []string
	absent []bool // which rows lack the value; nil where none does

	known map[string]int32 // the code of each word while the column is filled
	spelt int              // bytes of the words

	latest int // the code that was added last
}

func (c *column) len() int {
	return max(len(c.floats), len(c.ints), len(c.flags), len(c.codes))
}

// at is string, int, float64 or bool, nil where the value is missing.
func (c *column) at(i int) any {
	if c.absent != nil && c.absent[i] {
		return nil
	}
	switch c.kind {
	case String:
		return c.words[c.codes[i]]
	case Int:
		return c.ints[i]
	case Float:
		return c.floats[i]
	}
	return c.flags[i]
}

// text is the value as [Text] writes it; that of a word takes no memory.
func (c *column) text(i int) string {
	if c.kind == String && (c.absent == nil || !c.absent[i]) {
		return c.words[c.codes[i]]
	}
	return Text(c.at(i))
}

// number is a numeric value; ok is false where it is missing or no number.
func (c *column) number(i int) (x float64, ok bool) {
	switch {
	case c.absent != nil && c.absent[i]:
	case c.kind == Float:
		return c.floats[i], true
	case c.kind == Int:
		return float64(c.ints[i]), true
	}
	return 0, false
}

// bits are the same for equal values that are not missing.
func (c *column) bits(row int32) uint64 {
	switch c.kind {
	case String:
		return uint64(c.codes[row])
	case Int:
		return uint64(c.ints[row])
	case Float:
		return math.Float64bits(c.floats[row] + 0) // −0 equals 0
	}
	return uint64(lists.One(c.flags[row]))
}

// append adds a value of the column's kind; nil is missing.
func (c *column) append(v any) {
	n := c.len()
	if v == nil {
		if c.absent == nil {
			c.absent = make([]bool, n, n+1)
		}
		v = c.kind.zero()
		c.absent = append(c.absent, true)
	} else if c.absent != nil {
		c.absent = append(c.absent, false)
	}
	switch c.kind {
	case String:
		c.codes = append(c.codes, c.code(v.(string)))
	case Int:
		c.ints = append(c.ints, v.(int))
	case Float:
		c.floats = append(c.floats, v.(float64))
	case Bool:
		c.flags = append(c.flags, v.(bool))
	}
}

// reserve makes room for n more values.
func (c *column) reserve(n int) {
	switch c.kind {
	case String:
		c.codes = slices.Grow(c.codes, n)
	case Int:
		c.ints = slices.Grow(c.ints, n)
	case Float:
		c.floats = slices.Grow(c.floats, n)
	case Bool:
		c.flags = slices.Grow(c.flags, n)
	}
}

// has reports whether the word was added.
func (c *column) has(word string) bool {
	if c.latest < len(c.words) && c.words[c.latest] == word {
		return true
	}
	_, known := c.known[word]
	return known
}

func (c *column) code(word string) int32 {
	if c.known == nil {
		c.known = map[string]int32{}
	}
	if c.latest < len(c.words) && c.words[c.latest] == word {
		return int32(c.latest)
	}
	code, known := c.known[word]
	if !known {
		code, word = int32(len(c.words)), strings.Clone(word) // of a text that may be much longer
		c.known[word] = code
		c.words = append(c.words, word)
		c.spelt += len(word)
	}
	c.latest = int(code)
	return code
}

// sorted is the column with its words in order.
func (c column) sorted() column {
	c.known = nil
	if c.kind != String || slices.IsSorted(c.words) {
		return c
	}
	order := indices(len(c.words))
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(c.words[a], c.words[b]) })
	words, place := make([]string, len(order)), make([]int32, len(order))
	for to, from := range order {
		words[to], place[from] = c.words[from], int32(to)
	}
	codes := lists.Map(c.codes, func(code int32) int32 { return place[code] })
	c.words, c.codes = words, codes
	return c
}

// compare orders two rows by the column, missing values last whatever the sign.
func (c *column) compare(i, j, sign int) int {
	if c.absent != nil && (c.absent[i] || c.absent[j]) {
		return compareFlags(c.absent[i], c.absent[j])
	}
	switch c.kind {
	case String:
		return sign * cmp.Compare(c.codes[i], c.codes[j])
	case Int:
		return sign * cmp.Compare(c.ints[i], c.ints[j])
	case Float:
		return sign * cmp.Compare(c.floats[i], c.floats[j])
	}
	return sign * compareFlags(c.flags[i], c.flags[j])
}

// filling is a table while runs are added.
type filling struct {
	schema  *Schema
	columns []column
	places  []Place
	n       int
	beside  map[int32]beside
	doubts  map[int32]string
}

func newFilling(s *Schema) *filling {
	f := &filling{schema: s, columns: make([]column, len(s.fields)), beside: map[int32]beside{}, doubts: map[int32]string{}}
	for i, field := range s.fields {
		f.columns[i].kind = field.Kind
	}
	return f
}

// reserve makes room for more runs.
func (f *filling) reserve(runs int) {
	for i := range f.columns {
		f.columns[i].reserve(runs)
	}
	f.places = slices.Grow(f.places, runs)
}

// add appends a run: a value a field, of its kind, and where it was read.
func (f *filling) add(values []any, at Place) {
	if f.n == cap(f.places) { // append alone would grow by a quarter, and so copy each of many runs four times
		f.reserve(f.n / 2)
	}
	for i, v := range values {
		if !f.schema.fields[i].Computed {
			f.columns[i].append(v)
		}
	}
	f.places = append(f.places, at)
	f.n++
}

// Bytes is about what the values of the runs take in memory while runs are added.
func (f *filling) Bytes() (sum int) {
	const value, word = 8, 100 // of a number or code, and of a text beside its letters
	for i := range f.columns {
		c := &f.columns[i]
		sum += value*c.len() + word*len(c.words) + c.spelt
	}
	return sum
}

// take appends the runs of a table with the same fields.
func (f *filling) take(t Table) {
	for i := range f.columns {
		if f.schema.fields[i].Computed {
			continue
		}
		from := t.column(i)
		f.columns[i].reserve(len(t.rows))
		for _, row := range t.rows {
			f.columns[i].append(from.at(int(row)))
		}
	}
	for k, row := range t.rows {
		to := int32(f.n + k)
		f.places = append(f.places, t.places[row])
		if b, there := t.beside[row]; there {
			f.beside[to] = b
		}
		if why, there := t.doubts[row]; there {
			f.doubts[to] = why
		}
	}
	f.n += len(t.rows)
}

// hang changes what hangs beside the fields of run i.
func (f *filling) hang(i int, change func(b *beside)) {
	b := f.beside[int32(i)]
	change(&b)
	f.beside[int32(i)] = b
}

// table is the runs added so far, in the order in which they came. stableOnly says that
// unstable ones were left out.
func (f *filling) table(stableOnly bool) Table {
	made := values{schema: f.schema, n: f.n, columns: make([]column, len(f.columns)), places: f.places[:f.n:f.n], doubts: f.doubts}
	v := made.copied()
	v.beside = maps.Clone(f.beside)
	for i, c := range f.columns {
		v.columns[i] = c.sorted()
	}
	v.runs = sync.OnceValue(func() *column { return runIDs(v) })
	t := v.all()
	t.stableOnly = stableOnly
	return t
}

// Coded returns a field of all runs in order as indexes of its distinct values, nil for a missing
// one, which are in the order in which they first occur.
func (t Table) Coded(field string) (of []int32, distinct []any) {
	of = make([]int32, len(t.rows))
	f, ok := t.schema.byName[field]
	if !ok {
		return of, []any{nil}
	}
	c, known, missing := t.column(f), map[uint64]int32{}, int32(-1)
	ofWord := make([]int32, len(c.words)) // from 1: a word is not looked up
	for k, row := range t.rows {
		code, found := missing, missing >= 0
		absent := c.absent != nil && c.absent[row]
		switch {
		case absent:
		case c.kind == String:
			code = ofWord[c.codes[row]] - 1
			found = code >= 0
		default:
			code, found = known[c.bits(row)]
		}
		if !found {
			code = int32(len(distinct))
			distinct = append(distinct, c.at(int(row)))
			switch {
			case absent:
				missing = code
			case c.kind == String:
				ofWord[c.codes[row]] = code + 1
			default:
				known[c.bits(row)] = code
			}
		}
		of[k] = code
	}
	return of, distinct
}
