package aggregate

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/jouleboard/jouleboard/data"
)

// Match declares a matched comparison: what a change of one factor does to a
// metric while all else that matters is held equal.
type Match struct {
	Factor    string   // field that differs, such as gpu_model
	Base, Alt string   // its values on the two sides
	Hold      []string // fields or expressions that are equal within a pair
	Metric    string   // numeric field to compare; less is a win
	// DeadlineField and Deadlines compare at equal latency: each side is its
	// least metric among the runs whose field is at most the deadline. Without
	// deadlines each side is its least metric outright, so one key of Hold
	// should be the batch size.
	DeadlineField string
	Deadlines     []float64
}

// Pair is one matched pair.
type Pair struct {
	Hold          []any   // values of Match.Hold
	Deadline      float64 // 0 without deadlines
	Base, Alt     float64 // the metric of each side
	BaseRun       string  // run ids
	AltRun        string
	ChangePercent float64 // (alt − base) / base
}

// Effect sums up pairs. The change figures are nil without pairs.
type Effect struct {
	Pairs, Wins      int // wins: the alternative's metric is lower; equal is none
	Median, Min, Max *float64
}

// Comparison is the answer to a Match.
type Comparison struct {
	Match
	Effect
	ByDeadline []Effect // in the order of Match.Deadlines
	Rows       []Pair   // by the values of Hold, then by deadline
}

// Matched compares runs pair by pair. Runs that lack a value of the factor, the metric or the deadline's field have no
// side, and a group that lacks a side is left out.
func Matched(runs data.Table, m Match) (Comparison, error) {
	sides, err := sidesOf(runs, m)
	if err != nil {
		return Comparison{}, err
	}
	c := Comparison{Match: m}
	deadlines := m.Deadlines
	if len(deadlines) == 0 {
		deadlines = []float64{0}
	}
	for _, deadline := range deadlines {
		pairs := pairsAt(sides, deadline)
		if len(m.Deadlines) > 0 {
			c.ByDeadline = append(c.ByDeadline, effectOf(pairs))
		}
		c.Rows = append(c.Rows, pairs...)
	}
	slices.SortStableFunc(c.Rows, func(a, b Pair) int {
		return cmp.Or(data.CompareKeys(a.Hold, b.Hold), cmp.Compare(a.Deadline, b.Deadline))
	})
	c.Effect = effectOf(c.Rows)
	return c, nil
}

// side is a run that stands on one side of the comparison.
type side struct {
	hold            []any
	group           int // equal where all of hold is
	alt             bool
	metric, latency float64
	run             string
}

// sidesOf evaluates what the comparison needs of each run.
func sidesOf(runs data.Table, m Match) ([]side, error) {
	needed := append([]string{m.Factor, m.Metric}, m.Hold...)
	if m.DeadlineField != "" {
		needed = append(needed, m.DeadlineField)
	}
	columns := make([][]any, len(needed))
	for i, source := range needed {
		values, err := runs.Evaluate(source)
		if err != nil {
			return nil, err
		}
		columns[i] = values
	}
	var sides []side
	groups := map[step]int{}
	for i := range runs.Len() {
		s := side{run: runs.Run(i), alt: data.Text(columns[0][i]) == m.Alt}
		metric, ok := data.Number(columns[1][i])
		if m.DeadlineField != "" && ok {
			s.latency, ok = data.Number(columns[len(columns)-1][i])
		}
		if !ok || !s.alt && data.Text(columns[0][i]) != m.Base {
			continue
		}
		s.metric = metric
		for j := range m.Hold {
			s.hold = append(s.hold, columns[2+j][i])
			s.group = groupOf(groups, step{s.group, s.hold[j]})
		}
		sides = append(sides, s)
	}
	if err := numeric(columns[1], m.Metric); err != nil {
		return nil, err
	}
	return sides, nil
}

// step is a value behind those that a group number stands for.
type step struct {
	before int
	value  any
}

// groupOf numbers lists of values step by step: no key is built from text, which
// takes long and joins values that print alike.
func groupOf(groups map[step]int, s step) int {
	n, known := groups[s]
	if !known {
		n = len(groups) + 1
		groups[s] = n
	}
	return n
}

// numeric refuses a metric that is no number in any run.
func numeric(values []any, metric string) error {
	for _, v := range values {
		if _, ok := data.Number(v); !ok && v != nil {
			return fmt.Errorf("metric %s is no number: give one such as energy_per_token_joules", metric)
		}
	}
	return nil
}

// pairsAt pairs the least of each side within a deadline; 0 is none.
func pairsAt(sides []side, deadline float64) []Pair {
	type both struct{ base, alt *side }
	var order []int
	groups := map[int]*both{}
	for i := range sides {
		s := &sides[i]
		if deadline > 0 && s.latency > deadline {
			continue
		}
		g := groups[s.group]
		if g == nil {
			g = &both{}
			groups[s.group] = g
			order = append(order, s.group)
		}
		mine := &g.base
		if s.alt {
			mine = &g.alt
		}
		if *mine == nil || s.metric < (*mine).metric {
			*mine = s
		}
	}
	var pairs []Pair
	for _, group := range order {
		if g := groups[group]; g.base != nil && g.alt != nil {
			pairs = append(pairs, Pair{
				Hold: g.base.hold, Deadline: deadline, Base: g.base.metric, Alt: g.alt.metric,
				BaseRun: g.base.run, AltRun: g.alt.run,
				ChangePercent: (g.alt.metric - g.base.metric) / g.base.metric * 100,
			})
		}
	}
	return pairs
}

// effectOf sums up pairs; the median of an even count is the mean of the middle
// two.
func effectOf(pairs []Pair) Effect {
	e := Effect{Pairs: len(pairs)}
	if len(pairs) == 0 {
		return e
	}
	changes := make([]float64, len(pairs))
	for i, p := range pairs {
		changes[i] = p.ChangePercent
		if p.Alt < p.Base {
			e.Wins++
		}
	}
	slices.Sort(changes)
	upper := len(changes) / 2
	median := changes[upper]
	if len(changes)%2 == 0 {
		median = (changes[upper-1] + changes[upper]) / 2
	}
	e.Median, e.Min, e.Max = &median, &changes[0], &changes[len(changes)-1]
	return e
}
