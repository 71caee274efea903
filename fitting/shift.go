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
}

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
// that single outliers are no change. The new level begins where the sum of squares within both is least (Hinkley,
// Biometrika 57, 1970), and the next change is one from this level. The values are taken as independent of each other.
func Shifts(values []float64) (shifts []Shift) {
	logs := make([]float64, len(values))
	for i, v := range values {
		logs[i] = math.Log(v)
	}
	from := 0
	for n := leastBefore + shiftWindows[0]; n <= len(logs); n++ {
		s, found := shiftIn(logs[from:n])
		if !found {
			continue
		}
		s.At, s.Seen = s.At+from, n-1
		shifts = append(shifts, s)
		from = s.At
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
		from, sd := trimmedLevel(before)
		to, _ := trimmedLevel(after)
		// The variance of a mean trimmed so is 1.14 times that of the whole mean.
		se := sd * math.Sqrt(1.14/float64(window)+1.14/float64(len(before)))
		if se > 0 && math.Abs(to-from)/se > shiftLimits()[len(before)] && oneSided(after, (from+to)/2) {
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

// trimmedLevel is the mean of values without a fifth of them at each end, and their standard deviation, in which far ones
// are clipped.
func trimmedLevel(values []float64) (mean, sd float64) {
	sorted := slices.Sorted(slices.Values(values))
	mean = stat.Mean(sorted[len(sorted)/trimmed:len(sorted)-len(sorted)/trimmed], nil)
	middle := stat.Quantile(0.5, stat.LinInterp, sorted, nil)
	far := make([]float64, len(values))
	for i, x := range values {
		far[i] = math.Abs(x - middle)
	}
	slices.Sort(far)
	const normal = 1.4826 // standard deviations in a median absolute deviation
	if most := clippedAt * normal * stat.Quantile(0.5, stat.LinInterp, far, nil); most > 0 {
		for i, x := range sorted {
			sorted[i] = min(max(x, middle-most), middle+most)
		}
	}
	return mean, stat.StdDev(sorted, nil)
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
	from, sd := trimmedLevel(before)
	to, _ := trimmedLevel(after)
	margin := studentT(0.95, float64(len(before)-1)) * sd * math.Sqrt(1/float64(len(before))+1/float64(len(after)))
	return Shift{At: best, Ratio: math.Exp(to - from), Low: math.Exp(to - from - margin), High: math.Exp(to - from + margin)}
}

// within is the sum of squared distances from the mean.
func within(values []float64) float64 {
	return stat.Variance(values, nil) * float64(len(values)-1)
}
