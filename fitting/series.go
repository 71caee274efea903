package fitting

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
)

const (
	leastSeries  = 12   // values of a series that has an interval
	mostBatches  = 2048 // into which a longer series is gathered
	drawnSeries  = 999  // resampled series
	mostMemory   = 0.999
	blockStretch = 1.5 // times the block length of least mean squared error: intervals want longer ones
)

// SeriesMean is the interval of the long-run mean of a stationary series, such as
// power at equal steps of time: see [SeriesRatio].
func SeriesMean(values []float64, level float64, seed uint64) (Interval, error) {
	ones := make([]float64, len(values))
	for i := range ones {
		ones[i] = 1
	}
	return SeriesRatio(values, ones, level, seed)
}

// SeriesRatio is the interval of the long-run mean of above over that of below,
// two series in step, such as energy and tokens for each second: a moving-block
// bootstrap. Neighbours may depend on each other: the length of the blocks follows
// from the correlation of neighbours, the error is corrected for what blocks of
// that length still miss, and the quantile is Student's with one degree of freedom
// less than there are blocks. It is an error if the series differ in length, have
// fewer than twelve values or one that is not finite, or below has a negative value
// or none that is positive.
//
// Simulated first-order autoregressions are covered as stated once the series is
// some twenty times as long as its memory lasts: from 12 values on where a value
// keeps up to 0.3 of the last, from 24 where 0.6, from 200 where 0.9. Shorter ones
// are covered less, which no rule can know from so few values.
//
// The rule for the block is Carlstein's for a first-order autoregression, as in
// Lahiri, Resampling Methods for Dependent Data (2003), with the autocorrelation
// corrected for its bias in short series.
func SeriesRatio(above, below []float64, level float64, seed uint64) (Interval, error) {
	s, err := newSeries(above, below, level)
	if err != nil {
		return Interval{}, err
	}
	center := s.above[s.length()] / s.below[s.length()]
	memory := s.memory(center)
	block := s.blockLength(memory)
	blocks := float64(s.length()) / float64(block)
	spread := s.spread(center, block, rand.New(rand.NewPCG(seed, 0)))
	half := studentT(level, blocks-1) * spread * math.Sqrt(blocks/(blocks-1)*missed(memory, block))
	return Interval{
		Kind: BlockBootstrap, Points: len(above), Level: level, Center: unscaled(center, s.exponent),
		Low: unscaled(center-half, s.exponent), High: unscaled(center+half, s.exponent),
	}, nil
}

// series are two series in step as running sums, so that any block's sums are two
// subtractions.
type series struct {
	above, below []float64 // sums of the first i values
	exponent     int       // of the ratio's unit
}

func newSeries(above, below []float64, level float64) (series, error) {
	if len(above) != len(below) {
		return series{}, fmt.Errorf("%d values over %d: the series must go in step", len(above), len(below))
	}
	for _, values := range [][]float64{above, below} {
		if err := checkSeries(values, level, leastSeries); err != nil {
			return series{}, err
		}
	}
	up, e := scaled(above)
	down, f := scaled(below)
	s := series{running(up), running(down), e - f}
	if !(slices.Min(below) >= 0 && slices.Max(below) > 0) {
		return series{}, fmt.Errorf("the values to divide by go from %v to %v: want none negative and one positive", slices.Min(below), slices.Max(below))
	}
	return s, nil
}

// running gives the sums of the first 0, 1, … values, or of as many batches of
// neighbours where there are more than mostBatches.
func running(values []float64) []float64 {
	size := (len(values) + mostBatches - 1) / mostBatches
	sums := make([]float64, 1, len(values)/size+2)
	total := 0.0
	for i, v := range values {
		total += v
		if (i+1)%size == 0 || i+1 == len(values) {
			sums = append(sums, total)
		}
	}
	return sums
}

func (s series) length() int { return len(s.above) - 1 }

// memory is the correlation of neighbours in the part of the ratio that each value
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
	return int(min(max(math.Ceil(length), 1), math.Floor(n/3)))
}

// missed is the variance of a long-run mean over that which blocks of this length
// show, for a first-order autoregression.
func missed(memory float64, block int) float64 {
	shown, power := 1.0, 1.0
	for lag := 1; lag < block; lag++ {
		power *= memory
		shown += 2 * (1 - float64(lag)/float64(block)) * power
	}
	return (1 + memory) / (1 - memory) / shown
}

// spread is the standard deviation of the ratio over resampled series, each of
// blocks that start anywhere, scaled to the length of the series. The ratio is
// taken to first order around the center, which is defined for any resample.
func (s series) spread(center float64, block int, rng *rand.Rand) float64 {
	n := s.length()
	count := (n + block - 1) / block
	off := make([]float64, n+1) // running sums of what the center leaves over
	for i := range off {
		off[i] = s.above[i] - center*s.below[i]
	}
	drawn := make([]float64, drawnSeries)
	for i := range drawn {
		for range count {
			from := rng.IntN(n - block + 1)
			drawn[i] += off[from+block] - off[from]
		}
	}
	_, deviation := meanDeviation(drawn)
	return deviation / s.below[n] * math.Sqrt(float64(n)/float64(count*block))
}
