package fitting

import (
	"math"
	"slices"
	"sync"

	"gonum.org/v1/gonum/stat"
)

// Shift is a lasting change of the level of a series.
type Shift struct {
	At   int // the first value of the new level
	Seen int // the value with which it was recognized
	// Ratio is the new level divided by the one before, of the values up to Seen; Low and High are its 95 % interval.
	Ratio, Low, High float64
	Form             Form
}

// Form is how a level changed, as far as the values up to then show it.
type Form string

// The forms of changes.
const (
	AtOnce    Form = "step"  // from one value to the next
	Gradually Form = "drift" // over ten values or more
	Unclear   Form = ""      // both describe the values about as well
)

const (
	leastBefore = 10   // values of a level to which others are compared
	mostBefore  = 120  // the last ones, so that a slow drift is no part of the noise
	shiftRisk   = 2e-6 // of a false alarm with each window
	trimmed     = 5    // of so many values of a window, the least and the greatest are left out
	clippedAt   = 4    // standard deviations, beyond which values say less about the noise
)

// shiftWindows are the numbers of last values that may be at a new level.
var shiftWindows = []int{5, 10, 20}

// Shifts finds lasting changes of a series of positive values, such as one per night, in order. The series is read as it
// grows: with each value, the means of the last 5, 10 and 20, without a fifth of them at each end, are compared to the up
// to 120 values before, on a log scale, by Student's t with the standard deviation of these (clipped, as in Huber, Robust
// Statistics, 1981, 1.7). Four in five values of the window must lie on the far side of the middle between both levels, so
// that single outliers are no change. Where values resemble the ones before them, the standard errors of means are those of
// a first-order autoregression (Box, Jenkins, Reinsel, Time Series Analysis, 2008, 2.1.5). The new level begins where the sum
// of squares within both is least (Hinkley, Biometrika 57, 1970), and the next change is one from this level.
func Shifts(values []float64) (shifts []Shift) {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	from, earlier := 0, 0
	for n := leastBefore + shiftWindows[0]; n <= len(logs); n++ {
		s, found := shiftIn(logs[from:n])
		if !found {
			continue
		}
		s.At, s.Seen = s.At+from, n-1
		begin := max(earlier, n-2*mostBefore)
		s.Form = formOf(logs[begin:n], max(from-begin, 0), s.At-begin)
		shifts = append(shifts, s)
		earlier, from = from, s.At
	}
	return shifts
}

// shiftLimits are the most that t is by chance, by the number of values before.
var shiftLimits = sync.OnceValue(func() []float64 {
	limits := make([]float64, mostBefore+1)
	for n := leastBefore; n <= mostBefore; n++ {
		limits[n] = studentT(1-shiftRisk, float64(n-1))
	}
	return limits
})

// shiftIn is the change with which a series ends.
func shiftIn(logs []float64) (Shift, bool) {
	for _, window := range shiftWindows {
		first := len(logs) - window
		if first < leastBefore {
			break
		}
		before, after := logs[max(0, first-mostBefore):first], logs[first:]
		if !oneSided(after, stat.Mean(before, nil)) {
			continue
		}
		l := plateauOf(before)
		to, limit := plateauOf(after).mean, shiftLimits()[len(before)]
		// The variance of a mean trimmed so is 1.14 times that of the whole mean.
		se := math.Sqrt(1.14) * l.error(window, 0)
		if se > 0 && math.Abs(to-l.mean)/se > limit && oneSided(after, (l.mean+to)/2) &&
			math.Abs(to-l.mean)/(math.Sqrt(1.14)*l.error(window, l.memory(before))) > limit {
			return beginning(logs, window), true
		}
	}
	return Shift{}, false
}

// oneSided reports whether four in five values are on one side of a level.
func oneSided(values []float64, level float64) bool {
	above := 0
	for _, x := range values {
		if x > level {
			above++
		}
	}
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
	far := make([]float64, len(values))
	for i, x := range values {
		far[i] = math.Abs(x - l.middle)
	}
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
	near := make([]float64, len(values))
	for i, x := range values {
		near[i] = min(max(x, l.middle-l.most), l.middle+l.most)
	}
	return near
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
	if !(r > 2*se) {
		return 0
	}
	return min(r+se, 0.9)
}

// error is the standard error of the difference between the mean of the level and that of other n values.
func (l plateau) error(n int, memory float64) float64 {
	return l.sd * math.Sqrt(varianceOfMean(n, memory)+varianceOfMean(l.n, memory))
}

// varianceOfMean is the variance of the mean of n values of a first-order autoregression with variance 1.
func varianceOfMean(n int, memory float64) float64 {
	sum, r := 1.0, 1.0
	for k := 1; k < n && memory > 0; k++ {
		r *= memory
		sum += 2 * (1 - float64(k)/float64(n)) * r
	}
	return sum / float64(n)
}

// beginning is where the level with which a series ends begins: within two windows of its end.
func beginning(logs []float64, window int) Shift {
	best, least := 0, math.Inf(1)
	for at := max(leastBefore, len(logs)-2*window); at <= len(logs)-shiftWindows[0]+1; at++ {
		sum := within(logs[max(0, at-mostBefore):at]) + within(logs[at:])
		if sum < least {
			best, least = at, sum
		}
	}
	before, after := logs[max(0, best-mostBefore):best], logs[best:]
	l := plateauOf(before)
	change := plateauOf(after).mean - l.mean
	margin := studentT(0.95, float64(len(before)-1)) * l.error(len(after), l.memory(before))
	return Shift{At: best, Ratio: math.Exp(change), Low: math.Exp(change - margin), High: math.Exp(change + margin)}
}

// within is the sum of squared distances from the mean.
func within(values []float64) float64 {
	return stat.Variance(values, nil) * float64(len(values)-1)
}

const (
	leastDrift = 10 // values over which a drift goes at least
	clearly    = 4  // variances by which one form must describe values better than the other
)

// formOf tells a step, before which there may have been another one, from a level that drifts from some value on, by the sums of
// squares that they leave.
func formOf(logs []float64, earlier, at int) Form {
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
	case steps > drift+noise:
		return Gradually
	}
	return Unclear
}

// besideDrift is the sum of squares that remains beside a level that drifts from a value on.
func besideDrift(logs []float64, from int) float64 {
	ramp := make([]float64, len(logs))
	for i := range ramp {
		ramp[i] = float64(max(0, i-from))
	}
	_, slope := stat.LinearRegression(ramp, logs, nil, false)
	rest := make([]float64, len(logs))
	for i, x := range logs {
		rest[i] = x - slope*ramp[i]
	}
	return within(rest)
}
