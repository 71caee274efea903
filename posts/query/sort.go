package query

import (
	"cmp"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"

	"github.com/jouleboard/jouleboard/data"
)

// sortedRows are the indices of the runs ordered by an expression, from high to
// low with a minus before it; ties keep their order, missing values come last.
func sortedRows(runs table, by string) ([]int, error) {
	expression, descending := strings.CutPrefix(by, "-")
	values, err := runs.Evaluate(expression)
	if err != nil {
		return nil, err
	}
	rows := lists.Indices(len(values))
	slices.SortStableFunc(rows, func(a, b int) int { return compare(values[a], values[b], descending) })
	return rows, nil
}

func compare(a, b any, descending bool) int {
	if missing := cmp.Compare(rank(a), rank(b)); missing != 0 {
		return missing
	}
	if descending {
		a, b = b, a
	}
	return data.CompareKeys([]any{a}, []any{b})
}

func rank(v any) int {
	if v == nil {
		return 1
	}
	return 0
}
