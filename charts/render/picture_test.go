package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
)

// lettered is a renderer that makes files.
func lettered(tb testing.TB, options render.Options) *render.Renderer {
	tb.Helper()
	with := fonts(tb)
	with.CacheDir, with.Limit = options.CacheDir, options.Limit
	return renderer(tb, with)
}

// fonts are the options that files need.
func fonts(tb testing.TB) render.Options {
	tb.Helper()
	regular, bold := assets.ChartFonts()
	tokens := assets.Tokens()
	tokens["--warn"] = "light-dark(#b45309, #fbbf24)"
	return render.Options{Engine: engine(tb), Regular: regular, Bold: bold, Tokens: tokens}
}

var one struct {
	sync.Once
	renderer *render.Renderer
}

// common is a renderer that tests share, since an engine takes a second to start. It keeps nothing.
func common(tb testing.TB) *render.Renderer {
	tb.Helper()
	options := fonts(tb)
	one.Do(func() { one.renderer, _ = render.New(options) })
	if one.renderer == nil {
		tb.Fatal("no renderer")
	}
	return one.renderer
}

func drawn(tb testing.TB, r *render.Renderer, chart render.Chart) *render.Drawing {
	tb.Helper()
	d, err := r.Draw(tb.Context(), chart)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// files draws a golden chart and returns its files.
func files(tb testing.TB, r *render.Renderer, chart render.Chart) []render.File {
	tb.Helper()
	chart.Option = option(tb, chart.ID)
	all, err := drawn(tb, r, chart).Files(tb.Context(), chart.ID)
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

func TestFilesOfAFigure(t *testing.T) {
	var names []string
	for _, f := range files(t, common(t), golden[0]) {
		names = append(names, f.Name)
	}
	want := []string{"frontier-light.svg", "frontier-dark.svg", "frontier-light.png", "frontier-dark.png", "frontier.pdf"}
	if !slices.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
}

func TestFilesAreTheSameInEveryRun(t *testing.T) {
	other := common(t)
	for _, chart := range golden {
		first, second := files(t, common(t), chart), files(t, other, chart)
		for i := range first {
			if !bytes.Equal(first[i].Bytes, second[i].Bytes) {
				t.Errorf("%s differs from run to run", first[i].Name)
			}
		}
	}
}

func TestFilesComeFromTheCache(t *testing.T) {
	dir := t.TempDir()
	want := files(t, lettered(t, render.Options{CacheDir: dir}), golden[0])
	got := files(t, lettered(t, render.Options{CacheDir: dir, Limit: 1}), golden[0]) // no time to draw anything
	for i := range want {
		if !bytes.Equal(got[i].Bytes, want[i].Bytes) {
			t.Errorf("%s from the cache differs", want[i].Name)
		}
	}
}

func TestSVGFilesAreAsBefore(t *testing.T) {
	r := common(t)
	for _, chart := range golden {
		t.Run(chart.ID, func(t *testing.T) {
			for _, f := range files(t, r, chart)[:2] {
				compare(t, filepath.Join("testdata", f.Name), strings.TrimSuffix(string(f.Bytes), "\n"))
			}
		})
	}
}

// TestSVGFilesStandAlone: nothing in them needs a page around, a theme or a style sheet.
func TestSVGFilesStandAlone(t *testing.T) {
	r := common(t)
	for _, chart := range golden {
		for _, f := range files(t, r, chart)[:2] {
			text := string(f.Bytes)
			for _, word := range []string{"var(", "light-dark(", " style=", "<style", "class", "dominant-baseline", "data-i"} {
				if strings.Contains(text, word) {
					t.Errorf("%s has %q", f.Name, word)
				}
			}
			for _, start := range []string{`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 `, "<title id="} {
				if !strings.Contains(text, start) {
					t.Errorf("%s lacks %q", f.Name, start)
				}
			}
			wellFormed(t, f)
		}
	}
}

func wellFormed(t *testing.T, f render.File) {
	t.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(f.Bytes))
	for {
		if _, err := decoder.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%s: %v", f.Name, err)
		}
	}
}

func TestPNGFilesHaveTheChartsSizeTwice(t *testing.T) {
	f := files(t, common(t), golden[0])[2]
	config, err := png.DecodeConfig(bytes.NewReader(f.Bytes))
	if err != nil {
		t.Fatal(err)
	}
	if config.Width != 2*golden[0].Width || config.Height != 2*golden[0].Height {
		t.Errorf("%d × %d pixels, want %d × %d", config.Width, config.Height, 2*golden[0].Width, 2*golden[0].Height)
	}
}

func TestColourThatOnlyABrowserKnowsIsAnError(t *testing.T) {
	r := common(t)
	for colour, word := range map[string]string{
		"var(--nowhere)":      "var(--nowhere): no such token",
		"oklch(0.7 0.1 30)":   "give a name, #rrggbb",
		"color-mix(in, a, b)": "give a name, #rrggbb",
		"greenish":            "give a name, #rrggbb",
	} {
		chart := small(0)
		chart.Option = bytes.ReplaceAll(chart.Option, []byte("var(--accent)"), []byte(colour))
		if _, err := drawn(t, r, chart).SVG(render.Light); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("%s: error %v, want one with %q", colour, err, word)
		}
	}
}

func TestFilesWithoutFontsAreRefused(t *testing.T) {
	_, err := drawn(t, renderer(t, render.Options{}), small(0)).PDF()
	if err == nil || !strings.Contains(err.Error(), "no fonts were given") {
		t.Errorf("error %v, want one that says what is missing", err)
	}
}
