package raw

import "iter"

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
