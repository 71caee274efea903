package render

import (
	"slices"
	"strings"
	"testing"
)

func TestWrapFillsLinesAndCutsTheLast(t *testing.T) {
	f, err := sans()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text  string
		width float64
		most  int
		want  []string
	}{
		{"one two three", 100, 3, []string{"one two three"}},
		{"one  two\nthree", 4.2, 3, []string{"one two", "three"}},
		{"one two three", 4.2, 1, []string{"one tw…"}},
		{"one two three four", 4.2, 2, []string{"one two", "three f…"}},
		{"incomprehensible", 4.2, 2, []string{"incom…"}},
		{"a incomprehensible", 4.2, 2, []string{"a", "incom…"}},
		{"one", 4.2, 0, nil},
		{" ", 4.2, 3, nil},
	} {
		got := f.regular.wrap(c.text, c.width, c.most)
		if !slices.Equal(got, c.want) {
			t.Errorf("%q in %g: %q, want %q", c.text, c.width, got, c.want)
		}
		for _, line := range got {
			if w := f.regular.width(line); w > c.width {
				t.Errorf("%q is %g wide, want at most %g", line, w, c.width)
			}
		}
	}
}

// TestWidthIsTheFonts compares with the advances that the font's own table states, of 2048 units each em.
func TestWidthIsTheFonts(t *testing.T) {
	f, err := sans()
	if err != nil {
		t.Fatal(err)
	}
	for text, units := range map[string]float64{"": 0, "i": 455, "W": 1933, "0.1": 1139 + 569 + 1139} {
		if got := f.regular.width(text) * 2048; got != units {
			t.Errorf("%q is %g units wide, want %g", text, got, units)
		}
	}
	if strings.Contains(f.families, "'") || f.bold.width("W") <= f.regular.width("i") {
		t.Error("bold W is narrower than i")
	}
}
