package query

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// sortedRows are the indices of the runs ordered by an expression, from high to
// low with a minus before it; ties keep their order, missing values come last.
func sortedRows(runs table, by string) ([]int, error) {
	expression, sign := order(by)
	values, err := runs.Evaluate(expression)
	if err != nil {
		return nil, err
	}
	rows := lists.Indices(len(values))
	slices.SortStableFunc(rows, func(a, b int) int { return data.Compare(values[a], values[b], sign) })
	return rows, nil
}

// order separates a minus, which reverses an order (sign -1), from what orders.
func order(by string) (key string, sign int) {
	if key, descending := strings.CutPrefix(by, "-"); descending {
		return key, -1
	}
	return by, 1
}
