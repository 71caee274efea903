package site

import (
	"html"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/aggregate"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/source"
)

// pagesOf builds a site of language model runs and gives the words of its pages.
func pagesOf(t *testing.T, runs ...data.LLMRun) func(page string) string {
	t.Helper()
	opts := options(t)
	ds := data.NewDataset(data.Source{Name: "results", Kind: "compiled"}, data.NewRuns(runs, true).Table)
	files := builtOf(t, ds, opts)
	return func(page string) string {
		text, ok := files[path.Join(page, "index.html")]
		if !ok {
			t.Fatalf("no page /%s/", page)
		}
		words := regexp.MustCompile(`<svg.*?</svg>|<[^>]*>`).ReplaceAllString(text, " ")
		return strings.Join(strings.Fields(html.UnescapeString(words)), " ")
	}
}

func gpuRun(model, gpu string, gpus, batch int, energy float64) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "lab/" + model, Nickname: model, Architecture: "MoE", WeightPrecision: "fp8",
		TotalParamsBillions: 30, ActivatedParamsBillions: 3, GPUModel: gpu, NumGPUs: gpus, MaxNumSeqs: batch,
		TensorParallel: gpus, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: energy, OutputThroughputTokensPerSec: 1000,
		AvgPowerWatts: 400, MedianITLMillis: 20, P50ITLMillis: 20, P90ITLMillis: 60, P95ITLMillis: 61, P99ITLMillis: 62, IsStable: true,
	}
}

// A large model that ran on one GPU only makes no claim about that GPU.
func TestGPUPagesCompareModelsMeasuredOnBoth(t *testing.T) {
	page := pagesOf(t, gpuRun("Small", "H100", 1, 8, 1), gpuRun("Small", "B200", 1, 16, 0.68), gpuRun("Huge", "B200", 8, 8, 90))
	b200 := page("gpus/b200")
	for _, want := range []string{
		"For the one model with results on both at ≤ 50 ms per token, the energy per token of B200 is 32% lower than that of H100.",
		"Best configurations: B200",
	} {
		if !strings.Contains(b200, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	factor := regexp.MustCompile(`uses [\d.]+ times as much`)
	if factor.MatchString(b200) || factor.MatchString(page("gpus")) {
		t.Error("different models are compared")
	}
	if want := "For the one model with results on both at ≤ 50 ms per token, the energy per token of H100 is 47% higher than that of B200."; !strings.Contains(page("gpus/h100"), want) {
		t.Errorf("H100 lacks %q", want)
	}
	if arch := page("architectures/moe"); strings.Contains(arch, "compared with B200") {
		t.Error("an architecture has a matched result")
	}
	page = pagesOf(t, gpuRun("Small", "H100", 1, 8, 1), gpuRun("Huge", "B200", 8, 8, 90))
	want := "No other GPU was measured with the same models."
	if !strings.Contains(page("gpus/b200"), want) {
		t.Errorf("B200 lacks %q", want)
	}
}

func TestASensorErrorThatTurnsAClaimIsMarked(t *testing.T) {
	page := pagesOf(t, gpuRun("Small", "H100", 1, 8, 1), gpuRun("Small", "B200", 1, 8, 0.96), gpuRun("Mid", "H100", 1, 8, 1),
		gpuRun("Mid", "B200", 1, 8, 0.96), gpuRun("Large", "H100", 1, 8, 1), gpuRun("Large", "B200", 1, 8, 0.5))
	for _, want := range []string{"the median change is −4%", "A common error of the power sensors of one GPU model could reverse the sign of this change."} {
		if !strings.Contains(page("gpus/b200"), want) {
			t.Errorf("B200 lacks %q", want)
		}
	}
	page = pagesOf(t, gpuRun("Small", "H100", 1, 8, 1), gpuRun("Small", "B200", 1, 8, 0.96))
	if want := "are tied in energy per token; the change from H100 to B200 is −4%."; !strings.Contains(page("gpus/b200"), want) {
		t.Errorf("B200 lacks %q", want)
	}
	if !strings.Contains(page(""), "within sensor error") {
		t.Error("the home page does not mark it")
	}
	for _, want := range []string{
		"If all energies of B200 were wrong by up to 5%, the median change could be anywhere from −8.8% to +0.8%, " +
			"with lower energy in 0 to 1 of 1 pair. This could reverse the result.",
		"Lower energy in 1 of 1 group; median change −4.0% (too few groups for an interval).",
	} {
		if !strings.Contains(page("findings"), want) {
			t.Errorf("the findings lack %q", want)
		}
	}
}

func TestFindingsSayWhatTheyHoldAndWhatDiffers(t *testing.T) {
	dense := gpuRun("Dense", "B200", 1, 8, 2)
	dense.Architecture = "Dense Transformer"
	small := []data.LLMRun{gpuRun("Small", "B200", 1, 8, 1), gpuRun("Small", "B200", 2, 8, 3), gpuRun("Small", "H100", 2, 16, 4)}
	findings := pagesOf(t, append(small, dense)...)("findings")
	for _, want := range []string{
		"One setting changed The same model",
		"Two GPUs instead of one With two GPUs",
		"Equal within a pair: model, task, GPU, precision, batch size. Also different: tensor parallelism in 1 of 1 pair.",
		"Each side at its best within a deadline The same model",
		"Also different: batch size in 1 of 1 pair, number of GPUs in 1 of 1 pair, tensor parallelism in 1 of 1 pair.",
		"Different models The two sides are different models",
		"1 pair in 1 group; Dense Transformer: 1 model of 1 family; MoE: 1 model of 1 family.",
	} {
		if !strings.Contains(findings, want) {
			t.Errorf("the findings lack %q", want)
		}
	}
	if strings.Contains(findings, "agree in everything") || strings.Contains(findings, "equal in all but") {
		t.Error("the findings claim more than they hold")
	}
}

// What is written of a finding is its claim, which its pairs give again.
func TestFindingsAreStatedAtOneDeadline(t *testing.T) {
	opts := options(t)
	ds, err := source.Open(t.Context(), "sample:")
	if err != nil {
		t.Fatal(err)
	}
	made, problems := findings(resultsOf(ds.Dataset, opts.Content), ds.Dataset, opts.Content)()
	if len(problems) > 0 || len(made) < 3 {
		t.Fatalf("%d findings, %v", len(made), problems)
	}
	for _, f := range made {
		a := f.answer
		again := aggregate.EffectOf(a.Pairs, opts.Content.Site.Uncertainty.Sensor)
		if *again.Median != *a.Median || again.Wins != a.Wins || again.Groups != a.Groups || a.Groups > len(a.Pairs) {
			t.Errorf("%s: its pairs say %+v, it says %+v", f.text.ID, again, a.Effect)
		}
		if a.Deadline > 0 && (a.Deadline != f.text.At[0] || len(a.ByDeadline) != len(f.text.At)) {
			t.Errorf("%s is stated at %v", f.text.ID, a.Deadline)
		}
		if f.answer.Merged > 0 && !f.answer.OtherModels {
			t.Errorf("%s: a side has several models", f.text.ID)
		}
	}
}
