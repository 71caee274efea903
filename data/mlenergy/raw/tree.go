package raw

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/filetree"
)

// Tree is the results files below the given roots, found but not read.
type Tree struct {
	Given  []string // the roots as given
	Roots  []string // the benchmark root of each
	Places []Place  // by path, then by root
	// Problems has a list for each root: places that could not be searched.
	Problems [][]data.Problem

	folders []*folder // of each root
}

// Place is the place of a run's results.json, with the values in its path.
type Place struct {
	Root   int    // index in the tree's roots
	Path   string // relative to the benchmark root, with slashes
	Domain string // "llm" or "diffusion"
	Task   string
	// ModelID is organization/name.
	ModelID string
	// GPU is the directory of an LLM run's GPU, or of a diffusion run's family.
	GPU string
	// Tokens are the keys and values in the name of the configuration's directory.
	Tokens map[string]string
	// Size is the size of the file in bytes.
	Size int64
}

// Find lists the results files in the roots without reading them. A file that is found twice, in two roots or through
// a link, is listed once.
func Find(ctx context.Context, roots []string, o Options) (*Tree, error) {
	t := &Tree{Given: roots}
	seen := map[string]bool{}
	for i, given := range roots {
		if err := filetree.Inside(given); err != nil && !o.follows(given) {
			return nil, err
		}
		root, inside, ok := BenchmarkRoot(given)
		if !ok {
			return nil, noRoot(given)
		}
		f, err := openFolder(root, o.follows(given))
		if err != nil {
			return nil, err
		}
		w := &walk{folder: f, root: i, tasks: o.Tasks, seen: seen, linked: map[linked]bool{}}
		if err := w.search(ctx, inside); err != nil {
			return nil, err
		}
		t.Roots, t.folders = append(t.Roots, root), append(t.folders, f)
		t.Places = append(t.Places, w.places...)
		t.Problems = append(t.Problems, w.problems)
	}
	slices.SortFunc(t.Places, Place.compare)
	return t, nil
}

// Mount opens benchmark roots whose places are already known: another process searched them, or they were copied from
// a storage. The tree lists no places, but those of the roots can be read from it.
func Mount(given, roots []string, o Options) (*Tree, error) {
	t := &Tree{Given: given, Roots: roots, Problems: make([][]data.Problem, len(roots))}
	for _, root := range roots {
		f, err := openFolder(root, o.FollowLinks)
		if err != nil {
			return nil, err
		}
		t.folders = append(t.folders, f)
	}
	return t, nil
}

// compare orders places by path, then by root.
func (p Place) compare(q Place) int {
	return cmp.Or(cmp.Compare(p.Path, q.Path), cmp.Compare(p.Root, q.Root))
}

// The files of a run.
const (
	resultsFile    = "results.json"
	prometheusFile = "prometheus.json"
)

// snapshot is the only one of a GPU's folders that counts.
const snapshot = "current"

// Domains are the top folders of a benchmark root.
var Domains = []string{llm, diffusion}

// The two kinds of run, as their top folders and their records call them.
const (
	llm       = "llm"
	diffusion = "diffusion"
)

// An LLM run's path is llm/GPU family/current/run/suite/task/results/org/model/
// GPU/configuration/results.json, a diffusion run's diffusion/GPU family/current/
// run/diffusion/task/org/model/configuration/results.json.
const (
	llmParts       = 12
	diffusionParts = 10
)

// PlaceOf parses a path relative to the benchmark root, with slashes; ok is false if it is not the place of a run's
// results.
func PlaceOf(path string) (p Place, ok bool) {
	parts := strings.Split(path, "/")
	if !follows(parts) || parts[len(parts)-1] != resultsFile {
		return Place{}, false
	}
	switch {
	case parts[0] == llm && len(parts) == llmParts:
		return Place{
			Path: path, Domain: llm, Task: parts[5], ModelID: parts[7] + "/" + parts[8],
			GPU: parts[9], Tokens: pairs(parts[10]),
		}, true
	case parts[0] == diffusion && len(parts) == diffusionParts:
		return Place{
			Path: path, Domain: diffusion, Task: parts[5], ModelID: parts[6] + "/" + parts[7],
			GPU: parts[1], Tokens: tokens(parts[8]),
		}, true
	}
	return Place{}, false
}

// follows reports whether a path, or its beginning, is one that leads to runs.
func follows(parts []string) bool {
	fixed := map[int]string{2: snapshot, 3: "run"}
	switch parts[0] {
	case llm:
		fixed[6] = "results"
	case diffusion:
		fixed[4] = diffusion
	default:
		return false
	}
	for i, name := range fixed {
		if i < len(parts) && parts[i] != name {
			return false
		}
	}
	return true
}

// pairs reads key+value+key+value; a key at the end without a value is nothing.
func pairs(name string) map[string]string {
	parts := strings.Split(name, "+")
	all := make(map[string]string, len(parts)/2)
	for i := 0; i+1 < len(parts); i += 2 {
		all[parts[i]] = parts[i+1]
	}
	return all
}

// tokens reads key-value+key-value.
func tokens(name string) map[string]string {
	all := map[string]string{}
	for part := range strings.SplitSeq(name, "+") {
		if key, value, ok := strings.Cut(part, "-"); ok {
			all[key] = value
		}
	}
	return all
}

// integer is a token's value if it is an integer.
func (p Place) integer(key string) data.Opt[int] {
	n, err := strconv.Atoi(p.Tokens[key])
	return data.When(err == nil, n)
}

// Files are the possible files of a run at the place, relative to the root.
func (p Place) Files() []string {
	if p.Domain == llm {
		return []string{p.Path, p.beside(prometheusFile)}
	}
	return []string{p.Path}
}

// beside is the path of a file in the run's folder.
func (p Place) beside(name string) string {
	return p.Path[:strings.LastIndexByte(p.Path, '/')+1] + name
}

// IsRaw reports whether path is a directory with raw results or inside one.
func IsRaw(path string) bool {
	entry, err := os.Stat(path)
	if err != nil || !entry.IsDir() {
		return false
	}
	_, _, ok := BenchmarkRoot(path)
	return ok
}

// BenchmarkRoot finds the directory that results paths are relative to: the directory itself or its closest suitable
// parent or, for a link, a parent of its target. inside is the given directory's path in it, "." for the root.
//
// A folder named llm is not sufficient, because a root also contains the suite of that name: it must contain a
// snapshot.
func BenchmarkRoot(given string) (root, inside string, ok bool) {
	dir, err := filepath.Abs(given)
	if err != nil {
		return "", "", false
	}
	if root, inside, ok = rootAbove(dir); ok {
		return root, inside, ok
	}
	real, err := filepath.EvalSymlinks(dir)
	if err != nil || real == dir {
		return "", "", false
	}
	return rootAbove(real)
}

func rootAbove(dir string) (root, inside string, ok bool) {
	for above := dir; ; above = filepath.Dir(above) {
		inside, err := filepath.Rel(above, dir)
		if err == nil && holdsRuns(above) && leads(filepath.ToSlash(inside)) {
			return above, filepath.ToSlash(inside), true
		}
		if above == filepath.Dir(above) {
			return "", "", false
		}
	}
}

// leads reports whether a path inside a root may lead to runs.
func leads(inside string) bool {
	return inside == "." || follows(strings.Split(inside, "/"))
}

func holdsRuns(dir string) bool {
	return slices.ContainsFunc(Domains, func(domain string) bool {
		families, err := filetree.ReadDir(filepath.Join(dir, domain))
		return err == nil && slices.ContainsFunc(families, func(family fs.DirEntry) bool {
			entry, err := os.Stat(filepath.Join(dir, domain, family.Name(), snapshot, "run"))
			return err == nil && entry.IsDir()
		})
	})
}

// noRoot is the error for a directory that is none.
func noRoot(given string) error {
	if _, err := os.Stat(given); err != nil {
		return fmt.Errorf("%s: %w; give a directory of raw results", given, cause(err))
	}
	return fmt.Errorf("%s: no raw results: neither it nor a parent directory contains llm/GPU/%s/run or diffusion/GPU/%s/run; "+
		"give the root of the benchmark's results or a directory inside it",
		given, snapshot, snapshot)
}
