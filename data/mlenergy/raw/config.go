package raw

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/jsonscan"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// The directories of configurations: of the server of language models, and of
// the one of diffusion models.
const (
	llmConfigs       = "vllm"
	diffusionConfigs = "xdit"
)

// largestConfig is far above any configuration's size.
const largestConfig = 1 << 20

// configs are the configurations of the runs of one root.
type configs struct {
	llm, diffusion configDir
	models         memo[modelInfo]
	flags          memo[flags]
}

// configDir is where one kind of configurations lies.
type configDir struct {
	folder *folder
	dir    string
	wrong  error // why it cannot be used
}

// configs finds the configurations: in the directory given, else in each root,
// else in the first root that has any.
func (t *Tree) configs(o Options) ([]*configs, error) {
	ofLLM, err := t.configDirs(llmConfigs, o)
	if err != nil {
		return nil, err
	}
	ofDiffusion, err := t.configDirs(diffusionConfigs, o)
	if err != nil {
		return nil, err
	}
	return lists.Times(len(t.folders), func(i int) *configs {
		return &configs{llm: ofLLM[i], diffusion: ofDiffusion[i]}
	}), nil
}

// configDirs is a directory a root.
func (t *Tree) configDirs(kind string, o Options) ([]configDir, error) {
	if o.ConfigDir != "" {
		given, err := givenConfigs(kind, o)
		return slices.Repeat([]configDir{given}, len(t.folders)), err
	}
	dirs := lists.Map(t.folders, func(f *folder) configDir { return configsIn(f, path.Join("configs", kind)) })
	first := slices.IndexFunc(dirs, func(c configDir) bool { return c.folder != nil && c.wrong == nil })
	for i := range dirs {
		if dirs[i].folder == nil && first >= 0 {
			dirs[i] = dirs[first]
		}
	}
	return dirs, nil
}

// givenConfigs is the directory of a kind in the one given, or that itself.
func givenConfigs(kind string, o Options) (configDir, error) {
	f, err := openFolder(o.ConfigDir, o.FollowLinks)
	if err != nil {
		return configDir{}, fmt.Errorf("configurations: %w; give the directory that contains %s and %s", err, llmConfigs, diffusionConfigs)
	}
	if c := configsIn(f, kind); c.folder != nil {
		return c, nil
	}
	return configDir{folder: f, dir: "."}, nil
}

// configsIn is the directory of a name, without folder if there is none.
func configsIn(f *folder, name string) configDir {
	entry, err := f.stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return configDir{}
	case err == nil && !entry.IsDir():
		err = errors.New("is not a directory")
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return configDir{folder: f, dir: name, wrong: err}
}

// read reads a file of configurations, with its path for messages.
func (c configDir) read(name string) ([]byte, error) {
	if c.wrong != nil {
		return nil, c.wrong
	}
	if c.folder == nil {
		return nil, fmt.Errorf("there is no folder configs/%s or configs/%s in the root; add them, or give the directory of the configurations",
			llmConfigs, diffusionConfigs)
	}
	name = path.Join(c.dir, name)
	file, err := c.folder.open(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, largestConfig+1))
	if err == nil && len(content) > largestConfig {
		err = fmt.Errorf("larger than %d bytes", largestConfig)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return content, nil
}

// memo keeps files that were read once.
type memo[T any] struct{ kept sync.Map } // by their place: func() (T, error)

// of is what a file says. If it is absent, remedy is how to change that.
func (m *memo[T]) of(at configDir, name, remedy string, decode func(content []byte) (T, error)) (T, error) {
	read, _ := m.kept.LoadOrStore(at.dir+" "+name, sync.OnceValues(func() (value T, err error) {
		content, err := at.read(name)
		if errors.Is(err, fs.ErrNotExist) {
			return value, fmt.Errorf("%w; %s", err, remedy)
		} else if err != nil {
			return value, err
		}
		if value, err = decode(content); err != nil {
			err = fmt.Errorf("%s: %w", path.Join(at.dir, name), err)
		}
		return value, err
	}))
	return read.(func() (T, error))()
}

// describe fills in what an LLM run's configuration says.
func (c *configs) describe(f *Finding, run *data.LLMRun) {
	p := f.Place
	model := c.model(c.llm, f)
	run.Nickname, run.TotalParamsBillions, run.ActivatedParamsBillions = model.nickname, model.total, model.active
	run.WeightPrecision, run.Architecture = model.precisionOf(p.ModelID), model.architectureOr()
	name := path.Join(p.Task, p.ModelID, p.GPU, "monolithic.config.yaml")
	set, err := c.flags.of(c.llm, name, "write it with the server's flags", readFlags)
	if err != nil {
		f.leaveOut("tensor_parallel", err.Error())
		return
	}
	run.TensorParallel, run.ExpertParallel, run.DataParallel = set.parallelism(run.NumGPUs)
}

// describeDiffusion fills in what a diffusion run's configuration says.
func (c *configs) describeDiffusion(f *Finding, run *data.DiffusionRun) {
	model := c.model(c.diffusion, f)
	run.Nickname, run.TotalParamsBillions, run.ActivatedParamsBillions = model.nickname, model.total, model.active
	run.WeightPrecision = cmp.Or(model.precision, "bfloat16")
}

// modelInfo is what model_info.json says of a model.
type modelInfo struct {
	nickname, precision, architecture string // "" for missing
	total, active                     float64
}

// model is that of a run, with a name.
func (c *configs) model(at configDir, f *Finding) modelInfo {
	name := path.Join(f.Place.Task, f.Place.ModelID, "model_info.json")
	m, err := c.models.of(at, name, "write it with total_parameters_billion", readModelInfo)
	if err != nil {
		f.leaveOut("total_params_billions", err.Error())
	}
	m.nickname = cmp.Or(m.nickname, path.Base(f.Place.ModelID))
	return m
}

// readModelInfo decodes model_info.json. A name that is no text or empty is
// missing, active parameters that are no number are all of them.
func readModelInfo(content []byte) (m modelInfo, err error) {
	var total, active number
	s := jsonscan.New(0)
	err = readObject(s, bytes.NewReader(content), func(key string) bool {
		switch key {
		case "nickname":
			m.nickname = readName(s)
		case "weight_precision":
			m.precision = readName(s)
		case "architecture":
			m.architecture = readName(s)
		case "total_parameters_billion":
			total = readNumber(s)
		case "active_parameters_billion":
			active = readNumber(s)
		}
		return true
	})
	if err == nil && !total.ok() {
		err = errors.New("total_parameters_billion: " + total.want())
	}
	m.total, m.active = total.value, active.or(total.value)
	return m, err
}

// readName consumes a value and returns it if it is a text that names something.
func readName(s *jsonscan.Scanner) string {
	if s.Next() != jsonscan.String {
		s.Skip()
		return ""
	}
	text, _ := s.Text()
	if strings.TrimSpace(string(text)) == "" {
		return ""
	}
	return string(text)
}

// precisionOf falls back on what the model's id tells.
func (m modelInfo) precisionOf(modelID string) string {
	implied := "bfloat16"
	if slices.ContainsFunc([]string{"FP8", "DeepSeek-R1", "DeepSeek-V3"}, func(mark string) bool { return strings.Contains(modelID, mark) }) {
		implied = "fp8"
	}
	return cmp.Or(m.precision, implied)
}

func (m modelInfo) architectureOr() string {
	implied := "Dense"
	if m.total != m.active {
		implied = "MoE"
	}
	return cmp.Or(m.architecture, implied)
}
