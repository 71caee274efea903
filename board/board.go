package board

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Board is the rows of one task or study with the values by which they can be filtered.
type Board struct {
	Rows    []aggregate.Row
	Default Query    // the query without parameters
	Columns []Column // all that can be shown and sorted by
	Prices  []Price  // of the publisher, in the order of GPUs

	byName  map[string]int
	choices func() choices
	unequal []Column               // of the work, in which the rows differ
	timed   []aggregate.Percentile // those at which a latency of any row is known
}

// New makes a board of rows, of which there must be at least one, and groups them by equal work. The default view uses the
// deadline at that percentile, in the unit of [aggregate.Row.Latency]; 0 is none.
func New(rows []aggregate.Row, deadline float64, p aggregate.Percentile) *Board {
	b := &Board{Rows: rows, Columns: columnsOf(rows), byName: map[string]int{}}
	b.group()
	b.timed = timedAt(rows)
	b.choices = sync.OnceValue(func() choices { return choicesOf(rows) }) // every query asks
	rank := rows[0].RankField()
	for i, c := range b.Columns {
		b.byName[c.Name] = i
		margin := 0.0
		if c.Name == rank.Name || strings.HasPrefix(c.Name, intervalOf(rank)+"_") {
			margin = usualMargin(rows)
		}
		b.Columns[i].Form = formOf(c, rows, margin)
	}
	if measured := b.Percentiles(); len(measured) > 0 && !slices.Contains(measured, p) {
		p = measured[0]
	}
	b.Default = Query{
		Query:   aggregate.Query{Deadline: deadline, Percentile: p},
		Listing: Best,
		Sort:    Sort{Field: rank.Name, Descending: rank.Better == data.Higher},
		Unit:    Joules,
		PUE:     1, Currency: "USD",
	}
	return b
}

// Column returns the column of that name.
func (b *Board) Column(name string) (Column, bool) {
	i, ok := b.byName[name]
	if !ok {
		return Column{}, false
	}
	return b.Columns[i], true
}

// Percentiles are those at which the latency of any row was measured; none where records have one latency for all, as of a batch.
func (b *Board) Percentiles() []aggregate.Percentile {
	if !b.perPercentile() {
		return nil
	}
	named := b.Rows[0].Schema().Percentiles()
	return lists.Filter(b.timed, func(p aggregate.Percentile) bool { return slices.Contains(named, parameter(p)) })
}

func (b *Board) perPercentile() bool { return len(b.Rows[0].Schema().Latency()) > 1 }

// HasLatency reports whether the latency of any row is known.
func (b *Board) HasLatency() bool { return len(b.timed) > 0 }

func timedAt(rows []aggregate.Row) (timed []aggregate.Percentile) {
	for p := aggregate.P50; p <= aggregate.P99; p++ {
		if slices.ContainsFunc(rows, func(r aggregate.Row) bool { return !math.IsInf(r.Latency(p), 1) }) {
			timed = append(timed, p)
		}
	}
	return timed
}

// limitUnit is the unit of latencies: ms or s, "" for another.
func (b *Board) limitUnit() string {
	if !b.HasLatency() {
		return ""
	}
	unit, _, _ := strings.Cut(b.Rows[0].LatencyField(aggregate.P50).Unit, ",")
	return map[string]string{"ms": unit, "s": unit}[unit]
}

// choices are the values that the rows of a board have in some fields, and that lists of a query may name, in the order in which
// a page offers them.
type choices struct {
	gpus, precisions, architectures []string
	gpuCounts                       []int
}

func choicesOf(rows []aggregate.Row) (c choices) {
	texts := func(of func(aggregate.Row) string) []string {
		return units.InOrder(lists.Distinct(lists.NonZero(lists.Map(rows, of))))
	}
	c.gpus = texts(func(r aggregate.Row) string { return r.GPU })
	c.precisions = texts(func(r aggregate.Row) string { return r.Precision })
	c.architectures = texts(func(r aggregate.Row) string { return r.Architecture })
	c.gpuCounts = lists.Distinct(lists.Filter(lists.Map(rows, func(r aggregate.Row) int { return r.NumGPUs }), func(n int) bool { return n > 0 }))
	slices.Sort(c.gpuCounts)
	return c
}

// GPUs are the GPU models.
func (b *Board) GPUs() []string { return b.choices().gpus }

// Precisions are the weight precisions.
func (b *Board) Precisions() []string { return b.choices().precisions }

// Architectures are the model architectures; none for records without an architecture.
func (b *Board) Architectures() []string { return b.choices().architectures }

// GPUCounts are the numbers of GPUs.
func (b *Board) GPUCounts() []int { return b.choices().gpuCounts }

// Column is a field of the records, or one computed from several.
type Column struct {
	data.Field
	value func(aggregate.Row) any // nil for a field of the runs
	Form  units.Form              // how its values are written
}

// Value returns the row's value in the column: string, int, float64, bool, or nil if missing.
func (c Column) Value(r aggregate.Row) any {
	if c.value == nil {
		return r.Value(c.Name)
	}
	return c.value(r)
}

// Text returns the row's value in full precision as text, "" if it is missing.
func (c Column) Text(r aggregate.Row) string {
	if c.value == nil {
		return r.Text(c.Name)
	}
	return data.Text(c.value(r))
}

// Number returns the row's value as a number; ok is false where it is missing or none.
func (c Column) Number(r aggregate.Row) (x float64, ok bool) {
	if c.value == nil {
		return r.Float(c.Name)
	}
	return data.Number(c.value(r))
}
