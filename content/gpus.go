package content

import "io/fs"

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
	Sensor       Sensor
}

// Sensor is what somebody states about the power sensor of a GPU: an error that
// all runs on that model share, so that no number of runs makes it smaller.
type Sensor struct {
	Error  float64 // ± percent of the power drawn; 0: nobody states one
	Source string  // address where it is stated
}

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
	s = Sensor{Error: e.positive("error_percent", "5"), Source: e.link("source", "https://example.org/datasheet")}
	if s.Error >= 100 {
		e.fault(e.at("error_percent"), "error_percent: want a number below 100, got %v", s.Error)
	}
	e.done()
	return s
}

func (m *mapping) year(key string) int {
	v := m.positive(key, "2022")
	if v != 0 && (v != float64(int(v)) || v < 1990 || v > 2100) {
		m.fault(m.at(key), "%s: want a year from 1990 to 2100", key)
	}
	return int(v)
}
