package source

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// openJoint opens raw sources together: what is unstable in one makes larger
// batches unstable in the others. What is before them was read already.
func (o Options) openJoint(ctx context.Context, joint []*Part, before []data.Dataset) {
	var good []*Part
	var roots, linked []string
	for _, p := range joint {
		if p.Err = openable(ctx, p.at, o.Raw); p.Err != nil {
			continue
		}
		good, roots = append(good, p), append(roots, p.at)
		if p.hub != nil {
			linked = append(linked, p.at)
		}
	}
	if len(good) == 0 {
		return
	}
	how := o.Raw
	how.StableOnly, how.Linked = !o.Unstable, linked
	how.Progress = func(done, total int, _ int64) { o.progress("reading raw results", done, total) }
	corpus, err := raw.Open(ctx, roots, how)
	if err != nil {
		good[0].Err = err
		return
	}
	corpus.Dataset = o.rules().Beside(o.rules().Apply(corpus.Dataset), before...)
	for i, f := range corpus.Files {
		corpus.Files[i].InRuns = f.InRuns && !leftOut(corpus.Dataset.Sources[f.Root], f.Path)
	}
	share(good, corpus)
}

// leftOut reports whether a problem keeps the run of a file out.
func leftOut(s data.Source, file string) bool {
	i, _ := slices.BinarySearchFunc(s.Problems, file, func(p data.Problem, file string) int { return strings.Compare(p.File, file) })
	for ; i < len(s.Problems) && s.Problems[i].File == file; i++ {
		if s.Problems[i].LeftOut > 0 {
			return true
		}
	}
	return false
}

// openable reports what is wrong with one root alone, so that it does not keep
// the others from being read.
func openable(ctx context.Context, root string, o raw.Options) error {
	if raw.IsRaw(root) {
		return nil
	}
	_, err := raw.Find(ctx, []string{root}, o)
	return err
}

// share gives each source what is its own. The records, which are one ordered
// whole, go to the first.
func share(joint []*Part, corpus *raw.Corpus) {
	for i, p := range joint {
		p.Data.Sources = corpus.Dataset.Sources[i : i+1 : i+1]
		p.Data.Sources[0].Name = p.Name()
		p.Files = []raw.File{}
		p.Files = append(p.Files, lists.Filter(corpus.Files, func(f raw.File) bool { return f.Root == i })...)
	}
	first := joint[0]
	first.archive = corpus.Archive
	sources := first.Data.Sources
	first.Data = corpus.Dataset
	first.Data.Sources = sources
}

// rawBeside is the archive of a compiled directory that holds raw files, or of a
// single Parquet file of one; nil where there are none.
func rawBeside(s Source, ds data.Dataset, o raw.Options) (*raw.Archive, error) {
	o.FollowLinks = o.FollowLinks || s.hub != nil
	if entry, err := os.Stat(s.at); err == nil && !entry.IsDir() && s.hub == nil {
		if root := rawAbove(s.at, ds); root != "" {
			return raw.NewArchive(root, ds, o)
		}
		return nil, nil
	}
	for _, domain := range raw.Domains {
		found, err := os.Stat(filepath.Join(s.at, domain))
		if err == nil && found.IsDir() || s.hub.mayHold(domain, ds) {
			return raw.NewArchive(s.at, ds, o)
		}
	}
	return nil, nil
}

// rawAbove is the closest directory above a file below which a raw file of the runs
// lies, "" if none: the file need not stand where a compiled directory has it. The
// root of the file system is none: a path must not reach everything.
func rawAbove(file string, ds data.Dataset) string {
	paths := rawPaths(ds, data.RoleResultsFile)
	dir, err := filepath.Abs(filepath.Dir(file))
	for ; err == nil && filepath.Dir(dir) != dir; dir = filepath.Dir(dir) {
		heads := map[string]bool{} // the first elements of paths, of which there are few
		if slices.ContainsFunc(paths, func(name string) bool {
			first, _, _ := strings.Cut(name, "/")
			if _, known := heads[first]; !known {
				heads[first] = isThere(filepath.Join(dir, first))
			}
			return heads[first] && isThere(filepath.Join(dir, filepath.FromSlash(name)))
		}) {
			return dir
		}
	}
	return ""
}

func isThere(name string) bool { _, err := os.Stat(name); return err == nil }
