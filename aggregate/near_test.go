package aggregate

import (
	"fmt"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

// Sides that did other work are no evidence; nor are those of which a held field differs.
func TestPairsOfOtherWorkAndNearPairsAreLeftOutAndNamed(t *testing.T) {
	run := func(model, gpu string, gpus int, length float64) data.LLMRun {
		r := pairRun(model, gpu, 8, 20, 4)
		r.NumGPUs, r.TensorParallel, r.AvgOutputLen = gpus, gpus, data.Some(length)
		return r
	}
	runs := data.NewRuns([]data.LLMRun{
		run("Ash-8B", "H100", 1, 300), run("Ash-8B", "B200", 1, 340),
		run("Ash-14B", "H100", 1, 300), run("Ash-14B", "B200", 1, 300),
		run("Birch-8B", "H100", 1, 461), run("Birch-8B", "B200", 1, 1381),
		run("Cedar-70B", "H100", 8, 300), run("Cedar-70B", "B200", 4, 300),
	}, true).Table
	c, err := Matched(runs, Match{
		Factor: "gpu_model", Base: "H100", Alt: "B200", Metric: "energy_per_token_joules",
		Hold: []string{"nickname", "num_gpus", "tensor_parallel"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Pairs) != 2 || c.Models != 2 || c.Families != 1 {
		t.Errorf("%d pairs, %d models of %d families", len(c.Pairs), c.Models, c.Families)
	}
	for want, pairs := range map[string][]Pair{
		"Birch-8B [{avg_output_len 461 1381}]":             c.OtherWork,
		"Cedar-70B [{num_gpus 8 4} {tensor_parallel 8 4}]": c.Near,
	} {
		if len(pairs) != 1 || fmt.Sprint(pairs[0].Model, " ", pairs[0].Unequal) != want {
			t.Errorf("got %+v, want %s", pairs, want)
		}
	}
}
