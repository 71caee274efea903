package diff

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// Runs of any record type are compared by their field table alone.
func TestRunsOfOtherSystemsAreCompared(t *testing.T) {
	fixtures := filepath.Join(shared.Small(t), "fixtures")
	studies, err := llenergymeasure.Open(t.Context(), filepath.Join(fixtures, "llenergymeasure"))
	if err != nil {
		t.Fatal(err)
	}
	profiles, err := ipw.Open(t.Context(), filepath.Join(fixtures, "ipw"))
	if err != nil {
		t.Fatal(err)
	}
	all := data.Merge(studies, profiles)
	if r := Compare(Side{Data: all}, Side{Data: all}, Options{}); !r.SameResults() || len(r.Changes) > 0 || r.Counts[Same] < 5 {
		t.Errorf("against itself: %v", r.Counts)
	}
	r := Compare(Side{Data: all}, Side{Data: profiles}, Options{})
	gone := len(r.Of(Removed))
	if gone == 0 || gone != len(r.Changes) {
		t.Errorf("%v", r.Counts)
	}
	text := r.Markdown("v")
	if !strings.Contains(text, "<code>"+escaped(studies.Tables[0].Text(0, "study"))+"</code>") || len(r.Failures(FaultKinds())) != gone {
		t.Errorf("the comment does not say what is gone: %s", text)
	}
}

// A board of another system is ranked by its own metric; who is not told apart from
// its neighbours has not moved.
func TestBoardsOfOtherSystemsAreRankedByTheirOwnMetric(t *testing.T) {
	sideOf := func(values ...float64) Side {
		var list []queries
		for i, model := range []string{"a", "b", "c", "d", "e"}[:len(values)] {
			list = append(list, profile(model, "1", values[i]))
		}
		return Side{Data: data.NewDataset(data.Source{}, profiles(list...))}
	}
	base := sideOf(0.9, 0.8, 0.3, 0.2, 0.1)
	for _, c := range []struct {
		name string
		head Side
		want []string
	}{
		{"nothing", base, nil},
		{"noise", sideOf(0.9, 0.8, 0.3, 0.205, 0.1), nil},
		{"into a tie", sideOf(0.9, 0.8, 0.3, 0.2, 0.205), nil},
		{"past another", sideOf(0.9, 0.8, 0.3, 0.2, 0.4), []string{"e 5 → 3 0.1 → 0.4", "c 3 → 4 0.3 → 0.3", "d 4 → 5 0.2 → 0.2"}},
		{"gone", sideOf(0.9, 0.8, 0.3, 0.2), []string{"e 5 → – 0.1 → NaN"}},
	} {
		r := Compare(base, c.head, Options{})
		var got []string
		for _, b := range r.Boards {
			if b.Name != "Intelligence Per Watt, MMLU-Pro, single-turn" || b.Energy.Name != "ipj" {
				t.Errorf("%s: board %q by %s", c.name, b.Name, b.Energy.Name)
			}
			for _, m := range b.Moves {
				got = append(got, fmt.Sprintf("%s %s %.3g → %.3g", m.Name, m.places(), m.BaseEnergy, m.HeadEnergy))
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// A model stands where its best configuration stands.
func TestBoardsOfOtherSystemsRankModels(t *testing.T) {
	base := []queries{profile("a", "1", 0.9), profile("a", "1", 0.1), profile("b", "1", 0.4)}
	base[1].Engine = data.Some("another")
	sideOf := func(list ...queries) Side { return Side{Data: data.NewDataset(data.Source{}, profiles(list...))} }
	if r := Compare(sideOf(base...), sideOf(base[0], base[2]), Options{}); len(r.Boards) > 0 {
		t.Errorf("a configuration that is not the best is gone: %+v", r.Boards)
	}
	r := Compare(sideOf(base...), sideOf(base[1:]...), Options{})
	if len(r.Boards) != 1 || len(r.Boards[0].Moves) != 2 {
		t.Errorf("the best configuration is gone: %+v", r.Boards)
	}
}
