package command

import (
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var (
	svgCircle = regexp.MustCompile(`<circle[^>]* cx="([\d.]+)" cy="([\d.]+)"`)
	texCenter = regexp.MustCompile(`<path d=" M ([-\d.]+) ([-\d.]+) M `)
	texWidth  = regexp.MustCompile(`width="([\d.]+)pt"`)
	texSize   = regexp.MustCompile(`font-size="([^"]+)"`)
)

// TeX sets the pictures for LaTeX at their width, with text of 8 pt, and its circles are where the SVG file has them.
func TestTeXSetsPictures(t *testing.T) {
	browser := filepath.Join(module, "test", "browser")
	if _, err := os.Stat(filepath.Join(browser, "node_modules", "node-tikzjax")); err != nil {
		t.Skip("TeX is not installed: run make test, or npm ci in test/browser")
	}
	dir := t.TempDir()
	kinds := []string{"10-two-axes", "15-diffusion", "18-diverging", "20-own-data"}
	arguments := []string{"tikz.mjs"}
	for _, kind := range kinds {
		out := filepath.Join(dir, kind)
		command(t, "figure", "--spec", "testdata/kinds/"+kind+".yaml", "--width", "3.3in", "--font-size", "8", "--out", out+".svg,"+out+".tikz")
		arguments = append(arguments, out+".tikz")
	}
	tex := exec.Command("node", arguments...)
	tex.Dir = browser
	if out, err := tex.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, kind := range kinds {
		set, own := readText(t, filepath.Join(dir, kind+".tikz.svg")), readText(t, filepath.Join(dir, kind+".svg"))
		const perBigPoint = 72.27 / 72 // TeX's points, of which SVG files have 8/12 for each px
		if width := texWidth.FindStringSubmatch(set); width == nil || math.Abs(number(width[1])-237.6*perBigPoint) > 0.01 {
			t.Errorf("%s: width %v", kind, width)
		}
		sizes := texSize.FindAllStringSubmatch(set, -1)
		if len(sizes) < 5 || strings.Count(set, `font-size="8"`) != len(sizes) {
			t.Errorf("%s: texts of sizes %v", kind, sizes)
		}
		centers := texCenter.FindAllStringSubmatch(set, -1)
		circles := svgCircle.FindAllStringSubmatch(own, -1)
		found := 0
		for _, c := range circles {
			x, y := number(c[1])*8/12*perBigPoint, -number(c[2])*8/12*perBigPoint
			for _, s := range centers {
				if math.Hypot(number(s[1])-x, number(s[2])-y) < 0.1 {
					found++
					break
				}
			}
		}
		if found != len(circles) {
			t.Errorf("%s: %d of %d circles are where the SVG file has them", kind, found, len(circles))
		}
	}
}

func number(text string) float64 {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return math.NaN()
	}
	return x
}

func readText(t *testing.T, name string) string {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}
