package jsonscan

import (
	"bytes"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
)

func parse(t testing.TB, s *Scanner, text string) float64 {
	s.Reset(bytes.NewReader([]byte(text)))
	v := s.Float()
	if !s.End() {
		t.Fatalf("%s: %v", text, s.Err())
	}
	return v
}

func TestFloatsAreTheNearestDoubles(t *testing.T) {
	s := New(0)
	r := rand.New(rand.NewPCG(1, 2))
	check := func(text string) {
		t.Helper()
		want, _ := strconv.ParseFloat(text, 64)
		if got := parse(t, s, text); math.Float64bits(got) != math.Float64bits(want) {
			t.Fatalf("%s: got %v, want %v", text, got, want)
		}
		s.Reset(bytes.NewReader([]byte("[" + text + ",\n        " + text + "]")))
		s.Enter(Array)
		all, more := s.Floats(make([]float64, 0, 2), true)
		if more || len(all) != 2 || math.Float64bits(all[0]) != math.Float64bits(want) || math.Float64bits(all[1]) != math.Float64bits(want) {
			t.Fatalf("%s: got list %v, want %v", text, all, want)
		}
	}
	for range 2_000_000 {
		x := math.Exp(r.NormFloat64()*4 - 4)
		check(strconv.FormatFloat(x, 'f', -1, 64))
	}
}
