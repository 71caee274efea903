package site

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/board"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/history"
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
			Date: fmt.Sprintf("20%02d-01-01", i), Revision: "r",
			Boards: []history.Board{{
				Task: "gpqa", Domain: "llm", Deadline: 50, EnergyField: "energy_per_token_joules",
				LatencyField: "median_itl_ms", Best: []history.Configuration{c}, Late: []history.Configuration{},
			}},
		})
	}
	return h
}

func TestTheHistoryOnPagesIsBounded(t *testing.T) {
	h := longHistory(90)
	e := &edition{content: content.Content{Words: content.English()}, chronicle: &chronicle{History: h}}
	for _, s := range h.Steps() {
		e.chronicle.steps = append(e.chronicle.steps, step{s, "a" + s.To.Date})
	}
	feed, err := e.historyFeed()
	if n := strings.Count(string(feed), "<entry>"); err != nil || n != mostFeedSteps {
		t.Errorf("the feed has %d entries, want the %d newest: %v", n, mostFeedSteps, err)
	}
	if !strings.Contains(string(feed), "2089-01-01") || strings.Contains(string(feed), "2001-01-01T") {
		t.Error("the feed does not hold the newest")
	}
	about := oneTask(t)
	f := (&page{edition: e}).trendFigure("org/a", about)
	if len(f.Rows) != mostMoments || !strings.Contains(f.Caption, "30 earlier dates") {
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
