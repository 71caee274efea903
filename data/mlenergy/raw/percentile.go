package raw

import (
	"iter"
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// percentiles are those of n positive finite values, interpolated linearly
// between the two closest: numpy's default, in its formula and rounding.
func (x *ranker) percentiles(values series, n uint64, percents ...float64) []float64 {
	ranks := make([]uint64, 0, 2*len(percents))
	for _, q := range percents {
		low, high, _ := position(n, q)
		ranks = append(ranks, low, high)
	}
	at := x.ranked(values, n, ranks)
	results := make([]float64, len(percents))
	for i, q := range percents {
		_, _, between := position(n, q)
		results[i] = lerp(at[2*i], at[2*i+1], between)
	}
	return results
}

// position is where a percentile lies: between which ranks, how far from the low
// one.
func position(n uint64, percent float64) (low, high uint64, between float64) {
	at := float64(n-1) * (percent / 100)
	floor := math.Floor(at)
	low = uint64(floor)
	return low, min(low+1, n-1), at - floor
}

// lerp keeps to the formula that never leaves the range of a and b. The
// conversions keep compilers from fusing operations.
func lerp(a, b, t float64) float64 {
	d := b - a
	if t >= 0.5 {
		return b - float64(d*(1-t))
	}
	return a + float64(d*t)
}

const (
	most   = 1 << 20 // values that are gathered and selected from: 8 MB
	sorted = 1 << 11 // values that sorting is the fastest for
)

// looks are how many bits each look tells apart, from the highest. The first has
// the most: it leaves so few values between two latencies that are close.
var looks = [...]int{20, 16, 16, 12}

// ranker finds the values of given ranks without sorting all. Bits of positive
// doubles are in the order of their values: looks at some bits each narrow down
// the interval that a rank lies in, until the few values left can be gathered.
type ranker struct {
	gathered []float64
	counts   [][]uint32 // of each bucket, one a digit
}

// bucket is an interval of values: those whose bits above shift are prefix.
type bucket struct {
	prefix uint64
	count  uint64
	ranks  []rank
}

// rank is a rank asked for: its place in the answer, and within the bucket.
type rank struct {
	answer int
	within uint64
}

// ranked are the values of the ranks, counted from 0.
func (x *ranker) ranked(values series, n uint64, ranks []uint64) []float64 {
	all := bucket{count: n}
	for i, r := range ranks {
		all.ranks = append(all.ranks, rank{i, r})
	}
	buckets, shift, look := []bucket{all}, 64, 0
	for shift > 0 && (look == 0 && n > sorted || total(buckets) > most) {
		buckets = x.narrow(values, buckets, shift, looks[look])
		shift -= looks[look]
		look++
	}
	answers := make([]float64, len(ranks))
	if shift > 0 {
		x.gather(values, buckets, shift, answers)
		return answers
	}
	for _, b := range buckets { // all bits are known
		for _, r := range b.ranks {
			answers[r.answer] = math.Float64frombits(b.prefix)
		}
	}
	return answers
}

func total(buckets []bucket) uint64 {
	return lists.Sum(buckets, func(b bucket) uint64 { return b.count })
}

// find is the index of the bucket with the prefix, -1 if there is none.
func find(buckets []bucket, prefix uint64) int {
	for i := range buckets {
		if buckets[i].prefix == prefix {
			return i
		}
	}
	return -1
}

// zeros are counts for n buckets.
func (x *ranker) zeros(n, width int) [][]uint32 {
	for len(x.counts) < n {
		x.counts = append(x.counts, make([]uint32, 1<<max(width, looks[1])))
	}
	for i := range n {
		if len(x.counts[i]) < 1<<width {
			x.counts[i] = make([]uint32, 1<<width)
		}
		clear(x.counts[i][:1<<width])
	}
	return x.counts[:n]
}

// narrow looks at the bits below shift, so many, of the values in the buckets.
func (x *ranker) narrow(values series, buckets []bucket, shift, width int) (narrower []bucket) {
	counts := x.zeros(len(buckets), width)
	mask := uint64(1)<<width - 1
	low := shift - width
	if len(buckets) == 1 && shift == 64 {
		countAll(values, counts[0], low)
	} else {
		for chunk := range values {
			for _, v := range chunk {
				bits := math.Float64bits(v)
				if i := find(buckets, bits>>shift); i >= 0 {
					counts[i][bits>>low&mask]++
				}
			}
		}
	}
	for i, b := range buckets {
		narrower = append(narrower, b.split(counts[i][:1<<width], width)...)
	}
	return narrower
}

// countAll counts all values by the bits from low on.
func countAll(values series, counts []uint32, low int) {
	for chunk := range values {
		for _, v := range chunk {
			counts[math.Float64bits(v)>>low]++
		}
	}
}

// split are the parts of a bucket that its ranks lie in.
func (b bucket) split(counts []uint32, width int) (parts []bucket) {
	before := uint64(0)
	for digits, count := range counts {
		if count == 0 {
			continue
		}
		part := bucket{prefix: b.prefix<<width | uint64(digits), count: uint64(count)}
		for _, r := range b.ranks {
			if r.within >= before && r.within < before+part.count {
				part.ranks = append(part.ranks, rank{r.answer, r.within - before})
			}
		}
		if len(part.ranks) > 0 {
			parts = append(parts, part)
		}
		before += part.count
	}
	return parts
}

// gather collects the values in the buckets and answers the ranks.
func (x *ranker) gather(values series, buckets []bucket, shift int, answers []float64) {
	parts := make([][]float64, len(buckets))
	if cap(x.gathered) < int(total(buckets)) {
		x.gathered = make([]float64, total(buckets))
	}
	room := x.gathered[:cap(x.gathered)]
	for i, b := range buckets {
		parts[i], room = room[:0:b.count], room[b.count:]
	}
	for chunk := range values {
		for _, v := range chunk {
			if i := find(buckets, math.Float64bits(v)>>shift); i >= 0 && len(parts[i]) < cap(parts[i]) {
				parts[i] = append(parts[i], v)
			}
		}
	}
	for i, b := range buckets {
		slices.Sort(parts[i])
		for _, r := range b.ranks {
			answers[r.answer] = math.NaN() // a series that has become shorter
			if r.within < uint64(len(parts[i])) {
				answers[r.answer] = parts[i][r.within]
			}
		}
	}
}

// series is a number of latencies in chunks. It can be looked through more than
// once.
type series = iter.Seq[[]float64]

// mean is the arithmetic mean of n values, summed pairwise as numpy does, to the
// last bit: halves that are multiples of eight down to blocks of 128, which eight
// accumulators sum.
func mean(values series, n uint64) float64 {
	next, stop := iter.Pull(values)
	defer stop()
	p := puller{next: next}
	return p.sum(n) / float64(n)
}

const block = 128

// puller takes values in order, however they are cut into chunks.
type puller struct {
	next   func() ([]float64, bool)
	chunk  []float64
	joined [block]float64
}

func (p *puller) sum(n uint64) float64 {
	if n <= block {
		return sumBlock(p.take(int(n)))
	}
	half := n / 2
	half -= half % 8
	first := p.sum(half) // the order of the calls is the order of the values
	return first + p.sum(n-half)
}

// take is the next n values, at most a block; fewer if the series is shorter.
func (p *puller) take(n int) []float64 {
	if len(p.chunk) < n {
		return p.join(n)
	}
	values := p.chunk[:n]
	p.chunk = p.chunk[n:]
	return values
}

// join is take across the ends of chunks.
func (p *puller) join(n int) []float64 {
	got := 0
	for got < n {
		if len(p.chunk) == 0 {
			chunk, ok := p.next()
			if !ok {
				break
			}
			p.chunk = chunk
		}
		k := copy(p.joined[got:n], p.chunk)
		p.chunk = p.chunk[k:]
		got += k
	}
	return p.joined[:got]
}

func sumBlock(a []float64) float64 {
	i, sum := 0, 0.0
	if len(a) >= 8 {
		r := [8]float64(a[:8])
		for i = 8; i+8 <= len(a); i += 8 {
			b := (*[8]float64)(a[i:])
			r[0] += b[0]
			r[1] += b[1]
			r[2] += b[2]
			r[3] += b[3]
			r[4] += b[4]
			r[5] += b[5]
			r[6] += b[6]
			r[7] += b[7]
		}
		sum = ((r[0] + r[1]) + (r[2] + r[3])) + ((r[4] + r[5]) + (r[6] + r[7]))
	}
	for ; i < len(a); i++ {
		sum += a[i]
	}
	return sum
}
