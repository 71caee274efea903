package diff

import (
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestANewNameIsOneRename(t *testing.T) {
	var before, after []data.LLMRun
	for i := range 6 {
		r := run("old", 8<<i, 1+float64(i)/10)
		before = append(before, r)
		r.ModelID, r.Nickname = "lab/new", "new"
		if i == 5 {
			r = scaled(r, 2) // measured again as well
		}
		after = append(after, r)
	}
	r := compare(side(before...), side(after...))
	if r.Counts[Metadata] != 5 || r.Counts[Changed] != 1 || len(r.Changes) != 6 {
		t.Errorf("%v", r.Counts)
	}
	if len(r.News) != 1 || r.News[0].Which != "lab/old → lab/new, old → new" || r.Sections(Limits{Rows: 1})[0].Rows[0][3].Text != "1 differs" ||
		len(r.News[0].Changes) != 6 {
		t.Errorf("%+v", r.News)
	}
	for _, b := range r.Boards {
		for _, m := range b.Moves {
			t.Errorf("%s moves from %v to %v", m.Name, m.Base, m.Head)
		}
	}
}

func TestWhatIsNoRenameIsToldAsGoneAndNew(t *testing.T) {
	old, other, fresh := run("old", 8, 1), run("old", 16, 2), run("new", 8, 1)
	for name, sides := range map[string][2]Side{
		"other results":       {side(old), side(scaled(fresh, 1.01))},
		"the old one is left": {side(old, other), side(old, fresh)},
		"less than half":      {side(old, other, run("old", 32, 3)), side(fresh)},
		"another batch":       {side(other), side(fresh)},
	} {
		if r := compare(sides[0], sides[1]); r.Counts[Added] != 1 || r.Counts[Removed] == 0 || r.Counts[Metadata] > 0 {
			t.Errorf("%s: %v", name, r.Counts)
		}
	}
}

func TestOtherFieldsOfARunMayBeRenamed(t *testing.T) {
	a, b := run("a", 8, 1), run("b", 8, 2)
	a2, b2 := a, b
	a2.GPUModel, b2.GPUModel = "NVIDIA H100", "NVIDIA H100"
	r := compare(side(a, b), side(a2, b2))
	if len(r.News) != 1 || r.News[0].Which != "H100 → NVIDIA H100" || r.Counts[Metadata] != 2 || !r.SameResults() {
		t.Errorf("%+v %v", r.News, r.Counts)
	}
	if got := r.Verdict(); got != "No results changed (2 configurations renamed: H100 → NVIDIA H100)." {
		t.Error(got)
	}
}
