package raw

import "sync"

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
