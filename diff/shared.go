package diff

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/internal/lists"
	"gonum.org/v1/gonum/stat/distuv"
)

// trial is the test of one metric of one configuration that was measured again.
type trial struct {
	*Measure
	difference float64        // log ratio of head and base
	deviation  fitting.Spread // of the difference by noise alone
	campaign   [2]string      // model and GPU: its runs of one side share what distinguishes their server, driver and sensor
	statistic  float64
}

// mostShared is how many standard deviations of the shared error a common shift may have to count as one.
const mostShared = 1.96

// judge gives each trial of a metric its q-value, and returns the p-value of there being no change in any. shared is the
// standard deviation, on a log scale, of the error that all runs of one side have in common.
//
// What the runs of a model on a GPU have in common may be such an error: their median, as far as an error can explain
// it, is taken off each difference, and what it leaves unknown is added to the noise (an empirical Bayes estimate: the
// prior is the shared error of both sides, the evidence the median of the others).
func judge(trials []trial, shared float64) float64 {
	for _, members := range campaignsOf(trials) {
		center(members, 2*shared*shared)
	}
	scale, freedom := tails(lists.Map(trials, func(t trial) float64 { return t.statistic }))
	chances := make([]*float64, len(trials))
	for i, t := range trials {
		t.Q = chance(t.statistic, fitting.Spread{SD: 1, Freedom: min(t.deviation.Freedom, uneven)})
		if freedom > 0 {
			t.Q = max(t.Q, chance(t.statistic, fitting.Spread{SD: scale, Freedom: freedom}))
		}
		if t.statistic*t.difference < 0 { // less than the others, but not less than before
			t.Q = 1
		}
		chances[i] = &t.Q
	}
	return discover(chances, len(trials))
}

func campaignsOf(trials []trial) map[[2]string][]*trial {
	all := map[[2]string][]*trial{}
	for i := range trials {
		all[trials[i].campaign] = append(all[trials[i].campaign], &trials[i])
	}
	return all
}

// center computes the statistics of a campaign's trials: their distance from its common shift in standard deviations.
// prior is the variance of the shift by shared errors.
func center(members []*trial, prior float64) {
	n := len(members)
	sorted := lists.Map(members, func(t *trial) float64 { return t.difference })
	slices.Sort(sorted)
	noise := lists.Sum(members, func(t *trial) float64 { return t.deviation.SD * t.deviation.SD }) / float64(n)
	scatter := scatterOf(sorted)
	median := math.Pi / 2 * max(noise, scatter*scatter) / max(float64(n-1), 1) // its variance, of the others
	weight := prior / (prior + median)
	if n == 1 || prior == 0 {
		weight = 0
	}
	most := mostShared * math.Sqrt(prior)
	for _, t := range members {
		shift := 0.0
		if weight > 0 {
			shift = min(max(weight*withoutOne(sorted, t.difference), -most), most)
		}
		left := t.deviation.SD*t.deviation.SD + prior*(1-weight)
		switch {
		case left > 0:
			t.statistic = (t.difference - shift) / math.Sqrt(left)
		default:
			t.statistic = math.Inf(1)
		}
	}
}

// withoutOne is the median of sorted values but for one of them.
func withoutOne(sorted []float64, value float64) float64 {
	at, _ := slices.BinarySearch(sorted, value)
	other := func(i int) float64 {
		if i >= at {
			i++
		}
		return sorted[i]
	}
	n := len(sorted) - 1
	return (other((n-1)/2) + other(n/2)) / 2
}

// scatterOf is a standard deviation from the median absolute deviation of sorted values.
func scatterOf(sorted []float64) float64 {
	center := middle(sorted)
	apart := lists.Map(sorted, func(x float64) float64 { return math.Abs(x - center) })
	slices.Sort(apart)
	return 1.4826 * middle(apart)
}

func middle(sorted []float64) float64 { return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2 }

const (
	// uneven is the most degrees of freedom of a test: the noise of configurations differs, and nobody knows that of one
	// better than from this many repeats and one more.
	uneven = 20
	// From enough trials on these show by themselves how unevenly they scatter; few of them do not show that they do not. A
	// third of them may have changed and must not hide behind each other: the scale of a fit has a limit.
	enoughTrials, manyTrials = 6, 20
	fewScale, mostScale      = 1.0, 2.0 // standard deviations
	mostTrials               = 1000     // that the fit uses
	// heavier is how much less likely, by the logarithm, the tails may be that are assumed: a few outliers are no heavy
	// tails yet, but must not count as changes.
	heavier = 0.2
)

// tails fits Student's distribution, with its center at 0, to statistics by maximum likelihood (expectation
// maximization for the scale: Lange, Little and Taylor, J. Am. Stat. Assoc. 84, 1989). Noise that differs from
// configuration to configuration has heavier tails than any of its parts. freedom is 0 where there are too few.
func tails(statistics []float64) (scale, freedom float64) {
	if len(statistics) < enoughTrials {
		return 0, 0
	}
	squares := lists.Map(statistics, func(t float64) float64 { return t * t })
	slices.Sort(squares)
	squares = quantiles(squares, mostTrials)
	most, tails := mostScale, []float64{2, 3, 4, 6, 10, 30}
	if len(statistics) < manyTrials {
		most, tails = fewScale, tails[:1]
	}
	scales, likelihoods := make([]float64, len(tails)), make([]float64, len(tails))
	for i, nu := range tails {
		scales[i] = scaleOf(squares, nu)
		t := distuv.StudentsT{Sigma: scales[i], Nu: nu}
		likelihoods[i] = lists.Sum(squares, func(x float64) float64 { return t.LogProb(math.Sqrt(x)) })
	}
	best := slices.Max(likelihoods)
	i := slices.IndexFunc(likelihoods, func(l float64) bool { return l >= best-heavier })
	return min(scales[i], most), tails[i]
}

// quantiles are at most so many of sorted values, evenly apart.
func quantiles(sorted []float64, most int) []float64 {
	n := len(sorted)
	if n <= most {
		return sorted
	}
	some := make([]float64, most)
	for i := range some {
		some[i] = sorted[(2*i+1)*n/(2*most)]
	}
	return some
}

// scaleOf is the scale of Student's distribution with the greatest likelihood for sorted squares.
func scaleOf(squares []float64, nu float64) float64 {
	variance := max(squares[len(squares)/2], math.SmallestNonzeroFloat64)
	for range 30 {
		variance = lists.Sum(squares, func(x float64) float64 { return (nu + 1) * x / (nu + x/variance) }) / float64(len(squares))
	}
	return math.Sqrt(variance)
}
