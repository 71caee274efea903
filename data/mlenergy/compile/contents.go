package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Options configure the contents of a compiled directory.
type Options struct {
	Raw raw.Options
	// SkipRaw leaves out the raw files. The directory then has output lengths, but no latencies and timelines.
	SkipRaw bool
}

// Contents is the content of a compiled directory.
type Contents struct {
	// Dataset contains the runs, including unstable ones, and the problems of the files.
	Dataset data.Dataset

	files   files
	skipRaw bool
}

// files are the files that are taken over: name in the directory → where it is.
type files map[string]string

// Gather reads the raw results in the roots.
func Gather(ctx context.Context, roots []string, o Options) (*Contents, error) {
	tree, err := raw.Find(ctx, roots, o.Raw)
	if err != nil {
		return nil, err
	}
	findings, err := tree.Read(ctx, tree.Places, o.Raw)
	if err != nil {
		return nil, err
	}
	return Assemble(tree, raw.JudgeFindings(findings), o)
}

// Assemble makes the contents from the findings of the tree, in any order.
func Assemble(tree *raw.Tree, judged []raw.Judged, o Options) (*Contents, error) {
	configs, err := configFiles(tree.Roots, o.Raw.ConfigDir, o.Raw.FollowLinks)
	if err != nil {
		return nil, err
	}
	at := func(root int, name string) string {
		return filepath.Join(tree.Roots[root], filepath.FromSlash(name))
	}
	return assemble(tree, judged, configs, at, o)
}

// assemble lists the files of the records; at tells where a root's raw file of a
// name is.
func assemble(tree *raw.Tree, judged []raw.Judged, configs files, at func(root int, name string) string, o Options) (*Contents, error) {
	o.Raw.StableOnly = false
	corpus := tree.Admit(judged, o.Raw)
	c := &Contents{Dataset: corpus.Dataset, files: files{}, skipRaw: o.SkipRaw}
	roots, err := rootsOf(corpus)
	if err != nil {
		return nil, err
	}
	for name, from := range configs {
		c.files[name] = from
	}
	if o.SkipRaw {
		return c, nil
	}
	for _, name := range append(pathsIn(corpus.Dataset, data.RoleResultsFile), pathsIn(corpus.Dataset, data.RoleMetricsFile)...) {
		root, known := roots[path.Dir(name)]
		if !known {
			return nil, fmt.Errorf("%s: does not belong to a run that was read", name)
		}
		c.files[name] = at(root, name)
	}
	return c, nil
}

// rootsOf tells in which root the folder of each run is. A path names a file of
// the compiled directory, so two different runs cannot share one.
func rootsOf(corpus *raw.Corpus) (map[string]int, error) {
	runs := map[string]int{}
	for _, name := range pathsIn(corpus.Dataset, data.RoleResultsFile) {
		runs[name]++
		if runs[name] > 1 {
			return nil,
				fmt.Errorf("%s: is in two of the directories, with different results; compile them separately, or remove one of the runs", name)
		}
	}
	roots := map[string]int{}
	for _, f := range corpus.Files {
		folder := path.Dir(f.Path)
		if _, taken := roots[folder]; f.InRuns && !taken { // the first root has the run, a twin is left out
			roots[folder] = f.Root
		}
	}
	return roots, nil
}

// pathsIn are the raw files of all records in the field of a role.
func pathsIn(ds data.Dataset, role data.Role) []string {
	return lists.FlatMap(ds.Tables, func(runs data.Table) []string {
		return lists.NonZero(lists.Map(runs.Values(runs.Schema().Name(role)), data.Text))
	})
}

// configKinds are the folders of a directory of configurations.
var configKinds = []string{"vllm", "xdit"}

// configFiles lists the files that describe models and their servers: of the
// directory given, else of configs below each root. Other files, which may hold
// anything, are not published, and without followLinks nothing that a link leads
// to outside of the directory given or the root.
func configFiles(roots []string, given string, followLinks bool) (files, error) {
	found := files{}
	if given != "" {
		return found, found.addConfigs(given, ".", followLinks)
	}
	for _, root := range roots {
		if err := found.addConfigs(root, "configs", followLinks); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// addConfigs lists the files below at in dir, which holds both kinds or is itself
// of one.
func (f files) addConfigs(dir, at string, followLinks bool) error {
	tree := os.DirFS(dir)
	if !followLinks {
		inside, err := filetree.Open(dir)
		if err != nil {
			return fmt.Errorf("%w; give a directory that contains vllm or xdit", err)
		}
		defer inside.Close()
		tree = inside.Root().FS()
	}
	if kind := filepath.Base(filepath.Join(dir, at)); slices.Contains(configKinds, kind) {
		return f.addKind(tree, dir, at, kind)
	}
	for _, kind := range configKinds {
		if err := f.addKind(tree, dir, path.Join(at, kind), kind); err != nil {
			return err
		}
	}
	return nil
}

// addKind lists the files of one kind, which lie below at in dir.
func (f files) addKind(tree fs.FS, dir, at, kind string) error {
	if entry, err := fs.Stat(tree, at); err != nil || !entry.IsDir() {
		return nil // it is not there, or a link leads out
	}
	below, err := fs.Sub(tree, at)
	if err != nil {
		return err
	}
	return fs.WalkDir(below, ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !IsConfig(name) {
			return err
		}
		if entry, err := fs.Stat(below, name); err != nil || !entry.Mode().IsRegular() {
			return nil
		}
		return f.add(path.Join("configs", kind, name), filepath.Join(dir, filepath.FromSlash(at), filepath.FromSlash(name)))
	})
}

// IsConfig reports whether a file of this name is the configuration of a model or its server.
func IsConfig(name string) bool {
	base := path.Base(name)
	return base == "model_info.json" || strings.HasSuffix(base, ".config.yaml")
}

// add takes a file under a name. Two roots may hold the same configuration, but
// not different ones: the directory has room for one.
func (f files) add(name, from string) error {
	other, taken := f[name]
	if !taken {
		f[name] = from
		return nil
	}
	a, errA := os.ReadFile(other)
	b, errB := os.ReadFile(from)
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("%s and %s differ; give one directory for all with --config-dir", other, from)
	}
	return nil
}
