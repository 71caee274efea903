package command

import (
	"cmp"
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
	w := &watcher{out: absolute(o.Out), here: absolute(".")}
	if w.Watcher, err = fsnotify.NewWatcher(); err != nil {
		return nil, fmt.Errorf("cannot watch for changes: %w", err)
	}
	inputs := o.inputs(sources)
	w.places = lists.Map(inputs, absolute)
	w.results = lists.Map(lists.NonZero(append(o.Sources.results(sources), paths(o.base)...)), absolute)
	for i, err := range w.renew() {
		if err != nil { // what cannot be watched is built from all the same; the build says what it lacks
			c.note("changes of %s will not be noticed: %v", inputs[i], err)
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
	out, here string
	places    []string        // files, and directories with everything in them; any may vanish and return
	results   []string        // which of them hold results
	watched   map[string]bool // directories: in places, and on the way to them
	count     int             // of those in places
}

// renew watches what stands at the places now, which may be another directory than before, and
// returns for each place why it is not watched. It does not ask which of them have moved.
func (w *watcher) renew() (failed []error) {
	for _, dir := range w.WatchList() {
		w.Remove(dir) // fails if it has just vanished
	}
	w.watched, w.count = map[string]bool{}, 0
	return lists.Map(w.places, w.add)
}

// add watches a place and the directories on the way to it, each before it looks into it, so that nothing comes up unseen.
func (w *watcher) add(place string) error {
	err := error(nil)
	for _, dir := range w.wayTo(place) {
		err = w.watch(dir) // one that is absent, or closed to this user, is no fault if the last can be watched
	}
	if found, missing := os.Stat(place); missing != nil || !found.IsDir() {
		return cmp.Or(missing, err)
	}
	return w.addTree(place)
}

// wayTo are the directories above a place, the highest first, from the lowest that is there and holds the
// working directory: this one will not move, and in those above it many others work.
func (w *watcher) wayTo(place string) []string {
	dir := filepath.Dir(place)
	_, err := os.Stat(dir)
	if dir == filepath.Dir(dir) || err == nil && within(dir, w.here) {
		return []string{dir}
	}
	return append(w.wayTo(dir), dir)
}

func (w *watcher) watch(dir string) error {
	w.watched[dir] = true
	return w.Add(dir)
}

// addTree watches a directory, also one that a symbolic link leads to, and what is below it.
func (w *watcher) addTree(place string) error {
	return filepath.WalkDir(place+string(filepath.Separator), func(path string, e fs.DirEntry, err error) error {
		if err != nil || !e.IsDir() {
			return nil // gone meanwhile, or not readable: the build will say so
		}
		path = filepath.Clean(path)
		if w.isOutput(path) || path != place && strings.HasPrefix(e.Name(), ".") {
			return fs.SkipDir
		}
		if w.count++; w.count > mostWatched {
			return fmt.Errorf("it contains more than %d directories", mostWatched)
		}
		return w.watch(path)
	})
}

// isOutput reports whether a path is written by the build itself.
func (w *watcher) isOutput(path string) bool {
	work := filepath.Join(filepath.Dir(w.out), "."+filepath.Base(w.out)+".")
	return path == w.out || strings.HasPrefix(path, w.out+string(filepath.Separator)) || strings.HasPrefix(path, work)
}

// concerns reports whether an event is of one of some places, of something in it, or of a directory on the way to it
// that comes or goes.
func concerns(e fsnotify.Event, places []string) bool {
	return slices.ContainsFunc(places, func(place string) bool {
		return within(place, e.Name) || !e.Has(fsnotify.Write) && within(e.Name, place)
	})
}

// within reports whether a path is a directory or inside it.
func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// moves reports whether an event is of a directory that comes or goes.
func (w *watcher) moves(e fsnotify.Event) bool {
	if !e.Has(fsnotify.Create) {
		return w.watched[e.Name] && !e.Has(fsnotify.Write)
	}
	found, err := os.Stat(e.Name)
	return err == nil && found.IsDir()
}

// run sends a change when it has settled. While the last is being built, it collects the next.
func (w *watcher) run(ctx context.Context, changes chan<- bool) {
	defer close(changes)
	defer w.Close()
	settled := time.NewTimer(0)
	<-settled.C
	ofResults, moved := false, false
	var ready chan<- bool // changes, if there is one to send
	lost := w.lost()
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-w.Events:
			if e.Op == fsnotify.Chmod || w.isOutput(e.Name) || !concerns(e, w.places) {
				continue
			}
			ofResults, moved = ofResults || concerns(e, w.results), moved || w.moves(e)
		case <-lost: // something changed
			ofResults, moved = true, true
		case <-settled.C:
			if moved {
				w.renew() // before the build, which then reads what came up unseen
			}
			ready, moved = changes, false
			continue
		case ready <- ofResults:
			ready, ofResults = nil, false
			continue
		}
		ready = nil
		settled.Reset(quiet)
	}
}

// lost receives after events were lost. Errors are taken at any time: until one is, renew and Close would wait for it.
func (w *watcher) lost() <-chan struct{} {
	lost := make(chan struct{}, 1)
	go func() {
		for range w.Errors {
			select {
			case lost <- struct{}{}:
			default: // told already
			}
		}
	}()
	return lost
}
