package fitting

import (
	"slices"
	"testing"
)

// The first numbers that numpy's manual shows for its generators.
func TestRandomNumbersAreNumpys(t *testing.T) {
	for _, c := range []struct {
		seed uint64
		want float64
	}{{0, 0.6369616873214543}, {42, 0.7739560485559633}, {12345, 0.22733602246716966}} {
		got := float64(newNumpyRandom(c.seed).uint64()>>11) * 0x1p-53
		if got != c.want {
			t.Errorf("default_rng(%d).random() = %v, want %v", c.seed, got, c.want)
		}
	}
	r := newNumpyRandom(12345)
	if got := []uint32{r.upTo(9), r.upTo(9), r.upTo(9)}; !slices.Equal(got, []uint32{6, 2, 7}) {
		t.Errorf("default_rng(12345).integers(10, size=3) = %v, want [6 2 7]", got)
	}
}
