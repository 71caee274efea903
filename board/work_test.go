package board

import (
	"fmt"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
)

// video is a run of a model that makes frames of a size, in energy J.
func video(model string, width, height, frames, batch int, energy float64) data.DiffusionRun {
	return data.DiffusionRun{
		Domain: "diffusion", Task: data.TextToVideo, ModelID: "org/" + model, Nickname: model, WeightPrecision: "bfloat16", GPUModel: "H100",
		NumGPUs: 1, BatchSize: batch, Height: height, Width: width, InferenceSteps: data.Some(50), NumFrames: data.Some(frames), FPS: data.Some(10),
		BatchLatencySeconds: 10, AvgPowerWatts: 500, EnergyPerGenerationJoules: energy, ThroughputGenerationsPerSec: float64(batch) / 10,
	}
}

func videos() *Board {
	runs := []data.DiffusionRun{
		video("small", 720, 480, 50, 1, 1000), video("small", 720, 480, 50, 2, 900),
		video("a", 1280, 720, 100, 1, 9000), video("b", 1280, 720, 100, 1, 8000), video("b", 720, 480, 50, 1, 2000), video("c", 1280, 720, 100, 1, 20000),
	}
	return New(aggregate.Rows(data.NewRuns(runs, false).Table, aggregate.Uncertainty{}), 30, aggregate.P50)
}

// told is what a board shows: model, work and rank of each row.
func told(b *Board, query string) (text string) {
	q, _ := b.Parse(query)
	a := b.Answer(q)
	for i, r := range a.Rows {
		named := Settings{Name: func(f data.Field) string { return f.Name }}
		text += fmt.Sprintf("%s (%s) %s, ", r.Nickname, named.Text(r, b.Grouping(q)), a.Ranks[i])
	}
	return text
}

func TestRanksAreAmongEqualWork(t *testing.T) {
	b := videos()
	for query, want := range map[string]string{
		"": "b (1280×720 px, 100 num_frames) 1, a (1280×720 px, 100 num_frames) 2, c (1280×720 px, 100 num_frames) 3, " +
			"small (720×480 px, 50 num_frames) 1, b (720×480 px, 50 num_frames) 2, ",
		"sort=-nickname": "c (1280×720 px, 100 num_frames) 3, b (1280×720 px, 100 num_frames) 1, a (1280×720 px, 100 num_frames) 2, " +
			"small (720×480 px, 50 num_frames) 1, b (720×480 px, 50 num_frames) 2, ",
		"q=small": "small (720×480 px, 50 num_frames) 1, ",
		// 900 J of 17.28 megapixels, and 8,000 J of 92.16
		"sort=energy_per_megapixel":    "small () 1, b () 2, a () 3, c () 4, ",
		"sort=energy_per_video_second": "b (1280×720 px) 1, a (1280×720 px) 2, c (1280×720 px) 3, small (720×480 px) 1, b (720×480 px) 2, ",
	} {
		if got := told(b, query); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", query, got, want)
		}
	}
	if a := b.Answer(b.Default); a.Models != 4 || len(a.Best) != 5 {
		t.Errorf("%d models, %d rows", a.Models, len(a.Best))
	}
	c, _ := b.Default.Choose(b.Rows)
	if c.Row.Nickname != "b" || len(c.Others) != 2 {
		t.Errorf("chosen %s among %d", c.Row.Nickname, len(c.Others))
	}
	c.Query.Sort.Field = "energy_per_megapixel"
	if _, lacks := b.Between(c); lacks != NoMetric {
		t.Errorf("between points of a measure: lacks %q", lacks)
	}
}
