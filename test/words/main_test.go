package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every rule finds what it is for, and leaves the right words alone.
func TestRulesFindWhatTheyAreFor(t *testing.T) {
	for name, c := range map[string]struct{ wrong, right string }{
		"British spelling":     {"the colour of a licence", "the color of a license"},
		"a for per":            {"one row a run, 5 kWh a year", "one row per run, 5 kWh per year; once a run ends"},
		"unusual term":         {"the most frugal model reads so many files", "the most efficient model reads many files"},
		"nobody in particular": {"somebody should look", "look"},
		"things do not speak":  {"the page tells all", "the page lists all"},
		"odd verb or phrase":   {"it stands in the table", "it is in the table, stand-alone"},
		"space before %":       {"10 % less, %.1f %%", "10% less, %.1f%%, 3 %d"},
		"space before B":       {"32 B parameters", "32B parameters"},
	} {
		if f := faults("a.go", text{3, c.wrong}); len(f) == 0 || !strings.Contains(f[0], "a.go:3: ") ||
			!strings.Contains(f[0], name) {
			t.Errorf("%s: %q gives %q", name, c.wrong, f)
		}
		if f := faults("a.go", text{3, c.right}); len(f) > 0 {
			t.Errorf("%s: %q gives %q", name, c.right, f)
		}
	}
	if len(rules) != 8 {
		t.Errorf("%d rules: give each an example", len(rules))
	}
}

// Texts are found in every kind of file with their line; code is none.
func TestTextsOfFiles(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		lines   []string
	}{
		"a.go":       {"package a\n\n// colour\nvar colour = \"a colour\"\n", []string{"4"}},
		"a.md":       {"# Colour\n\n`colour`\n\n    colour\n\n[a](/colour/)\n", []string{"1"}},
		"a.yaml":     {"colour: red\nhelp: of a colour\n- {colour: x}\n", []string{"2"}},
		"a.templ":    {"<p class={ colour }>\n<b>Choose a colour</b>", []string{"2"}},
		"a.js":       {"const colour = 1;\nsay('this colour');", []string{"2"}},
		"a_test.go":  {"package a\nvar x = \"a colour\"", nil},
		"a_templ.go": {"package a\nvar x = \"a colour\"", nil},
		"a.png":      {"a colour", nil},
	} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte(c.content), 0o600); err != nil {
			t.Fatal(err)
		}
		var lines []string
		for _, x := range textsOf(path) {
			for _, f := range faults("x", x) {
				lines = append(lines, strings.Split(f, ":")[1])
			}
		}
		if strings.Join(lines, " ") != strings.Join(c.lines, " ") {
			t.Errorf("%s: lines %v, want %v", name, lines, c.lines)
		}
	}
}
