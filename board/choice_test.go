package board

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

func served(model, gpu string, gpus, batch int, energy, latency, throughput float64) data.LLMRun {
	r := llm(model, latency, energy)
	r.GPUModel, r.NumGPUs, r.MaxNumSeqs, r.OutputThroughputTokensPerSec = gpu, gpus, batch, throughput
	return r
}

func boardWith(u aggregate.Uncertainty, runs ...data.LLMRun) *Board {
	return New(aggregate.Rows(data.NewRuns(runs, true).Table, u), 50, aggregate.P50)
}

func TestAChoiceKnowsItsNeighborsAndWhatIsTooSlow(t *testing.T) {
	b := boardWith(aggregate.Uncertainty{},
		served("m", "H100", 1, 8, 4, 20, 100), served("m", "H100", 1, 32, 2, 45, 300), served("m", "H100", 1, 64, 1, 61, 400),
		served("m", "H100", 2, 64, 3, 30, 500), // another sweep
		served("m", "B200", 1, 8, 1, 70, 900), served("m", "B200", 1, 4, 1, 55, 800))
	c, ok := b.Default.Choose(b.Rows)
	switch {
	case !ok || c.Row.Batch != 32 || c.Row.NumGPUs != 1:
		t.Fatalf("%+v", c.Row)
	case c.Lower == nil || c.Lower.Batch != 8 || c.Higher == nil || c.Higher.Batch != 64 || c.Higher.NumGPUs != 1:
		t.Errorf("neighbors %v and %v", c.Lower, c.Higher)
	case c.Among != GPUs || len(c.Others) != 0 || len(c.Late) != 1 || c.Late[0].GPU != "B200" || c.Late[0].Batch != 4:
		t.Errorf("among %s, others %v, late %v", c.Among, c.Others, c.Late)
	}
	hurried := b.Default
	hurried.Deadline = 1
	if _, ok := hurried.Choose(b.Rows); ok {
		t.Error("an answer where nothing meets the limit")
	}
}

// A GPU without a price is no answer of an order by cost, and the answer names it; its best configuration is that of the least
// energy, and what misses the limit by little is told of.
func TestAChoiceNamesWhatHasNoPriceAndWhatJustMissesTheLimit(t *testing.T) {
	b := boardWith(aggregate.Uncertainty{},
		served("m", "H100", 1, 8, 2, 20, 100), served("m", "B200", 1, 8, 4, 5, 100), served("m", "B200", 1, 64, 1, 30, 900),
		served("m", "B200", 1, 128, 0.5, 50.5, 950))
	q, faults := b.Parse("rent=H100:2&sort=cost")
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	c, ok := q.Choose(b.Rows)
	if !ok || c.Row.GPU != "H100" || len(c.Unpriced) != 1 || c.Unpriced[0] != "B200" {
		t.Errorf("%v without a price of %v", c.Row, c.Unpriced)
	}
	rows := aggregate.BestBy(q.Ordered(b.Rows), q.Query, func(r aggregate.Row) string { return r.GPU })
	if len(rows) != 2 || rows[1].GPU != "B200" || rows[1].Batch != 64 {
		t.Errorf("rows %v", rows)
	}
	c, _ = b.Default.Choose(b.Rows)
	if m := b.Default.MovesOf(b.Rows, c.Row); c.Row.Batch != 64 || len(c.Unpriced) > 0 || m.Next == nil || m.Next.Batch != 128 {
		t.Errorf("%v, next %v", c.Row, m.Next)
	}
}

// Of 1,000 purchases between two GPUs whose outputs cost the same, at most one in twenty is told that one is cheaper.
func TestEqualCostsAreRarelyToldApart(t *testing.T) {
	const sd, purchases = 0.08, 1000
	random := rand.New(rand.NewPCG(7, 7))
	noisy := func(x float64) float64 { return x * math.Exp(sd*random.NormFloat64()) }
	claims := 0
	for range purchases {
		b := boardWith(measuredBetween(random, sd), served("m", "H100", 1, 8, 1, 20, noisy(1000)), served("m", "B200", 1, 8, 1, 20, noisy(2000)))
		q, faults := b.Parse("rent=H100:2,B200:4&sort=cost")
		if len(faults) > 0 {
			t.Fatal(faults)
		}
		if c, ok := q.Choose(b.Rows); ok && c.Tied == 0 {
			claims++
		}
	}
	t.Logf("%d of %d purchases name a winner", claims, purchases)
	if claims > purchases/20 {
		t.Errorf("%d of %d purchases with equal costs name a winner", claims, purchases)
	}
}
