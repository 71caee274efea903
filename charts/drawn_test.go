package charts_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
)

// draw renders a golden option.
func draw(t *testing.T, name string, width, height int) string {
	t.Helper()
	engine, err := assets.ChartEngine()
	if errors.Is(err, assets.ErrNotGenerated) {
		t.Skip(err)
	}
	option, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	r, err := render.New(render.Options{Engine: engine, Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	svg, err := r.SVG(context.Background(), render.Chart{ID: "c", Title: "chart", Option: option, Width: width, Height: height})
	if err != nil {
		t.Fatal(err)
	}
	return svg
}

var textElement = regexp.MustCompile(`<text[^>]*>([^<]*)</text>`)

func texts(svg string) []string {
	var all []string
	for _, m := range textElement.FindAllStringSubmatch(svg, -1) {
		all = append(all, m[1])
	}
	return all
}

// TestEngineWritesTheTexts holds the engine to what the layout assumes.
func TestEngineWritesTheTexts(t *testing.T) {
	for _, c := range []struct {
		name          string
		width, height int
		want          []string
	}{
		{"task-frontier", 1120, 440, []string{
			"0.1", "0.2", "20", "50", "B200", "frontier", "over the 50 ms deadline", "Model 0, batch 2,048",
			"Median inter-token latency, ms (log)", "Energy per token, J (log)",
		}},
		{"energy-by-model", 1120, 150, []string{"Model 0", "Model 3", "0.0813"}},
		{"energy-by-group", 340, 190, []string{"A100 · 20 configurations"}},
		{"output-lengths", 340, 220, []string{"1,000", "3,000", "Output length, tokens", "Answers"}},
		{"batch-throughput-2", 340, 240, []string{"1× H100", "4× H100", "Throughput, images/s"}},
	} {
		got := texts(draw(t, c.name, c.width, c.height))
		for _, want := range c.want {
			if !slices.Contains(got, want) {
				t.Errorf("%s: no text %q in %q", c.name, want, got)
			}
		}
	}
}

func TestEngineNumbersTheMarksAndKeepsTheThemesColours(t *testing.T) {
	svg := draw(t, "task-frontier", 1120, 440)
	if got, want := strings.Count(svg, " data-i="), 60; got != want {
		t.Errorf("got %d marks, want %d", got, want)
	}
	for _, want := range []string{`"var(--frontier)"`, `"var(--ring)"`, `"var(--line)"`, `"#2f9a78"`} {
		if !strings.Contains(svg, want) {
			t.Errorf("no colour %s", want)
		}
	}
}
