// Package claimtest recomputes, for tests, the claims in the titles of figures from the tables of what is drawn.
package claimtest

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Check returns the first claim of a figure that its table does not support. A title without claims is also an error,
// unless it is the neutral one.
func Check(f charts.Figure) error {
	if f.Empty() { // which no page shows
		return nil
	}
	if len(f.Claims) == 0 && f.Title != f.Neutral {
		return fmt.Errorf("%s: %q claims nothing that can be recomputed", f.Chart, f.Title)
	}
	for _, c := range f.Claims {
		if err := check(table{f}, c); err != nil {
			return fmt.Errorf("%s: %q: %s %v of %v: %w", f.Chart, f.Title, c.Predicate, c.Fields, c.Runs, err)
		}
	}
	return nil
}

// table is what a figure draws. Ghosts, which have no run of their own, are no rows of it.
type table struct{ charts.Figure }

func check(t table, c charts.Claim) error {
	rule, known := rules[c.Predicate]
	if !known {
		return fmt.Errorf("no such predicate")
	}
	return rule(t, c)
}

var rules = map[charts.Predicate]func(table, charts.Claim) error{
	charts.Is: func(t table, c charts.Claim) error { return same(t.of(c, 0, 0), c.Value) },
	charts.Least: func(t table, c charts.Claim) error {
		return extreme(t, c, func(own, other float64) bool { return other < own })
	},
	charts.Most: func(t table, c charts.Claim) error {
		return extreme(t, c, func(own, other float64) bool { return other > own })
	},
	charts.NoneWithin: func(t table, c charts.Claim) error {
		return none(t, c, func(x float64) bool { return x <= c.Limit })
	},
	charts.NoneBeyond: func(t table, c charts.Claim) error {
		return none(t, c, func(x float64) bool { return x > c.Limit })
	},
	charts.SomeBeyond: func(t table, c charts.Claim) error {
		if !(t.of(c, 0, 0) > c.Limit) {
			return fmt.Errorf("%v is not beyond %v", t.of(c, 0, 0), c.Limit)
		}
		return nil
	},
	charts.Less: func(t table, c charts.Claim) error {
		return same(100*(1-t.of(c, 0, 0)/t.of(c, 1, 0)), c.Value)
	},
	charts.Times:   func(t table, c charts.Claim) error { return same(t.of(c, 0, 0)/t.of(c, 1, 0), c.Value) },
	charts.Falling: func(t table, c charts.Claim) error { return oneWay(t, c, -1) },
	charts.Rising:  func(t table, c charts.Claim) error { return oneWay(t, c, 1) },
	charts.Steady: func(t table, c charts.Claim) error {
		if values := t.all(c); slices.Max(values) > 1.05*slices.Min(values) {
			return fmt.Errorf("values from %v to %v", slices.Min(values), slices.Max(values))
		}
		return nil
	},
	charts.BelowEnds:  func(t table, c charts.Claim) error { return turn(t, c, -1) },
	charts.AboveEnds:  func(t table, c charts.Claim) error { return turn(t, c, 1) },
	charts.ShareOf:    shareOf,
	charts.QuantileIs: quantile,
	charts.Between:    between,
	charts.NobodyStates: func(t table, _ charts.Claim) error {
		if len(t.Rows) > 0 {
			return fmt.Errorf("%d rows do", len(t.Rows))
		}
		return nil
	},
}

// of is what a claim's run has in one of its fields.
func (t table) of(c charts.Claim, run, field int) float64 {
	if c.Places != nil {
		return t.value(t.Rows[c.Places[run]], c.Fields[field])
	}
	for _, r := range t.Rows {
		if r.Run == c.Runs[run] {
			return t.value(r, c.Fields[field])
		}
	}
	return math.NaN()
}

func (t table) value(r charts.Row, field string) float64 {
	i := slices.IndexFunc(t.Columns, func(c charts.Column) bool { return c.Field == field })
	if i < 0 {
		return math.NaN()
	}
	x, err := strconv.ParseFloat(r.Cells[i].Value, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

// all is the first field of the claim's runs.
func (t table) all(c charts.Claim) []float64 {
	values := make([]float64, len(c.Runs))
	for i := range c.Runs {
		values[i] = t.of(c, i, 0)
	}
	return values
}

func same(got, stated float64) error {
	if !(math.Abs(got-stated) <= 1e-9*math.Abs(stated)) && got != stated {
		return fmt.Errorf("is %v, states %v", got, stated)
	}
	return nil
}

// extreme looks for a row that beats the subject, among those within the limit of the
// second field if there is one.
func extreme(t table, c charts.Claim, beats func(own, other float64) bool) error {
	own := t.of(c, 0, 0)
	if err := same(own, c.Value); err != nil {
		return err
	}
	bound := c.Limit > 0 && len(c.Fields) > 1
	if bound && !(t.of(c, 0, 1) <= c.Limit) {
		return fmt.Errorf("the subject has %v, beyond the limit of %v", t.of(c, 0, 1), c.Limit)
	}
	for _, r := range t.Rows {
		if isGhost(r) || bound && !(t.value(r, c.Fields[1]) <= c.Limit) {
			continue
		}
		if x := t.value(r, c.Fields[0]); beats(own, x) {
			return fmt.Errorf("%s has %v, the subject %v", r.Run, x, own)
		}
	}
	return nil
}

func isGhost(r charts.Row) bool { return r.Run == "" }

func none(t table, c charts.Claim, breaks func(float64) bool) error {
	for _, r := range t.Rows {
		if x := t.value(r, c.Fields[0]); !isGhost(r) && breaks(x) {
			return fmt.Errorf("%s has %v, the limit is %v", r.Run, x, c.Limit)
		}
	}
	return nil
}

func oneWay(t table, c charts.Claim, sign float64) error {
	values := t.all(c)
	for i := 1; i < len(values); i++ {
		if !(sign*values[i] >= sign*values[i-1]) {
			return fmt.Errorf("goes from %v to %v", values[i-1], values[i])
		}
	}
	first, last := values[0], values[len(values)-1]
	if max(first, last) < 1.05*min(first, last) {
		return fmt.Errorf("%v and %v hardly differ", first, last)
	}
	return nil
}

// turn is about the first run, which stands among the others, the line.
func turn(t table, c charts.Claim, sign float64) error {
	values := t.all(c)
	own, line := values[0], values[1:]
	for _, x := range line {
		if sign*x > sign*own {
			return fmt.Errorf("%v beats %v", x, own)
		}
	}
	for _, end := range []float64{line[0], line[len(line)-1]} {
		if max(own, end) < 1.05*min(own, end) {
			return fmt.Errorf("%v is hardly beyond the end, %v", own, end)
		}
	}
	return same(own, c.Value)
}

func shareOf(t table, c charts.Claim) error {
	whole := 0.0
	for i := range c.Fields {
		if x := t.of(c, 0, i); x > 0 {
			whole += x
		}
	}
	return same(100*t.of(c, 0, 0)/whole, c.Value)
}

// quantile reads the columns from, to and count of bins.
func quantile(t table, c charts.Claim) error {
	cell := func(r charts.Row, i int) float64 { x, _ := strconv.ParseFloat(r.Cells[i].Value, 64); return x }
	total := lists.Sum(t.Rows, func(r charts.Row) float64 { return cell(r, 2) })
	below, upTo := 0.0, 0.0 // answers that are certainly and possibly no more than the value
	for _, r := range t.Rows {
		if cell(r, 1) <= c.Value {
			below += cell(r, 2)
		}
		if cell(r, 0) <= c.Value {
			upTo += cell(r, 2)
		}
	}
	if slack := 1e-9 * total; below > c.Limit*total+slack || upTo < c.Limit*total-slack {
		return fmt.Errorf("%v lies between the quantiles %v and %v, not at %v", c.Value, below/total, upTo/total, c.Limit)
	}
	return nil
}

// between reads the columns of the least and the greatest sample of stretches.
func between(t table, c charts.Claim) error {
	least, most := math.Inf(1), math.Inf(-1)
	for _, r := range t.Rows {
		low, _ := strconv.ParseFloat(r.Cells[1].Value, 64)
		high, _ := strconv.ParseFloat(r.Cells[3].Value, 64)
		least, most = min(least, low), max(most, high)
	}
	if least != c.Value || most != c.Limit {
		return fmt.Errorf("samples from %v to %v", least, most)
	}
	return nil
}
