package sentences

import (
	"math"
	"testing"
)

func TestFalseSentencesAreRefused(t *testing.T) {
	of := func(model string, steps, energy float64) row {
		return row{
			run: model, model: model, name: model, gpu: "B200", gpus: 1, hardware: "1× B200", batch: "4", energy: energy,
			latency: [4]float64{2, 2, 2, 2}, work: [4]float64{steps, 1024, 1024, math.Inf(1)},
		}
	}
	b := table{batched: "batch size", rows: []row{of("A", 20, 338), of("B", 20, 943), of("C", 50, 120)}}
	group(b.rows)
	const (
		equal = "Compared: configurations of equal work (20 steps). "
		least = " uses the least energy at any latency: "
		where = " per image (1× B200, batch size 4)."
		span  = where + " The 2 models differ in energy per image by a factor of 2.8."
		other = " 1 more model did different work and is ranked separately."
	)
	for text, isTrue := range map[string]bool{
		equal + "A" + least + "0.338 kJ" + span + other:                                                           true,
		equal + "A" + least + "338 J" + span + other:                                                              true,
		equal + "A" + least + "0.338 MJ" + span + other:                                                           false,
		equal + "A" + least + "338 kJ" + span + other:                                                             false,
		equal + "B" + least + "0.943 kJ" + span + other:                                                           false,
		equal + "A" + least + "0.338 kJ" + span:                                                                   false, // C is not told
		"A" + least + "0.338 kJ" + span + other:                                                                   false, // nor of which work
		"Compared: configurations of equal work (50 steps). C" + least + "0.120 kJ" + where:                       false,
		"Compared: configurations at ≤ 0.4 kJ per image of equal work (20 steps). B" + least + "0.943 kJ" + where: false,
		"No configuration matches the filters.":                                                                   false,
	} {
		if err := b.lede(text, filters{}); (err == nil) != isTrue {
			t.Errorf("%q: %v", text, err)
		}
	}
}

func TestAmountsAreReadInTheirMultiple(t *testing.T) {
	for text, joules := range map[string]float64{"0.338 kJ": 338, "1.33 MJ": 1.33e6, "1,040 J": 1040, "2 Wh": 7200, "1.5 kWh": 5.4e6, "+12": 12, "−3": -3} {
		if x := number(text); math.Abs(x-joules) > 1e-9*math.Abs(joules) {
			t.Errorf("%q is read as %g", text, x)
		}
	}
	for _, text := range []string{"", "1 kW", "J", "1 J per token"} {
		if x := number(text); !math.IsNaN(x) {
			t.Errorf("%q is read as %g", text, x)
		}
	}
}
