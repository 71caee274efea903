package data

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/units"
)

// Kind is the type of a field's values.
type Kind int

// The kinds of field. A missing value of any kind is nil.
const (
	String Kind = iota // Go string
	Int                // Go int
	Float              // Go float64
	Bool               // Go bool
)

func (k Kind) String() string {
	return [...]string{"string", "integer", "number", "boolean"}[k]
}

// convert is v as a value of the kind. Integers are accepted for numbers, and whole
// numbers for integers (some writers turn integer columns with gaps into doubles);
// nothing else is converted.
func (k Kind) convert(v any) (any, bool) {
	switch k {
	case String:
		_, ok := v.(string)
		return v, ok
	case Bool:
		_, ok := v.(bool)
		return v, ok
	case Float:
		if _, same := v.(float64); same {
			return v, true
		}
		x, ok := Number(v)
		return x, ok
	}
	if _, same := v.(int); same {
		return v, true
	}
	n, ok := asInt(v)
	return n, ok
}

// zero is the value of a field that is never missing before it is set.
func (k Kind) zero() any { return [...]any{"", 0, 0.0, false}[k] }

// Number returns a value of a field or of an expression as a number: an integer or a float, which may not be finite
// if it was computed. ok is false for all other values.
func Number(v any) (x float64, ok bool) {
	switch n := v.(type) {
	case float64:
		return n, true
	case int:
		return float64(n), true
	case int64:
		return float64(n), true
	}
	return 0, false
}

func asInt(v any) (int, bool) {
	switch n := v.(type) {
	case int:
		return n, true
	case int64:
		return int(n), true
	case float64:
		// 2^53 bounds the integers that a double holds exactly.
		if n == math.Trunc(n) && math.Abs(n) <= 1<<53 {
			return int(n), true
		}
	}
	return 0, false
}

// show renders a value for a message, cut so that a hostile value cannot flood it.
func show(v any) string {
	s := fmt.Sprintf("%#v", v)
	if f, ok := v.(float64); ok {
		s = fmt.Sprint(f)
	}
	return units.Clip(s, 60)
}

// Near reports whether two numbers differ by no more than a share of the second.
func Near(x, y, share float64) bool { return math.Abs(x-y) <= share*math.Abs(y) }

// Compare orders two values of fields: values of one kind by size, numbers before texts before booleans, missing
// values last. Sign -1 reverses the order except for missing values.
func Compare(a, b any, sign int) int {
	if a == nil || b == nil {
		return compareFlags(a == nil, b == nil)
	}
	if c := cmp.Compare(kindRank(a), kindRank(b)); c != 0 {
		return sign * c
	}
	switch x := a.(type) {
	case string:
		return sign * cmp.Compare(x, b.(string))
	case bool:
		return sign * compareFlags(x, b.(bool))
	}
	x, _ := Number(a)
	y, _ := Number(b)
	return sign * cmp.Compare(x, y)
}

// CompareKeys orders two lists of values, such as group keys, value by value.
func CompareKeys(a, b []any) int {
	return slices.CompareFunc(a, b, func(x, y any) int { return Compare(x, y, 1) })
}

func kindRank(v any) int {
	switch v.(type) {
	case string:
		return 1
	case bool:
		return 2
	}
	return 0
}

func compareFlags(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
