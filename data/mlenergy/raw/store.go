package raw

import (
	"math"
	"sync"
)

// store takes the smoothed latencies of one file in order, in seconds. Those of
// a request are taken back when it turns out to have failed, which the file says
// behind them. When memory runs out the store only counts.
//
// Values that are not finite are counted, not kept: no statistic can use them.
type store struct {
	pool  *pool
	full  [][]float64 // complete chunks
	last  []float64   // the one being filled
	begin mark        // of the current request
	mark
	spilt bool // some values are not kept

	// each, unless nil, is handed every complete chunk instead; it reports
	// whether to go on
	each func(chunk []float64) bool
	done bool
}

// mark is what was in the store at some moment.
type mark struct {
	count    uint64 // values put
	infinite uint64 // values that were not finite
}

func newStore(p *pool) *store { return &store{pool: p, last: make([]float64, 0, chunkLen)} }

// put adds the same value n times.
func (s *store) put(value float64, n int) {
	if value-value != 0 { // only NaN and ±Inf
		s.infinite += uint64(n)
		return
	}
	s.count += uint64(n)
	for ; n > 0; n-- {
		if len(s.last) == cap(s.last) && !s.next() {
			return
		}
		s.last = append(s.last, value)
	}
}

// putAll adds finite values.
func (s *store) putAll(values []float64) {
	s.count += uint64(len(values))
	for len(values) > 0 {
		if len(s.last) == cap(s.last) && !s.next() {
			return
		}
		k := min(len(values), cap(s.last)-len(s.last))
		s.last = append(s.last, values[:k]...)
		values = values[k:]
	}
}

// next makes room; false if the value is not kept.
func (s *store) next() bool {
	switch {
	case s.done:
		return false
	case s.each != nil:
		s.done = !s.each(s.last)
		s.last = s.last[:0]
		return !s.done
	case s.spilt:
		s.last = s.last[:0]
		return true
	}
	chunk := s.pool.get()
	if chunk == nil {
		s.spill()
		return true
	}
	s.full, s.last = append(s.full, s.last), chunk
	return true
}

// spill gives the memory back: the values will be read again from the file.
func (s *store) spill() {
	s.spilt = true
	s.pool.put(s.full...)
	s.full, s.last = nil, s.last[:0]
}

// open marks the beginning of a request.
func (s *store) open() { s.begin = s.mark }

// revoke takes back what was put since open.
func (s *store) revoke() {
	s.mark = s.begin
	if s.spilt || s.each != nil {
		return
	}
	chunks, left := 0, int(s.count)
	if left > 0 { // a full last chunk is still the last
		chunks = (left - 1) / chunkLen
		left -= chunks * chunkLen
	}
	if chunks < len(s.full) {
		s.pool.put(append(s.full[chunks+1:], s.last)...)
		s.last, s.full = s.full[chunks], s.full[:chunks]
	}
	s.last = s.last[:left]
}

// reset empties the store for the next file.
func (s *store) reset() {
	s.pool.put(s.full...)
	*s = store{pool: s.pool, last: s.last[:0]}
}

// chunks yields what is kept; nobody may change it.
func (s *store) chunks(yield func([]float64) bool) {
	for _, chunk := range s.full {
		if !yield(chunk) {
			return
		}
	}
	if len(s.last) > 0 {
		yield(s.last)
	}
}

const (
	// chunkLen is how many latencies a chunk holds: 256 kB.
	chunkLen = 32 << 10
	// mostChunks is what all workers keep in memory together: 96 MB. A file
	// that has more is read again for each look at its latencies.
	mostChunks = 384
)

// pool hands out chunks of memory, so many and no more.
type pool struct {
	mu    sync.Mutex
	free  [][]float64
	given int
	most  int
}

func newPool() *pool { return &pool{most: mostChunks} }

// get is an empty chunk, nil if there are no more.
func (p *pool) get() []float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.free); n > 0 {
		chunk := p.free[n-1]
		p.free = p.free[:n-1]
		return chunk[:0]
	}
	if p.given == p.most {
		return nil
	}
	p.given++
	return make([]float64, 0, chunkLen)
}

func (p *pool) put(chunks ...[]float64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.free = append(p.free, chunks...)
}

// smoother spreads latencies over tokens. A server that sends several tokens at
// once reports one latency and then zeros; each of these tokens took its share.
// What comes before the first positive latency belongs to the first token and is
// dropped, as is every share that is not positive; a NaN stays.
type smoother struct {
	value  float64
	tokens int // that value covers, 0 before the first positive one
	out    *store
}

// add takes the next latencies of a request, in seconds.
func (m *smoother) add(latencies []float64) {
	for i := 0; i < len(latencies); i++ {
		switch x := latencies[i]; {
		case x != 0 && (m.tokens > 0 || x > 0):
			m.flush()
			// Of a row of positive latencies all but the last are for one
			// token each: nearly always nearly all of them.
			k := positiveStart(latencies[i:])
			if k > 1 {
				m.out.putAll(latencies[i : i+k-1])
				i += k - 1
			}
			m.value, m.tokens = latencies[i], 1
		case m.tokens > 0:
			m.tokens++
		}
	}
}

// positiveStart counts the positive finite values at the start.
func positiveStart(latencies []float64) int {
	for i, x := range latencies {
		if !(x > 0 && x <= math.MaxFloat64) {
			return i
		}
	}
	return len(latencies)
}

// flush puts the shares of the latency that is still open.
func (m *smoother) flush() {
	if m.tokens == 0 {
		return
	}
	if share := m.value / float64(m.tokens); !(share <= 0) {
		m.out.put(share, m.tokens)
	}
}
