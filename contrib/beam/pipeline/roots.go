package pipeline

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data/mlenergy/compile"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// The depths at which the files of a root lie.
const (
	deepestRun    = 12 // llm/…/results.json
	deepestConfig = 6  // vllm/task/organization/model/GPU/monolithic.config.yaml
)

// roots are a plan's benchmark roots as a worker reads them. Those of another
// file system are read from a directory of the worker's own, where a run's files
// lie only while they are read; configurations, which are small, stay.
type roots struct {
	plan    Plan
	dirs    []string // of each root, on this machine
	configs string
	mirror  string // "" if every root is local
	tree    *raw.Tree
}

func mount(ctx context.Context, p Plan) (*roots, error) {
	r := &roots{plan: p, dirs: make([]string, len(p.Results)), configs: p.Config}
	if err := r.open(ctx); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *roots) open(ctx context.Context) (err error) {
	for i, root := range r.plan.Results {
		if r.dirs[i], err = r.dir(ctx, i, root); err != nil {
			return err
		}
	}
	if remote(r.configs) {
		at := r.configs
		if r.configs, err = r.room(path.Join("config", path.Base(at))); err != nil { // vllm or xdit may be its name
			return err
		}
		if err := fetchConfigs(ctx, at, "", r.configs); err != nil {
			return err
		}
	}
	r.tree, err = raw.Mount(r.plan.Results, r.dirs, r.plan.options(r.configs))
	return err
}

// dir is where a root is on this machine.
func (r *roots) dir(ctx context.Context, i int, root string) (string, error) {
	if !remote(root) {
		dir, _, ok := raw.BenchmarkRoot(root)
		if !ok {
			return "", fmt.Errorf("%s: no raw results are seen there by this worker", root)
		}
		return dir, nil
	}
	dir, err := r.room(fmt.Sprint(i))
	if err != nil || r.plan.Config != "" {
		return dir, err
	}
	return dir, fetchConfigs(ctx, root, "configs", dir)
}

// room is a directory in the mirror.
func (r *roots) room(name string) (dir string, err error) {
	if r.mirror == "" {
		if r.mirror, err = os.MkdirTemp("", "jouleboard-beam-"); err != nil {
			return "", err
		}
	}
	dir = filepath.Join(r.mirror, name)
	return dir, os.MkdirAll(dir, 0o700)
}

// fetchConfigs copies the configurations below dir.
func fetchConfigs(ctx context.Context, at, dir, to string) error {
	s, err := open(ctx, at)
	if err != nil {
		return err
	}
	defer s.Close()
	names, err := s.under(ctx, dir, deepestConfig)
	if err != nil {
		return err
	}
	for _, name := range names {
		if !compile.IsConfig(name) {
			continue
		}
		if err := s.fetch(ctx, name, to); err != nil {
			return err
		}
	}
	return nil
}

// stage brings a run's files to this machine; done takes them away again.
func (r *roots) stage(ctx context.Context, p raw.Place) (done func(), err error) {
	root := r.plan.Results[p.Root]
	if !remote(root) {
		return func() {}, nil
	}
	s, err := open(ctx, root)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	folder := path.Dir(p.Path)
	done = func() { os.RemoveAll(filepath.Join(r.dirs[p.Root], filepath.FromSlash(folder))) }
	for _, name := range p.Files() {
		if err := s.fetch(ctx, name, r.dirs[p.Root]); err != nil {
			done()
			return nil, err
		}
	}
	return done, nil
}

// Close gives back what the machine lent.
func (r *roots) Close() {
	if strings.Contains(r.mirror, "jouleboard-beam-") {
		os.RemoveAll(r.mirror)
	}
}
