package raw

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
