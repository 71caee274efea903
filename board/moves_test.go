package board

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// Just inside of a span the choice is the same, and just outside it is another.
func TestAChoiceStaysWithinItsSpans(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	limits, prices := 0, 0
	for range 300 {
		var runs []data.LLMRun
		for batch := range 12 {
			runs = append(runs, served("m", pick("H100", "B200", "A100"), 1+random.IntN(3), 1+batch, 0.1+random.Float64(), 5+90*random.Float64(), 100+2000*random.Float64()))
		}
		b := boardWith(aggregate.Uncertainty{}, runs...)
		q, _ := b.Parse("rent=H100:2,B200:3.7,A100:1&price=0.2&sort=cost")
		c, ok := q.Choose(b.Rows)
		if !ok {
			continue
		}
		m := q.MovesOf(b.Rows, c.Row)
		chosen := func(change func(*Query)) string {
			moved := q
			change(&moved)
			c, _ := moved.Choose(b.Rows)
			if c.Row.Facts == nil {
				return ""
			}
			return c.Row.Run
		}
		check := func(name string, span Span, set func(*Query, float64)) {
			for _, at := range []struct {
				x    float64
				same bool
			}{{span.From * (1 + 1e-9), true}, {span.To * (1 - 1e-9), true}, {span.From * (1 - 1e-9), false}, {span.To * (1 + 1e-9), false}} {
				if math.IsInf(at.x, 1) || at.x == 0 && !at.same {
					continue
				}
				if got := chosen(func(q *Query) { set(q, at.x) }); (got == c.Row.Run) != at.same {
					t.Errorf("%s %v of %v: chosen the same: %v", name, at.x, span, got == c.Row.Run)
				}
			}
		}
		if span, ok := m.Limit.Value(); ok {
			limits++
			check("limit", span, func(q *Query, x float64) { q.Deadline = x })
		}
		if span, ok := m.Rent.Value(); ok {
			prices++
			check("rent", span, func(q *Query, x float64) {
				var rents []Rent
				for _, r := range q.Rents {
					if r.GPU == c.Row.GPU {
						r.Price = x
					}
					rents = append(rents, r)
				}
				q.Rents = rents
			})
		}
		if span, ok := m.Price.Value(); ok {
			check("price", span, func(q *Query, x float64) { q.Price = data.Some(x) })
		}
	}
	if limits < 200 || prices < 200 {
		t.Errorf("%d limits and %d prices", limits, prices)
	}
}

func TestRunsToSettleATie(t *testing.T) {
	row := func(gpu string, score, margin, sensor float64) aggregate.Row {
		r := boardWith(aggregate.Uncertainty{}, served("m", gpu, 1, 8, 1, 20, 100)).Rows[0]
		r.Score, r.Margin, r.Sensor = score, margin, sensor
		return r
	}
	a, b := row("H100", 1, 0.2, 0), row("H100", 1.1, 0.2, 0)
	if n, shared := RunsToSettle(a, b); shared || n != 9 { // 0.08 ÷ log(1.1)² is 8.8
		t.Errorf("%d runs, shared: %v", n, shared)
	}
	if n, shared := RunsToSettle(row("H100", 1, 0.2, 0.1), row("B200", 1.1, 0.2, 0.1)); n > 0 || !shared {
		t.Error("repeats do not reduce the error of sensors")
	}
}
