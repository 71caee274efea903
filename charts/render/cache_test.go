package render_test

import (
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/charts/render"
)

func cacheFiles(tb testing.TB, dir string) []string {
	tb.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		tb.Fatal(err)
	}
	return paths
}

// cached draws the chart once with a cache in dir and returns the drawing and the cache's one file.
func cached(tb testing.TB, dir string, chart render.Chart) (svg, path string) {
	tb.Helper()
	svg = draw(tb, renderer(tb, render.Options{CacheDir: dir}), chart)
	paths := cacheFiles(tb, dir)
	if len(paths) != 1 {
		tb.Fatalf("cache holds %v, want one file", paths)
	}
	return svg, paths[0]
}

// broken is a renderer whose engine is given no time, so that a drawing can only come from the cache.
func broken(tb testing.TB, dir string) *render.Renderer {
	tb.Helper()
	return renderer(tb, render.Options{CacheDir: dir, Limit: time.Nanosecond})
}

func TestCachedDrawingIsNotDrawnAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "made", "when", "needed")
	want, _ := cached(t, dir, small(0))
	if got := draw(t, broken(t, dir), small(0)); got != want {
		t.Error("the cached drawing differs from the drawn one")
	}
}

func TestCacheKnowsEverythingThatADrawingDependsOn(t *testing.T) {
	dir := t.TempDir()
	cached(t, dir, small(0))
	for name, change := range map[string]func(*render.Chart){
		"id":          func(c *render.Chart) { c.ID += "x" },
		"title":       func(c *render.Chart) { c.Title += "x" },
		"description": func(c *render.Chart) { c.Description += "x" },
		"option":      func(c *render.Chart) { c.Option = small(1).Option },
		"width":       func(c *render.Chart) { c.Width++ },
		"height":      func(c *render.Chart) { c.Height++ },
		"title that runs into the description": func(c *render.Chart) {
			c.Title, c.Description = c.Title[:3], c.Title[3:]
		},
	} {
		chart := small(0)
		change(&chart)
		if _, err := broken(t, dir).SVG(t.Context(), chart); err == nil {
			t.Errorf("%s changed, and the old drawing was taken", name)
		}
	}
}

func TestCacheOfAnotherEngineIsNotUsed(t *testing.T) {
	dir := t.TempDir()
	cached(t, dir, small(0))
	other, err := render.New(render.Options{Engine: append(engine(t), "\nthrow new Error('other engine')"...), CacheDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.SVG(t.Context(), small(0)); err == nil {
		t.Error("a drawing of another engine was taken")
	}
}

func TestDamagedCacheFileIsDrawnAnew(t *testing.T) {
	for name, damage := range map[string]func([]byte) []byte{
		"empty":       func([]byte) []byte { return nil },
		"cut short":   func(b []byte) []byte { return b[:len(b)-1] },
		"changed":     func(b []byte) []byte { b[len(b)/2] ^= 1; return b },
		"longer":      func(b []byte) []byte { return append(b, "<script>"...) },
		"digest gone": func(b []byte) []byte { return b[65:] },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			want, path := cached(t, dir, small(0))
			content, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, damage(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := draw(t, renderer(t, render.Options{CacheDir: dir}), small(0)); got != want {
				t.Error("the damaged file was taken")
			}
			if got := draw(t, broken(t, dir), small(0)); got != want {
				t.Error("the damaged file was not replaced")
			}
		})
	}
}

func TestFileUnderAnotherNameIsNotUsed(t *testing.T) {
	dir := t.TempDir()
	_, first := cached(t, dir, small(0))
	moved := t.TempDir()
	_, second := cached(t, moved, small(1))
	if err := os.Rename(first, second); err != nil {
		t.Fatal(err)
	}
	if _, err := broken(t, moved).SVG(t.Context(), small(1)); err == nil {
		t.Error("a drawing of another chart was taken")
	}
}

func TestUnwritableCacheIsToldAndDrawingGoesOn(t *testing.T) {
	// A file where the folder should be fails for root too.
	dir := filepath.Join(t.TempDir(), "charts")
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	r := renderer(t, render.Options{CacheDir: dir})
	draw(t, r, small(0))
	draw(t, r, small(1))
	if r.CacheProblem() == nil {
		t.Error("no word of a cache that cannot be written")
	}
}

func TestCacheThatWorksIsNoProblem(t *testing.T) {
	r := renderer(t, render.Options{CacheDir: t.TempDir()})
	draw(t, r, small(0))
	if err := r.CacheProblem(); err != nil {
		t.Error(err)
	}
}

func TestTwoRenderersShareACache(t *testing.T) {
	dir := t.TempDir()
	charts := mixed(t)
	want := drawAll(t, renderer(t, render.Options{}), charts)
	var both sync.WaitGroup
	for range 2 {
		r := renderer(t, render.Options{CacheDir: dir, Workers: 1})
		both.Go(func() {
			if got, err := tryAll(t.Context(), r, charts); err != nil || !slices.Equal(got, want) {
				t.Errorf("drawings differ when two renderers share a cache, or fail: %v", err)
			}
		})
	}
	both.Wait()
	if got := len(cacheFiles(t, dir)); got != len(golden) {
		t.Errorf("cache holds %d files, want %d", got, len(golden))
	}
}
