package render

import (
	"crypto/sha256"
	"embed"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"sync"

	"modernc.org/quickjs"
)

// sources is this package and those in its folder, as part of every key: a drawing of yesterday's code is never taken for today's, and
// there is no version number to forget.
//
//go:embed *.go vector/*.go raster/*.go pdf/*.go
var sources embed.FS

// cache keeps finished drawings, one file each: all 400 of a site are read in 10 ms, so that a packed file, which
// processes would have to lock, has nothing to gain. A file is written under another name and renamed, so that no
// reader sees half of it; it begins with a digest, so that a damaged one is drawn anew.
type cache struct {
	dir    string
	makers []byte // digest of all that draws: engine, interpreter, this package

	mu     sync.Mutex
	err    error
	stored bool
}

func openCache(o Options) *cache {
	return &cache{dir: o.CacheDir, makers: makers(o)}
}

// makers is the digest of engine, interpreter, libraries, this package, fonts and colours.
func makers(o Options) []byte {
	h := sha256.New()
	writeParts(h, quickjs.Version(), string(o.Engine), string(o.Regular), string(o.Bold))
	for _, name := range slices.Sorted(maps.Keys(o.Tokens)) {
		writeParts(h, name, o.Tokens[name])
	}
	if info, ok := debug.ReadBuildInfo(); ok {
		writeParts(h, info.GoVersion)
		for _, library := range info.Deps {
			writeParts(h, library.Path, library.Version)
		}
	}
	if err := hashSources(h); err != nil {
		panic(err) // embedded files cannot be missing
	}
	return h.Sum(nil)
}

func hashSources(w io.Writer) error {
	return fs.WalkDir(sources, ".", func(name string, entry fs.DirEntry, err error) error { // in alphabetical order
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := sources.ReadFile(name)
		writeParts(w, name, string(text))
		return err
	})
}

// writeParts writes each part behind its length, so that no two lists run together into the same bytes.
func writeParts(w io.Writer, parts ...string) {
	for _, part := range parts {
		_, _ = w.Write(binary.BigEndian.AppendUint64(nil, uint64(len(part)))) // a hash takes everything
		_, _ = io.WriteString(w, part)
	}
}

// key is the digest of everything that a picture of the chart depends on. The form tells its pictures apart; the
// inline drawing has none.
func (c *cache) key(chart Chart, form ...string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%x %d %d", c.makers, chart.Width, chart.Height)
	writeParts(h, chart.ID, chart.Title, chart.Description, string(chart.Option))
	writeParts(h, form...)
	return hex.EncodeToString(h.Sum(nil))
}

func (c *cache) load(key string) (string, bool) {
	if c.dir == "" {
		return "", false
	}
	path := filepath.Join(c.dir, key+suffix)
	content, err := os.ReadFile(path)
	if err != nil {
		return "", false
	}
	svg, ok := unseal(key, content)
	if ok {
		keepRecent(path)
	}
	return svg, ok
}

// store writes the drawing. A failure is remembered, not returned: the drawing itself is fine.
func (c *cache) store(key, svg string) {
	if c.dir == "" {
		return
	}
	err := writeWhole(filepath.Join(c.dir, key+suffix), seal(key, svg))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stored = c.stored || err == nil
	if c.err == nil {
		c.err = err
	}
}

func (c *cache) problem() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		return nil
	}
	return fmt.Errorf("drawings are not kept for the next build: %w", c.err)
}

// digestLength counts the hexadecimal digest and the line end that a cache file begins with.
const digestLength = 2*sha256.Size + 1

func digest(key, svg string) string {
	sum := sha256.Sum256([]byte(key + svg))
	return hex.EncodeToString(sum[:])
}

func seal(key, svg string) []byte {
	return []byte(digest(key, svg) + "\n" + svg)
}

// unseal checks a cache file. The key is in the digest, so that a file under a wrong name does not pass.
func unseal(key string, content []byte) (string, bool) {
	if len(content) < digestLength {
		return "", false
	}
	picture := string(content[digestLength:])
	return picture, string(content[:digestLength]) == digest(key, picture)+"\n"
}

func writeWhole(path string, content []byte) error {
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, unfinished+"*")
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		_ = os.Remove(file.Name())
	}
	return err
}
