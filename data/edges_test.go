package data

import (
	"math"
	"testing"
)

func TestEdgesAreThoseOfNumpy(t *testing.T) {
	for _, c := range []struct {
		name    string
		lengths []int
		want    map[int]float64 // by place
	}{
		// 16150.88 + one unit in the last place is what the formula rounds to
		{"a range", []int{812, 32768}, map[int]float64{0: 812, 1: 1451.12, 24: 16150.880000000001, 41: 27015.920000000002, 50: 32768}},
		{"one length", []int{7, 7}, map[int]float64{0: 6.5, 25: 7, 50: 7.5}},
		{"none", nil, map[int]float64{0: 0, 1: 0.02, 50: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := &OutputLengths{Lengths: c.lengths, Counts: make([]int, len(c.lengths))}
			for i := range o.Counts {
				o.Counts[i] = 1
			}
			edges := CommonEdges([]*OutputLengths{{Edges: []float64{-5, 5}, Counts: []int{1}}, o})
			if len(edges) != HistogramBins+1 {
				t.Fatalf("got %d edges", len(edges))
			}
			for i, want := range c.want {
				if edges[i] != want {
					t.Errorf("edge %d: got %v, want %v", i, edges[i], want)
				}
			}
		})
	}
}

func TestEveryLengthFallsIntoOneBinOfTheCommonEdges(t *testing.T) {
	for last := 1; last < 3000; last += 37 {
		o := &OutputLengths{}
		for length := 1; length <= last; length++ {
			o.Lengths, o.Counts = append(o.Lengths, length), append(o.Counts, 1)
		}
		counts, _ := o.Binned(CommonEdges([]*OutputLengths{o}))
		total := 0
		for _, n := range counts {
			total += n
		}
		if total != last {
			t.Errorf("%d of %d lengths were counted", total, last)
		}
	}
}

func TestALengthThatOccursNeverHasNoSay(t *testing.T) {
	o := &OutputLengths{Lengths: []int{1, 10, 20}, Counts: []int{0, 1, 1}}
	if edges := CommonEdges([]*OutputLengths{o}); edges[0] != 10 || math.Abs(edges[1]-10.2) > 1e-12 {
		t.Errorf("got %v", edges[:2])
	}
}
