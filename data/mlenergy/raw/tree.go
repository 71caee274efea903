package raw

import (
	"cmp"
	"context"
	"slices"

	"github.com/jouleboard/jouleboard/data"
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
