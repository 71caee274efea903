package fitting

import (
	"encoding/binary"
	"math"
	"sync"
)

// mostKept bounds the memory of a [Kept]: 3 kB a sweep at most.
const mostKept = 20_000

// Kept fits sweeps and caches the results, for callers that draw the same data repeatedly. Several goroutines can use
// it.
type Kept struct {
	mu       sync.Mutex
	sketches map[string]Sketch // by the points
}

// Sketches is the same as the function Sketches. Its result is shared and must not be changed.
func (k *Kept) Sketches(sweeps []Sweep) []Sketch {
	sketches, shared := make([]Sketch, len(sweeps)), &grids{}
	for i, s := range sweeps {
		points := s.key()
		known, ok := k.get(points)
		if !ok {
			known = s.sketch(shared)
			k.put(points, known)
		}
		sketches[i] = known
	}
	return sketches
}

// key is the points, bit by bit.
func (s Sweep) key() string {
	b := binary.AppendUvarint(nil, uint64(len(s.X)))
	for _, values := range [][]float64{s.X, s.Y} {
		for _, v := range values {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
		}
	}
	return string(b)
}

func (k *Kept) get(points string) (Sketch, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	known, ok := k.sketches[points]
	return known, ok
}

func (k *Kept) put(points string, s Sketch) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.sketches == nil || len(k.sketches) >= mostKept {
		k.sketches = map[string]Sketch{}
	}
	k.sketches[points] = s
}
