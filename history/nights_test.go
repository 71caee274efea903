package history_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/jouleboard/jouleboard/history"
)

// A year of synthetic nights whose truth is known: a sweep over models and GPUs with 3 % noise, in which steps, a drift,
// outliers, changes of engine and driver, a gap of all and one of a single configuration, and a run that is left out are planted.

// nights is how many there are, of which those of the gap were not measured.
const nights = 365

// The nights with which something begins, and the gaps (the first night without results, the first one with them again).
const (
	newEngine, fixed, driftFrom, driftTo, newDriver, leftOut = 150, 220, 100, 220, 300, 340
	gap, gapEnd                                              = 200, 220
	absent, absentEnd                                        = 80, 110
)

// planted is a lasting change that is there: of the configuration, from a night on.
type planted struct {
	Model, GPU string
	Night      int
	Ratio      float64
	Drift      bool
}

var nightModels, nightGPUs = []string{"alpha", "beta", "gamma", "delta", "epsilon", "zeta"}, []string{"A100", "B200", "H100"}

// allPlanted are the lasting changes that are planted: the engine costs one model energy, a fix saves one configuration energy after the
// gap, one drifts, and a driver costs all of a GPU model.
func allPlanted() (all []planted) {
	for _, gpu := range nightGPUs {
		all = append(all, planted{"alpha", gpu, newEngine, 1.12, false})
	}
	all = append(all, planted{"beta", "H100", fixed, 0.8, false}, planted{"gamma", "B200", driftFrom, 1.2, true})
	for _, model := range nightModels {
		all = append(all, planted{model, "A100", newDriver, 1.1, false})
	}
	return all
}

// dateOf is that of a night.
func dateOf(night int) string {
	return time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, night).Format(time.DateOnly)
}

// year is the history, the same for the same seed.
func year(seed uint64) (h history.History) {
	rng := rand.New(rand.NewPCG(seed, 39))
	for night := range nights {
		if night >= gap && night < gapEnd {
			continue
		}
		b := history.Board{
			Terms: history.Terms{Task: "gpqa", Domain: "llm", Deadline: 50, EnergyField: "energy_per_token_joules", LatencyField: "median_itl_ms"},
			Best:  []history.Configuration{}, Late: []history.Configuration{}, Others: []history.Configuration{},
		}
		for i := range nightModels {
			best := -1
			var own []history.Configuration
			for k := range nightGPUs {
				c, there := oneNight(rng, night, i, k)
				if !there {
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
		h.Add(history.Snapshot{Date: dateOf(night), Revision: fmt.Sprintf("night-%03d", night), Boards: []history.Board{b}})
	}
	return h
}

// oneNight is a configuration at a night; there is false where it has no result.
func oneNight(rng *rand.Rand, night, model, gpu int) (c history.Configuration, there bool) {
	factor := 1.0
	for _, p := range allPlanted() {
		switch {
		case p.Model != nightModels[model] || p.GPU != nightGPUs[gpu] || night < p.Night:
		case p.Drift:
			factor *= math.Pow(p.Ratio, min(1, float64(night-driftFrom)/float64(driftTo-driftFrom)))
		default:
			factor *= p.Ratio
		}
	}
	if nightModels[model] == "delta" && rng.Float64() < 0.05 {
		factor *= 1.3 // an outlier
	}
	engine, driver := "0.10.2", "550.54"
	if night >= newEngine {
		engine = "0.11.0"
	}
	if night >= newDriver {
		driver = "570.86"
	}
	energy := (0.2 + 0.15*float64(model)) * (1.6 - 0.3*float64(gpu)) * factor * math.Exp(0.03*rng.NormFloat64())
	latency := 20 * math.Exp(0.03*rng.NormFloat64())
	there = !(nightModels[model] == "epsilon" && gpu == 1 && night >= absent && night < absentEnd) && !(nightModels[model] == "zeta" && gpu == 2 && night >= leftOut)
	return history.Configuration{
		Run: fmt.Sprintf("%s%s", nightModels[model], nightGPUs[gpu]), Model: "lab/" + nightModels[model], Name: nightModels[model], Precision: "fp8",
		GPU: nightGPUs[gpu], NumGPUs: 1, Batch: 64, Energy: energy, Latency: latency, Software: "engine=" + engine + " driver=" + driver,
		Interval: &history.Interval{Low: energy * math.Exp(-0.16), High: energy * math.Exp(0.16)},
	}, there
}
