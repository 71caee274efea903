package templates

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

func stylesheet(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile("../assets/css/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`(?s)/\*.*?\*/`).ReplaceAllString(string(b), "")
}

func TestClassesOfPagesAndStylesheetAgree(t *testing.T) {
	styled := map[string]bool{}
	all := stylesheet(t, "site.css") + stylesheet(t, "views.css") + stylesheet(t, "text.css") + stylesheet(t, "print.css")
	for _, m := range regexp.MustCompile(`\.([a-z][a-z-]*)`).FindAllStringSubmatch(all, -1) {
		styled[m[1]] = true
	}
	used := map[string]bool{}
	eachPage(t, func(t *testing.T, doc *html.Node) {
		for _, n := range elements(doc, "*") {
			class, _ := attr(n, "class")
			for _, c := range strings.Fields(class) {
				used[c] = true
			}
		}
	})
	for _, c := range scriptClasses(t) {
		used[c] = true
	}
	for _, c := range slices.Sorted(maps.Keys(styled)) {
		if !used[c] {
			t.Errorf("stylesheets style .%s, which no page has", c)
		}
	}
	for _, c := range slices.Sorted(maps.Keys(used)) {
		if !styled[c] {
			t.Errorf("pages have class %s, which no stylesheet styles", c)
		}
	}
}

// scriptClasses are the classes of elements that pages' scripts make.
func scriptClasses(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../assets/js/web/*.js")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	var classes []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range scriptClass.FindAllSubmatch(text, -1) {
			classes = append(classes, strings.Fields(string(m[1]))...)
		}
	}
	return classes
}

var scriptClass = regexp.MustCompile(`(?:\bclass: |classList\.\w+\()'([a-z -]+)'`)

func TestStylesheetsAreSmallAndLoadNothing(t *testing.T) {
	for names, most := range map[string]int{"site.css views.css": 28_500, "text.css": 4_000, "print.css": 4_000} {
		css := ""
		for _, name := range strings.Fields(names) {
			css += stylesheet(t, name)
		}
		if len(css) > most {
			t.Errorf("%s have %d bytes, want at most %d", names, len(css), most)
		}
		if strings.Contains(css, "url(") || strings.Contains(css, "@import") {
			t.Errorf("%s load another file", names)
		}
	}
}

func TestColorsHaveContrast(t *testing.T) {
	tokens := colors(t)
	for _, c := range []struct {
		over, under string
		least       float64
	}{
		{"fg", "bg", 7},
		{"fg", "panel", 7},
		{"fg", "warn-soft", 7},
		{"fg", "accent-soft", 7},
		{"muted", "bg", 4.5},
		{"muted", "panel", 4.5},
		{"muted", "accent-soft", 4.5},
		{"accent", "bg", 4.5},
		{"accent", "panel", 4.5},
		{"line-strong", "bg", 3},
		{"line-strong", "panel", 3},
		{"bar", "bg", 4}, // as dark as other marks
		{"bar", "panel", 4},
		{"focus", "bg", 3},
		{"focus", "panel", 3},
	} {
		for scheme, name := range []string{"light", "dark"} {
			if got := contrast(tokens[c.over][scheme], tokens[c.under][scheme]); got < c.least {
				t.Errorf("%s: --%s on --%s has contrast %.2f, want %.1f", name, c.over, c.under, got, c.least)
			}
		}
	}
}

// colors are the light and dark luminance of each token.
func colors(t *testing.T) map[string][2]float64 {
	tokens := map[string][2]float64{}
	for _, m := range regexp.MustCompile(`--([a-z-]+): light-dark\(#(\w+), #(\w+)\)`).FindAllStringSubmatch(stylesheet(t, "site.css"), -1) {
		tokens[m[1]] = [2]float64{luminance(t, m[2]), luminance(t, m[3])}
	}
	return tokens
}

// luminance is the relative luminance of WCAG 2 for a color in hexadecimal.
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) == 3 {
		hex = fmt.Sprintf("%c%c%c%c%c%c", hex[0], hex[0], hex[1], hex[1], hex[2], hex[2])
	}
	sum := 0.0
	for i, weight := range []float64{.2126, .7152, .0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		sum += weight * linear(float64(n)/255)
	}
	return sum
}

func linear(c float64) float64 {
	if c <= .04045 {
		return c / 12.92
	}
	return math.Pow((c+.055)/1.055, 2.4)
}

func contrast(a, b float64) float64 { return (max(a, b) + .05) / (min(a, b) + .05) }
