package fitting

import "math/rand/v2"

// Reservoir keeps a random sample of a stream of unknown length, each value with the same chance, the same one of the same
// stream (algorithm R: Vitter, Random sampling with a reservoir, 1985).
type Reservoir struct {
	Kept []float64
	most int
	seen uint64
	rng  *rand.Rand
}

// NewReservoir returns an empty reservoir of a size, whose choices follow from the seed.
func NewReservoir(most int, seed [2]uint64) *Reservoir {
	return &Reservoir{most: most, rng: rand.New(rand.NewPCG(seed[0], seed[1]))}
}

// Add offers a value.
func (r *Reservoir) Add(x float64) {
	r.seen++
	if len(r.Kept) < r.most {
		r.Kept = append(r.Kept, x)
	} else if at := r.rng.Uint64N(r.seen); at < uint64(r.most) {
		r.Kept[at] = x
	}
}
