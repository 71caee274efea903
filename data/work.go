package data

import (
	"math"
	"slices"
)

// workFactor is up to which ratio two amounts of work count as equal. Output lengths of one model in one task vary by a few
// percent between runs.
const workFactor = 1.25

// SameWork reports whether outputs with two values of a field of work took the same work: equal texts, or numbers that are
// at most a quarter apart. What is missing is not known to differ.
func SameWork(a, b any) bool {
	if a == nil || b == nil || a == "" || b == "" {
		return true
	}
	x, ok := Number(a)
	y, also := Number(b)
	if !ok || !also {
		return Text(a) == Text(b)
	}
	return x == y || x > 0 && y > 0 && math.Max(x/y, y/x) <= workFactor
}

// AllSameWork reports whether any two of the values took the same work.
func AllSameWork(values []any) bool {
	var least any // of what is not missing: if any two differ, so do the least and another one
	for _, v := range values {
		if v != nil && v != "" && (least == nil || Compare(v, least, 1) < 0) {
			least = v
		}
	}
	return !slices.ContainsFunc(values, func(v any) bool { return !SameWork(least, v) })
}

// Work returns the fields that say how much work an output is.
func (s *Schema) Work() (fields []Field) {
	for _, f := range s.Fields() {
		if f.Work {
			fields = append(fields, f)
		}
	}
	return fields
}
