// Package lists maps, filters and sums lists. It contains what the packages slices and maps of the standard library lack.
package lists

import (
	"cmp"
	"math"
	"runtime"
	"slices"
	"sync"
)

// Map returns a value for each element, nil for an empty list.
func Map[T, U any](list []T, value func(T) U) []U {
	if len(list) == 0 {
		return nil
	}
	values := make([]U, len(list))
	for i, v := range list {
		values[i] = value(v)
	}
	return values
}

// MapAtOnce is [Map] with all values computed at the same time.
func MapAtOnce[T, U any](list []T, value func(T) U) []U {
	values := make([]U, len(list))
	var all sync.WaitGroup
	for i, v := range list {
		all.Go(func() { values[i] = value(v) })
	}
	all.Wait()
	return values
}

// InParts divides a list among the processors, and returns a value of each part, in order.
func InParts[T, U any](list []T, value func(part []T) U) []U {
	return MapAtOnce(slices.Collect(slices.Chunk(list, len(list)/runtime.GOMAXPROCS(0)+1)), value)
}

// FlatMap returns the values of all elements in one list, nil if there are none.
func FlatMap[T, U any](list []T, values func(T) []U) (all []U) {
	for _, v := range list {
		all = append(all, values(v)...)
	}
	return all
}

// Filter returns a new list of the elements that fit, nil if there are none.
func Filter[T any](list []T, fits func(T) bool) (kept []T) {
	fit, n := make([]bool, len(list)), 0 // elements can be large: those that are kept are copied once
	for i, v := range list {
		fit[i] = fits(v)
		n += One(fit[i])
	}
	if n == 0 {
		return nil
	}
	kept = make([]T, 0, n)
	for i, fits := range fit {
		if fits {
			kept = append(kept, list[i])
		}
	}
	return kept
}

// FilterMap returns the values of the elements that have one, nil if there are none.
func FilterMap[T, U any](list []T, value func(T) (U, bool)) (all []U) {
	for _, v := range list {
		if made, ok := value(v); ok {
			all = append(all, made)
		}
	}
	return all
}

// OfType returns a new list of the elements that are of a type, nil if there are none.
func OfType[U any](list []any) []U {
	return FilterMap(list, func(v any) (U, bool) { made, ok := v.(U); return made, ok })
}

// Find returns the first element that fits.
func Find[T any](list []T, fits func(T) bool) (first T, found bool) {
	for _, v := range list {
		if fits(v) {
			return v, true
		}
	}
	return first, false
}

// All reports whether every element fits.
func All[T any](list []T, fits func(T) bool) bool {
	for _, v := range list {
		if !fits(v) {
			return false
		}
	}
	return true
}

// By returns a map with a key and a value for each element; among equal keys, the last element counts.
func By[T any, K comparable, V any](list []T, entry func(T) (K, V)) map[K]V {
	entries := make(map[K]V, len(list))
	for _, v := range list {
		key, value := entry(v)
		entries[key] = value
	}
	return entries
}

// Sum adds a number for each element, in order.
func Sum[T any, N int | int64 | uint64 | float64](list []T, number func(T) N) (sum N) {
	for _, v := range list {
		sum += number(v)
	}
	return sum
}

// Most returns the greatest number of an element, 0 if none is greater.
func Most[T any, N cmp.Ordered](list []T, number func(T) N) (most N) {
	for _, v := range list {
		most = max(most, number(v))
	}
	return most
}

// Count returns the number of elements that fit.
func Count[T any](list []T, fits func(T) bool) (n int) {
	for _, v := range list {
		if fits(v) {
			n++
		}
	}
	return n
}

// One is 1 where something is so, for sums.
func One(is bool) int {
	if is {
		return 1
	}
	return 0
}

// Group returns the elements with the same key together, in the order of the first of each.
func Group[T any, K comparable](list []T, key func(T) K) (groups [][]T) {
	at, of := map[K]int{}, make([]int, len(list))
	var sizes []int
	for n, v := range list {
		k := key(v)
		i, known := at[k]
		if !known {
			i, at[k] = len(sizes), len(sizes)
			sizes = append(sizes, 0)
		}
		of[n] = i
		sizes[i]++
	}
	for _, size := range sizes {
		groups = append(groups, make([]T, 0, size)) // elements can be large: they are copied once
	}
	for n, i := range of {
		groups[i] = append(groups[i], list[n])
	}
	return groups
}

// NonZero returns a new list of the elements that are not the zero value of their type, nil if there are none.
func NonZero[T comparable](list []T) []T {
	var zero T
	return Filter(list, func(v T) bool { return v != zero })
}

// Under returns the elements of each key, in their order.
func Under[T any, K comparable](list []T, key func(T) K) map[K][]T {
	return By(Group(list, key), func(own []T) (K, []T) { return key(own[0]), own })
}

// Distinct returns each element once, in the order of the first of each; nil if there are none.
func Distinct[T comparable](list []T) []T {
	seen := map[T]bool{}
	return Filter(list, func(v T) bool {
		if seen[v] {
			return false
		}
		seen[v] = true
		return true
	})
}

// Ascending returns each element once, in order.
func Ascending[T cmp.Ordered](list []T) []T {
	return slices.Compact(slices.Sorted(slices.Values(list)))
}

// Times returns a value for each number from 0 to n - 1.
func Times[T any](n int, value func(i int) T) []T {
	values := make([]T, n)
	for i := range values {
		values[i] = value(i)
	}
	return values
}

// Indices returns the numbers from 0 to n - 1.
func Indices(n int) []int {
	return Times(n, func(i int) int { return i })
}

// Tell renumbers groups of elements, each by a number from 0, so that elements with the same number keep it only if they have
// the same value too; both are numbered by their first element.
func Tell(groups, values []int32) {
	same := func(n int32) int { return int(n) }
	n, m := 1+Most(groups, same), 1+Most(values, same)
	var dense []int32 // of each pair, from 1, unless they are too many
	if n*m <= 4*len(groups)+1<<10 {
		dense = make([]int32, n*m)
	}
	found, next := map[[2]int32]int32{}, int32(0)
	for i, value := range values {
		pair := [2]int32{groups[i], value}
		at := int(pair[0])*m + int(value)
		number := int32(0)
		if dense != nil {
			number = dense[at]
		} else {
			number = found[pair]
		}
		if number == 0 {
			next++
			if number = next; dense != nil {
				dense[at] = number
			} else {
				found[pair] = number
			}
		}
		groups[i] = number - 1
	}
}

// Quantile is the value below which a share (0 to 1) of ascending values lies, with linear interpolation at share·(n−1) between
// neighbors, the definition that numpy and pandas use by default. It is NaN for no values.
func Quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	whole, between := math.Modf(share * float64(len(sorted)-1))
	i := int(whole)
	return sorted[i] + between*(sorted[min(i+1, len(sorted)-1)]-sorted[i])
}
