package fitting

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"github.com/jouleboard/jouleboard/internal/lists"
)

const (
	leastSeries  = 20 // values of a series that has an interval
	leastBatches = 24 // into which a longer series is gathered; up to twice as many remain
	mostMemory   = 0.99
	fewValues    = 24  // of which the correlation of neighbours scatters twice as much as its standard error says
	blockStretch = 1.5 // times the block length of least mean squared error: intervals want longer ones
)

// SeriesMean is the interval of the long-run mean of a stationary series, such as
// power at equal steps of time: see [SeriesRatio].
func SeriesMean(values []float64) (Interval, error) {
	return SeriesRatio(values, slices.Repeat([]float64{1}, len(values)))
}

// SeriesRatio returns the interval of the long-run mean of above divided by that of below, two series with common
// times, such as energy and tokens per second. It is a moving-block bootstrap over batches of neighbors, in the limit
// of infinitely many resamples, for which a mean has a formula. Neighbors may be correlated: the length of the blocks
// follows from their correlation, the error is corrected for the correlation between blocks, the quantile is
// Student's with one degree of freedom less than there are blocks, and it is averaged over the possible values of the
// correlation. It is an error if the series differ in length, have fewer than twenty values or one that is not
// finite, or below has a negative value or none that is positive.
//
// Batches are needed if noise hides a long correlation: neighbors with a low correlation may still drift together for
// a long time. Simulated autoregressions with a coefficient of up to 0.9 have the given coverage from 20 values on;
// with as much noise added, from 100 values on. Fewer values do not show a longer correlation.
//
// Batch means are Schmeiser's, Batch size effects in the analysis of simulation
// output (1982); the rule for the block is Carlstein's for a first-order
// autoregression, as in Lahiri, Resampling Methods for Dependent Data (2003).
func SeriesRatio(above, below []float64) (Interval, error) {
	s, err := newSeries(above, below)
	if err != nil {
		return Interval{}, err
	}
	center := s.above[s.length()] / s.below[s.length()]
	memory := s.memory(center)
	block := s.blockLength(memory)
	blocks := float64(s.length()) / float64(block)
	half := s.quantile(memory, block) * s.spread(center, block) * math.Sqrt(blocks/(blocks-1))
	return Interval{
		Kind: BlockBootstrap, Points: len(above), Level: Level, Center: unscaled(center, s.exponent),
		Low: unscaled(center-half, s.exponent), High: unscaled(center+half, s.exponent),
	}, nil
}

// series are two series in step as running sums, so that any block's sums are two
// subtractions.
type series struct {
	above, below []float64 // sums of the first i batches
	exponent     int       // of the ratio's unit
	values       int       // that the batches hold
}

func newSeries(above, below []float64) (series, error) {
	if len(above) != len(below) {
		return series{}, fmt.Errorf("%d values over %d: the series must have the same length", len(above), len(below))
	}
	for _, values := range [][]float64{above, below} {
		if err := checkSeries(values); err != nil {
			return series{}, err
		}
	}
	up, e := scaled(above)
	down, f := scaled(below)
	s := series{running(up), running(down), e - f, len(above)}
	if !(slices.Min(below) >= 0 && slices.Max(below) > 0) {
		return series{}, fmt.Errorf("the values to divide by range from %v to %v: none may be negative, and one must be positive",
			slices.Min(below), slices.Max(below))
	}
	return s, nil
}

// running gives the sums of the first 0, 1, … batches. What is left over at the
// end belongs to the last one.
func running(values []float64) []float64 {
	size := max(len(values)/leastBatches, 1)
	batches := len(values) / size
	sums := make([]float64, 1, batches+1)
	total := 0.0
	for i, v := range values {
		total += v
		if n := len(sums); (i+1)%size == 0 && n < batches || i+1 == len(values) {
			sums = append(sums, total)
		}
	}
	return sums
}

func (s series) length() int { return len(s.above) - 1 }

// memory is the correlation of neighbours in the part of the ratio that each batch
// explains, without the bias −(1 + 4φ)/n that it has in short series, and 0 where
// neighbours repel each other.
func (s series) memory(center float64) float64 {
	n := float64(s.length())
	same, next, last := 0.0, 0.0, 0.0
	for i := range s.length() {
		e := s.above[i+1] - s.above[i] - center*(s.below[i+1]-s.below[i])
		same += e * e
		next += e * last
		last = e
	}
	if same == 0 {
		return 0
	}
	return min(max((next/same+1/n)/(1-4/n), 0), mostMemory)
}

// blockLength balances what blocks miss of the dependence against how few of them
// there are; at least three remain.
func (s series) blockLength(memory float64) int {
	n := float64(s.length())
	length := blockStretch * math.Cbrt(1.5*n) * math.Pow(2*memory/(1-memory*memory), 2.0/3)
	return int(min(max(math.Round(length), 1), math.Floor(n/3)))
}

// quantile is how many standard errors, as blocks of this length show them,
// enclose the level: Student's, for the blocks, times what they miss, averaged over
// what the memory may be. Its standard error, √((1 − φ²)/n), counts the more the
// more memory there is: where neighbours look independent, doubting that would
// only widen what covers already. Of few values it scatters more than that says.
func (s series) quantile(memory float64, block int) float64 {
	const parts = 9
	n, level := float64(s.length()), float64(Level)
	student := distuv.StudentsT{Sigma: 1, Nu: n/float64(block) - 1}
	doubt := math.Sqrt(memory*(1-memory*memory)/n) * (1 + fewValues/float64(s.values))
	var scales [parts]float64
	for i := range scales {
		z := distuv.UnitNormal.Quantile((float64(i) + 0.5) / parts)
		scales[i] = math.Sqrt(missed(min(max(memory+doubt*z, 0), mostMemory), block))
	}
	one := student.Quantile((1 + level) / 2)
	return newton(one*meanOf(scales[:]), func(x float64) (above, slope float64) {
		for _, scale := range scales {
			above += (student.CDF(x/scale) - (1+level)/2) / parts
			slope += student.Prob(x/scale) / scale / parts
		}
		return above, slope
	})
}

// newton finds where a function that rises ever more slowly is zero: its steps come
// closer from below, and one from above that leads too far down is cut.
func newton(x float64, f func(float64) (value, slope float64)) float64 {
	for range 8 {
		value, slope := f(x)
		if !(slope > 0) {
			break
		}
		x = max(x-value/slope, x/2)
	}
	return x
}

// missed is the variance of a long-run mean over that which blocks of this length
// show, for a first-order autoregression.
func missed(memory float64, block int) float64 {
	return (1 + memory) / (1 - memory) / inflation(block, memory)
}

// spread is the standard deviation of the ratio over all resampled series, each of
// blocks that start anywhere. The ratio is taken to first order around the center,
// which is defined for any resample.
func (s series) spread(center float64, block int) float64 {
	n := s.length()
	sums := make([]float64, n-block+1) // of what the center leaves over, in each block there is
	for from := range sums {
		to := from + block
		sums[from] = s.above[to] - s.above[from] - center*(s.below[to]-s.below[from])
	}
	mean := meanOf(sums)
	variance := lists.Sum(sums, func(v float64) float64 { return (v - mean) * (v - mean) / float64(len(sums)) })
	return math.Sqrt(variance*float64(n)/float64(block)) / s.below[n]
}
