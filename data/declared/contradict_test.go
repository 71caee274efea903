package declared_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data/plausible"
)

// toldIn is in how many of a number of boards something is said.
func toldIn(t *testing.T, boards int, declaration, said string, rows func(r *rand.Rand) string) (told int) {
	t.Helper()
	gpus := map[string]plausible.Limit{"H100": {Least: 35, Busy: 140, Most: 770}, "A100": {Least: 20, Busy: 80, Most: 440}}
	for seed := range uint64(boards) {
		ds, err := open(t, declaration, map[string]string{"a.csv": rows(rand.New(rand.NewPCG(seed, 5)))})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(fmt.Sprint(plausible.Rules{GPUs: gpus}.Apply(ds).Problems()), said) {
			told++
		}
	}
	return told
}

// Where no power is stated, an energy in mWh is told by what GPUs draw, as one of other units is in each row; that of GPUs at work is not doubted, whatever their load
// and the scatter, nor that of their server.
func TestEnergyInAnotherUnit(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: gpu, role: gpu}\n" +
		"- {name: n, role: gpu_count}\n- {name: b, role: batch}\n- {name: e, role: energy}\n- {name: r, role: throughput}\n"
	for _, c := range []struct {
		what        string
		of          float64 // what the energy is of the right one
		scatter     float64
		least, most int
	}{
		{"right", 1, 0.02, 0, 0},
		{"right, scattered", 1, 0.1, 0, 0},
		{"of the server", 1.7, 0.02, 0, 0},
		{"mWh", 1 / 3.6, 0.02, 70, 100},
	} {
		told := toldIn(t, 100, text, "if e is in ", func(r *rand.Rand) string {
			rows, load := "model,gpu,n,b,e,r\n", 0.3+0.3*r.Float64()
			for i := range 8 + r.IntN(30) {
				gpu, limit, n, batch := "H100", 700.0, float64(int(1)<<r.IntN(4)), int(4)<<r.IntN(6)
				if i%2 == 0 {
					gpu, limit = "A100", 400
				}
				rate := float64(batch) * 20 * (1 + r.Float64())
				power := n * limit * (load + 0.3*r.Float64()) * (1 + c.scatter*r.NormFloat64())
				rows += fmt.Sprintf("m%d,%s,%.0f,%d,%.6g,%.6g\n", i, gpu, n, batch, c.of*power/rate, rate)
			}
			return rows
		})
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of 100, wanted %d to %d", c.what, told, c.least, c.most)
		}
	}
}

// The energy of one model in another unit is told by the power of the others, however its GPUs are loaded; models that draw other powers are not.
func TestEnergyOfOneModelInAnotherUnit(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: gpu, role: gpu}\n" +
		"- {name: n, role: gpu_count}\n- {name: b, role: batch}\n- {name: j, unit: J, in: kJ}\n- {name: d, role: duration}\n- {name: o, role: output_tokens}\n" +
		"- {name: e, role: energy, value: j / o}\n"
	for _, c := range []struct {
		what            string
		of              float64 // what the energy of one model is of the right one
		spread, scatter float64 // of models and of runs
		least, most     int
	}{
		{"right", 1, 0.1, 0.02, 0, 0},
		{"right, far apart", 1, 0.3, 0.1, 0, 0},
		{"a model of little load", 0.5, 0.1, 0.02, 0, 0},
		{"Wh", 1 / 3.6, 0.1, 0.02, 90, 100},
		{"Wh, far apart", 1 / 3.6, 0.2, 0.05, 50, 100},
		{"J", 1000, 0.1, 0.02, 90, 100},
	} {
		told := toldIn(t, 100, text, "of other models on the same GPU with the same batch size: is j in ", func(r *rand.Rand) string {
			rows := "model,gpu,n,b,j,d,o\n"
			for m := range 3 + r.IntN(5) {
				n, draws := float64(int(1)<<r.IntN(3)), math.Exp(c.spread*r.NormFloat64())
				if m == 1 {
					draws *= c.of
				}
				for i, batch := range []float64{8, 32, 128} {
					seconds := 60 + 100*r.Float64()
					joules := n * seconds * (200 + 90*float64(i)) * draws * (1 + c.scatter*r.NormFloat64())
					rows += fmt.Sprintf("m%d,X100,%.0f,%.0f,%.6g,%.6g,%.0f\n", m, n, batch, joules/1000, seconds, batch*20*seconds)
				}
			}
			return rows
		})
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of 100, wanted %d to %d", c.what, told, c.least, c.most)
		}
	}
}

// A power of one GPU is told where it is less than several draw at work in half of the rows; that of all GPUs is not, whatever their load.
func TestPowerOfOneGPU(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: gpu, role: gpu}\n" +
		"- {name: n, role: gpu_count}\n- {name: b, role: batch}\n- {name: r, role: throughput}\n- {name: p, role: power}\n"
	for _, c := range []struct {
		what        string
		one         bool
		load        float64
		least, most int
	}{
		{"of all", false, 0.4, 0, 0},
		{"of all, at low load", false, 0.2, 0, 0},
		{"of all, less than at work", false, 0.1, 0, 0},
		{"of one", true, 0.3, 95, 100},
	} {
		told := toldIn(t, 100, text, "it is probably of one GPU", func(r *rand.Rand) string {
			rows := "model,gpu,n,b,r,p\n"
			for i := range 12 + r.IntN(30) {
				n := float64(int(1) << (i % 4))
				power := 700 * (c.load + 0.2*r.Float64())
				if !c.one {
					power *= n
				}
				rows += fmt.Sprintf("m%d,H100,%.0f,8,%d,%.6g\n", i, n, 100+i, power)
			}
			return rows
		})
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of 100, wanted %d to %d", c.what, told, c.least, c.most)
		}
	}
}

// Where energies are those of the powers, two that were exchanged are told, and not the rows with the next batch sizes; no row is told where
// the two scatter, or where powers are of another window throughout.
func TestEnergyOfAnotherRow(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: gpu, role: gpu}\n" +
		"- {name: n, role: gpu_count}\n- {name: b, role: batch}\n- {name: e, role: energy}\n- {name: r, role: throughput}\n- {name: p, role: power}\n"
	for _, c := range []struct {
		what        string
		of, scatter float64 // the energy, of that of the power
		exchanged   bool
		least, most int
		curves      int // in how many boards a curve is told, at most
	}{
		{"right", 1, 0.005, false, 0, 0, 0},
		{"scattered by 3%", 1, 0.03, false, 0, 0, 0},
		{"scattered by 8%", 1, 0.08, false, 0, 0, 1},
		{"of another window", 1.4, 0.005, false, 0, 0, 0},
		{"exchanged", 1, 0.005, true, 95, 100, 0},
		{"exchanged, scattered by 1%", 1, 0.01, true, 10, 100, 90},
	} {
		rows := func(r *rand.Rand) string {
			const models, sizes = 4, 6
			var energies, powers, rates []float64
			for i := range models * sizes {
				powers = append(powers, 300+200*r.Float64())
				energies = append(energies, float64(1+i/sizes)*2*math.Pow(4*math.Pow(2, float64(i%sizes)), -0.7))
				rates = append(rates, powers[i]/energies[i])
				energies[i] *= c.of * (1 + c.scatter*r.NormFloat64())
			}
			if i := r.IntN(sizes - 3); c.exchanged {
				j := sizes + i + 3
				energies[i], energies[j] = energies[j], energies[i]
			}
			rows := "model,gpu,n,b,e,r,p\n"
			for i := range energies {
				rows += fmt.Sprintf("m%d,H100,1,%d,%.6g,%.6g,%.6g\n", i/sizes, 4<<(i%sizes), energies[i], rates[i], powers[i])
			}
			return rows
		}
		told, curves := toldIn(t, 100, text, "check their units", rows), toldIn(t, 100, text, "would lie on the curve", rows)
		if told < c.least || told > c.most || curves > c.curves {
			t.Errorf("%s: told in %d of 100, wanted %d to %d; curves in %d, wanted at most %d", c.what, told, c.least, c.most, curves, c.curves)
		}
	}
}

// Shares of one model among percentages are told in all boards, and a model whose answers are almost all wrong in none.
func TestSharesAmongPercentages(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: b, role: batch}\n" +
		"- {name: r, role: throughput}\n- {name: a, role: accuracy, in: \"%\"}\n"
	for _, c := range []struct {
		what        string
		wrong, weak bool
		least, most int
	}{
		{"right", false, false, 0, 0},
		{"shares", true, false, 95, 100},
		{"weak", false, true, 0, 1},
	} {
		told := toldIn(t, 100, text, "if they are shares", func(r *rand.Rand) string {
			rows, places := "model,b,r,a\n", r.IntN(3)
			for model := range 4 + r.IntN(5) {
				right := 25 + 65*r.Float64()
				if c.weak && model == 0 {
					right = 0.2 + 0.7*r.Float64()
				}
				for batch := range 4 {
					x, digits := right*(1+0.01*r.NormFloat64()), places
					if c.wrong && model == 0 {
						x, digits = x/100, places+2
					}
					rows += fmt.Sprintf("m%d,%d,%d,%.*f\n", model, 8<<batch, 100*model+batch+1, digits, x)
				}
			}
			return rows
		})
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of 100, wanted %d to %d", c.what, told, c.least, c.most)
		}
	}
}

// A column that was sorted alone, and a counter that is not reset, are told in all boards; one whose values contradict the law otherwise is
// not, also if it happens to be measured in order.
func TestOrderOfRows(t *testing.T) {
	const text = "domain: tiny\nboard: {system: Tiny}\nrows: [{files: [a.csv]}]\nfields:\n- {name: model, role: model}\n- {name: p, role: power}\n" +
		"- {name: d, role: duration}\n- {name: j, unit: J}\n- {name: n, role: output_tokens}\n- {name: e, role: energy, value: j / n}\n" +
		"laws: [{code: total, equal: [p × d, j], within: 0.02}]\n"
	for _, c := range []struct {
		what, said  string
		spoil       func(rows [][3]float64, r *rand.Rand)
		least, most int
	}{
		{"right", "row to row", func([][3]float64, *rand.Rand) {}, 0, 0},
		{"sorted", "the column was sorted without the others", func(rows [][3]float64, _ *rand.Rand) {
			powers := make([]float64, len(rows))
			for i := range rows {
				powers[i] = rows[i][0]
			}
			slices.Sort(powers)
			for i := range rows {
				rows[i][0] = powers[i]
			}
		}, 100, 100},
		{"scattered", "row to row", func(rows [][3]float64, r *rand.Rand) {
			for i := range rows {
				rows[i][2] *= 0.5 + r.Float64()
			}
		}, 0, 0},
		{"scattered, no counter", "a counter that is not reset", func(rows [][3]float64, r *rand.Rand) {
			for i := range rows {
				rows[i][2] *= 0.5 + r.Float64()
			}
		}, 0, 0},
		{"not reset", "a counter that is not reset", func(rows [][3]float64, _ *rand.Rand) {
			for i := range rows[1:] {
				rows[i+1][2] += rows[i][2]
			}
		}, 100, 100},
	} {
		told := toldIn(t, 100, text, c.said, func(r *rand.Rand) string {
			rows := make([][3]float64, 15+r.IntN(30))
			for i := range rows {
				power, seconds := 200+450*r.Float64(), 30+300*r.Float64()
				rows[i] = [3]float64{power, seconds, power * seconds * (1 + 0.003*r.NormFloat64())}
			}
			c.spoil(rows, r)
			csv := "model,p,d,j,n\n"
			for i, row := range rows {
				csv += fmt.Sprintf("m%d,%.6g,%.6g,%.8g,%d\n", i, row[0], row[1], row[2], 1000+r.IntN(9000))
			}
			return csv
		})
		if told < c.least || told > c.most {
			t.Errorf("%s: told in %d of 100, wanted %d to %d", c.what, told, c.least, c.most)
		}
	}
}
