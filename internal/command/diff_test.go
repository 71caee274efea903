package command

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
	"github.com/jouleboard/jouleboard/units"
)

// Very many changes, in names as long and as bad as they come, are told in every
// format within bounds, which do not depend on how many there are.
func TestVeryManyChangesAreToldWithinBounds(t *testing.T) {
	n := 15_000
	if os.Getenv("JOULEBOARD_LARGE") != "" {
		n = 100_000
	}
	report := diff.Compare(diff.Side{Data: many(n, 1)}, diff.Side{Data: many(n, 1.5)}, diff.Options{})
	told := units.Whole(n-1) + " configurations changed in other ways"
	for format, most := range map[string]int{"text": 100_000, "markdown": 4 * diff.CommentLimit, "json": 25_000_000, "html": 2 << 20} {
		var out bytes.Buffer
		if err := (diffOptions{Format: formats(format)}).write(t.Context(), &out, &report); err != nil {
			t.Fatal(err)
		}
		if out.Len() > most || out.Len() < 1000 || !utf8.Valid(out.Bytes()) {
			t.Errorf("%s: %d bytes, want at most %d", format, out.Len(), most)
		}
		if !strings.Contains(out.String(), told) {
			t.Errorf("%s does not say how many there are: %.300s", format, out.String())
		}
		if format == "markdown" && utf8.RuneCount(out.Bytes()) >= diff.CommentLimit {
			t.Errorf("a comment of %d characters", utf8.RuneCount(out.Bytes()))
		}
	}
}

// many are n runs of models with long names in markup.
func many(n int, energy float64) data.Dataset {
	bad := strings.Repeat("|*<b>`&€", 20)
	runs := make([]data.LLMRun, n)
	for i := range runs {
		runs[i] = llmRow(0)
		runs[i].ModelID, runs[i].Nickname, runs[i].WeightPrecision = fmt.Sprint("lab/m", i%500), fmt.Sprint(i%500, bad), bad
		runs[i].MaxNumSeqs, runs[i].EnergyPerTokenJoules = 1+i/500, energy*(1+float64(i%7))
		if energy > 1 && i > 0 { // a value that one side lacks is a change
			runs[i].EnergyPerRequestJoules = data.Opt[float64]{}
		}
	}
	return data.NewDataset(data.Source{}, data.NewRuns(runs, false).Table)
}
