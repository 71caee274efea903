package pipeline

import "math/rand/v2"

// reservoir keeps a random sample of a stream of unknown length, each value with
// the same chance (Vitter's algorithm R), the same one of the same stream.
type reservoir struct {
	kept []float64
	seen uint64
	rng  *rand.Rand
}

func (r *reservoir) add(x float64) {
	r.seen++
	if len(r.kept) < mostLatencies {
		r.kept = append(r.kept, x)
		return
	}
	if r.rng == nil {
		r.rng = rand.New(rand.NewPCG(latencySeed, latencySeed))
	}
	if at := r.rng.Uint64N(r.seen); at < mostLatencies {
		r.kept[at] = x
	}
}
