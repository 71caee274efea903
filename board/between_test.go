package board

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/internal/shared"
	"github.com/jouleboard/jouleboard/leaderboard"
)

// The range that all other models of a task give holds 90% of the points of a model, of all published tasks together.
func TestRangesBetweenPointsHoldThoseOfOtherModels(t *testing.T) {
	ds, err := leaderboard.Read(context.Background(), filepath.Join(shared.Whole(t), "data", "mlenergy-v3", "leaderboard"), leaderboard.Options{})
	if err != nil {
		t.Fatal(err)
	}
	settings, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{"", "rent=H100:2,B200:3.7&sort=cost", "pct=p99"} {
		held, n := 0, 0
		for _, b := range ShownIn(ds, settings) {
			q, _ := b.Parse(query)
			models := map[string]bool{}
			for _, r := range b.Rows {
				models[r.ModelID] = true
			}
			for model := range models {
				others := q.misses(lists.Filter(b.Rows, func(r aggregate.Row) bool { return r.ModelID != model }))
				at := int(math.Ceil(heldShare*float64(len(others)+1))) - 1
				if len(others) < leastPoints || at >= len(others) {
					continue
				}
				for _, miss := range q.misses(lists.Filter(b.Rows, func(r aggregate.Row) bool { return r.ModelID == model })) {
					n++
					if miss <= others[at] {
						held++
					}
				}
			}
		}
		t.Logf("%q: %d of %d points are held, %.1f%%", query, held, n, 100*float64(held)/float64(n))
		if n < 300 || float64(held) < 0.9*float64(n) {
			t.Errorf("%q: %d of %d", query, held, n)
		}
	}
}
