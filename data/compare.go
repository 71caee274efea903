package data

import (
	"cmp"
	"slices"
)

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
