package diff

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/ipw"
	"github.com/jouleboard/jouleboard/data/llenergymeasure"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// Runs of any record type are compared by their field table alone.
func TestRunsOfOtherSystemsAreCompared(t *testing.T) {
	fixtures := filepath.Join(shared.Dir(t), "fixtures")
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
	if !strings.Contains(text, "<code>"+escaped(studies.More[0].Schema().Domain)+"</code>") || len(r.Failures(FaultKinds())) != gone {
		t.Errorf("the comment does not say what is gone: %s", text)
	}
}
