package query_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/posts/query"
)

// run is a plausible run of a model.
func run(model, gpu string, batch int, energy float64) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "acme/" + model, Nickname: model, Architecture: "Dense",
		TotalParamsBillions: 8, ActivatedParamsBillions: 8, WeightPrecision: "bfloat16", GPUModel: gpu, NumGPUs: 1, MaxNumSeqs: batch,
		TensorParallel: 1, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: energy, AvgPowerWatts: 350,
		OutputThroughputTokensPerSec: 350 / energy, MedianITLMillis: float64(batch), P50ITLMillis: float64(batch),
		P90ITLMillis: float64(batch), P95ITLMillis: float64(batch), P99ITLMillis: float64(batch), IsStable: true,
	}
}

func runs() []data.LLMRun {
	return []data.LLMRun{
		run("A", "H100", 8, 4), run("A", "H100", 64, 2), run("A", "B200", 8, 3), run("A", "B200", 64, 1),
		run("B", "H100", 8, 8), run("B", "H100", 64, 6), run("B", "B200", 8, 7), run("B", "B200", 64, 5),
	}
}

func text(t *testing.T, runs []data.LLMRun, declared content.Declared) *query.Text {
	t.Helper()
	c, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	return query.New(data.NewDataset(data.Source{}, data.NewRuns(runs, true).Table), c, nil).Text(declared)
}

func figure(t *testing.T, runs []data.LLMRun, yaml string) (query.Figure, error) {
	t.Helper()
	declared, err := content.ReadFigure(content.Markdown{Text: yaml, File: "posts/a.md", Line: 10})
	if err != nil {
		return query.Figure{}, err
	}
	return text(t, runs, content.Declared{}).Figure(declared)
}

const bars = `name: f
kind: bar
title: T
alt: A
pick: {least: energy_per_token_joules, per: nickname}
group: nickname
y: energy_per_token_joules
`

func TestAFigureShowsThePickedRunsInFullPrecision(t *testing.T) {
	f, err := figure(t, runs(), bars)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(f.CSV)), "\n")
	if len(lines) != 3 || !strings.Contains(lines[1], ",A,") || !strings.Contains(lines[1], ",1,") || !strings.Contains(lines[2], ",5,") {
		t.Errorf("got %s", f.CSV)
	}
	if n := len(f.Plot.Panels[0].Series[0].Points); n != 2 || f.Plot.Rows[0].Run == "" {
		t.Errorf("%d bars, rows %+v", n, f.Plot.Rows)
	}
}

func TestAFigureCanNameTasks(t *testing.T) {
	f, err := figure(t, runs(), strings.Replace(bars, "group: nickname", `group: 'nickname + ", " + name(task)'`, 1))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Split(string(f.CSV), "\n"); !strings.Contains(lines[1], `"A, Problem solving"`) {
		t.Errorf("got %s", f.CSV)
	}
}

func TestDeadlineLimitsWhatIsPicked(t *testing.T) {
	f, err := figure(t, runs(), strings.Replace(bars, "per: nickname", "per: nickname, deadline: 20 ms", 1))
	if err != nil {
		t.Fatal(err)
	}
	if y := f.Plot.Panels[0].Series[0].Points[0].Y; y != 3 {
		t.Errorf("least energy of A within 20 ms is %v, want 3", y)
	}
}

func TestFaultsNameFileLineAndKey(t *testing.T) {
	line := strings.NewReplacer("kind: bar", "kind: line", "group: nickname", "x: max_num_seqs").Replace(bars)
	for name, tc := range map[string]struct{ yaml, want string }{
		"unknown key":  {bars + "wher: x\n", `posts/a.md:17: unknown key "wher"; did you mean "where"?`},
		"unknown kind": {strings.Replace(bars, "bar", "bra", 1), `posts/a.md:11: kind: unknown "bra"; use one of scatter`},
		"unknown field": {
			strings.Replace(bars, "y: energy_per_token_joules", "y: energy_per_tokn_joules", 1),
			`did you mean "energy_per_token_joules"?`,
		},
		"empty": {bars + "where: num_gpus > 9\n", "posts/a.md:17: where: selects no run"},
		"two at a place": {
			strings.Replace(bars, "pick: {least: energy_per_token_joules, per: nickname}\n", "", 1),
			"posts/a.md:14: group: 4 runs at the same position",
		},
		"log bars": {
			strings.Replace(bars, "y: energy_per_token_joules", "y: {value: energy_per_token_joules, log: true}", 1),
			"a bar has no meaning",
		},
		"two units": {
			strings.Replace(line, "y: energy_per_token_joules", "y: [energy_per_token_joules, avg_power_watts]", 1),
			"posts/a.md:16: y: Energy per token is in J per output token and Power in W",
		},
		"unit of time": {
			strings.Replace(bars, "per: nickname", "per: nickname, deadline: 20 s", 1),
			`expected a time in the unit of median_itl_ms`,
		},
		"no alt": {strings.Replace(bars, "alt: A\n", "", 1), "alt is missing"},
		"no power limit": {strings.Replace(bars, "y: energy_per_token_joules",
			"y: {value: avg_power_watts, percent_of: tdp}\nwhere: gpu_model == \"X1\"", 1), "gpus.yaml has no power limit for X1"},
		"no value": {
			strings.Replace(bars, "y: energy_per_token_joules", "y: seed", 1),
			"posts/a.md:16: y: no selected run has a value",
		},
		"an empty bin beyond an end": {
			"name: f\nkind: histogram\ntitle: T\nalt: A\nx: {value: energy_per_token_joules, max: 3}\n",
			"is at 0, beyond the limits of the axes",
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := figure(t, append(runs(), run("C", "X1", 8, 1)), tc.yaml)
			var faults content.Errors
			if !errors.As(err, &faults) || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("got %v, want …%s…", err, tc.want)
			}
		})
	}
}

func TestImagesAndVideosHaveNoCommonUnit(t *testing.T) {
	image := data.DiffusionRun{
		Domain: "diffusion", Task: "text-to-image", ModelID: "a/p", Nickname: "P", GPUModel: "H100", NumGPUs: 1,
		BatchSize: 1, EnergyPerGenerationJoules: 1,
	}
	video := image
	video.Task, video.Nickname = "text-to-video", "V"
	c, _ := content.Load(content.Embedded())
	source := query.New(data.NewDataset(data.Source{}, data.NewRuns([]data.DiffusionRun{image, video}, true).Table), c, nil)
	declared, err := content.ReadFigure(content.Markdown{
		File: "a.md", Line: 1,
		Text: "name: f\nkind: bar\ntitle: T\nalt: A\ndomain: diffusion\ngroup: nickname\ny: energy_per_generation_joules\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	_, err = source.Text(content.Declared{}).Figure(declared)
	if err == nil || !strings.Contains(err.Error(), "J per image and in J per video") {
		t.Errorf("got %v", err)
	}
}

func TestTenThousandPointsAreThinnedAndTheCaptionSaysSo(t *testing.T) {
	var many []data.LLMRun
	for i := range 10_000 {
		many = append(many, run(fmt.Sprint("m", i), "H100", 8, 1+float64(i)/1e4))
	}
	f, err := figure(t, many, "name: f\nkind: scatter\ntitle: T\nalt: A\nx: median_itl_ms\ny: energy_per_token_joules\n")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(f.Plot.Panels[0].Series[0].Points); n != 2000 || !strings.Contains(f.Plot.Caption, "2,000 of 10,000") {
		t.Errorf("%d marks, caption %q", n, f.Plot.Caption)
	}
	if n := strings.Count(string(f.CSV), "\n"); n != 10_001 {
		t.Errorf("%d lines in the file", n)
	}
}

func declared() content.Declared {
	return content.Declared{Selections: []content.Selection{
		{Name: "b200", Where: `gpu_model == "B200"`},
		{Name: "none", Where: `gpu_model == "X9"`},
		{Name: "round", From: "round"},
		{Name: "like", Where: `nickname == "{{ best(none).nickname }}"`},
		{Name: "timely", Pick: &content.Pick{By: "energy_per_token_joules", Deadline: "{{ max(none.median_itl_ms) }}"}},
	}}
}

func TestValuesAreComputedAndFormatted(t *testing.T) {
	q := text(t, runs(), declared())
	for source, want := range map[string]string{
		"mean(llm.energy_per_token_joules)":                 "4.50",
		"median(b200.energy_per_token_joules) as 0.0":       "4.0",
		"quantile(llm.energy_per_token_joules, 0.25)":       "2.75",
		"min(b200.energy_per_token_joules)":                 "1",
		"count(b200)":                                       "4",
		"count(distinct(llm.nickname))":                     "2",
		"ratio(count(b200), count(llm)) as 0%":              "50%",
		"change(4, 3) as +0 %":                              "−25%",
		"best(b200).nickname":                               "A",
		"worst(b200).energy_per_token_joules as 0.00":       "7.00",
		"list(distinct(llm.gpu_model))":                     "B200 and H100",
		`mean(b200, "energy_per_token_joules * 2") as 0`:    "8",
		"1234567.5 as 0.0":                                  "1,234,567.5",
		`deadline("gpqa") as 0`:                             "50",
		"max(llm.median_itl_ms) > 60 ? \"slow\" : \"fast\"": "slow",
	} {
		if got, err := q.Value(source); err != nil || got.Text != want {
			t.Errorf("%s: got %q, %v, want %q", source, got.Text, err, want)
		}
	}
}

func TestValuesOfNothingAreErrors(t *testing.T) {
	q := text(t, runs(), declared())
	for source, want := range map[string]string{
		"mean(none.energy_per_token_joules)": "selects no run",
		"count(none)":                        "selects no run",
		"mean(llm.seed)":                     "no selected run has a value",
		"mean(llm.energi)":                   "no field",
		"mean(b20.avg_power_watts)":          `did you mean "b200"?`,
		"count(round)":                       "refers to itself",
		"1 / 0":                              "not finite",
		"llm.nickname":                       "a list",
		"now()":                              "now",
		"mean(llm.avg_power_watts) as 0,0":   "unknown format",
	} {
		if got, err := q.Value(source); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %q, %v, want …%s…", source, got.Text, err, want)
		}
	}
}

// All texts of a site draw on one budget, however short each of their expressions is.
func TestExpressionsShareABudget(t *testing.T) {
	q := text(t, runs(), declared())
	long := `len(reduce(1..28, #acc + #acc, "aaaaaaaaaa"))`
	for range 40 {
		if _, err := q.Value(long); err == nil || !strings.Contains(err.Error(), "more than it may") && !strings.Contains(err.Error(), "more than they may") {
			t.Fatalf("%v", err)
		}
	}
	if _, err := q.Value("count(llm)"); err == nil || !strings.Contains(err.Error(), "together") {
		t.Errorf("there is more than the budget of all: %v", err)
	}
	if got, err := text(t, runs(), declared()).Value("count(llm)"); err != nil || got.Text == "" {
		t.Errorf("another site: %q, %v", got.Text, err)
	}
}

func TestRequirementsMayFindNothing(t *testing.T) {
	for requires, want := range map[string]bool{
		"count(none) > 0": false, "count(like) > 0": false, "count(timely) > 0": false, "count(b200) > 2": true,
	} {
		d := declared()
		d.Requires = requires
		if met, err := text(t, runs(), d).Met(); err != nil || met != want {
			t.Errorf("%s: got %v, %v", requires, met, err)
		}
	}
}

// Changing one run must change what is made from it, and nothing else.
func TestOneRunChangesExactlyWhatUsesIt(t *testing.T) {
	changed := runs()
	changed[3].EnergyPerTokenJoules = 1.5 // A on B200 at batch 64, the best of A
	answers := func(rs []data.LLMRun) map[string]string {
		q := text(t, rs, declared())
		all := map[string]string{}
		for _, source := range []string{
			"min(b200.energy_per_token_joules)", "mean(llm.energy_per_token_joules)", "mean(llm.avg_power_watts)", "count(b200)",
			"best(b200).nickname",
		} {
			v, err := q.Value(source)
			if err != nil {
				t.Fatal(err)
			}
			all[source] = v.Exact + v.Text
		}
		for _, where := range []string{`gpu_model == "B200"`, `gpu_model == "H100"`, `nickname == "B"`} {
			f, err := figure(t, rs, bars+"where: '"+where+"'\n")
			if err != nil {
				t.Fatal(err)
			}
			all[where] = string(f.CSV)
		}
		return all
	}
	before, after := answers(runs()), answers(changed)
	uses := map[string]bool{"min(b200.energy_per_token_joules)": true, "mean(llm.energy_per_token_joules)": true, `gpu_model == "B200"`: true}
	for what := range before {
		if (before[what] != after[what]) != uses[what] {
			t.Errorf("%s: changed is %v", what, before[what] != after[what])
		}
	}
}

func TestTablesGroupAndSort(t *testing.T) {
	declared, err := content.ReadTable(content.Markdown{
		File: "a.md", Line: 1,
		Text: "name: t\ntitle: T\ngroup: nickname\nsort: -2\ncolumns:\n  - nickname\n" +
			"  - {value: min(runs.energy_per_token_joules), label: Least, format: \"0.0\"}\n" +
			"  - {value: list(distinct(runs.gpu_model)), label: GPUs}\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	table, err := text(t, runs(), content.Declared{}).Table(declared)
	if err != nil || len(table.Rows) != 2 || table.Rows[0].Cells[0].Text != "B" || table.Rows[0].Cells[1].Text != "5.0" ||
		table.Rows[0].Cells[2].Text != "B200 and H100" {
		t.Errorf("got %+v, %v", table, err)
	}
}

func FuzzFigureNeverPanics(f *testing.F) {
	f.Add(bars)
	f.Add("name: f\nkind: heatmap\ntitle: T\nalt: A\nx: max_num_seqs\ny: nickname\nvalue: energy_per_token_joules\nstatistic: mean\n")
	f.Add("name: f\nkind: histogram\ntitle: T\nalt: A\nx: {value: energy_per_token_joules, log: true}\nbins: 5\n")
	f.Add("name: f\nkind: heatmap\ntitle: T\nalt: A\nx: max_num_seqs\ny: nickname\nvalue:\n")
	f.Fuzz(func(t *testing.T, yaml string) {
		if fig, err := figure(t, runs(), yaml); err == nil {
			for _, p := range fig.Plot.Panels {
				for _, s := range p.Series {
					for _, pt := range s.Points {
						if math.IsNaN(pt.Y) || math.IsInf(pt.Y, 0) {
							t.Errorf("a mark at %v", pt.Y)
						}
					}
				}
			}
		}
	})
}

// Columns are computed for all runs at once; one that fails for another run than those asked for fails nothing.
func TestAnExpressionIsAskedOfTheSelectedRunsOnly(t *testing.T) {
	all := append(runs(), run("C-12", "H100", 8, 4), run("D-3", "H100", 8, 2))
	f, err := figure(t, all, strings.Replace(bars, "y: energy_per_token_joules",
		`y: {value: 'len(split(nickname, "-")[1])', label: Digits, unit: "1"}`, 1)+`where: nickname contains "-"`+"\n")
	if err != nil {
		t.Fatal(err)
	}
	if points := f.Plot.Panels[0].Series[0].Points; len(points) != 2 || points[0].Y != 2 || points[1].Y != 1 {
		t.Errorf("drawn are %+v, want 2 and 1", points)
	}
	if _, err := figure(t, all, strings.Replace(bars, "y: energy_per_token_joules",
		`y: {value: 'len(split(nickname, "-")[1])', label: Digits, unit: "1"}`, 1)); err == nil {
		t.Error("a run for which the expression fails is no error")
	}
}

func TestASelectionWithTheNameOfAFunctionIsNamed(t *testing.T) {
	for _, name := range []string{"best", "count"} {
		d := content.Declared{Selections: []content.Selection{{Name: name, Where: `gpu_model == "B200"`}}}
		_, err := text(t, runs(), d).Value(name + "(llm)")
		if err == nil || !strings.Contains(err.Error(), name+" is a selection of this page") {
			t.Errorf("%s: got %v", name, err)
		}
		if v, err := text(t, runs(), d).Value("mean(" + name + ".max_num_seqs)"); err != nil || v.Exact != "36" {
			t.Errorf("the selection %s itself: got %v, %v", name, v, err)
		}
	}
}

// A spreadsheet that opens the file runs nothing that a contributor named a model by.
func TestAFiguresFileHoldsNoFormulas(t *testing.T) {
	hostile := runs()
	for i := range hostile {
		hostile[i].Nickname = "=" + hostile[i].Nickname
	}
	f, err := figure(t, hostile, bars)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(f.CSV); strings.Contains(text, ",=") || !strings.Contains(text, ",'=A,") {
		t.Errorf("got %s", text)
	}
}
