package compile

import (
	"context"
	"fmt"
	"path"
	"path/filepath"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
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
	for _, name := range rawPaths(corpus.Dataset) {
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
	for _, name := range resultsPaths(corpus.Dataset) {
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

// resultsPaths are the results files of all records.
func resultsPaths(ds data.Dataset) (paths []string) {
	for r := range ds.LLM().All() {
		paths = appendPath(paths, r.ResultsPath)
	}
	for r := range ds.Diffusion().All() {
		paths = appendPath(paths, r.ResultsPath)
	}
	return paths
}

// rawPaths are all raw files of all records.
func rawPaths(ds data.Dataset) []string {
	paths := resultsPaths(ds)
	for r := range ds.LLM().All() {
		paths = appendPath(paths, r.PrometheusPath)
	}
	return paths
}

func appendPath(paths []string, name data.Opt[string]) []string {
	if p, there := name.Value(); there {
		paths = append(paths, p)
	}
	return paths
}
