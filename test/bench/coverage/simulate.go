package main

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// table is one kind of interval at several numbers of values. One that is fast to
// make is simulated more often.
type table struct {
	title string
	sizes []int
	times int
	limits
	cases []simulation
}

// limits are the least and, from twelve values on, the largest coverage that keeps the
// promise.
type limits struct{ low, high float64 }

var (
	usual = limits{0.93, 0.97}
	// ends are those of a band at one end of the curve by itself: which kind of errors
	// there are is hardly known, and at an end it matters most.
	ends = limits{0.90, 1}
	// powerful is how often a difference has to be found.
	powerful = limits{0.84, 1}
)

// simulation draws one data set of n values and tells which share of its intervals
// covers the truth.
type simulation struct {
	name string
	hit  func(rng *rand.Rand, n int) (float64, error)
	// stated tells for numbers of values why the limits are not kept.
	stated map[int]string
}

// when is a data set that covers the truth or does not.
func when(holds func(rng *rand.Rand, n int) bool) func(*rand.Rand, int) (float64, error) {
	return func(rng *rand.Rand, n int) (float64, error) { return float64(lists.One(holds(rng, n))), nil }
}

// at states the same for some numbers of values, nothing without a reason.
func at(why string, sizes ...int) map[int]string {
	if why == "" {
		return nil
	}
	return lists.By(sizes, func(n int) (int, string) { return n, why })
}

// keep reports whether a coverage keeps the promise, give or take what chance explains.
func (l limits) keep(n int, found, slack float64) bool {
	return math.IsNaN(found) || found >= l.low-slack && (n < 12 || found <= l.high+slack)
}

// across is the coverage for each number of values, found in parallel. Each data
// set has a seed of its own.
func (s simulation) across(sizes []int, runs int) ([]float64, error) {
	found, errs := make([]float64, len(sizes)), make([]error, len(sizes))
	var group sync.WaitGroup
	for i, n := range sizes {
		group.Go(func() { found[i], errs[i] = s.coverage(n, runs) })
	}
	group.Wait()
	return found, cmp.Or(errs...)
}

// seldom is the share of data sets with a band below which no coverage is told: those
// are the odd ones.
const seldom = 0.25

// coverage leaves out data sets that have no band, since there nothing is stated; NaN
// where few have one.
func (s simulation) coverage(n, runs int) (float64, error) {
	sum, stating := 0.0, 0.0
	for run := range runs {
		hit, err := s.hit(rand.New(rand.NewPCG(uint64(run), uint64(n))), n)
		switch {
		case errors.Is(err, fitting.ErrNoBand):
			continue
		case err != nil:
			return 0, err
		}
		sum += hit
		stating++
	}
	if stating < seldom*float64(runs) {
		return math.NaN(), nil
	}
	return sum / stating, nil
}

// chance is the standard error of a coverage at the nominal level.
func chance(runs int) float64 { return math.Sqrt(level * (1 - level) / float64(runs)) }

func covers(low, truth, high float64) float64 {
	return float64(lists.One(low <= truth && truth <= high))
}
