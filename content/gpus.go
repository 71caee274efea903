package content

import (
	"io/fs"
	"sync"

	"github.com/jouleboard/jouleboard/units"
)

// GPU is what its maker says about a GPU.
type GPU struct {
	Model        string  // as results name it, the gpu_model field
	Name         string  // in full
	Architecture string  // the maker's name of the generation
	Year         int     // of the announcement
	TDP          float64 // W, the default power limit of one GPU
	Memory       float64 // GB
	Bandwidth    float64 // TB/s, of that memory
	Source       string  // address where the facts stand
	Note         string  // which variant is meant, or where sources differ
	Idle         float64 // W, of one GPU that is on and does nothing; 0: nobody states it
	Sensor       Sensor
}

const (
	// overLimit is how many times its limit a GPU may draw for a while.
	overLimit = 1.1
	// leastIdle is the share of its limit that a GPU draws idle, where nobody states how
	// much that is; the server modules that are listed here draw twice as much or more.
	leastIdle = 0.05
)

// Draws are the powers in W between which one GPU draws.
func (g GPU) Draws() (least, most float64) {
	if least = g.Idle; least == 0 {
		least = leastIdle * g.TDP
	}
	return least, overLimit * g.TDP
}

// Sensor is what somebody states about the power sensor of a GPU: an error that
// all runs on that model share, so that no number of runs makes it smaller. Of both
// errors the larger holds.
type Sensor struct {
	Percent float64 // ± of the power drawn; 0: nobody states one
	Watts   float64 // ± of one GPU; 0: nobody states one
	Source  string  // address where it is stated
}

// String is the error in words: “± 5 % or 5 W, whichever is more”.
func (s Sensor) String() string {
	switch {
	case s.Watts == 0:
		return "± " + units.Short(s.Percent) + " %"
	case s.Percent == 0:
		return "± " + units.Short(s.Watts) + " W of a GPU"
	}
	return "± " + units.Short(s.Percent) + " % or " + units.Short(s.Watts) + " W of a GPU, whichever is more"
}

// Share is the error as a share of the power that one GPU draws, in W; 0 where nobody
// states one.
func (s Sensor) Share(watts float64) float64 {
	if s.Watts == 0 || !(watts > 0) {
		return s.Percent / 100
	}
	return max(s.Percent/100, s.Watts/watts)
}

// SensorShare is the error of the sensors of a GPU model as a share of the power that one
// GPU draws, in W; assumed says that nobody states it, and the publisher assumes it.
func (c Content) SensorShare(model string, watts float64) (share float64, assumed bool) {
	g, _ := c.GPU(model)
	if share = g.Sensor.Share(watts); share > 0 {
		return share, false
	}
	return c.Site.Uncertainty.Sensor / 100, true
}

// EmbeddedGPUs are the GPUs that ship with the program.
var EmbeddedGPUs = sync.OnceValue(func() []GPU {
	return loadGPUs(embedded, new(Errors)) // tests read them
})

func loadGPUs(fsys fs.FS, errs *Errors) (gpus []GPU) {
	m, ok := parseFile(fsys, "gpus.yaml", errs)
	if !ok {
		return nil
	}
	models := unique{}
	for _, e := range m.list("gpus") {
		gpus = append(gpus, e.gpu(models))
	}
	m.done()
	return gpus
}

func (m *mapping) gpu(models unique) GPU {
	g := GPU{
		Model:        m.text("model", "H100"),
		Name:         m.text("name", "NVIDIA H100 SXM5 80 GB"),
		Architecture: m.text("architecture", "Hopper"),
		Year:         m.year("year"),
		TDP:          m.positive("tdp_watts", "700"),
		Memory:       m.positive("memory_gb", "80"),
		Bandwidth:    m.positive("bandwidth_tb_per_s", "3.35"),
		Source:       m.link("source", "https://example.org/datasheet"),
		Note:         m.optional("note"),
		Idle:         m.optionalPositive("idle_watts", "50"),
		Sensor:       m.sensor(),
	}
	models.check(m, "model", g.Model)
	m.done()
	return g
}

// sensor reads what may be left out, but not by half: an error needs its source.
func (m *mapping) sensor() (s Sensor) {
	e, ok := m.optionalEntry("sensor")
	if !ok {
		return s
	}
	s = Sensor{
		Percent: e.optionalPositive("error_percent", "5"), Watts: e.optionalPositive("error_watts", "5"),
		Source: e.link("source", "https://example.org/datasheet"),
	}
	switch {
	case s.Percent >= 100:
		e.fault(e.at("error_percent"), "error_percent: want a number below 100, got %v", s.Percent)
	case len(e.values) > 0 && e.values["error_percent"] == nil && e.values["error_watts"] == nil:
		e.missing("error_percent", "5")
	}
	e.done()
	return s
}

// optionalPositive is a number above zero that may be left out, 0 then.
func (m *mapping) optionalPositive(key, example string) float64 {
	if _, written := m.values[key]; !written {
		m.known = append(m.known, key)
		return 0
	}
	return m.positive(key, example)
}

func (m *mapping) year(key string) int {
	v := m.positive(key, "2022")
	if v != 0 && (v != float64(int(v)) || v < 1990 || v > 2100) {
		m.fault(m.at(key), "%s: want a year from 1990 to 2100", key)
	}
	return int(v)
}
