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
//
// Of many trials that are judged by an assumption, the scatter tells more of the noise: a change must exceed the assumption
// by itself only. Where runs of both sides were repeated, or a single one is held against an assumption, it may be an
// outlier among the others that is no evidence of their noise (alone).
func judge(trials []trial, shared float64, basis basis) float64 {
	many := basis.assumed && len(trials) >= manyTrials
	pointers := lists.Map(lists.Indices(len(trials)), func(i int) *trial { return &trials[i] })
	campaigns, scatter := lists.Group(pointers, func(t *trial) [2]string { return t.campaign }), math.Inf(1)
	if many {
		scatter = scatterWithin(campaigns)
	}
	for _, members := range campaigns {
		center(members, 2*shared*shared, scatter)
	}
	spread := spreadOfAll(lists.Map(trials, func(t trial) float64 { return t.statistic }), many || basis.repeated)
	chances := make([]*float64, len(trials))
	for i, t := range trials {
		t.Q = chance(t.statistic, fitting.Spread{SD: 1, Freedom: min(t.deviation.Freedom, uneven)})
		if p := chance(t.statistic, spread); spread.Known() {
			if many && t.Q <= byItself {
				t.Q = 0
			}
			t.Q = max(t.Q, p)
		}
		if t.statistic*t.difference < 0 { // less than the others, but not less than before
			t.Q = 1
		}
		chances[i] = &t.Q
	}
	return discover(chances)
}

// basis is what is known of the noise of a metric.
type basis struct {
	assumed  bool // the repeats are too few to tell it, and it ranks
	repeated bool // each difference is one of repeats on both sides
}

// center computes the statistics of a campaign's trials: their distance from its common shift in standard deviations.
// prior is the variance of the shift by shared errors, scatter the standard deviation of differences within all campaigns.
func center(members []*trial, prior, scatter float64) {
	n := len(members)
	sorted := lists.Map(members, func(t *trial) float64 { return t.difference })
	slices.Sort(sorted)
	noise := min(lists.Sum(members, func(t *trial) float64 { return t.deviation.SD * t.deviation.SD })/float64(n), scatter*scatter)
	own := deviationOf(sorted)
	median := math.Pi / 2 * max(noise, own*own) / max(float64(n-1), 1) // its variance, of the others
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

// scatterWithin is the standard deviation of differences within campaigns of several trials.
func scatterWithin(campaigns [][]*trial) float64 {
	var apart []float64
	for _, members := range campaigns {
		if len(members) == 1 {
			continue
		}
		sorted := lists.Map(members, func(t *trial) float64 { return t.difference })
		slices.Sort(sorted)
		for _, x := range sorted {
			apart = append(apart, math.Abs(x-withoutOne(sorted, x)))
		}
	}
	if len(apart) < manyTrials {
		return math.Inf(1)
	}
	slices.Sort(apart)
	return normalMedian * middle(apart)
}

// normalMedian is the standard deviation of a normal distribution by its median distance from the center.
const normalMedian = 1.4826

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

// deviationOf is a standard deviation from the median absolute deviation of sorted values.
func deviationOf(sorted []float64) float64 {
	center := middle(sorted)
	apart := lists.Map(sorted, func(x float64) float64 { return math.Abs(x - center) })
	slices.Sort(apart)
	return normalMedian * middle(apart)
}

func middle(sorted []float64) float64 { return (sorted[(len(sorted)-1)/2] + sorted[len(sorted)/2]) / 2 }

const (
	// uneven is the most degrees of freedom of a test: the noise of configurations differs, and nobody knows that of one
	// better than from this many repeats and one more.
	uneven = 20
	// From enough trials on these show by themselves how unevenly they scatter; few of them do not show that they do not. A
	// third of them may have changed and must not hide behind each other: the scale of a fit has a limit, and another one
	// against trials that differ by rounding only.
	enoughTrials, manyTrials = 6, 20
	leastScale, mostScale    = 1.0 / 3, 2.0 // standard deviations
	mostTrials               = 1000         // that the fit uses
	// heavier is how much less likely, by the logarithm, the tails may be that are held against a change; more where fewer
	// than so many trials show them.
	heavier, tellingTrials = 1.3, 180
	// byItself is the p-value that a change has by the assumed noise alone.
	byItself = 0.02
)

// spreadOfAll fits Student's distribution, with its center at 0, to statistics by maximum likelihood (expectation
// maximization for the scale: Lange, Little and Taylor, J. Am. Stat. Assoc. 84, 1989). Noise that differs from
// configuration to configuration has heavier tails than any of its parts. The tails are the heaviest of a confidence set
// (Berger and Boos, J. Am. Stat. Assoc. 89, 1994). Of many statistics, the largest counts as no larger than the second
// largest (winsorizing) if it may be alone: a change is no evidence about the others. The spread is unknown where there are
// too few.
func spreadOfAll(statistics []float64, alone bool) fitting.Spread {
	n := len(statistics)
	if n < enoughTrials {
		return fitting.Spread{}
	}
	squares := lists.Map(statistics, func(t float64) float64 { return t * t })
	slices.Sort(squares)
	least, most, tails := leastScale, mostScale, []float64{2, 3, 4, 6, 10, 30}
	switch {
	case n < manyTrials:
		least, most, tails = 0, 1, tails[:1]
	case alone:
		squares[n-1] = squares[n-2]
	}
	squares = quantiles(squares, mostTrials)
	scales, likelihoods := make([]float64, len(tails)), make([]float64, len(tails))
	for i, nu := range tails {
		scales[i] = scaleOf(squares, nu)
		t := distuv.StudentsT{Sigma: scales[i], Nu: nu}
		likelihoods[i] = lists.Sum(squares, func(x float64) float64 { return t.LogProb(math.Sqrt(x)) })
	}
	best, margin := slices.Max(likelihoods), heavier*min(max(1, math.Sqrt(tellingTrials/float64(n))), 1.3)
	i := slices.IndexFunc(likelihoods, func(l float64) bool { return l >= best-margin })
	return fitting.Spread{SD: min(max(scales[i], least), most), Freedom: tails[i]}
}

// quantiles are at most so many of sorted values, evenly apart.
func quantiles(sorted []float64, most int) []float64 {
	n := len(sorted)
	if n <= most {
		return sorted
	}
	return lists.Times(most, func(i int) float64 { return sorted[(2*i+1)*n/(2*most)] })
}

// scaleOf is the scale of Student's distribution with the greatest likelihood for sorted squares.
func scaleOf(squares []float64, nu float64) float64 {
	variance := max(squares[len(squares)/2], math.SmallestNonzeroFloat64)
	for range 30 {
		variance = lists.Sum(squares, func(x float64) float64 { return (nu + 1) * x / (nu + x/variance) }) / float64(len(squares))
	}
	return math.Sqrt(variance)
}
