package raw

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// deepestWalk bounds a tree that never ends; runs lie 12 deep.
const deepestWalk = 24

// walk searches one root.
type walk struct {
	folder   *folder
	root     int
	tasks    []string
	seen     map[string]bool // real paths of the files of all roots
	places   []Place
	problems []data.Problem
	linked   map[linked]bool // directories entered by links
}

// linked is a directory entered by a link, and how deep. To enter it again at the
// same depth would find the same runs: links can make more ways through a tree
// than anyone can walk.
type linked struct {
	real  string
	depth int
}

// search lists the runs at or below inside, a path relative to the root.
func (w *walk) search(ctx context.Context, inside string) error {
	if inside != "." {
		entry, err := w.folder.stat(inside)
		if err != nil {
			w.problem(inside, err.Error())
			return nil
		}
		return w.dir(ctx, inside, []fs.FileInfo{entry})
	}
	for _, domain := range []string{diffusion, llm} {
		entry, err := w.folder.stat(domain)
		switch {
		case errors.Is(err, fs.ErrNotExist) && !w.folder.holds(domain):
			continue // a root need not hold both
		case err != nil:
			w.problem(domain, err.Error()+"; not read")
			continue
		case !entry.IsDir():
			w.problem(domain, "is not a directory; not read")
			continue
		}
		if err := w.dir(ctx, domain, []fs.FileInfo{entry}); err != nil {
			return err
		}
	}
	return nil
}

// dir searches a directory. above describes it and those that lead to it.
func (w *walk) dir(ctx context.Context, dir string, above []fs.FileInfo) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	entries, err := w.folder.list(dir)
	if err != nil {
		w.problem(dir, err.Error()+"; nothing in it was read")
	}
	for _, e := range entries {
		name := path.Join(dir, e.Name())
		if Ignored(name) {
			continue
		}
		entry, ok := w.entry(name, e, above)
		switch {
		case !ok:
		case e.Name() == resultsFile:
			w.results(name, entry)
		case !entry.IsDir():
		case len(above) >= deepestWalk:
			w.problem(name, "is too deep for a run; nothing in it was read")
		default:
			if err := w.dir(ctx, name, append(slices.Clone(above), entry)); err != nil {
				return err
			}
		}
	}
	return nil
}

// entry describes what a name leads to. ok is false, with a problem, if it leads
// nowhere, out of the root or back up.
func (w *walk) entry(name string, e fs.DirEntry, above []fs.FileInfo) (entry fs.FileInfo, ok bool) {
	link := e.Type()&fs.ModeSymlink != 0
	entry, err := w.folder.stat(name)
	switch {
	case err != nil && (link || e.IsDir() || e.Name() == resultsFile):
		w.problem(name, err.Error()+"; not read")
		return nil, false
	case err != nil:
		return nil, false // a file that nobody reads
	case !link || !entry.IsDir():
		return entry, true
	}
	if slices.ContainsFunc(above, func(a fs.FileInfo) bool { return os.SameFile(a, entry) }) {
		w.problem(name, "a symbolic link points to a parent directory; it is not followed; remove it")
		return nil, false
	}
	way := linked{w.real(name), len(above)}
	known := w.linked[way]
	w.linked[way] = true
	return entry, !known
}

// results takes a results file, or a directory of its name, which fails later.
func (w *walk) results(name string, entry fs.FileInfo) {
	p, ok := PlaceOf(name)
	if !ok {
		w.problems = append(w.problems, Stray(name))
		return
	}
	if len(w.tasks) > 0 && !slices.Contains(w.tasks, p.Task) {
		return
	}
	real := w.real(name)
	if w.seen[real] {
		return
	}
	w.seen[real] = true
	p.Root, p.Size = w.root, entry.Size()
	w.places = append(w.places, p)
}

// Stray returns the problem of a results file in a wrong place.
func Stray(name string) data.Problem {
	return data.Problem{
		File:    name,
		Message: "not the path of an LLM or diffusion run; the file is not read; move or remove it",
	}
}

// Ignored reports whether the directory is not searched: it leads to a snapshot of a GPU that does not count.
func Ignored(name string) bool {
	parts := strings.Split(name, "/")
	return len(parts) > 2 && parts[2] != snapshot
}

// real is the path without links.
func (w *walk) real(name string) string {
	full := filepath.Join(w.folder.dir, filepath.FromSlash(name))
	if real, err := filepath.EvalSymlinks(full); err == nil {
		return real
	}
	return full
}

func (w *walk) problem(name, message string) {
	w.problems = append(w.problems, data.Problem{File: name, Message: message})
}
