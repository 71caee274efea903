// Package filetree opens the files in a directory that is not trusted.
//
// Result directories and content come from contributors. Nothing outside the directory is opened, whatever its names
// and links, except for the blobs of a Hugging Face cache; a walk does not follow links to directories; pipes and
// devices, which may never end, are not opened; reads are bounded. The package is independent of file formats.
package filetree

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// deepest bounds a tree that never ends.
const deepest = 24

// Tree is a directory with everything in it. Names are relative to it, with slashes.
type Tree struct {
	root     *os.Root
	name     string
	snapshot snapshot

	mu     sync.Mutex
	opened map[string]fs.FileInfo // what files were when they were opened first
}

// Split is the directory of a source and, for one that is a file, its name.
func Split(path string) (dir, file string) {
	if entry, err := os.Stat(path); err == nil && entry.Mode().IsRegular() {
		return filepath.Dir(path), filepath.Base(path)
	}
	return path, ""
}

// Open opens a directory.
func Open(dir string) (*Tree, error) {
	if err := Inside(dir); err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(onlyDirectory(dir))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, cause(err))
	}
	if abs, err := filepath.Abs(dir); err == nil {
		dir = abs
	}
	return &Tree{root: root, name: nameOf(dir), snapshot: snapshotOf(dir), opened: map[string]fs.FileInfo{}}, nil
}

// Root returns the directory, for callers that list it in other ways.
func (t *Tree) Root() *os.Root { return t.root }

// ReadDir lists a directory as os.ReadDir does.
func ReadDir(dir string) ([]fs.DirEntry, error) {
	if err := Inside(dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(onlyDirectory(dir))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, cause(err))
	}
	return entries, nil
}

// onlyDirectory is a path that nothing but a directory has: to open a pipe would be to
// wait for its writer.
func onlyDirectory(dir string) string {
	if dir == "" {
		return ""
	}
	return dir + string(filepath.Separator) + "."
}

// Close releases the directory.
func (t *Tree) Close() error {
	t.snapshot.close()
	return t.root.Close()
}

// Name is the name of the directory, regardless of the form in which its path was given.
func (t *Tree) Name() string { return t.name }

// at is where a file is opened.
func (t *Tree) at(name string) (*os.Root, string) {
	name = filepath.FromSlash(name)
	if content := t.snapshot.content(t.root, name); content != "" {
		return t.snapshot.cache, content
	}
	return t.root, name
}

// Dir is a directory of the tree with the names of its files and directories, each list in order. Files are all that
// are not directories: links, pipes and devices too, so that whoever wants one of that name learns why it is not read.
type Dir struct {
	Name  string // "." for the tree's own
	Files []string
	Dirs  []string
	links []string // to directories outside, which are among the files too
}

// Has reports whether the directory contains a file of that name.
func (d Dir) Has(name string) bool {
	_, found := slices.BinarySearch(d.Files, name)
	return found
}

// File returns the name of one of the directory's files in the tree.
func (d Dir) File(name string) string { return path.Join(d.Name, name) }

// Walk visits every directory, parents before children, in order of their names. It calls unread for directories that
// cannot be read, and continues. Hidden directories are left out.
func (t *Tree) Walk(ctx context.Context, visit func(Dir), unread func(name string, err error)) error {
	return t.walk(ctx, ".", 0, visit, unread)
}

func (t *Tree) walk(ctx context.Context, name string, depth int, visit func(Dir), unread func(string, error)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if depth > deepest {
		unread(name, fmt.Errorf("is deeper than %d directories; nothing in it was read", deepest))
		return nil
	}
	d, err := t.Dir(name)
	if err != nil {
		unread(name, fmt.Errorf("%w; nothing in it was read", err))
		return nil
	}
	visit(d)
	for _, link := range d.links {
		unread(path.Join(name, link), errOutside)
	}
	for _, below := range d.Dirs {
		if strings.HasPrefix(below, ".") {
			continue
		}
		if err := t.walk(ctx, path.Join(name, below), depth+1, visit, unread); err != nil {
			return err
		}
	}
	return nil
}

// Some reports whether a directory of the tree fits.
func (t *Tree) Some(fits func(Dir) bool) (found bool) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	_ = t.Walk(ctx, func(d Dir) {
		if fits(d) {
			found = true
			stop()
		}
	}, func(string, error) {})
	return found
}

// Dir lists a directory.
func (t *Tree) Dir(name string) (Dir, error) {
	d := Dir{Name: name}
	file, err := t.root.OpenFile(filepath.FromSlash(name), os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return d, cause(err)
	}
	defer file.Close()
	entries, err := file.ReadDir(-1)
	for _, e := range entries {
		if e.IsDir() {
			d.Dirs = append(d.Dirs, e.Name())
		} else {
			d.Files = append(d.Files, e.Name())
		}
		if at := filepath.Join(filepath.FromSlash(name), e.Name()); e.Type() == fs.ModeSymlink && t.leadsOut(at) {
			d.links = append(d.links, e.Name())
		}
	}
	slices.Sort(d.Files)
	slices.Sort(d.Dirs)
	slices.Sort(d.links)
	return d, cause(err)
}

var errOutside = errors.New("a symbolic link leads out of the directory; it is not followed")

// leadsOut reports whether a link leads to a directory outside.
func (t *Tree) leadsOut(link string) bool {
	_, err := t.root.Stat(link)
	if err == nil || !errors.Is(cause(err), errOutside) {
		return false
	}
	to, err := os.Stat(filepath.Join(t.root.Name(), link))
	return err == nil && to.IsDir()
}

// Open opens a regular file.
func (t *Tree) Open(name string) (*os.File, error) {
	root, at := t.at(name)
	file, err := openRegular(root, at)
	if err != nil {
		return nil, err
	}
	entry, err := file.Stat()
	if err != nil {
		return nil, errors.Join(cause(err), file.Close())
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.opened[name] == nil {
		t.opened[name] = entry
	}
	return file, nil
}

// Unchanged returns an error that names a file that was replaced or written to since it was opened: the data read
// from the tree may then be inconsistent. It covers the files opened since its last call.
func (t *Tree) Unchanged() error {
	t.mu.Lock()
	opened := t.opened
	t.opened = map[string]fs.FileInfo{}
	t.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(opened)) {
		before := opened[name]
		root, at := t.at(name)
		now, err := root.Stat(at)
		if err != nil || !os.SameFile(before, now) || now.Size() != before.Size() || !now.ModTime().Equal(before.ModTime()) {
			return fmt.Errorf("%s: changed while it was read; try again when it is complete", path.Join(t.name, name))
		}
	}
	return nil
}

// openRegular opens a regular file. It does not wait for the writer of a pipe that has
// taken the place of the file since it was looked at.
func openRegular(root *os.Root, name string) (*os.File, error) {
	entry, err := root.Stat(name)
	if err != nil {
		return nil, cause(err)
	}
	if entry.IsDir() {
		return nil, errors.New("is a directory, not a file")
	}
	if !entry.Mode().IsRegular() {
		return nil, errIrregular
	}
	file, err := root.OpenFile(name, os.O_RDONLY|withoutWaiting, 0)
	if err != nil {
		return nil, cause(err)
	}
	if entry, err = file.Stat(); err == nil && !entry.Mode().IsRegular() {
		err = errIrregular
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

var errIrregular = errors.New("is not a regular file")

// Read reads a file with a maximum size in bytes.
func (t *Tree) Read(name string, most int64) ([]byte, error) {
	file, err := t.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readAll(file, most)
}

func readAll(file io.Reader, most int64) ([]byte, error) {
	content, err := io.ReadAll(io.LimitReader(file, most+1))
	switch {
	case err != nil:
		return nil, cause(err)
	case int64(len(content)) > most:
		return nil, fmt.Errorf("larger than %d bytes", most)
	}
	return content, nil
}

// cause drops the operation and path that the system's errors repeat: whoever
// tells of them names the file.
func cause(err error) error {
	var p *fs.PathError
	if !errors.As(err, &p) {
		return err
	}
	if strings.Contains(p.Err.Error(), "escapes") {
		return errOutside
	}
	return p.Err
}

// Glob matches names against a pattern: * stands for what a name can hold, ** for
// directories too, ? for one character.
func Glob(pattern string) *regexp.Regexp {
	p := regexp.QuoteMeta(strings.TrimPrefix(pattern, "./"))
	for _, r := range [][2]string{{`\*\*/`, "\x01"}, {`\*\*`, "\x02"}, {`\*`, "[^/]*"}, {`\?`, "[^/]"}, {"\x01", "(?:.*/)?"}, {"\x02", ".*"}} {
		p = strings.ReplaceAll(p, r[0], r[1])
	}
	return regexp.MustCompile(`\A(?s:` + p + `)\z`)
}
