package diff

import (
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// significance is the share of false alarms that is accepted among the
// differences that tests between repeats find.
const significance = 0.05

// floor is the relative difference up to which two values of a metric count as
// equal. Repeats of one configuration in the published data differ by 5 % and
// more; the tails of a latency distribution rest on few requests and differ more.
func floor(f *data.Field) float64 {
	switch f.Role {
	case data.RoleP95, data.RoleP99:
		return 2 * aggregate.TieMargin
	}
	return aggregate.TieMargin
}

// tested is a test between the repeats of the two sides.
type tested struct {
	p, q    float64
	change  *Change
	measure int // index among the change's measures, -1 where the metric does not differ
}

// measures compares the metrics of each configuration.
func (c *comparing) measures() {
	shared := false
	for _, f := range c.schema.Fields() {
		if f.Better == data.Neutral {
			continue
		}
		col := c.column(f.Name)
		if side, missing := col.onOneSide(); missing {
			c.notes = append(c.notes, fmt.Sprintf("%s runs: %s is stated nowhere in %s and not compared", c.schema.Domain, f.Name, side))
			continue
		}
		shared = shared || anyValue(col.values)
		for i := range c.changes {
			if !c.decided(i) {
				c.measure(i, c.fields[f.Name], col.values)
			}
		}
	}
	if !shared {
		c.nothingShared()
	}
}

// nothingShared is for two sides that state no metric in common.
func (c *comparing) nothingShared() {
	for i := range c.changes {
		if !c.decided(i) {
			c.change(i).Class, c.change(i).Why = NotComparable, "the two sides state no metric in common"
		}
	}
}

// measure compares one metric of configuration i.
func (c *comparing) measure(i int, f *data.Field, values []any) {
	baseRuns, headRuns := c.configurations.base[i], c.configurations.head[i]
	base, hasBase := mean(values, baseRuns)
	head, hasHead := mean(values, headRuns)
	m := Measure{Field: f, Base: base, Head: head, Q: math.NaN()}
	differs := hasBase != hasHead || hasBase && !close(base, head)
	var t *tested
	if hasBase && hasHead && len(baseRuns) > 1 && len(headRuns) > 1 {
		t = &tested{measure: -1}
		m.Test, t.p = compareSamples(sample(values, baseRuns), sample(values, headRuns))
		c.tests = append(c.tests, t)
	}
	if !differs {
		return
	}
	change := c.change(i)
	if t != nil {
		t.change, t.measure = change, len(change.Measures)
	}
	m.Material = hasBase != hasHead || beyond(base, head, floor(f))
	change.Measures = append(change.Measures, m)
}

// mean is the mean of the values that there are, NaN and false if there is none.
func mean(values []any, runs []int32) (float64, bool) {
	if len(runs) == 1 {
		return number(values[runs[0]])
	}
	numbers := sample(values, runs)
	if len(numbers) == 0 {
		return math.NaN(), false
	}
	sum := 0.0
	for _, x := range numbers {
		sum += x
	}
	return sum / float64(len(numbers)), true
}

// sample is the values that there are, sorted, so that the order of runs has no
// say in a sum.
func sample(values []any, runs []int32) []float64 {
	var numbers []float64
	for _, r := range runs {
		if x, ok := number(values[r]); ok {
			numbers = append(numbers, x)
		}
	}
	slices.Sort(numbers)
	return numbers
}

// number is a value of a metric; a condition counts as 0 or 1, so that its mean is a
// share.
func number(v any) (float64, bool) {
	switch v {
	case true:
		return 1, true
	case false:
		return 0, true
	}
	if x, ok := data.Number(v); ok {
		return x, true
	}
	return math.NaN(), false
}

// close reports whether two numbers differ by no more than a way through text or
// a sum costs.
func close(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-12*max(math.Abs(a), math.Abs(b))
}

// beyond reports whether two values are further apart than a relative difference
// of the smaller one, so that the answer is the same in both directions.
func beyond(a, b, relative float64) bool {
	low, high := min(math.Abs(a), math.Abs(b)), max(math.Abs(a), math.Abs(b))
	return !close(a, b) && (a*b <= 0 || high > low*(1+relative))
}

// judge corrects the tests for their number and decides what is material.
func judge(all []*found) {
	var tests []*tested
	for _, f := range all {
		tests = append(tests, f.tests...)
	}
	correct(tests)
	for _, t := range tests {
		if t.measure >= 0 {
			m := &t.change.Measures[t.measure]
			m.Q, m.Material = t.q, m.Material && t.q <= significance
		}
	}
	for _, f := range all {
		for _, c := range f.changes {
			c.classify()
		}
	}
}

// classify decides what is not decided yet. Another number of repeats is no other
// result.
func (c *Change) classify() {
	switch {
	case c.Class != "":
	case slices.ContainsFunc(c.Measures, func(m Measure) bool { return m.Material }):
		c.Class = Changed
	case len(c.Measures) > 0:
		c.Class = Noise
	case len(c.Facts) > 0 || c.BaseRuns != c.HeadRuns:
		c.Class = Metadata
	default:
		c.Class = Same
	}
}

// take counts the changes of all record types and keeps those that are any.
func (r *Report) take(all []*found) {
	r.Counts = map[Class]int{}
	for _, f := range all {
		r.Notes = append(r.Notes, f.notes...)
		r.Counts[Same] += f.same
		for _, c := range f.changes {
			r.Counts[c.Class]++
			if c.Class != Same {
				r.Changes = append(r.Changes, *c)
			}
		}
	}
}
