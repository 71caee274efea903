package site

import (
	"testing"

	"github.com/jouleboard/jouleboard/units"
)

func TestRelativeLinksClimbToTheRoot(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"", "", "./"},
		{"", "data/", "data/"},
		{"tasks/gpqa/", "", "../../"},
		{"tasks/gpqa/", "data/#provenance", "../../data/#provenance"},
		{"data/", "methods/", "../methods/"},
	} {
		if got := relative(c.from, c.to); got != c.want {
			t.Errorf("from %q to %q: got %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestBasePathHasASlashAtBothEnds(t *testing.T) {
	for base, want := range map[string]string{
		"": "/", "https://example.org/": "/", "https://example.org": "/",
		"https://example.org/energy/": "/energy/", "https://example.org/a/b": "/a/b/",
	} {
		if got := basePath(base); got != want {
			t.Errorf("%q: got %q, want %q", base, got, want)
		}
	}
}

func TestSlugsAreLowerCaseLettersDigitsAndHyphens(t *testing.T) {
	for name, want := range map[string]string{
		"B200": "b200", "Mamba-Transformer Hybrid": "mamba-transformer-hybrid", "../x": "x", "RTX  4090!": "rtx-4090",
	} {
		if got := slug(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
	if a, b := slug("日本"), slug("中国"); a == b || a == "" {
		t.Errorf("names without letters share the address %q", a)
	}
}

func TestScaleKeepsItsEndsInside(t *testing.T) {
	s := scale{0.01, 100}
	if lo, hi := s.at(0.01), s.at(100); lo != 6 || hi != 144 {
		t.Errorf("ends at %v and %v", lo, hi)
	}
	if n := len(s.ticks(units.Style{}, units.Form{})); n < 2 || n > 4 {
		t.Errorf("%d ticks", n)
	}
	if at := (scale{2, 2}).at(2); at != 75 {
		t.Errorf("a single value is at %v", at)
	}
}
