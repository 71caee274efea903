package lists

import "sort"

// Sort sorts a list in place, equal elements in the order that they had. The sorting itself is compiled once; that of
// slices.SortFunc is compiled for each type, 10 to 20 kB of the program each time: for lists that are not long.
func Sort[T any](list []T, order func(a, b T) int) { sort.Stable(sorted[T]{list, order}) }

type sorted[T any] struct {
	list  []T
	order func(a, b T) int
}

func (s sorted[T]) Len() int           { return len(s.list) }
func (s sorted[T]) Less(i, j int) bool { return s.order(s.list[i], s.list[j]) < 0 }
func (s sorted[T]) Swap(i, j int)      { s.list[i], s.list[j] = s.list[j], s.list[i] }
