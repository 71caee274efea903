package posts_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/posts"
	"github.com/jouleboard/jouleboard/posts/query"
)

// changing is a text whose figures, tables and paragraphs say in their names, and with their first words, whether they
// use the run that the test changes: the batch of 64 on H100.
const changing = `
used: {{ mean(h100.energy_per_token_joules) as 0.000 }}

used: {{ best(llm).energy_per_token_joules as 0.000 }}

used: {{ pairs.max as +0.0 % }}

other: {{ mean(b200.energy_per_token_joules) as 0.000 }}

other: {{ mean(h100.avg_power_watts) }} and {{ count(llm) }} and {{ best(slow).energy_per_token_joules }}

~~~figure
{name: used-all, kind: scatter, title: T, alt: A, x: max_num_seqs, y: energy_per_token_joules, series: gpu_model}
~~~

~~~figure
{name: used-least, kind: bar, title: T, alt: A, from: h100, pick: {least: energy_per_token_joules, per: gpu_model},
  group: gpu_model, y: energy_per_token_joules}
~~~

~~~figure
{name: used-share, kind: line, title: T, alt: A, from: h100, x: max_num_seqs, y: {value: energy_per_token_joules, percent_of: max}}
~~~

~~~figure
{name: used-title, kind: bar, title: 'At {{ best(h100).energy_per_token_joules }} J', alt: A, from: b200,
  pick: {least: energy_per_token_joules}, group: gpu_model, y: energy_per_token_joules}
~~~

~~~figure
{name: other-gpu, kind: violin, title: T, alt: A, from: b200, group: gpu_model, y: energy_per_token_joules}
~~~

~~~figure
{name: other-field, kind: histogram, title: T, alt: A, x: avg_power_watts}
~~~

~~~figure
{name: other-pick, kind: bar, title: T, alt: A, from: slow, group: gpu_model, y: energy_per_token_joules}
~~~

~~~table
{name: used-mean, title: T, group: gpu_model, columns: [gpu_model, {value: mean(runs.energy_per_token_joules), label: Energy}]}
~~~

~~~table
{name: other-runs, title: T, columns: [gpu_model, max_num_seqs, avg_power_watts]}
~~~
`

func changingTexts(t *testing.T, changed float64) map[string]string {
	t.Helper()
	var runs []data.LLMRun
	for _, gpu := range []string{"B200", "H100"} {
		for i, batch := range []int{8, 16, 64} {
			r := data.LLMRun{
				Domain: "llm", Task: "gpqa", ModelID: "acme/a", Nickname: "A", Architecture: "Dense", TotalParamsBillions: 8,
				ActivatedParamsBillions: 8,
				WeightPrecision:         "bfloat16", GPUModel: gpu, NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1,
				ExpertParallel: 1, DataParallel: 1,
				EnergyPerTokenJoules: 4 - float64(i), AvgPowerWatts: 350, OutputThroughputTokensPerSec: 100, MedianITLMillis: float64(batch),
				P50ITLMillis: float64(batch), P90ITLMillis: float64(batch), P95ITLMillis: float64(batch), P99ITLMillis: float64(batch), IsStable: true,
			}
			if gpu == "H100" && batch == 64 {
				r.EnergyPerTokenJoules = changed
			}
			runs = append(runs, r)
		}
	}
	c := embedded(t)
	c.Pages, c.Posts = nil, []content.Post{{
		Slug: "a", Title: "A", Body: content.Markdown{Text: changing, File: "posts/a.md", Line: 1},
		Declared: content.Declared{
			Selections: []content.Selection{
				{Name: "h100", Where: `gpu_model == "H100"`},
				{Name: "b200", Where: `gpu_model == "B200"`},
				{Name: "slow", Where: "max_num_seqs == 8"},
			},
			Matches: []content.Match{{Name: "pairs", Comparison: content.Comparison{
				Domain: "llm", Factor: "gpu_model", Base: "H100", Alt: "B200", Hold: []string{"nickname", "max_num_seqs"},
			}}},
		},
	}}
	texts := posts.Compute(c, query.New(data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table), c, nil))
	for _, f := range texts.Faults {
		if f.File == "posts/a.md" {
			t.Fatal(f)
		}
	}
	return partsOf(texts.Posts[0].Render(up))
}

// partsOf is each figure, table and paragraph of a text as it is shown, under its name.
func partsOf(text posts.Text) map[string]string {
	parts := map[string]string{}
	for _, p := range text.Parts {
		switch {
		case p.Figure != nil:
			drawn := charts.Declared(p.Figure.Plot)
			parts[p.Figure.Name] = fmt.Sprintf("%s\n%v\n%v\n%s", drawn.Title, drawn.Wide.Scene(), drawn.Smaller[1].Scene(), p.Figure.CSV)
		case p.Table != nil:
			parts[p.Table.Name] = fmt.Sprintf("%+v", *p.Table)
		default:
			for i, paragraph := range strings.Split(p.HTML, "<p>")[1:] {
				parts[fmt.Sprintf("%s %d", strings.Fields(paragraph)[0], i)] = paragraph
			}
		}
	}
	return parts
}

func TestAChangedRunChangesWhatUsesItAndNothingElse(t *testing.T) {
	before, after := changingTexts(t, 1.5), changingTexts(t, 1.25)
	if len(before) != 14 || len(after) != len(before) {
		t.Fatalf("%d and %d parts, want 14", len(before), len(after))
	}
	for name, was := range before {
		if changed, want := after[name] != was, strings.HasPrefix(name, "used"); changed != want {
			t.Errorf("%s: changed is %v, want %v", name, changed, want)
		}
	}
}
