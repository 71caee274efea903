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
	}
	models.check(m, "model", g.Model)
	m.done()
	return g
}

func (m *mapping) year(key string) int {
	v := m.positive(key, "2022")
	if v != 0 && (v != float64(int(v)) || v < 1990 || v > 2100) {
		m.fault(m.at(key), "%s: want a year from 1990 to 2100", key)
	}
	return int(v)
}
