package query

import (
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// sorted orders the runs by the declared expression, from high to low with a minus before it; ties keep their order, and
// missing values come last.
func (p *panel) sorted(runs table) (table, error) {
	if p.Sort == "" {
		return runs, nil
	}
	expression, sign := order(p.Sort)
	values, err := runs.Evaluate(expression)
	if err != nil {
		return table{}, p.Fault("sort", "%v", err)
	}
	rows := lists.Indices(len(values))
	slices.SortStableFunc(rows, func(a, b int) int { return data.Compare(values[a], values[b], sign) })
	return runs.only(rows), nil
}

// order separates a minus, which reverses an order (sign -1), from what orders.
func order(by string) (key string, sign int) {
	if key, descending := strings.CutPrefix(by, "-"); descending {
		return key, -1
	}
	return by, 1
}
