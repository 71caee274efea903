package data

import (
	"cmp"
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Table contains runs of one record type: a field table, and a column of values per field. It is immutable. Filters
// return a new table over the same values and can be chained. A filter that cannot be applied (an unknown field,
// exact values together with a bound) returns an empty table with the error, which [Table.Err] returns at the end of
// the chain.
type Table struct {
	*values
	rows       []int32 // of the values, in the table's order
	stableOnly bool    // unstable runs were left out on loading: to ask for them is an error
	err        error
	purse      *Purse // from which expressions over the runs are paid
}

// values are the runs of a source, which tables show in some order.
type values struct {
	schema  *Schema
	n       int
	columns []column // by field; that of the run's id is made when somebody asks
	places  []Place
	runs    func() *column
	sums    func() [][sha256.Size]byte // the digest of each row, made when somebody asks
	beside  map[int32]beside           // of some runs
	doubts  map[int32]string           // why some runs are suspicious, which can be many
}

// beside is what hangs beside the fields of a run.
type beside struct {
	lengths *OutputLengths
	within  Opt[fitting.Interval]
	series  []Series
}

// Place is where a run was read: a row, counted from 1, of a file of a source, counted from 0 in the dataset. The
// zero place means unknown.
type Place struct {
	Source int
	File   string
	Row    int
}

// Place returns where run i was read.
func (t Table) Place(i int) Place { return t.places[t.rows[i]] }

// Empty returns a table without runs.
func Empty(s *Schema) Table {
	return newFilling(s).table(false)
}

// all is a table of all rows of the values.
func (v *values) all() Table {
	return Table{values: v, rows: indices(v.n)}
}

// indices are the numbers from 0 to n - 1.
func indices(n int) []int32 { return lists.Times(n, func(i int) int32 { return int32(i) }) }

// copied are values to be changed, with digests of their own.
func (v *values) copied() *values {
	c := *v
	c.sums = sync.OnceValue(func() [][sha256.Size]byte { return sumsOf(&c) })
	return &c
}

// column is that of a field.
func (v *values) column(field int) *column {
	if v.schema.fields[field].Role == RoleRun {
		return v.runs()
	}
	return &v.columns[field]
}

// Schema is the field table.
func (t Table) Schema() *Schema { return t.schema }

// Err returns the first error of the filters that led to this table, nil if there is none.
func (t Table) Err() error { return t.err }

// Len returns the number of runs.
func (t Table) Len() int { return len(t.rows) }

// Value returns the value of a field of run i: string, int, float64 or bool, nil if it is missing or there is no such
// field.
func (t Table) Value(i int, field string) any {
	if f, ok := t.schema.byName[field]; ok {
		return t.column(f).at(int(t.rows[i]))
	}
	return nil
}

// Number returns a numeric field of run i; ok is false if it is missing or not a number.
func (t Table) Number(i int, field string) (x float64, ok bool) {
	if f, known := t.schema.byName[field]; known {
		return t.column(f).number(int(t.rows[i]))
	}
	return 0, false
}

// Reader returns a function that reads a numeric field like [Table.Number], without looking up the field each time.
func (t Table) Reader(field string) func(i int) (x float64, ok bool) {
	f, known := t.schema.byName[field]
	if !known {
		return func(int) (float64, bool) { return 0, false }
	}
	c := t.column(f)
	return func(i int) (float64, bool) { return c.number(int(t.rows[i])) }
}

// Text returns a field of run i in full precision as text, "" if it is missing.
func (t Table) Text(i int, field string) string {
	if f, ok := t.schema.byName[field]; ok {
		return t.column(f).text(int(t.rows[i]))
	}
	return ""
}

// Run returns the id of run i; see [RoleRun].
func (t Table) Run(i int) string { return t.runs().text(int(t.rows[i])) }

// Measured returns what the energy of run i is of: what the run states, otherwise what its benchmark does.
func (t Table) Measured(i int) string { return t.schema.Measured(t.Text(i, t.schema.Name(RoleScope))) }

// columnsOf are the columns of fields of the table.
func (t Table) columnsOf(fields []Field) []*column {
	return lists.Map(fields, func(f Field) *column { return t.column(t.schema.byName[f.Name]) })
}

// Values returns a field of all runs in order; see [Table.Value].
func (t Table) Values(field string) []any {
	all := make([]any, len(t.rows))
	f, ok := t.schema.byName[field]
	if !ok {
		return all
	}
	c := t.column(f)
	for k, i := range t.rows {
		all[k] = c.at(int(i))
	}
	return all
}

// Numbers returns the values of a numeric field in order, without missing ones.
func (t Table) Numbers(field string) (numbers []float64) {
	read := t.Reader(field)
	for i := range t.rows {
		if x, ok := read(i); ok {
			numbers = append(numbers, x)
		}
	}
	return numbers
}

// Distinct returns the different values of a field in order, without missing ones.
func (t Table) Distinct(field string) []any {
	_, all := t.Coded(field)
	distinct := slices.DeleteFunc(all, func(v any) bool { return v == nil })
	slices.SortFunc(distinct, func(a, b any) int { return Compare(a, b, 1) })
	return distinct
}

// Varies reports whether a field has different values; missing ones do not count.
func (t Table) Varies(field string) bool {
	i, ok := t.schema.byName[field]
	if !ok {
		return false
	}
	c, first := t.column(i), -1
	for _, row := range t.rows {
		switch at := int(row); {
		case c.absent != nil && c.absent[at]:
		case first < 0:
			first = at
		case c.compare(first, at, 1) != 0:
			return true
		}
	}
	return false
}

// Lengths returns the output lengths of run i, nil if its source does not contain them.
func (t Table) Lengths(i int) *OutputLengths { return t.beside[t.rows[i]].lengths }

// Within returns the interval of run i's energy per output that follows from energy and output over time; it does not
// describe how another run would differ.
func (t Table) Within(i int) (interval fitting.Interval, ok bool) {
	return t.beside[t.rows[i]].within.Value()
}

// Series returns the values recorded over time during run i.
func (t Table) Series(i int) []Series { return t.beside[t.rows[i]].series }

// Doubt says why run i is suspicious, so that boards do not rank it; "" if it is not.
func (t Table) Doubt(i int) string { return t.doubts[t.rows[i]] }

// Doubting returns the table with runs marked as suspicious, each with the reason.
func (t Table) Doubting(runs map[int]string) Table {
	marked := t.copied()
	marked.doubts = make(map[int32]string, len(t.doubts)+len(runs))
	maps.Copy(marked.doubts, t.doubts)
	for i, why := range runs {
		marked.doubts[t.rows[i]] = why
	}
	t.values = marked
	return t
}

// Only returns the runs at these indexes, in that order.
func (t Table) Only(indices []int) Table {
	rows := lists.Map(indices, func(i int) int32 { return t.rows[i] })
	t.rows = rows
	return t
}

// Slice returns the runs from one index up to another.
func (t Table) Slice(from, to int) Table {
	t.rows = t.rows[from:to:to]
	return t
}

// Select returns the runs for whose index keep is true.
func (t Table) Select(keep func(i int) bool) Table {
	var rows []int32
	for k, i := range t.rows {
		if keep(k) {
			rows = append(rows, i)
		}
	}
	t.rows = rows
	return t
}

// Order separates a prefix -, which means descending (sign -1), from what orders.
func Order(by string) (name string, sign int) {
	if name, descending := strings.CutPrefix(by, "-"); descending {
		return name, -1
	}
	return by, 1
}

// Sorted orders the runs by a field; a prefix - means descending. Missing values are last in both directions, ties
// keep their order.
func (t Table) Sorted(field string) Table {
	name, sign := Order(field)
	f, err := t.schema.index(name)
	if err != nil {
		return t.fail(err)
	}
	c := t.column(f)
	t.rows = slices.Clone(t.rows)
	slices.SortStableFunc(t.rows, func(a, b int32) int { return c.compare(int(a), int(b), sign) })
	return t
}

// InOrder sorts the runs by the field table's order (task, model, GPU, number of GPUs,
// batch size); ties keep their order.
func (t Table) InOrder() Table {
	columns := lists.Map(t.schema.Order, func(name string) *column { return t.column(t.schema.byName[name]) })
	if !slices.IsSortedFunc(t.rows, inOrderOf(columns)) {
		t.rows = slices.Clone(t.rows)
		putInOrder(t.rows, columns)
	}
	return t
}

func inOrderOf(columns []*column) func(a, b int32) int {
	return func(a, b int32) int {
		for _, c := range columns {
			if d := c.compare(int(a), int(b), 1); d != 0 {
				return d
			}
		}
		return 0
	}
}

// putInOrder sorts rows by columns, those that are equal in all as they are: by few words in one pass, which a comparison of rows is not.
func putInOrder(rows []int32, columns []*column) {
	if len(rows) < 2 || len(columns) == 0 {
		return
	}
	first := columns[0]
	if first.kind != String || first.absent != nil || len(first.words) > len(rows) {
		slices.SortStableFunc(rows, inOrderOf(columns))
		return
	}
	end := make([]int, len(first.words)) // of the rows with each word
	for _, row := range rows {
		end[first.codes[row]]++
	}
	for word := range end[:len(end)-1] {
		end[word+1] += end[word]
	}
	for _, row := range slices.Backward(slices.Clone(rows)) {
		end[first.codes[row]]--
		rows[end[first.codes[row]]] = row
	}
	begin := append(end, len(rows))
	for word := range first.words {
		putInOrder(rows[begin[word]:begin[word+1]], columns[1:])
	}
}

// Concat returns this table followed by the others, which must have the same fields.
func (t Table) Concat(others ...Table) Table {
	all := t
	all.rows = slices.Clone(t.rows)
	for _, o := range others {
		all.stableOnly = all.stableOnly && o.stableOnly
		all.err = cmp.Or(all.err, o.err)
		if o.values == all.values {
			all.rows = append(all.rows, o.rows...)
			continue
		}
		joined := newFilling(t.schema)
		joined.take(all)
		joined.take(o)
		whole := joined.table(all.stableOnly)
		all.values, all.rows = whole.values, whole.rows
	}
	return all
}

// fail empties the table and keeps the first error.
func (t Table) fail(err error) Table {
	t.rows = nil
	t.err = cmp.Or(t.err, err)
	return t
}

// Group is the runs that agree in the grouping fields.
type Group struct {
	Key  []any // one value per field: string, int, float64, bool, or nil if missing
	Runs Table
}

// GroupBy splits the runs by one or several fields. Groups are in the order of their first run; runs keep their
// order. An unknown field is an error.
func (t Table) GroupBy(fields ...string) ([]Group, error) {
	if t.err != nil {
		return nil, t.err
	}
	ids := make([]int32, len(t.rows))
	for _, name := range fields {
		if _, err := t.schema.index(name); err != nil {
			return nil, err
		}
		Tell(ids, name, t)
	}
	groups := lists.Group(indices(len(ids)), func(k int32) int32 { return ids[k] })
	return lists.Map(groups, func(rows []int32) Group {
		key := lists.Times(len(fields), func(j int) any { return t.Value(int(rows[0]), fields[j]) })
		for i, k := range rows {
			rows[i] = t.rows[k]
		}
		return Group{key, Table{values: t.values, rows: rows, stableOnly: t.stableOnly}}
	}), nil
}

// Tell renumbers the runs of several tables of one record type, one table after the other in ids, so that runs with
// the same number keep it only if they agree in a field. Keys are not built from text, so different values with the
// same text remain separate.
func Tell(ids []int32, field string, tables ...Table) {
	numbers, all := map[any]int32{}, make([]int32, 0, len(ids))
	for _, t := range tables {
		of, distinct := t.Coded(field)
		for i, v := range distinct {
			if _, known := numbers[v]; !known {
				numbers[v] = int32(len(numbers))
			}
			distinct[i] = numbers[v]
		}
		for _, code := range of {
			all = append(all, distinct[code].(int32))
		}
	}
	lists.Tell(ids, all)
}
