package render_test

import (
	"bytes"
	"flag"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

var update = flag.Bool("update", false, "write the golden drawings anew")

// tokens are short ones of a site.
func tokens() map[string]string {
	return map[string]string{
		"--bg": "light-dark(#fcfcfb, #14161a)", "--panel": "light-dark(#fff, #1b1e24)", "--line": "light-dark(#e4e4df, #2c313a)",
		"--fg": "light-dark(#1b1d21, #e8e9eb)", "--muted": "light-dark(#5c6068, #a3a9b4)", "--accent": "light-dark(#0b6b4f, #3ddc97)",
		"--bar": "light-dark(#4f9c82, #3f8e73)", "--late": "light-dark(#e4e4df, #2c313a)", "--frontier": "#123456",
		"--ring": "light-dark(#0b6b4f, #3ddc97)", "--label": "light-dark(#1b1d21, #e8e9eb)", "--font": `system-ui, "Liberation Sans"`,
	}
}

func renderer(tb testing.TB) *render.Renderer {
	tb.Helper()
	r, err := render.New(tokens())
	if err != nil {
		tb.Fatal(err)
	}
	return r
}

func files(tb testing.TB, chart render.Chart) []render.File {
	tb.Helper()
	all, err := renderer(tb).Files(tb.Context(), chart, chart.ID)
	if err != nil {
		tb.Fatal(err)
	}
	return all
}

func TestFilesOfAFigure(t *testing.T) {
	var names []string
	for _, f := range files(t, golden()[0]) {
		names = append(names, f.Name)
	}
	want := []string{"cloud-light.svg", "cloud-dark.svg", "cloud-light.png", "cloud-dark.png", "cloud.pdf"}
	if !slices.Equal(names, want) {
		t.Errorf("files %v, want %v", names, want)
	}
}

func TestFilesAreTheSameInEveryRun(t *testing.T) {
	for _, chart := range golden() {
		first, second := files(t, chart), files(t, chart)
		for i := range first {
			if !bytes.Equal(first[i].Bytes, second[i].Bytes) {
				t.Errorf("%s differs from run to run", first[i].Name)
			}
		}
	}
}

func TestDrawingsAreAsBefore(t *testing.T) {
	for _, chart := range golden() {
		t.Run(chart.ID, func(t *testing.T) {
			compare(t, filepath.Join("testdata", chart.ID+".svg"), chart.Inline())
			for _, f := range files(t, chart)[:2] {
				compare(t, filepath.Join("testdata", f.Name), strings.TrimSuffix(string(f.Bytes), "\n"))
			}
			content, err := renderer(t).PNG(t.Context(), chart, render.Dark, 1)
			if err != nil {
				t.Fatal(err)
			}
			comparePixels(t, filepath.Join("testdata", chart.ID+".png"), content)
		})
	}
}

func written(t *testing.T, path string, got []byte) []byte {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return want
}

func compare(t *testing.T, path, got string) {
	t.Helper()
	got = strings.ReplaceAll(got, "><", ">\n<") + "\n" // a line per element, for readable differences
	want := strings.Split(string(written(t, path, []byte(got))), "\n")
	for i, line := range strings.Split(got, "\n") {
		if i >= len(want) || line != want[i] {
			was := strings.Join(want[min(i, len(want)):min(i+1, len(want))], "")
			t.Fatalf("%s:%d: differs; -update writes it anew\ngot  %s\nwant %s", path, i+1, line, was)
		}
	}
}

func comparePixels(t *testing.T, path string, got []byte) {
	t.Helper()
	if n := unlike(decoded(t, got), decoded(t, written(t, path, got))); n > 0 {
		t.Errorf("%s: %d pixels differ; -update writes it anew", path, n)
	}
}

func decoded(tb testing.TB, content []byte) image.Image {
	tb.Helper()
	picture, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		tb.Fatal(err)
	}
	return picture
}

// unlike counts pixels that differ by more than what another processor's rounding may do.
func unlike(a, b image.Image) int {
	if a.Bounds() != b.Bounds() {
		return a.Bounds().Dx() * a.Bounds().Dy()
	}
	n := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			if apart(a.At(x, y), b.At(x, y)) > 12 {
				n++
			}
		}
	}
	return n
}

// apart is the difference of two opaque colors' worst levels, of 255.
func apart(a, b color.Color) int {
	r, g, bl, _ := a.RGBA()
	r2, g2, bl2, _ := b.RGBA()
	worst := 0
	for _, d := range []int{int(r>>8) - int(r2>>8), int(g>>8) - int(g2>>8), int(bl>>8) - int(bl2>>8)} {
		worst = max(worst, d, -d)
	}
	return worst
}

// TestSVGFilesStandAlone: nothing in them needs a page around, a theme or a style sheet.
func TestSVGFilesStandAlone(t *testing.T) {
	for _, chart := range golden() {
		for _, f := range files(t, chart)[:2] {
			for _, word := range []string{"var(", "light-dark(", " style=", "<style", "class", "dominant-baseline", "data-"} {
				if strings.Contains(string(f.Bytes), word) {
					t.Errorf("%s has %q", f.Name, word)
				}
			}
			start := `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 200" role="img"`
			size := ` width="300" height="200" font-family="Liberation Sans, Arimo, Arial, Helvetica, sans-serif"`
			if !strings.HasPrefix(string(f.Bytes), start) || !strings.Contains(string(f.Bytes), size) {
				t.Errorf("%s lacks space or size: %.300s", f.Name, f.Bytes)
			}
		}
	}
}

func TestTokensThatAreMissingOrNoColorAreNamed(t *testing.T) {
	for token, value := range map[string]string{"--panel": "", "--accent": "oklch(0.7 0.1 30)", "--bar": "light-dark(#fff, red)"} {
		all := tokens()
		all[token] = value
		if _, err := render.New(all); err == nil || !strings.Contains(err.Error(), "token "+token+" is ") {
			t.Errorf("%s: %q: error %v, want one that names it", token, value, err)
		}
	}
}
