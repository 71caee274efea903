package content

import (
	"cmp"
	"sync"
)

// GPU contains facts about a GPU from its manufacturer.
type GPU struct {
	Model        string  // as in the results, the gpu_model field
	Name         string  // in full
	Architecture string  // the manufacturer's name of the generation
	Year         int     // of the announcement
	TDP          float64 `key:"tdp_watts"`          // W, the default power limit of one GPU
	Memory       float64 `key:"memory_gb"`          // GB
	Bandwidth    float64 `key:"bandwidth_tb_per_s"` // TB/s, of that memory
	Source       string  // URL of the source
	Note         string  // the variant, or differences between sources
	Idle         float64 `key:"idle_watts"` // W, of one idle GPU; 0 if unknown
	Sensor       Sensor
}

// overLimit is how many times its limit a GPU may draw for a while.
const overLimit = 1.1

// leastIdle is the share of its limit that a GPU draws idle, where nobody states how
// much that is; the server modules that are listed here draw twice as much or more.
const leastIdle = 0.05

// Draws returns the range of power in W that one GPU can draw.
func (g GPU) Draws() (least, most float64) { return cmp.Or(g.Idle, leastIdle*g.TDP), overLimit * g.TDP }

// Sensor is the published error of a GPU's power sensor, which is common to all runs on that model, so that more runs
// do not reduce it. The larger of the two errors counts.
type Sensor struct {
	Percent float64 `key:"error_percent"` // ± of the power drawn; 0 if not published
	Watts   float64 `key:"error_watts"`   // ± of one GPU; 0 if not published
	Source  string  // URL of the source
}

// Share returns the error as a share of the power in W that one GPU draws; 0 if it is not published.
func (s Sensor) Share(watts float64) float64 {
	if s.Watts == 0 || !(watts > 0) {
		return s.Percent / 100
	}
	return max(s.Percent/100, s.Watts/watts)
}

// SensorShare returns the error of the sensors of a GPU model as a share of the power in W that one GPU draws: the published one, else
// that which the publisher assumes.
func (c Content) SensorShare(model string, watts float64) float64 {
	g, _ := c.GPU(model)
	return cmp.Or(g.Sensor.Share(watts), c.Site.Uncertainty.Sensor/100)
}

// EmbeddedGPUs are the built-in GPUs.
var EmbeddedGPUs = sync.OnceValue(func() []GPU {
	tree := parseFile(embedded, "gpus.yaml", "gpus.yaml", new(Errors)) // tests read it
	return readAll[GPU](entryOf(tree, keysOf("gpus"), new(Errors)), "gpus")
})

// finish reports a sensor without an error, which a source needs.
func (s *Sensor) finish(e entry) {
	e.faultIf(!e.has("error_percent") && !e.has("error_watts"), "error_percent", "error_percent is missing; add “error_percent: 5”")
}
