package fitting

import (
	"math/bits"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// numpyRandom draws what numpy's default_rng(seed) draws: PCG64 (128-bit state,
// XSL-RR output), seeded through SeedSequence. It serves one purpose, that a
// random subset is the very one the toolkit would take. The generator is
// O'Neill's PCG (2014), numpy's use of it is its random/src/pcg64 and
// bit_generator.
type numpyRandom struct {
	high, low       uint64 // state
	incHigh, incLow uint64
	half            uint32 // the unused half of the last 64 bits
	hasHalf         bool
}

func newNumpyRandom(seed uint64) *numpyRandom {
	words := seedWords(seed)
	r := &numpyRandom{
		incHigh: words[2]<<1 | words[3]>>63,
		incLow:  words[3]<<1 | 1,
	}
	r.step()
	var carry uint64
	r.low, carry = bits.Add64(r.low, words[1], 0)
	r.high, _ = bits.Add64(r.high, words[0], carry)
	r.step()
	return r
}

// step multiplies the state by PCG's constant and adds the increment, modulo 2^128.
func (r *numpyRandom) step() {
	const mulHigh, mulLow = 2549297995355413924, 4865540595714422341
	high, low := bits.Mul64(r.low, mulLow)
	high += r.high*mulLow + r.low*mulHigh
	var carry uint64
	r.low, carry = bits.Add64(low, r.incLow, 0)
	r.high, _ = bits.Add64(high, r.incHigh, carry)
}

func (r *numpyRandom) uint64() uint64 {
	r.step()
	return bits.RotateLeft64(r.high^r.low, -int(r.high>>58))
}

// uint32 gives the low half of 64 bits, then the high one.
func (r *numpyRandom) uint32() uint32 {
	if r.hasHalf {
		r.hasHalf = false
		return r.half
	}
	v := r.uint64()
	r.half, r.hasHalf = uint32(v>>32), true
	return uint32(v)
}

// upTo is uniform over 0…most, by Lemire's multiplication.
func (r *numpyRandom) upTo(most uint32) uint32 {
	if most == 0 {
		return 0
	}
	if most == 1<<32-1 {
		return r.uint32()
	}
	span := most + 1
	m := uint64(r.uint32()) * uint64(span)
	if uint32(m) < span {
		for threshold := -span % span; uint32(m) < threshold; {
			m = uint64(r.uint32()) * uint64(span)
		}
	}
	return uint32(m >> 32)
}

// choice gives size of the numbers 0…n−1, each at most once, n at most 2^32. As
// numpy it shuffles the end of the list where that is short or much of it is
// wanted, and else draws by Floyd's method.
func (r *numpyRandom) choice(n, size int) []uint32 {
	if n > 10000 && size > n/50 {
		all := lists.Times(n, func(i int) uint32 { return uint32(i) })
		r.shuffle(all, max(n-size, 1))
		return all[n-size:]
	}
	chosen := make([]uint32, 0, size)
	seen := make(map[uint32]bool, size)
	for j := n - size; j < n; j++ {
		v := r.upTo(uint32(j))
		if seen[v] {
			v = uint32(j)
		}
		seen[v] = true
		chosen = append(chosen, v)
	}
	r.shuffle(chosen, 1)
	return chosen
}

// shuffle exchanges the elements from the last down to first.
func (r *numpyRandom) shuffle(v []uint32, first int) {
	for i := len(v) - 1; i >= first; i-- {
		j := r.upTo(uint32(i))
		v[i], v[j] = v[j], v[i]
	}
}

// seedWords is SeedSequence(seed).generate_state(4, uint64).
func seedWords(seed uint64) (words [4]uint64) {
	pool := seedPool(seed)
	constant := uint32(0x8b51f9dd)
	var half [8]uint32
	for i := range half {
		v := pool[i%4] ^ constant
		constant *= 0x58f38ded
		v *= constant
		half[i] = v ^ v>>16
	}
	for i := range words {
		words[i] = uint64(half[2*i]) | uint64(half[2*i+1])<<32
	}
	return words
}

// seedPool mixes the seed into four words.
func seedPool(seed uint64) (pool [4]uint32) {
	constant := uint32(0x43b0d7e5)
	hash := func(v uint32) uint32 {
		v ^= constant
		constant *= 0x931e8875
		v *= constant
		return v ^ v>>16
	}
	for i, word := range [4]uint32{uint32(seed), uint32(seed >> 32)} {
		pool[i] = hash(word)
	}
	for from := range pool {
		for to := range pool {
			if from != to {
				v := 0xca01f9dd*pool[to] - 0x4973f715*hash(pool[from])
				pool[to] = v ^ v>>16
			}
		}
	}
	return pool
}
