package site

import (
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// longHistory is a model's energy on so many days, each of which shows another.
func longHistory(days int) history.History {
	var h history.History
	for i := range days {
		c := history.Configuration{
			Run: "r", Model: "org/a", Name: "A", Precision: "fp8", GPU: "H100", NumGPUs: 1, Batch: 8,
			Energy: 1 + float64(i%2), Latency: 10,
		}
		h.Snapshots = append(h.Snapshots, history.Snapshot{
			Date: time.Date(2000, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly), Revision: "r",
			Boards: []history.Board{{
				Terms: history.Terms{
					Task: "gpqa", Domain: "llm", Deadline: 50, EnergyField: "energy_per_token_joules", LatencyField: "median_itl_ms",
				},
				Best: []history.Configuration{c}, Late: []history.Configuration{},
			}},
		})
	}
	return h
}

func TestTheHistoryOnPagesIsBounded(t *testing.T) {
	h := longHistory(400)
	e := &edition{content: content.Content{Words: content.English()}, chronicle: chronicleOf(h)}
	feed, err := e.historyFeed(nil)
	if n := strings.Count(string(feed), "<entry>"); err != nil || n != mostFeedSteps {
		t.Errorf("the feed has %d entries, want the %d newest: %v", n, mostFeedSteps, err)
	}
	if !strings.Contains(string(feed), "2001-02-03") || strings.Contains(string(feed), "2000-01-02T") {
		t.Error("the feed does not hold the newest")
	}
	about := oneTask(t)
	f := (&page{edition: e}).trendFigure("org/a", about)
	if len(f.Rows) != mostMoments || !strings.Contains(f.Caption, "34 earlier dates") {
		t.Errorf("a trend has %d rows and says %q", len(f.Rows), f.Caption)
	}
}

// oneTask is a task with one run.
func oneTask(t *testing.T) *task {
	t.Helper()
	run := data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "org/a", Nickname: "A", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8,
		EnergyPerTokenJoules: 1, MedianITLMillis: 10, P50ITLMillis: 10,
	}
	measured := data.NewRuns([]data.LLMRun{run}, true).Table
	return tasksOf(board.Tasks(data.Dataset{Tables: []data.Table{measured}}, aggregate.Rows(measured, aggregate.Uncertainty{}),
		content.Content{}), content.Content{Words: content.English()})[0]
}

// A site with a history says what leads, has a trend of each board, and feeds of the same rows; none of this is on a site without.
func TestASiteWithAHistorySaysWhatBecameBest(t *testing.T) {
	ds, opts := many(3, 1, 2), options(t)
	for name, text := range builtOf(t, ds, opts) {
		if strings.HasPrefix(name, historyPath) || strings.Contains(text, "history/") && strings.HasSuffix(name, ".html") && !strings.HasPrefix(name, "about") {
			t.Errorf("%s speaks of a history that there is not", name)
		}
	}
	shown := lists.Map(newEdition(Select(ds, opts.Content), opts).all, (*task).shown)
	boards := history.Take(shown)
	boards[0].Best = boards[0].Best[1:]
	opts.History = &history.History{Snapshots: []history.Snapshot{{Date: "2025-01-01", Boards: boards}}}
	files := builtOf(t, ds, opts)
	for name, want := range map[string]string{
		"history/index.html": "Leads since", "index.html": "What became best", "tasks/gpqa/index.html": `id="history"`,
		"history/gpqa.xml": "now uses the least energy", "history/feed.xml": "now uses the least energy",
		"history/changes.json": `"cause":"data"`,
	} {
		if !strings.Contains(files[name], want) {
			t.Errorf("%s does not say %q", name, want)
		}
	}
	for name := range files {
		if strings.HasSuffix(name, ".html") && strings.Contains(files[name], "history/gpqa.xml") && files["history/gpqa.xml"] == "" {
			t.Errorf("%s links to a feed that is not there", name)
		}
	}
}
