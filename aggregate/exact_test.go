package aggregate

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// at is a run with every figure that a query may bound.
func at(model string, gpus int, latency, energy float64) data.LLMRun {
	return data.LLMRun{
		Task: "gpqa", ModelID: "a/" + model, Nickname: model, GPUModel: "H100", NumGPUs: gpus, MaxNumSeqs: 8, EnergyPerTokenJoules: energy,
		MedianITLMillis: latency, P90ITLMillis: latency + 1, P95ITLMillis: latency + 2, P99ITLMillis: latency + 3,
	}
}

func ranked(runs ...data.LLMRun) []Row { return Rows(data.NewRuns(runs, true).Table, Uncertainty{}) }

func TestABoundHoldsTheValueThatEqualsIt(t *testing.T) {
	row := ranked(at("Az Za 120B 2.5x4", 1, 0.5, 0.25))[0]
	for _, c := range []struct {
		q    Query
		want bool
	}{
		{Query{}, true},
		{Query{Deadline: 0.5}, true},
		{Query{Deadline: 0.49}, false},
		{Query{EnergyBudget: 0.25}, true},
		{Query{EnergyBudget: 0.24}, false},
		{Query{Deadline: 1.5, Percentile: P90}, true},
		{Query{Deadline: 1.4, Percentile: P90}, false},
		{Query{Deadline: 2.5, Percentile: P95}, true},
		{Query{Deadline: 2.4, Percentile: P95}, false},
		{Query{Deadline: 3.5, Percentile: P99}, true},
		{Query{Deadline: 3.4, Percentile: P99}, false},
		{Query{GPUs: []string{}}, false},
		{Query{GPUCounts: []int{2}}, false},
		{Query{Search: "aZ A/aZ"}, true},
		{Query{Search: "az zb"}, false},
		{Query{Search: "12 2.5 b x4"}, true},
		{Query{Search: "20b"}, false},
		{Query{Search: "5x4"}, false},
	} {
		if got := c.q.Accepts(row); got != c.want {
			t.Errorf("%+v: accepted %v", c.q, got)
		}
	}
}

func TestEqualRowsComeByLatencyThenGPUs(t *testing.T) {
	rows := ranked(at("c", 2, 9, 1), at("b", 1, 9, 1), at("d", 1, 10, 1), at("a", 4, 8, 2), at("late", 2, 60, 1), at("later", 1, 70, 1))
	models := func(rows []Row) (names []string) {
		for _, r := range rows {
			names = append(names, r.Nickname)
		}
		return names
	}
	q := Query{Deadline: 50}
	if got := models(Best(rows, q)); !slices.Equal(got, []string{"b", "c", "d", "a"}) {
		t.Errorf("best: %v", got)
	}
	if got := models(Late(rows, q)); !slices.Equal(got, []string{"late", "later"}) {
		t.Errorf("late: %v", got)
	}
}

func TestDirectionsOfAFrontier(t *testing.T) {
	x, y := []float64{1, 2, 2, 3, 3, 1}, []float64{5, 7, 3, 3, 3, 5}
	for _, c := range []struct {
		x, y data.Direction
		want []int
	}{
		{data.Lower, data.Lower, []int{0, 5, 2}},
		{data.Higher, data.Higher, []int{3, 4, 1}},
		{data.Lower, data.Higher, []int{0, 5, 1}},
		{data.Higher, data.Lower, []int{3, 4}},
		{data.Neutral, data.Neutral, []int{0, 5, 2}},
	} {
		if got := Undominated(x, y, c.x, c.y); !slices.Equal(got, c.want) {
			t.Errorf("%v, %v: got %v, want %v", c.x, c.y, got, c.want)
		}
	}
}

func TestTiesEndAtTheMargin(t *testing.T) {
	for _, c := range []struct {
		energies []float64
		want     []Rank
	}{
		{[]float64{100, 104.99}, []Rank{{1, true}, {1, true}}},
		{[]float64{100, 105.01}, []Rank{{1, false}, {2, false}}},
		{[]float64{100, 105.01, 109, 111}, []Rank{{1, false}, {2, true}, {2, true}, {4, false}}},
	} {
		var rows []Row
		for _, e := range c.energies {
			rows = append(rows, Row{Facts: &Facts{Energy: e}, Score: e, Margin: math.Log(1.05) / math.Sqrt2})
		}
		if got := Ranks(rows); !slices.Equal(got, c.want) {
			t.Errorf("%v: got %v, want %v", c.energies, got, c.want)
		}
	}
	if tie, alone := (Rank{3, true}).String(), (Rank{2, false}).String(); tie != "=3" || alone != "2" {
		t.Errorf("%s, %s", tie, alone)
	}
}

func TestARowIsTheMeanOfItsRepeats(t *testing.T) {
	runs := data.NewRuns([]data.LLMRun{at("x", 1, 1, 8), at("x", 1, 3, 1), at("x", 1, 2, 3), at("y", 1, 1, 4), at("z", 1, 1, 4.1)}, true).Table
	list := Rows(runs, Uncertainty{})
	if len(list) != 3 || list[0].Run != runs.Run(0) || list[0].Runs().Len() != 3 || list[0].Energy != 4 || list[0].Score != 4 ||
		list[0].Latency(P50) != 2 {
		t.Fatalf("%d configurations: %+v", len(list), list)
	}
	energy := list[0].RankField().Name
	if x, ok := list[0].Float(energy); x != 4 || !ok {
		t.Errorf("mean %v", x)
	}
	if got := list[0].Value("nickname"); got != "x" {
		t.Errorf("text %v", got)
	}
	if x, ok := list[0].Metric(); x != 4 || !ok {
		t.Errorf("metric %v", x)
	}
}

// What lacks the metric comes last and has no place.
func TestRowsWithoutTheMetricHaveNoPlace(t *testing.T) {
	rows := ranked(at("x", 1, 1, 1), at("y", 1, 1, 3))
	rows[0].Score = math.Inf(1)
	best := Best(rows, Query{})
	if got := Ranks(best); best[0].Nickname != "y" || !slices.Equal(got, []Rank{{1, false}, {}}) || got[1].String() != "" {
		t.Errorf("%v of %v", got, best)
	}
	if rows[0].Ranked() {
		t.Error("a row without the metric is ranked")
	}
}

func TestTheQuantileOfNothingIsNoNumber(t *testing.T) {
	if !math.IsNaN(lists.Quantile(nil, 0.5)) {
		t.Error("the quantile of nothing is a number")
	}
}

// The addresses of runs hold their ids: these must not change.
func TestRunIDsStay(t *testing.T) {
	runs := data.NewRuns([]data.LLMRun{at("x", 1, 1, 1), at("x", 1, 2, 2), at("y", 1, 1, 1)}, true)
	got := []string{runs.Run(0), runs.Run(1), runs.Run(2)}
	if want := []string{"fbmd76yoyc", "fbmd76yoyc-2", "ku5defnta4"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestADeadlineHoldsTheRunThatMeetsItExactly(t *testing.T) {
	runs := data.NewRuns([]data.LLMRun{
		pairRun("x", "H100", 8, 20, 4), pairRun("x", "B200", 8, 20, 3), pairRun("x", "B200", 16, 20, 3), pairRun("x", "B200", 64, 20.5, 1),
	}, true).Table
	c, err := Matched(runs, Match{
		Factor: "gpu_model", Base: "H100", Alt: "B200", Metric: "energy_per_token_joules",
		Hold: []string{"nickname"}, DeadlineField: "median_itl_ms", Deadlines: []float64{0.5, 20},
	})
	if err != nil || len(c.Pairs) != 0 || len(c.ByDeadline[1].Pairs) != 1 {
		t.Fatalf("%+v, %v", c, err)
	}
	if p := c.ByDeadline[1].Pairs[0]; p.Change != -25 || p.Alt.Run != runs.Run(1) {
		t.Errorf("%+v", p)
	}
}

// Wilson's own example form: 9 of 12 correct lies between 0.4677 and 0.9111.
func TestQuestionsWidenTheMarginOfAShare(t *testing.T) {
	low, high := wilson(0.75, 12)
	if math.Abs(low-0.467695) > 1e-6 || math.Abs(high-0.911059) > 1e-6 {
		t.Errorf("from %v to %v", low, high)
	}
}

// Accuracy and energy of few questions are both uncertain: 12 questions whose mean energy
// has a standard error of 10 %, times Student's 2.201 with 11 degrees of freedom.
func TestTheEnergyOfFewQuestionsWidensTheMargin(t *testing.T) {
	unit, accuracy := "share", 0.75
	margin := func(primary string, off any) float64 {
		s := data.MustDeclare([]byte(`{domain: quiz, noun: query, board: {system: Quiz, primary: ` + primary + `}, fields: [
		{name: ipj, type: number, unit: accuracy per J, better: higher},
		{name: model, type: text, role: model, is: [key]},
		{name: energy, type: number, role: energy, unit: J/query}, {name: energy_error, type: number?, role: energy_error},
		{name: accuracy, type: number, role: accuracy, unit: "` + unit + `"}, {name: scored, type: whole, role: questions}]}`))
		row := data.NewRow(s)
		for name, v := range map[string]any{
			"domain": "quiz", "ipj": 0.0075, "model": "m", "energy": 100.0, "energy_error": off, "accuracy": accuracy,
			"scored": 12,
		} {
			if err := row.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		in := data.NewIntake(s)
		in.Add(row, "", 1)
		return questionsMargin(in.Table(false))
	}
	share := math.Log(0.911059/0.467695) / 2
	if got := margin("ipj", nil); math.Abs(got-share) > 1e-5 {
		t.Errorf("of the accuracy alone: %v, want %v", got, share)
	}
	unit, accuracy = "%", 75
	if got := margin("ipj", nil); !(math.Abs(got-share) <= 1e-5) {
		t.Errorf("of an accuracy in percent: %v, want %v", got, share)
	}
	if got, want := margin("ipj", 10.0), math.Hypot(share, 0.2201); math.Abs(got-want) > 1e-4 {
		t.Errorf("with the energy: %v, want %v", got, want)
	}
	if got := margin("energy", 10.0); math.Abs(got-0.2201) > 1e-4 {
		t.Errorf("of an energy, which does not rest on the share: %v", got)
	}
	if got := margin("accuracy", 10.0); math.Abs(got-share) > 1e-5 {
		t.Errorf("of a share, which does not rest on the energy: %v", got)
	}
}

// A metric without energy has no assumed error, an energy has; a stated error stands in its place.
func TestErrorsAreThoseOfTheMetric(t *testing.T) {
	const fields = `{name: model, type: text, role: model, is: [key]}, {name: e, type: number, role: energy, unit: J/token},
		{name: acc, type: number, role: accuracy}, {name: off, type: number?%s}, {name: up, type: number?%s}`
	for _, c := range []struct {
		primary, first, second string
		off, up                any
		want                   float64 // half-width on a log scale
	}{
		{"e", "", "", nil, nil, 1.959964 * 0.08},
		{"acc", "", "", nil, nil, 0},
		{"acc", "error", "", 0.004, nil, 1.959964 * 0.004 / 0.812},
		{"e", "error", "", 0.03, nil, 1.959964 * 0.03},
		{"acc", "lower", "upper", 0.80, 0.82, math.Log(0.82/0.80) / 2},
	} {
		role := func(name string) string {
			if name == "" {
				return ""
			}
			return ", role: " + name
		}
		s, err := data.Declare([]byte(fmt.Sprintf("{domain: tiny, board: {system: T, primary: "+c.primary+"}, fields: ["+fields+"]}", role(c.first), role(c.second))))
		if err != nil {
			t.Fatal(err)
		}
		row := data.NewRow(s)
		for name, v := range map[string]any{"domain": "tiny", "model": "m", "e": 1.0, "acc": 0.812, "off": c.off, "up": c.up} {
			if err := row.Set(name, v); err != nil {
				t.Fatal(err)
			}
		}
		in := data.NewIntake(s)
		in.Add(row, "", 1)
		var settings content.Content
		settings.Site.Uncertainty.BetweenRuns = 8
		rows := RowsOf(in.Table(false), settings)
		if len(rows) != 1 || math.Abs(rows[0].Margin-c.want) > 1e-6 {
			t.Errorf("%+v: %v", c, rows[0].Margin)
		}
	}
}
