package raw

import "math"

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
			k := positive(latencies[i:])
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

// positive counts the positive finite values at the start.
func positive(latencies []float64) int {
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
