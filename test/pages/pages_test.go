// Package pages measures what readers load: the elements and bytes of every page of whole
// sites, before anything is opened.
package pages

import (
	"bytes"
	"compress/gzip"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/test/sites"
	"github.com/jouleboard/jouleboard/test/sweep"
)

// bounds are the most that a page and what it loads at first may have; bytes are those of
// gzip.
type bounds struct{ elements, page, first int }

// free are pages of texts, which are as long as their texts.
var free = []string{"methods/", "licenses/"}

func TestPagesAreBounded(t *testing.T) {
	published := bounds{elements: 2500, page: 25_000, first: 300_000}
	large := bounds{elements: 4000, page: 60_000, first: 300_000}
	threefold := bounds{elements: 2700, page: 25_000, first: 300_000} // models in three tasks on three GPU models
	t.Run("sample", func(t *testing.T) { measure(t, built(t, "sample:"), threefold) })
	for _, format := range []string{"compiled", "leaderboard"} {
		t.Run("published, "+format, func(t *testing.T) {
			measure(t, built(t, filepath.Join(shared.Whole(t), "data", "mlenergy-v3", format)), published)
		})
	}
	for name, size := range map[string]sweep.Size{
		"600 models in one task": {Models: 600, Tasks: 1, GPUs: 3, Batches: 3},
		"one model in 150 tasks": {Models: 1, Tasks: 150, GPUs: 4, Batches: 3},
		"6,000 rows":             {Models: 20, Tasks: 5, GPUs: 10, Batches: 6}, // too many for pages of their own
		"20,000 rows":            {Models: 40, Tasks: 5, GPUs: 10, Batches: 10},
	} {
		if size.Rows() > 6000 && os.Getenv("JOULEBOARD_LARGE") == "" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := size.Write(dir, 1); err != nil {
				t.Fatal(err)
			}
			measure(t, built(t, "compiled:"+dir), large)
		})
	}
}

func TestMain(m *testing.M) { os.Exit(sites.Run(m)) }

// built is the site of a source.
func built(t *testing.T, source string) string {
	t.Helper()
	return sites.Of(t, "--source", source, "--base-url", "https://example.org/")
}

// measure compares every page of a site with its bounds.
func measure(t *testing.T, dir string, most bounds) {
	t.Helper()
	var largest bounds
	loaded := sizes{}
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".html" {
			return err
		}
		name := strings.TrimSuffix(strings.TrimPrefix(path, dir+string(filepath.Separator)), "index.html")
		for _, f := range free {
			if filepath.ToSlash(name) == f {
				return nil
			}
		}
		got, err := loaded.measured(path)
		if err != nil {
			return err
		}
		if text, err := os.ReadFile(path); err != nil || bytes.ContainsRune(text, utf8.RuneError) {
			t.Errorf("%s has what is no character, %v", name, err)
		}
		if got.elements > most.elements || got.page > most.page || got.first > most.first {
			t.Errorf("%s: %+v, at most %+v", name, got, most)
		}
		largest = bounds{max(largest.elements, got.elements), max(largest.page, got.page), max(largest.first, got.first)}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if largest.elements == 0 {
		t.Error("no page")
	}
	t.Logf("at most %d elements, %d B a page, %d B with all that it loads at first", largest.elements, largest.page, largest.first)
}

// sizes are the compressed bytes of files that pages load, by their paths; most are loaded by many pages.
type sizes map[string]int

func (s sizes) of(path string) (int, error) {
	if n, ok := s[path]; ok {
		return n, nil
	}
	text, err := os.ReadFile(path)
	if err == nil {
		s[path] = compressed(text)
	}
	return s[path], err
}

// measured is one page.
func (s sizes) measured(path string) (b bounds, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return b, err
	}
	root, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return b, err
	}
	b.page = compressed(text)
	b.first = b.page
	for n := range root.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		b.elements++
		for _, link := range loadedBy(n) {
			n, err := s.of(filepath.Join(filepath.Dir(path), filepath.FromSlash(link)))
			if err != nil {
				return b, err
			}
			b.first += n
		}
	}
	return b, nil
}

// loadedBy are the files that an element makes a browser load with the page.
func loadedBy(n *html.Node) (links []string) {
	attributes := map[string]string{}
	for _, a := range n.Attr {
		attributes[a.Key] = a.Val
	}
	switch {
	case n.Data == "script" || n.Data == "img" && attributes["loading"] != "lazy":
		links = append(links, attributes["src"])
	case n.Data == "link" && strings.Contains("stylesheet icon preload modulepreload", attributes["rel"]):
		links = append(links, attributes["href"])
	case n.Data == "form":
		if _, later := attributes["data-later"]; !later {
			links = append(links, attributes["data-board"])
		}
	}
	var local []string
	for _, l := range links {
		if l, _, _ = strings.Cut(l, "?"); l != "" && !strings.Contains(l, ":") {
			local = append(local, l)
		}
	}
	return local
}

func compressed(text []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(text)
	_ = w.Close()
	return b.Len()
}
