package fitting

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// Shift is a lasting change of the level of a series.
type Shift struct {
	At   int // the first value of the new level
	Seen int // the value with which it was recognized
	// First and Last are the values with which the new level may begin: the likelihood of each is that of At, but for a factor
	// that a chi-squared distribution of one degree of freedom has in 99 % of cases.
	First, Last int
	// Ratio is the new level divided by the one before, of the values up to Seen; Low and High are its 95 % interval.
	Ratio, Low, High float64
	Shape            Shape
}

// Shape is how a level changed, as far as the values up to then show it.
type Shape string

// The shapes of changes.
const (
	AtOnce    Shape = "step"  // from one value to the next
	Gradually Shape = "drift" // over ten values or more
	Unclear   Shape = ""      // both describe the values about as well
)

const (
	leastBefore = 10   // values of a level to which others are compared
	mostBefore  = 120  // the last ones, so that a slow drift is no part of the noise
	rankRisk    = 1e-4 // where it has another distribution
	trimmed     = 5    // of so many values of a window, the least and the greatest are left out
	later       = 15   // values after its recognition, with which place, size and form of a change become more exact
	clippedAt   = 4    // standard deviations, beyond which values say less about the noise
)

// shiftWindows are the numbers of last values that may be at a new level, and the risk of a false alarm with each, where noise is
// normal: less with the longer ones, which need it less.
var shiftWindows = []struct {
	n    int
	risk float64
}{{5, 4e-6}, {10, 1e-6}, {20, 5e-7}}

// Shifts finds lasting changes of a series of positive values, such as one per night, in order. The series is read as it
// grows: with each value, the means of the last 5, 10 and 20, without a fifth of them at each end, are compared to the up
// to 120 values before, on a log scale, by Student's t with the standard deviation of these (clipped, as in Huber, Robust
// Statistics, 1981, 1.7), and their order by the U of Mann and Whitney (Annals of Mathematical Statistics 18, 1947), which does
// not depend on the distribution. Four in five values of the window must lie on the far side of the middle between both levels, so
// that single outliers are no change. Where values resemble the ones before them, the standard errors of means are those of
// a first-order autoregression (Box, Jenkins, Reinsel, Time Series Analysis, 2008, 2.1.5). The new level begins where the sum
// of squares within both is least (Hinkley, Biometrika 57, 1970), and the next change is one from this level. That there is a
// change does not depend on the values after its recognition; place, size and form become more exact with 15 of them.
func Shifts(values []float64) (shifts []Shift) {
	logs := lists.Map(values, math.Log)
	from, earlier := 0, 0
	for n := leastBefore + shiftWindows[0].n; n <= len(logs); n++ {
		s, found := shiftIn(logs[from:n])
		if !found {
			continue
		}
		first := s.At + from
		if known := min(len(logs), n+later); known > n { // the nights after it say more exactly where it began
			s = beginning(logs[from:known], max(leastBefore, s.At-shiftWindows[0].n), s.At+shiftWindows[0].n)
		}
		s.At, s.First, s.Last, s.Seen = s.At+from, s.First+from, s.Last+from, n-1
		begin, end := max(earlier, n-2*mostBefore), min(len(logs), n+later)
		s.Shape = shapeOf(logs[begin:end], max(from-begin, 0), s.At-begin)
		shifts = append(shifts, s)
		earlier, from = from, first
	}
	return shifts
}

// limit is what is no chance: t beyond t, and at most so many pairs of a value before and one of the window in the wrong order.
type limit struct{ t, pairs float64 }

// shiftLimits are those of the windows, by the number of values before.
var shiftLimits = sync.OnceValue(func() [][]limit {
	limits := make([][]limit, len(shiftWindows))
	for i, window := range shiftWindows {
		limits[i] = make([]limit, mostBefore+1)
		for n := leastBefore; n <= mostBefore; n++ {
			limits[i][n] = limit{studentT(1-window.risk, float64(n-1)), rankLimit(window.n, n)}
		}
	}
	return limits
})

// rankLimit is -1 if no order is unlikely enough. The number of orders of m and n values with so many pairs in the wrong order
// is the coefficient of a Gaussian binomial.
func rankLimit(m, n int) float64 {
	orders, all := make([]float64, m*n/2+1), 1.0
	orders[0] = 1
	for i := 1; i <= m; i++ {
		all *= float64(n+i) / float64(i)
		for u := len(orders) - 1; u >= n+i; u-- {
			orders[u] -= orders[u-n-i]
		}
		for u := i; u < len(orders); u++ {
			orders[u] += orders[u-i]
		}
	}
	sum := 0.0
	for u, count := range orders {
		if sum += count; sum > rankRisk/2*all {
			return float64(u - 1)
		}
	}
	return float64(len(orders))
}

// shiftIn is the change with which a series ends.
func shiftIn(logs []float64) (Shift, bool) {
	for i, window := range shiftWindows {
		first := len(logs) - window.n
		if first < leastBefore {
			break
		}
		before, after := logs[max(0, first-mostBefore):first], logs[first:]
		limit := shiftLimits()[i][len(before)]
		if wrongPairs(before, after) > limit.pairs {
			continue
		}
		l := plateauOf(before)
		to := plateauOf(after).mean
		// The variance of a mean trimmed so is 1.14 times that of the whole mean.
		se := math.Sqrt(1.14) * l.error(window.n, l.memory(before))
		if se > 0 && math.Abs(to-l.mean)/se > limit.t && oneSided(after, (l.mean+to)/2) {
			return beginning(logs, max(leastBefore, len(logs)-2*window.n), len(logs)-shiftWindows[0].n+1), true
		}
	}
	return Shift{}, false
}

// wrongPairs is the statistic U of Mann and Whitney: pairs of values that are not in the order of most pairs; of equal values, half.
func wrongPairs(before, after []float64) float64 {
	twice := 0 // without branches, which values in no order make slow
	for _, y := range after {
		for _, x := range before {
			twice += lists.One(x > y) + lists.One(x >= y)
		}
	}
	return float64(min(twice, 2*len(before)*len(after)-twice)) / 2
}

// oneSided reports whether four in five values are on one side of a level.
func oneSided(values []float64, level float64) bool {
	above := lists.Count(values, func(x float64) bool { return x > level })
	return 5*max(above, len(values)-above) >= 4*len(values)
}

// plateau is what values vary around.
type plateau struct {
	n                int
	mean, middle, sd float64 // mean without a fifth at each end, median, standard deviation in which far values are clipped
	most             float64 // distance from the median at which they are
}

func plateauOf(values []float64) plateau {
	sorted := slices.Sorted(slices.Values(values))
	l := plateau{n: len(values), mean: stat.Mean(sorted[len(sorted)/trimmed:len(sorted)-len(sorted)/trimmed], nil)}
	l.middle = stat.Quantile(0.5, stat.LinInterp, sorted, nil)
	far := lists.Map(values, func(v float64) float64 { return math.Abs(v - l.middle) })
	slices.Sort(far)
	const normal = 1.4826 // standard deviations in a median absolute deviation
	l.most = clippedAt * normal * stat.Quantile(0.5, stat.LinInterp, far, nil)
	l.sd = stat.StdDev(l.clipped(sorted), nil)
	return l
}

// clipped are values none of which is far from the median.
func (l plateau) clipped(values []float64) []float64 {
	if l.most == 0 {
		return values
	}
	return lists.Map(values, func(v float64) float64 { return min(max(v, l.middle-l.most), l.middle+l.most) })
}

// memory is how much of its distance from the level a value keeps of the one before: the correlation of values with the next
// ones, with its standard error, or 0 if it can be chance.
func (l plateau) memory(values []float64) float64 {
	near := l.clipped(values)
	mean, products, squares := stat.Mean(near, nil), 0.0, 0.0
	for i, x := range near {
		squares += (x - mean) * (x - mean)
		if i > 0 {
			products += (x - mean) * (near[i-1] - mean)
		}
	}
	r, se := products/squares, 1/math.Sqrt(float64(l.n))
	if !(r > 2.2*se) {
		return 0
	}
	return min(r+se, 0.9)
}

// error is the standard error of the difference between the mean of the level and that of other n values.
func (l plateau) error(n int, memory float64) float64 {
	return l.sd * math.Sqrt(inflation(n, memory)/float64(n)+inflation(l.n, memory)/float64(l.n))
}

// inflation is how many times the variance of the mean of n values of a first-order autoregression is that of independent ones.
func inflation(n int, memory float64) float64 {
	sum, r := 1.0, 1.0
	for k := 1; k < n && memory > 0; k++ {
		r *= memory
		sum += 2 * (1 - float64(k)/float64(n)) * r
	}
	return sum
}

// beginning is where the level with which a series ends begins, from a first value to a last one that it may begin with.
func beginning(logs []float64, first, last int) Shift {
	begin, best, sums := max(0, first-mostBefore), first, map[int]float64{} // the same values for all
	for at := first; at <= min(last, len(logs)-shiftWindows[0].n+1); at++ {
		sums[at] = within(logs[begin:at]) + within(logs[at:])
		if sums[at] < sums[best] {
			best = at
		}
	}
	before, after := logs[max(0, best-mostBefore):best], logs[best:]
	l := plateauOf(before)
	change := plateauOf(after).mean - l.mean
	margin := studentT(0.95, float64(len(before)-1)) * l.error(len(after), l.memory(before))
	s := Shift{At: best, First: best, Last: best, Ratio: math.Exp(change), Low: math.Exp(change - margin), High: math.Exp(change + margin)}
	const likely = 6.63
	for at, sum := range sums {
		if sum-sums[best] <= likely*l.sd*l.sd {
			s.First, s.Last = min(s.First, at), max(s.Last, at)
		}
	}
	return s
}

// within is the sum of squared distances from the mean.
func within(values []float64) float64 {
	return stat.Variance(values, nil) * float64(len(values)-1)
}

const (
	leastDrift = 10 // values over which a drift goes at least
	clearly    = 4  // variances by which one form must describe values better than the other
)

// shapeOf tells a step, before which there may have been another one, from a level that drifts from some value on, by the sums of
// squares that they leave.
func shapeOf(logs []float64, earlier, at int) Shape {
	steps := within(logs[earlier:at]) + within(logs[at:])
	if earlier > 0 {
		steps += within(logs[:earlier])
	}
	drift := math.Inf(1)
	for from := 0; from <= len(logs)-leastDrift; from++ {
		drift = min(drift, besideDrift(logs, from))
	}
	switch noise := clearly * steps / float64(len(logs)-2); {
	case drift > steps+noise:
		return AtOnce
	case steps > drift+noise && len(logs)-at >= leastDrift:
		return Gradually
	}
	return Unclear
}

// besideDrift is the sum of squares that remains beside a level that drifts from a value on.
func besideDrift(logs []float64, from int) float64 {
	ramp := lists.Times(len(logs), func(i int) float64 { return float64(max(0, i-from)) })
	_, slope := stat.LinearRegression(ramp, logs, nil, false)
	rest := lists.Times(len(logs), func(i int) float64 { return logs[i] - slope*ramp[i] })
	return within(rest)
}
