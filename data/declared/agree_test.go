package declared_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/plausible"
)

// Boards of right runs, whatever their load, number of replicas and warm-up, contradict no usual law; those of which a latency is
// in another unit, or a throughput counts prompts or one GPU, do. With more than two replicas, whose batch sizes are those of one,
// seconds are not told from milliseconds.
func TestUsualLaws(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny, primary: r}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n" +
		"- {name: n, role: output_tokens}\n- {name: d, role: duration}\n- {name: r, role: throughput}\n- {name: b, role: batch}\n" +
		"- {name: l, role: latency_p50}\n- {name: h, role: latency_p99}\n"
	for _, c := range []struct {
		what             string
		rate, latency    float64 // what the columns are of the right values
		replicas         int     // at most
		least, most, all int     // boards in which something is told
	}{
		{"right", 1, 1, 16, 0, 0, 80},
		{"s for ms", 1, 1e-3, 2, 76, 80, 80},
		{"µs for ms", 1, 1e3, 16, 76, 80, 80},
		{"prompts counted", 4, 1, 16, 80, 80, 80},
		{"of one of eight GPUs", 1. / 8, 1, 16, 80, 80, 80},
	} {
		told := 0
		for seed := range uint64(c.all) {
			r := rand.New(rand.NewPCG(seed, 3))
			rows := "model,n,d,r,b,l,h\n"
			replicas, busy, warm := float64(1+r.IntN(c.replicas)), 0.05+0.95*r.Float64(), 1+0.3*r.Float64()
			for i := range 4 + r.IntN(20) {
				batch := float64(int(4) << r.IntN(8))
				latency := (5 + 50*r.Float64()) * (1 + batch/200)
				rate := replicas * batch * busy / latency * 1000 * (0.9 + 0.2*r.Float64())
				seconds := 30 + 300*r.Float64()
				rows += fmt.Sprintf("m%d,%.0f,%.2f,%.2f,%.0f,%.6g,%.6g\n", i, rate*seconds, seconds*warm, c.rate*rate, batch, c.latency*latency, 2*c.latency*latency)
			}
			ds, err := open(t, text, map[string]string{"a.csv": rows})
			if err != nil {
				t.Fatal(err)
			}
			if strings.Contains(fmt.Sprint(plausible.Rules{}.Apply(ds).Problems()), "in the median row") {
				told++
			}
		}
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of %d, wanted %d to %d", c.what, told, c.all, c.least, c.most)
		}
	}
}
