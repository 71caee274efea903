package data

import (
	"maps"
	"slices"
)

// sortedKeys lists a map's keys in order, since no output may depend on a map's.
func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
