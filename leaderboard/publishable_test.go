package leaderboard

import (
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
)

func TestOfTwoModelsWithOneFileNameTheLaterIsLeftOut(t *testing.T) {
	for _, c := range []struct{ name, kept, lost string }{
		{"slash and underscores", "a/b__c", "a__b/c"},
		{"no slash", "a/b", "a__b"},
		{"upper and lower case", "Org/Model", "org/model"},
		{"both", "A/b", "a__B"},
	} {
		t.Run(c.name, func(t *testing.T) {
			// one as language model and one as image model: pages are shared
			ds := dataset([]data.LLMRun{llmRun("gpqa", c.lost, 1, 8, 1), llmRun("gpqa", c.lost, 1, 16, 1), llmRun("gpqa", "z/z", 1, 8, 1)},
				diffusionRun(data.TextToImage, c.kept, 1, 10))
			kept, problems := Publishable(ds)
			if kept.LLM().Len() != 1 || kept.Diffusion().Len() != 1 {
				t.Errorf("kept %d and %d runs", kept.LLM().Len(), kept.Diffusion().Len())
			}
			if len(problems) != 1 || problems[0].LeftOut != 2 {
				t.Fatalf("got %v", problems)
			}
			for _, want := range []string{`"` + c.kept + `"`, `"` + c.lost + `"`, "left out", "rename"} {
				if !strings.Contains(problems[0].Message, want) {
					t.Errorf("got %q, want %s in it", problems[0].Message, want)
				}
			}
			if files, err := Files(ds, ""); err != nil || len(files) != 5 {
				t.Errorf("got %d files, %v", len(files), err)
			}
		})
	}
}

func TestATaskOfBothKindsKeepsItsLanguageModels(t *testing.T) {
	ds := dataset([]data.LLMRun{llmRun("gpqa", "a/b", 1, 8, 1)}, diffusionRun("gpqa", "a/c", 1, 10),
		diffusionRun(data.TextToImage, "a/c", 1, 10))
	kept, problems := Publishable(ds)
	if kept.LLM().Len() != 1 || kept.Diffusion().Len() != 1 || len(problems) != 1 || problems[0].LeftOut != 1 {
		t.Errorf("kept %d and %d runs, problems %v", kept.LLM().Len(), kept.Diffusion().Len(), problems)
	}
}

func TestWhatIsPublishableStaysAsItIs(t *testing.T) {
	ds := sample()
	kept, problems := Publishable(ds)
	if kept.Len() != ds.Len() || len(problems) != 0 {
		t.Errorf("kept %d of %d runs, problems %v", kept.Len(), ds.Len(), problems)
	}
}
