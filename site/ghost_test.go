package site

import (
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/diff"
)

// nine are the configurations of a model, and those of 60 others that nobody measured again.
func nine(factor float64) data.Dataset { return named("acme/A", func(int) float64 { return factor }) }

// named gives the first model a name, and its energies a factor each.
func named(name string, factor func(batch int) float64) data.Dataset {
	var runs []data.LLMRun
	for model := range 61 {
		for batch := range 9 {
			energy := 1 / float64(batch+1)
			if model == 0 {
				energy *= factor(batch)
			}
			id := string(rune('A' + model))
			full := "acme/" + id
			if model == 0 {
				full = name
			}
			runs = append(runs, data.LLMRun{
				Domain: "llm", Task: "gpqa", ModelID: full, Nickname: id, Architecture: "Dense", TotalParamsBillions: 8,
				ActivatedParamsBillions: 8, WeightPrecision: "bfloat16", GPUModel: "H100", NumGPUs: 1, MaxNumSeqs: 8 << batch,
				TensorParallel: 1, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: energy, AvgPowerWatts: 350 * energy,
				OutputThroughputTokensPerSec: 350, MedianITLMillis: 10, P50ITLMillis: 10, P90ITLMillis: 10, P95ITLMillis: 10,
				P99ITLMillis: 10, IsStable: true,
			})
		}
	}
	return data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table)
}

// What changed together has ghosts and notes, though no single configuration changed.
func TestAPreviewShowsWhatChangedTogether(t *testing.T) {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	for factor, want := range map[float64]int{0.8: 9, 0.95: 0} {
		base, head := nine(1), nine(factor)
		r := diff.Compare(diff.Side{Data: base}, diff.Side{Data: head}, diff.Options{Content: texts})
		if r.Counts[diff.Changed] > 0 || r.Counts[diff.Noise] != 9 {
			t.Fatalf("%v", r.Counts)
		}
		e := newEdition(Select(head, texts), Options{Content: texts, Changes: &r})
		b := e.tasks[0]
		if len(b.ghosts) != want || len(e.preview.badgesOf(b.rows)) != want {
			t.Errorf("× %v: %d ghosts, notes %v", factor, len(b.ghosts), e.preview.badgesOf(b.rows))
		}
		for _, g := range b.ghosts {
			if g.To != g.Row.Run {
				t.Errorf("%s became %q", g.Row.Run, g.To)
			}
		}
	}
}

// A row of a renamed model that changed as well has a ghost, which leads to the row under the new name.
func TestAGhostKnowsItsRowByTheNewName(t *testing.T) {
	texts, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	head := named("acme/New", func(batch int) float64 {
		if batch == 3 {
			return 0.2
		}
		return 1
	})
	r := diff.Compare(diff.Side{Data: nine(1)}, diff.Side{Data: head}, diff.Options{Content: texts})
	ghosts := newEdition(Select(head, texts), Options{Content: texts, Changes: &r}).tasks[0].ghosts
	if len(ghosts) != 1 || ghosts[0].To == "" || ghosts[0].Row.ModelID != "acme/New" || ghosts[0].Row.Energy != 0.25 {
		t.Errorf("ghosts %+v of the changes %v", ghosts, r.Counts)
	}
}
