package raw

import (
	"math"
	"slices"
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
	digit  = 16      // bits that one look tells apart
	most   = 1 << 20 // values that are gathered and selected from: 8 MB
	sorted = 1 << 11 // values that sorting is the fastest for
)

// ranker finds the values of given ranks without sorting all. Bits of positive
// doubles are in the order of their values: looks at 16 bits each narrow down
// the interval that a rank lies in, until the few values left can be gathered.
type ranker struct {
	gathered []float64
	counts   [][1 << digit]uint32
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
	buckets, shift := []bucket{all}, 64
	for shift > 0 && total(buckets) > most {
		buckets = x.narrow(values, buckets, shift)
		shift -= digit
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

func total(buckets []bucket) (n uint64) {
	for _, b := range buckets {
		n += b.count
	}
	return n
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

// narrow looks at the 16 bits below shift of the values in the buckets.
func (x *ranker) narrow(values series, buckets []bucket, shift int) []bucket {
	for len(x.counts) < len(buckets) {
		x.counts = append(x.counts, [1 << digit]uint32{})
	}
	clear(x.counts[:len(buckets)])
	for chunk := range values {
		for _, v := range chunk {
			bits := math.Float64bits(v)
			if i := find(buckets, bits>>shift); i >= 0 {
				x.counts[i][bits>>(shift-digit)&(1<<digit-1)]++
			}
		}
	}
	var narrower []bucket
	for i, b := range buckets {
		narrower = append(narrower, b.split(&x.counts[i])...)
	}
	return narrower
}

// split are the parts of a bucket that its ranks lie in.
func (b bucket) split(counts *[1 << digit]uint32) (parts []bucket) {
	before := uint64(0)
	for digits, count := range counts {
		if count == 0 {
			continue
		}
		part := bucket{prefix: b.prefix<<digit | uint64(digits), count: uint64(count)}
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
	room := x.gathered[:0:cap(x.gathered)]
	for i, b := range buckets {
		parts[i] = room[:0:b.count]
		room = room[b.count:b.count:cap(room)]
	}
	for chunk := range values {
		for _, v := range chunk {
			if i := find(buckets, math.Float64bits(v)>>shift); i >= 0 && len(parts[i]) < cap(parts[i]) {
				parts[i] = append(parts[i], v)
			}
		}
	}
	for i, b := range buckets {
		for _, r := range b.ranks {
			answers[r.answer] = x.nth(parts[i], r.within, shift)
		}
	}
}

// nth is the value of a rank; it changes the order of the values. Their bits
// above shift are equal.
func (x *ranker) nth(values []float64, n uint64, shift int) float64 {
	if n >= uint64(len(values)) { // a series that has become shorter
		return math.NaN()
	}
	for len(values) > sorted && shift > 0 {
		if len(x.counts) == 0 {
			x.counts = append(x.counts, [1 << digit]uint32{})
		}
		shift -= digit
		counts := &x.counts[0]
		clear(counts[:])
		for _, v := range values {
			counts[math.Float64bits(v)>>shift&(1<<digit-1)]++
		}
		digits := 0
		for n >= uint64(counts[digits]) {
			n -= uint64(counts[digits])
			digits++
		}
		values = keep(values, shift, uint64(digits))
	}
	if shift > 0 {
		slices.Sort(values)
	}
	return values[n]
}

// keep moves the values with the digits to the front; the others go behind them,
// so that another rank still finds them.
func keep(values []float64, shift int, digits uint64) []float64 {
	k := 0
	for i, v := range values {
		if math.Float64bits(v)>>shift&(1<<digit-1) == digits {
			values[i], values[k] = values[k], v
			k++
		}
	}
	return values[:k]
}
