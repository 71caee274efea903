package aggregate

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/units"
)

// Query selects rows. The zero value accepts all rows. A nil list accepts every value, an empty list none.
type Query struct {
	Deadline      float64    // the highest latency, in the unit of [Row.Latency]; 0 is no limit
	Percentile    Percentile // where the latency is read
	EnergyBudget  float64    // the highest energy in J per output; 0 is no limit
	Floor         float64    // the lowest accuracy, as a share of correct answers; 0 is none
	GPUs          []string   // GPU models
	GPUCounts     []int      // numbers of GPUs
	Precisions    []string   // weight precisions
	Architectures []string   // a row without an architecture is in none
	// Search is a list of words, separated by spaces, that the model's name or id must contain; a number is not looked for
	// within another one. Case is ignored for ASCII letters only, so that every program that answers the query agrees.
	Search string
}

// Accepts reports whether the row passes every filter of the query.
func (q Query) Accepts(r Row) bool {
	return (q.Deadline <= 0 || r.Latency(q.Percentile) <= q.Deadline) &&
		(q.EnergyBudget <= 0 || r.Energy <= q.EnergyBudget) &&
		(q.Floor <= 0 || r.Accuracy >= q.Floor) && // not of an unknown one
		among(q.GPUs, r.GPU) && among(q.GPUCounts, r.NumGPUs) &&
		among(q.Precisions, r.Precision) && among(q.Architectures, r.Architecture) &&
		q.Finds(r.Nickname, r.ModelID)
}

func among[T comparable](list []T, v T) bool { return list == nil || slices.Contains(list, v) }

// Finds reports whether the search finds a model by its name or id.
func (q Query) Finds(nickname, id string) bool {
	if q.Search == "" {
		return true
	}
	name := units.Fold(nickname + "\n" + id)
	for word := range strings.SplitSeq(units.Fold(q.Search), " ") {
		if !contains(name, word) {
			return false
		}
	}
	return true
}

// contains reports whether a name contains a word, not as the end of a longer number: "20b" is not in "120b".
func contains(name, word string) bool {
	isDigit := func(b byte) bool { return '0' <= b && b <= '9' }
	for from := 0; ; from++ {
		at := strings.Index(name[from:], word)
		if at < 0 {
			return false
		}
		from += at
		before := strings.TrimSuffix(name[:from], ".")
		if word == "" || before == "" || !isDigit(word[0]) || !isDigit(before[len(before)-1]) {
			return true
		}
	}
}

// Select keeps the accepted rows in order.
func (q Query) Select(rows []Row) []Row {
	return lists.Filter(rows, q.Accepts)
}

// Best returns the best configuration of each model in each group of equal work among the rows that the query accepts, group
// by group, the best first: by [Row.Score], which is energy per output for tasks; of equal scores by [Row.Rest], then by
// latency, by number of GPUs and by the order of the rows.
func Best(rows []Row, q Query) []Row { return BestBy(rows, q, Row.model) }

// BestBy is like [Best] with a row for each value of a key, such as the hardware.
func BestBy(rows []Row, q Query, key func(Row) string) []Row {
	type inGroup struct {
		key   string
		group int
	}
	return firstBy(rows, func(r Row) inGroup { return inGroup{key(r), r.Group} }, q.Accepts, q.byScore)
}

func (r Row) model() string { return r.ModelID }

// Unhurried is the query without its deadline: what waiting longer would bring.
func (q Query) Unhurried() Query {
	q.Deadline = 0
	return q
}

// InOrder returns the rows that the query accepts, in the order of [Best].
func (q Query) InOrder(rows []Row) []Row {
	var order []int // rows are large: they are moved once
	for i := range rows {
		if q.Accepts(rows[i]) {
			order = append(order, i)
		}
	}
	slices.SortFunc(order, func(i, j int) int { return cmp.Or(q.byScore(&rows[i], &rows[j]), cmp.Compare(i, j)) })
	return lists.Map(order, func(i int) Row { return rows[i] })
}

func (q Query) byScore(a, b *Row) int {
	return cmp.Or(
		cmp.Compare(a.Group, b.Group),
		cmp.Compare(a.Score, b.Score), cmp.Compare(a.Rest, b.Rest),
		cmp.Compare(a.Latency(q.Percentile), b.Latency(q.Percentile)),
		cmp.Compare(a.NumGPUs, b.NumGPUs),
	)
}

// Late returns the fastest configuration of each model that only the deadline of the query excludes: some of its rows
// pass every other filter, but none meets the deadline. The fastest is first.
func Late(rows []Row, q Query) []Row { return LateBy(rows, q, Row.model) }

// LateBy is like [Late] with a row for each value of a key.
func LateBy(rows []Row, q Query, key func(Row) string) []Row {
	inTime := map[string]bool{}
	for _, r := range rows {
		if q.Accepts(r) {
			inTime[key(r)] = true
		}
	}
	unhurried := q.Unhurried()
	late := func(r Row) bool {
		return !q.Accepts(r) && unhurried.Accepts(r) && !math.IsInf(r.Latency(q.Percentile), 1) && !inTime[key(r)]
	}
	return firstBy(rows, key, late, func(a, b *Row) int {
		return cmp.Or(
			cmp.Compare(a.Latency(q.Percentile), b.Latency(q.Percentile)),
			cmp.Compare(a.Score, b.Score),
			cmp.Compare(a.NumGPUs, b.NumGPUs),
		)
	})
}

// firstBy is the first row for each value of a key, in an order where equal rows stand as
// they are given. Of very many rows few have different values, so these alone are
// sorted.
func firstBy[K comparable](rows []Row, key func(Row) K, accepts func(Row) bool, order func(a, b *Row) int) []Row {
	place := map[K]int{}
	var first []int // by value
	for i := range rows {
		r := &rows[i]
		if !accepts(*r) {
			continue
		}
		value := key(*r)
		at, known := place[value]
		switch {
		case !known:
			place[value] = len(first)
			first = append(first, i)
		case order(r, &rows[first[at]]) < 0:
			first[at] = i
		}
	}
	slices.SortFunc(first, func(i, j int) int { return cmp.Or(order(&rows[i], &rows[j]), cmp.Compare(i, j)) })
	return lists.Map(first, func(i int) Row { return rows[i] })
}
