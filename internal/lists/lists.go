// Package lists answers: what becomes of a list? It holds what slices and maps do not:
// a value of each element, those that fit, and sums over them.
package lists

// Map is one value for each element, nil for no elements.
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

// FlatMap is the values of all elements one behind the other, nil if there are none.
func FlatMap[T, U any](list []T, values func(T) []U) (all []U) {
	for _, v := range list {
		all = append(all, values(v)...)
	}
	return all
}

// Filter is a new list of the elements that fit, nil if none does.
func Filter[T any](list []T, fits func(T) bool) (kept []T) {
	for _, v := range list {
		if fits(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// Find is the first element that fits.
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

// By is a map with a key and a value for each element; of equal keys the last holds.
func By[T any, K comparable, V any](list []T, entry func(T) (K, V)) map[K]V {
	entries := make(map[K]V, len(list))
	for _, v := range list {
		key, value := entry(v)
		entries[key] = value
	}
	return entries
}

// Sum adds a number for each element, in their order.
func Sum[T any, N int | int64 | uint64 | float64](list []T, number func(T) N) (sum N) {
	for _, v := range list {
		sum += number(v)
	}
	return sum
}

// Count is how many elements fit.
func Count[T any](list []T, fits func(T) bool) (n int) {
	for _, v := range list {
		if fits(v) {
			n++
		}
	}
	return n
}
