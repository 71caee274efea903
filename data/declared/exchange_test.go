package declared_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/plausible"
)

// Two columns that are exchanged are named, and no others; boards that break a law for another reason have none that are. Exchanged
// numbers of GPUs and batch sizes are named if the power of most rows is not that of so many GPUs and no other exchange fits.
func TestExchangedColumns(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n" +
		"- {name: gpu, role: gpu}\n- {name: gpus, role: gpu_count}\n- {name: b, role: batch}\n- {name: e, role: energy}\n" +
		"- {name: r, role: throughput}\n- {name: p, role: power}\n- {name: d, role: duration}\n- {name: n, role: output_tokens}\n" +
		"- {name: l, role: latency_p50}\n- {name: h, role: latency_p99}\n" +
		"laws:\n- {code: watts, equal: [e * r, p], within: 0.02}\n- {code: tokens, equal: [r * d, n], within: 0.02}\n"
	gpus := map[string]plausible.Limit{"H100": {Least: 35, Most: 750}}
	const boards = 100
	for _, c := range []struct {
		what, header string // of columns that are right as model, gpu, gpus, b, e, r, p, d, n, l, h
		energy       float64
		told         string // "" for nothing
		least, most  int    // boards in which two columns are named
	}{
		{"right", "model,gpu,gpus,b,e,r,p,d,n,l,h", 1, "", 0, 0},
		{"GPUs and batch size", "model,gpu,b,gpus,e,r,p,d,n,l,h", 1, "gpus b", 55, boards},
		{"power and throughput", "model,gpu,gpus,b,e,p,r,d,n,l,h", 1, "r p", 95, boards},
		{"duration and tokens", "model,gpu,gpus,b,e,r,p,n,d,l,h", 1, "d n", 0, 0}, // their product is the same
		{"energy in mJ", "model,gpu,gpus,b,e,r,p,d,n,l,h", 1e3, "", 0, 2},
		{"energy of one of two", "model,gpu,gpus,b,e,r,p,d,n,l,h", 0.5, "", 0, 2},
	} {
		told := 0
		for seed := range uint64(boards) {
			r := rand.New(rand.NewPCG(seed, 5))
			rows := c.header + "\n"
			for i := range 4 + r.IntN(20) {
				n, batch := 1<<r.IntN(4), 4<<r.IntN(8)
				latency := (5 + 50*r.Float64()) * (1 + float64(batch)/200)
				rate, power, seconds := float64(batch)/latency*1000, float64(n)*(200+450*r.Float64()), 30+300*r.Float64()
				rows += fmt.Sprintf("m%d,H100,%d,%d,%.6g,%.6g,%.6g,%.4f,%.0f,%.6g,%.6g\n", i, n, batch, c.energy*power/rate, rate, power,
					seconds, rate*seconds, latency, 2*latency)
			}
			ds, err := open(t, text, map[string]string{"a.csv": rows})
			if err != nil {
				t.Fatal(err)
			}
			said := fmt.Sprint(plausible.Rules{GPUs: gpus}.Apply(ds).Problems())
			if !strings.Contains(said, "exchange them") {
				continue
			}
			told++
			first, second, _ := strings.Cut(c.told, " ")
			if !strings.Contains(said, "columns of "+first+" and "+second) && !strings.Contains(said, "columns of "+second+" and "+first) {
				t.Errorf("%s: %s", c.what, said)
			}
		}
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of %d boards, wanted %d to %d", c.what, told, boards, c.least, c.most)
		}
	}
}
