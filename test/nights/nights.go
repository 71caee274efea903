// Package nights makes a year of synthetic nights whose truth is known: a sweep over models and GPUs with 3 % noise, in which
// steps, a drift, outliers, changes of engine and driver, a gap of all and one of a single configuration, and a run that is
// left out are planted.
package nights

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/jouleboard/jouleboard/history"
)

// Nights is how many there are, of which those of the gap were not measured.
const Nights = 365

// The nights with which something begins, and the gaps (the first night without results, the first one with them again).
const (
	Engine, Fix, DriftFrom, DriftTo, Driver, Left = 150, 220, 100, 220, 300, 340
	Gap, GapEnd                                   = 200, 220
	Absent, AbsentEnd                             = 80, 110
)

// Planted is a lasting change that is there: of the configuration, from a night on.
type Planted struct {
	Model, GPU string
	Night      int
	Ratio      float64
	Drift      bool
}

var models, gpus = []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta"}, []string{"A100", "B200", "H100"}

// All are the lasting changes that are planted: the engine costs one model energy, a fix saves one configuration energy after the
// gap, one drifts, and a driver costs all of a GPU model.
func All() (planted []Planted) {
	for _, gpu := range gpus {
		planted = append(planted, Planted{"alpha", gpu, Engine, 1.12, false})
	}
	planted = append(planted, Planted{"beta", "H100", Fix, 0.8, false}, Planted{"gamma", "B200", DriftFrom, 1.2, true})
	for _, model := range models {
		planted = append(planted, Planted{model, "A100", Driver, 1.1, false})
	}
	return planted
}

// Date is that of a night.
func Date(night int) string {
	return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, night).Format(time.DateOnly)
}

// Year is the history, the same for the same seed.
func Year(seed uint64) (h history.History) {
	rng := rand.New(rand.NewPCG(seed, 39))
	for night := range Nights {
		if night >= Gap && night < GapEnd {
			continue
		}
		b := history.Board{
			Terms: history.Terms{Task: "gpqa", Domain: "llm", Deadline: 50, EnergyField: "energy_per_token_joules", LatencyField: "median_itl_ms"},
			Best:  []history.Configuration{}, Late: []history.Configuration{}, Others: []history.Configuration{},
		}
		for i, model := range models {
			best := -1
			var own []history.Configuration
			for k, gpu := range gpus {
				c, there := one(rng, night, i, k)
				if !there {
					if model == "zeta" && gpu == "H100" && night == Left {
						b.Gone = append(b.Gone, c.Run)
					}
					continue
				}
				if own = append(own, c); best < 0 || c.Energy < own[best].Energy {
					best = len(own) - 1
				}
			}
			b.Best = append(b.Best, own[best])
			b.Others = append(append(b.Others, own[:best]...), own[best+1:]...)
		}
		b.Sort()
		h.Add(history.Snapshot{Date: Date(night), Revision: fmt.Sprintf("night-%03d", night), Boards: []history.Board{b}})
	}
	return h
}

// one is a configuration at a night; there is false where it has no result.
func one(rng *rand.Rand, night, model, gpu int) (c history.Configuration, there bool) {
	factor := 1.0
	for _, p := range All() {
		switch {
		case p.Model != models[model] || p.GPU != gpus[gpu] || night < p.Night:
		case p.Drift:
			factor *= math.Pow(p.Ratio, min(1, float64(night-DriftFrom)/float64(DriftTo-DriftFrom)))
		default:
			factor *= p.Ratio
		}
	}
	if models[model] == "delta" && rng.Float64() < 0.05 {
		factor *= 1.3 // an outlier
	}
	engine, driver := "0.10.2", "550.54"
	if night >= Engine {
		engine = "0.11.0"
	}
	if night >= Driver {
		driver = "570.86"
	}
	energy := (0.2 + 0.15*float64(model)) * (1.6 - 0.3*float64(gpu)) * factor * math.Exp(0.03*rng.NormFloat64())
	latency := 20 * math.Exp(0.03*rng.NormFloat64())
	there = !(models[model] == "epsilon" && gpu == 1 && night >= Absent && night < AbsentEnd) && !(models[model] == "zeta" && gpu == 2 && night >= Left)
	return history.Configuration{
		Run: fmt.Sprintf("%s%s", models[model], gpus[gpu]), Model: "lab/" + models[model], Name: models[model], Precision: "fp8",
		GPU: gpus[gpu], NumGPUs: 1, Batch: 64, Energy: energy, Latency: latency, Software: "engine=" + engine + " driver=" + driver,
		Interval: &history.Interval{Low: energy * math.Exp(-0.16), High: energy * math.Exp(0.16)},
	}, there
}
