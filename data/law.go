package data

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// SharedByNeighbors are the roles of the metrics that a run shares with its neighbors, up to an order of magnitude.
var SharedByNeighbors = []Role{
	RoleEnergy, RolePerResponse, RoleThroughput, RolePower, RoleOutputLength, RoleLatency, RoleP50, RoleP90, RoleP95, RoleP99,
}

// Law is a relation between fields that is true in every stable run that has them. It relates terms: a field, or
// fields and numbers joined by “×”.
type Law struct {
	Code   string   // of the problem if it is violated
	Equal  []string // terms that are equal except for rounding
	Rising []string // terms in ascending order, ties allowed
	// Doubt reports that a run that breaks the law is suspicious, not impossible; see [Problem.Doubt].
	Doubt  bool
	Within float64 // the relative tolerance; 0 means that of sums of doubles and, for Equal, of the last digits
}

// Term is a product of fields and a number.
type Term struct {
	Text   string
	Factor float64
	Fields []string
}

// Terms returns the terms of the law.
func (l Law) Terms() []Term {
	return lists.Map(slices.Concat(l.Equal, l.Rising), func(text string) Term {
		t := Term{Text: text, Factor: 1}
		for part := range strings.SplitSeq(strings.ReplaceAll(text, " * ", " × "), " × ") {
			if x, err := strconv.ParseFloat(part, 64); err == nil {
				t.Factor *= x
			} else {
				t.Fields = append(t.Fields, part)
			}
		}
		return t
	})
}

// ReadFor returns the fields that are read for one: itself, or those that it is computed from.
func (s *Schema) ReadFor(name string) []string {
	f, _ := s.Field(name)
	if f.Value != "" {
		if e, err := s.Expression(f.Value); err == nil && len(e.fields) > 0 {
			return lists.Distinct(lists.FlatMap(e.Uses(s), s.ReadFor))
		}
	}
	return []string{name}
}

// Reader returns what reads the term run by run; stated is false where a factor is missing.
func (t Term) Reader(of Table) func(run int) (product float64, stated bool) {
	return t.Product(lists.Map(t.Fields, of.Reader))
}

// Product is the term of the factors that are read.
func (t Term) Product(factors []func(run int) (float64, bool)) func(run int) (product float64, stated bool) {
	return func(run int) (float64, bool) {
		product := t.Factor
		for _, read := range factors {
			x, ok := read(run)
			if !ok {
				return 0, false
			}
			product *= x
		}
		return product, true
	}
}

// Relates reports whether all fields are in terms of the law.
func (l Law) Relates(fields []string) bool {
	of := lists.FlatMap(l.Terms(), func(t Term) []string { return t.Fields })
	return lists.All(fields, func(name string) bool { return slices.Contains(of, name) })
}

// Ratios are the quotients of two terms in some runs, where both are stated and above zero, in ascending order.
func Ratios(of Table, above, below Term, in func(run int) bool) []float64 {
	first, second := above.Reader(of), below.Reader(of)
	ratios := make([]float64, 0, of.Len())
	for run := range of.Len() {
		x, _ := first(run)
		y, _ := second(run)
		if x/y > 0 && !math.IsInf(x/y, 1) && in(run) {
			ratios = append(ratios, x/y)
		}
	}
	slices.Sort(ratios)
	return ratios
}

// fault says what is wrong with the declaration of a law, nil if nothing.
func (l Law) fault(s *Schema) error {
	terms := l.Terms()
	if len(l.Equal) > 0 && len(l.Rising) > 0 {
		return fmt.Errorf("law %q: has both equal and rising terms; make two laws of it", ClipName(l.Code))
	}
	if l.Code == "" || len(terms) < 2 {
		return fmt.Errorf("law %q: expected a code, and two or more terms that are “equal” or “rising”, such as "+
			"{code: energy-power, equal: [energy × throughput, power]}", ClipName(l.Code))
	}
	for i, t := range terms {
		if slices.ContainsFunc(terms[:i], func(o Term) bool { return o.Text == t.Text }) {
			return fmt.Errorf("law %q: has the term %s twice, which has no effect; remove one", ClipName(l.Code), ClipName(t.Text))
		}
	}
	rank := func(name string) int { f, _ := s.Field(name); return slices.Index(LatencyRoles, f.Role) }
	if at := lists.Map(l.Rising, rank); !slices.Contains(at, -1) && !slices.IsSorted(at) {
		ascending := slices.SortedFunc(slices.Values(l.Rising), func(a, b string) int { return rank(a) - rank(b) })
		return fmt.Errorf("law %s: rising: a higher percentile is never below a lower one; write them in ascending order: “rising: [%s]”", ClipName(l.Code),
			strings.Join(ascending, ", "))
	}
	var first Term // of those whose unit is known
	var in quantity
	for _, t := range terms {
		q, known, err := t.quantity(s)
		switch {
		case err != nil:
			return fmt.Errorf("law %s: %w", ClipName(l.Code), err)
		case len(l.Equal) == 0 || !known:
		case first.Text == "":
			first, in = t, q
		case !q.equals(in):
			return fmt.Errorf("law %s: %s is in %s, but %s is in %s; correct the terms, or convert one by a number, as in “1000 × power_kw”",
				ClipName(l.Code), ClipName(first.Text), in.text(), ClipName(t.Text), q.text())
		}
	}
	return nil
}

// quantity is that of the term, if its unit follows from the fields.
func (t Term) quantity(s *Schema) (q quantity, known bool, err error) {
	q, known = constant(t.Factor), true
	if len(t.Fields) == 0 {
		return q, false, fmt.Errorf("%q: expected a field, or fields and numbers joined by “ × ”", ClipName(t.Text))
	}
	for _, name := range t.Fields {
		f, ok := s.Field(name)
		if !ok {
			return q, false, fmt.Errorf("%q: %w; join fields and numbers by “ × ”; for a quotient, multiply the other term by the divisor",
				ClipName(t.Text), noField{s, ClipName(name)})
		}
		if f.Kind != Int && f.Kind != Float {
			return q, false, fmt.Errorf("%q: %s is not a number but a %s; use a field of numbers", ClipName(t.Text), name, f.Kind)
		}
		u, stated := ParseUnit(f.Unit)
		q, known = q.per(quantity{Unit: u, sizes: []float64{u.Factor}}, 1), known && stated
	}
	return q, known, nil
}

// equals reports whether terms can be equal. What is counted may differ: energy per token × tokens per response is the
// energy per response.
func (q quantity) equals(o quantity) bool {
	q.open = anyCount
	return q.fits(o) && len(q.both(o)) > 0
}
