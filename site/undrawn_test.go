package site

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/data"
)

// What no chart of the program is, one of a size that no file can have, is told on the page.
func TestAChartThatCannotBeDrawnIsToldInItsPlace(t *testing.T) {
	opts := options(t)
	e := newEdition(Select(results(), opts.Content), opts)
	p := e.boardEntry(e.tasks[0], page{})
	a := e.tasks[0].tradeoff()
	figure := p.viewDrawing(e.tasks[0], *a, e.tasks[0].answerTo(*a))
	figure.Wide.Height = 20_000
	p.ctx = t.Context()
	v := p.figureAlone("tradeoff-figure", figure, nil)
	if p.err != nil || len(v.Drawings) > 0 || !strings.Contains(v.Message, "cannot be drawn") || !strings.Contains(v.Message, "20000 px") ||
		!strings.Contains(v.Message, "runs row 1, runs row 2") || len(v.Links) != 0 {
		t.Errorf("got %+v, %v", v, p.err)
	}
	found := e.undrawn
	data.SortProblems(found)
	if len(found) != 8 || found[0].File != "runs" || found[0].Row != 1 || !strings.Contains(found[0].Message, "page /tasks/gpqa/") {
		t.Errorf("got %v", found)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p.ctx = ctx
	if p.figureAlone("tradeoff-figure", figure, nil); p.err == nil {
		t.Error("a build that was ended goes on")
	}
}

// A renderer that lacks the colors of marks draws no chart with marks.
func TestStrictBuildsNoSiteThatLacksCharts(t *testing.T) {
	opts := options(t)
	old := onDisk(t, opts)["index.html"]
	tokens := assets.Tokens()
	maps.DeleteFunc(tokens, func(name, _ string) bool {
		return !slices.Contains([]string{"--panel", "--bg", "--fg", "--muted", "--line", "--bar", "--accent"}, name)
	})
	var err error
	if opts.Charts, err = render.New(tokens); err != nil {
		t.Fatal(err)
	}
	opts.Strict = true
	_, err = Build(context.Background(), Select(results(), opts.Content), opts)
	if err == nil || !strings.Contains(err.Error(), "runs: row 1") {
		t.Errorf("got %v", err)
	}
	if now, _ := os.ReadFile(filepath.Join(opts.Out, "index.html")); string(now) != old {
		t.Error("the old site changed")
	}
	opts.Strict = false
	report, err := Build(context.Background(), Select(results(), opts.Content), opts)
	if err != nil ||
		!slices.ContainsFunc(report.Problems, func(p data.Problem) bool { return strings.Contains(p.Message, "cannot be drawn") }) {
		t.Errorf("got %+v, %v", report, err)
	}
	page, _ := os.ReadFile(filepath.Join(opts.Out, "tasks", "gpqa", "index.html"))
	if !strings.Contains(string(page), "This chart cannot be drawn") {
		t.Error("the page does not say so")
	}
}
