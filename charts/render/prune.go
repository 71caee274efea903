package render

import (
	"cmp"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

const (
	suffix     = ".picture"
	unfinished = "unfinished-"

	// cacheLimit in bytes is some forty times what the site of the published data needs.
	cacheLimit = 64 << 20
	// useStep is how exactly the last use of a drawing is known: a warm build then writes nothing.
	useStep = 24 * time.Hour
)

// keepRecent notes that the drawing was used. The clock decides what is thrown away, never what is drawn.
func keepRecent(path string) {
	now := time.Now()
	if stat, err := os.Stat(path); err == nil && now.Sub(stat.ModTime()) > useStep {
		_ = os.Chtimes(path, now, now)
	}
}

type kept struct {
	path string
	size int64
	used time.Time
}

// prune removes the drawings longest unused until the cache is at three quarters of the limit. It only looks
// after a build that added something, and touches nothing but this package's files.
func (c *cache) prune(limit int64) {
	if !c.stored {
		return
	}
	files := c.files()
	slices.SortFunc(files, func(a, b kept) int { return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path)) })
	var total int64
	for _, file := range files {
		total += file.size
	}
	if total <= limit {
		return
	}
	var sum int64
	for _, file := range files {
		if sum += file.size; sum > limit/4*3 {
			_ = os.Remove(file.path)
		}
	}
}

// files lists the cache's own files. Those that a killed build left unfinished count as the oldest.
func (c *cache) files() []kept {
	entries, err := os.ReadDir(c.dir)
	if err != nil {
		return nil
	}
	var files []kept
	for _, entry := range entries {
		stat, err := entry.Info()
		if err != nil || !stat.Mode().IsRegular() {
			continue
		}
		file := kept{filepath.Join(c.dir, entry.Name()), stat.Size(), stat.ModTime()}
		switch {
		case strings.HasPrefix(entry.Name(), unfinished):
			if time.Since(file.used) > useStep {
				_ = os.Remove(file.path)
			}
		case strings.HasSuffix(entry.Name(), suffix):
			files = append(files, file)
		}
	}
	return files
}
