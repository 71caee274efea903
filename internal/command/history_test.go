package command

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// printed is what the command prints.
func printed(t *testing.T, args ...string) string {
	t.Helper()
	var out, messages bytes.Buffer
	if err := run(t.Context(), &out, &messages, args); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, &messages)
	}
	return out.String()
}

// A snapshot of the published data holds what rank prints for each task, whatever
// form the data have.
func TestASnapshotIsWhatTheBoardsRank(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		published := filepath.Join(root, "data", "mlenergy-v3")
		file := filepath.Join(t.TempDir(), "history.jsonl")
		for _, source := range []string{"compiled", "leaderboard"} {
			printed(t, "history", "--add", "--quiet", "--source", filepath.Join(published, source),
				"--date", "2026-01-01", "--revision", source, file)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		h, err := history.Read(file, bytes.NewReader(text))
		if err != nil || len(h.Snapshots) != 1 {
			t.Fatalf("%d snapshots of the same results in two forms, want 1: %v", len(h.Snapshots), err)
		}
		lines := bytes.Split(text, []byte("\n"))
		if n := len(lines[len(lines)-2]); n > 20_000 {
			t.Errorf("a snapshot of the published data takes %d bytes, want 20,000 at most", n)
		}
		for _, b := range h.Snapshots[0].Boards {
			var ranked struct {
				Rows, Late []struct {
					Run     string
					Model   string  `json:"model_id"`
					Energy  float64 `json:"energy_joules"`
					Latency float64
				}
			}
			answer := printed(t, "rank", "--quiet", "--source", filepath.Join(published, "compiled"), "--task", b.Task, "--format", "json")
			if err := json.NewDecoder(strings.NewReader(answer)).Decode(&ranked); err != nil {
				t.Fatal(err)
			}
			if len(ranked.Rows) != len(b.Best) || len(ranked.Late) != len(b.Late) {
				t.Fatalf("%s: %d and %d late, rank has %d and %d", b.Task, len(b.Best), len(b.Late), len(ranked.Rows), len(ranked.Late))
			}
			for i, r := range ranked.Rows {
				c := b.Best[i]
				near := func(x, y, most float64) bool { return math.Abs(math.Log(x/y)) <= most }
				if c.Run != r.Run || c.Model != r.Model || !near(c.Energy, r.Energy, 0.0003) || !near(c.Latency, r.Latency, 0.0006) {
					t.Errorf("%s: place %d is %+v, rank says %+v", b.Task, i+1, c, r)
				}
			}
		}
	})
}
