package command

import (
	"reflect"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/fitting"
)

// kept is what serve remembers from build to build; nil, that of a single build,
// remembers nothing.
type kept struct {
	known map[data.Problem]int // problems of the site being served, by all but their row
	read  map[string]reading
	fits  fitting.Kept
}

// reading is what was made of results, and what it depends on beside them.
type reading struct{ key, value any }

func newKept() *kept { return &kept{read: map[string]reading{}} }

// remember is what read gives, or gave for the same key if no results have changed since.
func remember[T any](k *kept, what string, key any, read func() (T, error)) (T, error) {
	if k == nil {
		return read()
	}
	if was, ok := k.read[what]; ok && reflect.DeepEqual(was.key, key) {
		return was.value.(T), nil
	}
	value, err := read()
	if err == nil {
		k.read[what] = reading{key, value}
	}
	return value, err
}

// fit is how charts get their curves.
func (k *kept) fit() func([]fitting.Sweep) []fitting.Sketch {
	if k == nil {
		return fitting.Sketches
	}
	return k.fits.Sketches
}

// fresh are the problems that the site being served does not have: a change that makes
// more wrong, such as a torn file, does not take its place.
func (k *kept) fresh(problems []data.Problem) (fresh []data.Problem) {
	if k == nil || k.known == nil {
		return nil
	}
	seen := map[data.Problem]int{}
	for _, p := range problems {
		moved := anywhere(p)
		if seen[moved]++; seen[moved] > k.known[moved] {
			fresh = append(fresh, p)
		}
	}
	return fresh
}

// take remembers the problems of a site that was built.
func (k *kept) take(problems []data.Problem) {
	if k == nil {
		return
	}
	k.known = map[data.Problem]int{}
	for _, p := range problems {
		k.known[anywhere(p)]++
	}
}

// anywhere is a problem without its row: a line that is added above makes no new one.
func anywhere(p data.Problem) data.Problem {
	p.Row = 0
	return p
}
