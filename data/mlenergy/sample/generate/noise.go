package main

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
)

// generator is the random source of one thing of the sample. Its seed is the
// thing's own key, so that adding a model changes no other model's numbers.
func generator(key ...any) *rand.Rand {
	sum := sha256.Sum256(fmt.Append(nil, key...))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(sum[:]), binary.LittleEndian.Uint64(sum[8:])))
}

// near is a factor around 1 with a relative spread, cut at two sigma.
func near(r *rand.Rand, spread float64) float64 {
	return 1 + spread*max(-2, min(2, r.NormFloat64()))
}

// measured rounds to six digits. What instruments resolve is less, and the last
// bits of exp and log, which differ between processors, cannot show.
func measured(x float64) float64 {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 6, 64), 64)
	if err != nil {
		panic("generate: " + err.Error())
	}
	return rounded
}
