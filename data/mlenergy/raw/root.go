package raw

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/jouleboard/jouleboard/data/filetree"
)

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
	for _, domain := range []string{llm, diffusion} {
		families, err := filetree.ReadDir(filepath.Join(dir, domain))
		if err != nil {
			continue
		}
		for _, family := range families {
			entry, err := os.Stat(filepath.Join(dir, domain, family.Name(), snapshot, "run"))
			if err == nil && entry.IsDir() {
				return true
			}
		}
	}
	return false
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
