package command

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"github.com/jouleboard/jouleboard/internal/lists"
)

// quiet is how long nothing may happen before a change counts as finished:
// editors and benchmark scripts write in several steps.
// A reader waits for it at each save; if a longer step is cut short, the good site stays.
const quiet = 50 * time.Millisecond

// most directories that are watched; a raw corpus has more than the system allows
const mostWatched = 2000

// watch sends on changes, after each change of what a build reads, whether it is one of
// results. The channel is closed when ctx is done.
func (c *console) watch(ctx context.Context, o buildOptions) (changes <-chan bool, err error) {
	sources, err := o.Sources.parse()
	if err != nil {
		return nil, err
	}
	w := &watcher{out: absolute(o.Out), files: map[string]bool{}}
	if w.Watcher, err = fsnotify.NewWatcher(); err != nil {
		return nil, fmt.Errorf("cannot watch for changes: %w", err)
	}
	w.results = lists.Map(lists.NonZero(append(o.Sources.results(sources), paths(o.base)...)), absolute)
	for _, path := range o.inputs(sources) {
		// what cannot be watched is built from all the same; the build says what it lacks
		if err := w.add(absolute(path)); err != nil {
			c.note("changes of %s will not be noticed: %v", path, err)
		}
	}
	to := make(chan bool)
	go w.run(ctx, to)
	return to, nil
}

func absolute(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	return abs
}

type watcher struct {
	*fsnotify.Watcher
	out     string
	files   map[string]bool // watched through the directory they stand in
	dirs    []string        // watched with everything in them
	results []string        // which of both hold results
	count   int
}

// add watches a directory and what is below it, or a file. A file is watched
// through its directory: editors replace it by another.
func (w *watcher) add(path string) error {
	found, err := os.Stat(path)
	if err != nil {
		return err
	}
	if !found.IsDir() {
		w.files[path] = true
		return w.Add(filepath.Dir(path))
	}
	w.dirs = append(w.dirs, path)
	return w.addBelow(path)
}

func (w *watcher) addBelow(dir string) error {
	return filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil // gone meanwhile, or not readable: the build will say so
		}
		if w.isOutput(path) || path != dir && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		if w.count++; w.count > mostWatched {
			return fmt.Errorf("it contains more than %d directories", mostWatched)
		}
		return w.Add(path)
	})
}

// isOutput reports whether a path is written by the build itself.
func (w *watcher) isOutput(path string) bool {
	work := filepath.Join(filepath.Dir(w.out), "."+filepath.Base(w.out)+".")
	return path == w.out || strings.HasPrefix(path, w.out+string(filepath.Separator)) || strings.HasPrefix(path, work)
}

// concerns reports whether an event is of something that a build reads.
func (w *watcher) concerns(e fsnotify.Event) bool {
	if e.Op == fsnotify.Chmod || w.isOutput(e.Name) {
		return false
	}
	if w.files[e.Name] {
		return true
	}
	return below(w.dirs, e.Name)
}

// below reports whether a path is one of some or inside it.
func below(dirs []string, path string) bool {
	return slices.ContainsFunc(dirs, func(dir string) bool {
		rel, err := filepath.Rel(dir, path)
		return err == nil && filepath.IsLocal(rel)
	})
}

func (w *watcher) run(ctx context.Context, changes chan<- bool) {
	defer close(changes)
	defer w.Close()
	settled := time.NewTimer(0)
	<-settled.C
	ofResults := false
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-w.Events:
			if w.concerns(e) {
				w.follow(e)
				ofResults = ofResults || below(w.results, e.Name)
				settled.Reset(quiet)
			}
		case <-w.Errors: // events were lost: something changed
			ofResults = true
			settled.Reset(quiet)
		case <-settled.C:
			select {
			case changes <- ofResults:
				ofResults = false
			case <-ctx.Done():
				return
			}
		}
	}
}

// follow watches a directory that has just come up.
func (w *watcher) follow(e fsnotify.Event) {
	if found, err := os.Stat(e.Name); err == nil && found.IsDir() && e.Has(fsnotify.Create) {
		w.addBelow(e.Name) // one beyond the limit stays unwatched, as watch said of it
	}
}
