package raw

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
	for _, x := range latencies {
		switch {
		case x != 0 && m.tokens == 1 && m.value > 0: // nearly always
			m.out.put(m.value, 1)
			m.value = x
		case x != 0 && (m.tokens > 0 || x > 0):
			m.flush()
			m.value, m.tokens = x, 1
		case m.tokens > 0:
			m.tokens++
		}
	}
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
