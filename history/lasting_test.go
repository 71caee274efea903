package history_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/history"
)

// A year of nights: one model steps up with a new engine after a gap, one drifts, one has outliers, one stays.
func TestLastingChangesOfAYear(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 5))
	var h history.History
	day := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range 330 {
		if day = day.AddDate(0, 0, 1); i == 199 {
			day = day.AddDate(0, 0, 30) // nothing was measured
		}
		noise := func() float64 { return math.Exp(0.03 * rng.NormFloat64()) }
		step, drift, outlier, still := configuration("step", 1*noise()), configuration("drift", 2*math.Exp(float64(i)/365*0.02)*noise()),
			configuration("outlier", 4*noise()), configuration("still", 8*noise())
		step.Software = "engine=0.10"
		if i >= 200 {
			step.Energy, step.Software = step.Energy*1.15, "engine=0.11"
		}
		if i%50 == 7 {
			outlier.Energy *= 1.6
		}
		h.Add(snapshot(day.Format(time.DateOnly), fmt.Sprint("r", i), board("gpqa", step, drift, outlier, still)))
	}
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for _, s := range h.Steps() {
		for _, c := range s.Changes {
			if c.Kind != history.Lasting {
				continue
			}
			found++
			said := c.Words(texts.Task("gpqa", "llm"), texts.Words)
			for _, want := range []string{"lasting change of energy since August", "2025", "+1", "software before: engine=0.10; now: engine=0.11"} {
				if c.Model != "lab/step" || !strings.Contains(said, want) {
					t.Errorf("%s on %s: %s; want %q", c.Model, s.To.Date, said, want)
				}
			}
		}
	}
	if found != 1 {
		t.Errorf("%d lasting changes; want that of one model", found)
	}
	compared := 0
	for i, s := range h.Steps() {
		if compared += max(s.Quiet, 1); s.Quiet > 0 == (len(s.Changes) > 0) || i > 0 && s.Quiet > 0 && h.Steps()[i-1].Quiet > 0 {
			t.Errorf("a step of %d changes and %d quiet dates", len(s.Changes), s.Quiet)
		}
	}
	if compared != len(h.Snapshots)-1 {
		t.Errorf("%d of %d snapshots are compared", compared, len(h.Snapshots)-1)
	}
	marked := 0
	for _, p := range h.Trends().Model("gpqa", "lab/step") {
		if p.Shift != nil {
			marked++
		}
	}
	if marked != 1 {
		t.Errorf("%d points of the trend begin a level; want 1", marked)
	}
}
