package history_test

import (
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/fitting"
	"github.com/jouleboard/jouleboard/history"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// In a year of nights, exactly what is planted is told: of the right configuration, from the right night on, with what was
// measured with on both sides; outliers and gaps are no changes.
func TestLastingChangesOfAYear(t *testing.T) {
	h := year(1)
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	night := lists.By(lists.Indices(nights), func(i int) (string, int) { return dateOf(i), i })
	told, drifts := map[planted]int{}, 0
	for _, s := range h.Steps() {
		for _, c := range s.Changes {
			if c.Kind != history.Lasting {
				continue
			}
			since, seen := night[c.Shift.Since.Date], night[s.To.Date]
			found := false
			for _, p := range allPlanted() {
				if p.Model != c.Name || p.GPU != c.After.GPU {
					continue
				}
				before, after := night[c.Shift.Before.Date], night[c.Shift.After.Date]
				exact := !p.Drift && before < p.Night && p.Night <= after && since-p.Night <= 1 && p.Night-since <= 1 && seen < p.Night+12 && math.Abs(c.Shift.Ratio-p.Ratio) < 0.03
				if exact || p.Drift && since > driftFrom && since < driftTo+40 && c.Shift.Ratio > 1 {
					told[p]++
					found = true
					if c.Shift.Shape == fitting.Gradually {
						drifts++
					}
				}
			}
			said := c.Words(texts.Task("gpqa", "llm"), texts.Words)
			if !found {
				t.Errorf("not planted: %s on %s: %+v: %s", c.Name, c.After.GPU, *c.Shift, said)
			}
			for at, want := range map[int]string{
				newEngine: "software before: engine=0.10.2 driver=550.54; now: engine=0.11.0 driver=550.54",
				newDriver: "software before: engine=0.11.0 driver=550.54; now: engine=0.11.0 driver=570.86",
				fixed:     "(July 19, 2025, revision night-199) and betaH100 (August 9, 2025, revision night-220)",
			} {
				if near := since-at >= -1 && since-at <= 1; near && c.Name != "gamma" && !strings.Contains(said, want) {
					t.Errorf("%s; want %s", said, want)
				}
			}
		}
	}
	for _, p := range allPlanted() {
		if n := told[p]; n == 0 || n > 1 && !p.Drift {
			t.Errorf("%+v is told %d times", p, n)
		}
	}
	if drifts == 0 {
		t.Error("a drift is told as steps only")
	}
	marked := lists.Filter(h.Trends().Configuration("gpqa", "alphaH100"), func(p history.Point) bool { return p.Shift != nil })
	if len(marked) != 1 || marked[0].Night().Date != dateOf(newEngine) {
		t.Errorf("marks at %+v", marked)
	}
}

// Nights that change nothing are one step, and a run that is left out is named.
func TestStepsOfAYear(t *testing.T) {
	h := year(1)
	steps, compared := h.Steps(), 0
	for i, s := range steps {
		if compared += max(s.Quiet, 1); s.Quiet > 0 == (len(s.Changes) > 0) || i > 0 && s.Quiet > 0 && steps[i-1].Quiet > 0 {
			t.Errorf("a step of %d changes and %d quiet dates", len(s.Changes), s.Quiet)
		}
		for _, c := range s.Changes {
			if s.To.Date == dateOf(leftOut) && (c.Kind != history.Without || c.Name != "zeta" || c.Gone == nil) {
				t.Errorf("%s of %s", c.Kind, c.Name)
			}
		}
	}
	if compared != len(h.Snapshots)-1 {
		t.Errorf("%d of %d snapshots are compared", compared, len(h.Snapshots)-1)
	}
}

// A result that is kept from night to night was measured once.
func TestAResultThatIsKeptIsNoNight(t *testing.T) {
	var h history.History
	for i, s := range year(2).Snapshots[:140] {
		b := s.Boards[0]
		if i%7 > 0 { // measured once a week
			b.Best, b.Others = h.Snapshots[i-1].Boards[0].Best, h.Snapshots[i-1].Boards[0].Others
			b.Best[0].Latency = float64(20 + i%2) // of what ranks nothing
		}
		h.Snapshots = append(h.Snapshots, history.Snapshot{Date: s.Date, Revision: s.Revision, Boards: []history.Board{b}})
	}
	for _, s := range h.Steps() {
		for _, c := range s.Changes {
			if c.Kind == history.Lasting {
				t.Errorf("%s on %s: %s", s.To.Date, c.Name, c.Words(content.Task{}, content.English()))
			}
		}
	}
}
