package diff

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// manyRepeats is the least number of runs on each side for which the rank test,
// which assumes no distribution, can find a difference at all: with four it has
// 70 outcomes and with fewer none is rare enough.
const manyRepeats = 5

// compareSamples tests whether two sorted samples of two or more values come from
// the same distribution and names the test.
func compareSamples(a, b []float64) (name string, p float64) {
	switch {
	case len(a) < 2 || len(b) < 2:
		return "", 1
	case len(a) >= manyRepeats && len(b) >= manyRepeats:
		return "Mann–Whitney", mannWhitney(a, b)
	}
	return "Welch", welch(a, b)
}

// welch is the two-sided p-value of Welch's t-test (Biometrika 34, 1947): means of
// samples whose variances need not be equal.
func welch(a, b []float64) float64 {
	meanA, varA := stat.MeanVariance(a, nil)
	meanB, varB := stat.MeanVariance(b, nil)
	na, nb := float64(len(a)), float64(len(b))
	ea, eb := varA/na, varB/nb
	if ea+eb == 0 {
		if meanA == meanB {
			return 1
		}
		return 0
	}
	t := math.Abs(meanA-meanB) / math.Sqrt(ea+eb)
	freedom := (ea + eb) * (ea + eb) / (ea*ea/(na-1) + eb*eb/(nb-1))
	return 2 * distuv.StudentsT{Sigma: 1, Nu: freedom}.Survival(t)
}

// mannWhitney is the two-sided p-value of the rank-sum test (Mann and Whitney
// 1947): exact for small samples without equal values, else by the normal
// approximation with the correction for ties and for continuity.
func mannWhitney(a, b []float64) float64 {
	u, ties := rankStatistic(a, b)
	na, nb := len(a), len(b)
	if ties == 0 && max(na, nb) <= fewEnough {
		return exactRankSum(u, na, nb)
	}
	n := float64(na + nb)
	mean := float64(na) * float64(nb) / 2
	variance := mean / 6 * (n + 1 - ties/(n*(n-1)))
	if variance <= 0 {
		return 1
	}
	z := max(math.Abs(u-mean)-0.5, 0) / math.Sqrt(variance)
	return math.Erfc(z / math.Sqrt2)
}

// fewEnough is the size of samples up to which all orders are counted.
const fewEnough = 20

// rankStatistic is Mann and Whitney's U of the first sample, and the sum of t³ − t
// over groups of t equal values.
func rankStatistic(a, b []float64) (u, ties float64) {
	all := slices.Concat(a, b)
	slices.Sort(all)
	for _, x := range a {
		below, _ := slices.BinarySearch(b, x)
		upTo, _ := slices.BinarySearchFunc(b, x, func(y, x float64) int {
			if y <= x {
				return -1
			}
			return 1
		})
		u += float64(below) + float64(upTo-below)/2
	}
	for i := 0; i < len(all); {
		j := i
		for j < len(all) && all[j] == all[i] {
			j++
		}
		t := float64(j - i)
		ties += t*t*t - t
		i = j
	}
	return u, ties
}

// exactRankSum counts the orders of two samples whose U is as far from the middle
// as u.
func exactRankSum(u float64, na, nb int) float64 {
	// ways[i][k] orders of i values of the first sample and the values of the second
	// so far have U = k
	ways := make([][]float64, na+1)
	for i := range ways {
		ways[i] = make([]float64, na*nb+1)
		ways[i][0] = 1
	}
	for j := 1; j <= nb; j++ {
		for i := 1; i <= na; i++ {
			// either the greatest value is of the second sample, or it is of the first and
			// beats all j of the second
			for k := na * nb; k >= j; k-- {
				ways[i][k] += ways[i-1][k-j]
			}
		}
	}
	low := min(u, float64(na*nb)-u)
	total, tail := 0.0, 0.0
	for k, n := range ways[na] {
		total += n
		if float64(k) <= low {
			tail += n
		}
	}
	return min(1, 2*tail/total)
}

// correct sets the q-value of each test: the least share of false discoveries at
// which it is one (Benjamini and Hochberg, J. R. Stat. Soc. B 57, 1995).
func correct(tests []*tested) {
	sorted := slices.Clone(tests)
	slices.SortStableFunc(sorted, func(a, b *tested) int { return cmp.Compare(a.p, b.p) })
	least := 1.0
	for i := len(sorted) - 1; i >= 0; i-- {
		least = min(least, sorted[i].p*float64(len(sorted))/float64(i+1))
		sorted[i].q = least
	}
}
