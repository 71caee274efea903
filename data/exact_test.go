package data_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/columnfile"
)

// good is a run that is taken in.
func good(model string, batch int, energy float64) data.LLMRun {
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "a/" + model, Nickname: model, Architecture: "Dense", WeightPrecision: "fp8", GPUModel: "H100",
		TotalParamsBillions: 8, ActivatedParamsBillions: 8, NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: energy, OutputThroughputTokensPerSec: 100, AvgPowerWatts: 400, IsStable: true,
		MedianITLMillis: 1, P50ITLMillis: 1, P90ITLMillis: 1, P95ITLMillis: 1, P99ITLMillis: 1,
	}
}

func names(runs data.LLMRuns) string {
	var all []string
	for r := range runs.All() {
		all = append(all, r.Nickname)
	}
	return strings.Join(all, "")
}

// three runs, one of which states what the others lack.
func three() data.LLMRuns {
	a, b, c := good("a", 8, 1), good("b", 16, 2), good("c", 32, 3)
	b.AvgOutputLen, b.Seed = data.Some(0.5), data.Some(1)
	c.IsStable = false
	return data.NewRuns([]data.LLMRun{a, b, c}, false)
}

func TestConditionsHoldAtTheirBounds(t *testing.T) {
	for condition, want := range map[string]string{
		"max_num_seqs < 16": "a", "max_num_seqs <= 16": "ab", "max_num_seqs > 16": "c", "max_num_seqs >= 16": "bc",
		"max_num_seqs == 16": "b", "max_num_seqs != 16": "ac", "seed == nil": "ac", "seed < 2": "b", "seed >= 2": "", "seed > 0.5": "b",
		"avg_output_len + 1 > 0": "b", "energy_per_token_joules * 2 - 1 == 3": "b", "energy_per_token_joules / 2 >= 1": "bc",
		`nickname < "b"`: "a", `nickname <= "b"`: "ab", `nickname + "x" == "bx"`: "b", "is_stable": "ab",
	} {
		if runs := three().Filter(condition); names(runs) != want || runs.Err() != nil {
			t.Errorf("%s: got %q, %v; want %q", condition, names(runs), runs.Err(), want)
		}
	}
	for condition, fails := range map[string]bool{
		"max_num_seqs": true, `nickname < 1`: true, "nickname * 2 > 1": true,
		strings.Repeat(" ", 4096-len("is_stable")) + "is_stable": false, strings.Repeat(" ", 4097-len("is_stable")) + "is_stable": true,
	} {
		if err := three().Filter(condition).Err(); (err != nil) != fails {
			t.Errorf("%.20s: %v", condition, err)
		}
	}
}

func TestCountsHoldTheirBounds(t *testing.T) {
	for _, c := range []struct {
		counts []data.Count
		want   string
	}{
		{[]data.Count{data.Exactly(16)}, "b"},
		{[]data.Count{data.Exactly(8), data.Exactly(32)}, "ac"},
		{[]data.Count{data.AtLeast(16)}, "bc"},
		{[]data.Count{data.AtMost(16)}, "ab"},
		{[]data.Count{data.AtLeast(9), data.AtMost(31)}, "b"},
	} {
		if got := names(three().Batch(c.counts...)); got != c.want {
			t.Errorf("%+v: got %s, want %s", c.counts, got, c.want)
		}
	}
	if three().Batch().Err() == nil {
		t.Error("no count is no error")
	}
}

func TestMissingValuesAreLastInBothOrders(t *testing.T) {
	for field, want := range map[string]string{
		"seed": "bac", "-seed": "bac", "avg_output_len": "bac", "-energy_per_token_joules": "cba", "-max_num_seqs": "cba", "nickname": "abc",
		"-nickname": "cba", "is_stable": "cab", "-is_stable": "abc",
	} {
		if got := names(three().Sorted(field)); got != want {
			t.Errorf("%s: got %s, want %s", field, got, want)
		}
	}
	mixed := [][]any{{1, "a"}, {1.5, "a"}, {2, "a"}, {2, "a", 1}, {2, "b"}, {2, true}, {2, nil}, {"a"}, {false}, {true}, {nil}}
	for i, a := range mixed {
		for j, b := range mixed {
			if got := data.CompareKeys(a, b); (got < 0) != (i < j) || (got == 0) != (i == j) {
				t.Errorf("%v and %v: got %d", a, b, got)
			}
		}
	}
}

func TestValuesAreTakenUpToTheirBounds(t *testing.T) {
	long := func(n int) string { return strings.Repeat("x", n) }
	for _, c := range []struct {
		name   string
		change func(*data.LLMRun)
		kept   bool
	}{
		{"the least energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = 1e-7 }, true},
		{"less energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = 0.9e-7 }, false},
		{"denormal energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = 1e-310 }, false},
		{"the most energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = 1e6 }, true},
		{"more energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = 1.1e6 }, false},
		{"all energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = math.MaxFloat64 }, false},
		{"all energy of an unstable run", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.IsStable = math.MaxFloat64, false }, false},
		{"denormal energy of an unstable run", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.IsStable = 1e-310, false }, false},
		{"negative energy of an unstable run", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.IsStable = -1, false }, true},
		{"more GPUs than there are", func(r *data.LLMRun) { r.NumGPUs = 1e6 + 1 }, false},
		{"no energy", func(r *data.LLMRun) { r.EnergyPerTokenJoules = 0 }, false},
		{"no energy of an unstable run", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.IsStable = 0, false }, true},
		{"infinite energy of an unstable run", func(r *data.LLMRun) { r.EnergyPerTokenJoules, r.IsStable = math.Inf(1), false }, false},
		{"one GPU", func(r *data.LLMRun) { r.NumGPUs = 1 }, true},
		{"no GPU", func(r *data.LLMRun) { r.NumGPUs = 0 }, false},
		{"the longest name", func(r *data.LLMRun) { r.Nickname = long(300) }, true},
		{"a longer name", func(r *data.LLMRun) { r.Nickname = long(301) }, false},
		{"the first printable character", func(r *data.LLMRun) { r.Nickname = "a b" }, true},
		{"the last control character", func(r *data.LLMRun) { r.Nickname = "a\x1fb" }, false},
		{"delete", func(r *data.LLMRun) { r.Nickname = "a\x7fb" }, false},
		{"a text that was no UTF-8", func(r *data.LLMRun) { r.Nickname = "a\uFFFDb" }, false},
		{"seed 0", func(r *data.LLMRun) { r.Seed = data.Some(0) }, true},
	} {
		in := data.NewIntake(data.LLMRun{}.Schema())
		r := good("a", 8, 1)
		c.change(&r)
		if got := in.Add(data.RowOf(r), "f", 1); got != c.kept {
			t.Errorf("%s: kept %v, %v", c.name, got, in.Problems)
		}
	}
	if longest, longer := long(48), long(49); !data.IsTask(longest) || data.IsTask(longer) {
		t.Error("a task's name has 48 characters at most")
	}
	if whole, cut := data.Clip(long(287)), data.Clip(long(288)); whole != long(287) || cut != long(287)+"…" {
		t.Errorf("clipped to %d and %d bytes", len(whole), len(cut))
	}
}

func TestNumbersAreWrittenInFullPrecision(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1e-4: "0.0001", 9.9e-5: "9.9e-05", 9999999999999998: "9999999999999998", 1e16: "1e+16", 0.1: "0.1", 1.0 / 3: "0.3333333333333333",
		-1e-4: "-0.0001", -1e16: "-1e+16",
	} {
		if got := data.Text(x); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	var csv bytes.Buffer
	const want = "nickname,seed,avg_output_len,is_stable\na,,,true\nb,1,0.5,true\nc,,,false\n"
	if err := three().WriteCSV(&csv, "nickname", "seed", "avg_output_len", "is_stable"); err != nil || csv.String() != want {
		t.Errorf("%v\n%s", err, &csv)
	}
}

func TestBinsHoldTheirLowerEdgeAndTheLastBothEdges(t *testing.T) {
	o := &data.OutputLengths{Lengths: []int{0, 1, 10, 19, 20, 30, 31}, Counts: []int{1, 2, 4, 8, 16, 32, 64}}
	counts, ok := o.Binned([]float64{1, 10, 20, 30})
	if want := []int{2, 12, 48}; !ok || !slices.Equal(counts, want) || o.Requests() != 127 {
		t.Errorf("got %v, want %v; %d requests", counts, want, o.Requests())
	}
	edges := data.CommonEdges([]*data.OutputLengths{{Lengths: []int{5, 10, 60, 99}, Counts: []int{0, 1, 1, 0}}})
	if len(edges) != 51 || data.HistogramBins != 50 || edges[0] != 10 || edges[1] != 11 || edges[50] != 60 {
		t.Errorf("edges %v", edges)
	}
}

func TestAProblemNamesItsPlace(t *testing.T) {
	for want, p := range map[string]data.Problem{
		"f: row 1: x: m": {File: "f", Row: 1, Field: "x", Message: "m"},
		"f: line 2: m":   {File: "f", Row: 2, Lines: true, Message: "m"},
		"m":              {Message: "m", Lines: true},
		"x: m":           {Field: "x", Message: "m"},
	} {
		if got := p.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	list := []data.Problem{
		{File: "b"},
		{File: "a", Row: 2},
		{File: "a", Row: 1, Field: "y"},
		{File: "a", Row: 1, Field: "x", Message: "n"},
		{File: "a", Row: 1, Field: "x", Message: "m"},
	}
	want := slices.Clone(list)
	slices.Reverse(want)
	if data.SortProblems(list); !slices.Equal(list, want) {
		t.Errorf("got %+v", list)
	}
}

// A file of many rows is read into one run and one line, over and over: what a row lacks must not come from the one before.
func TestARowLacksWhatTheOneBeforeHad(t *testing.T) {
	with, without := good("x", 8, 1), good("y", 8, 1)
	with.Seed, with.Nickname = data.Some(7), `a "name", & sign`
	var file, csv, objects bytes.Buffer
	if err := data.NewRuns([]data.LLMRun{with, without}, false).WriteStated(&file, nil); err != nil {
		t.Fatal(err)
	}
	stored, err := columnfile.Open(file.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	in := data.NewIntake(with.Schema())
	rows, _, wrong := data.OpenStored("f", stored, in.Schema().Stated(), nil)
	in.Take(rows, "f", nil, nil)
	if len(wrong) > 0 || len(in.Problems) > 0 {
		t.Fatal(wrong, in.Problems)
	}
	read := in.Table(false)
	if err := read.WriteCSV(&csv, "nickname", "seed"); err != nil {
		t.Fatal(err)
	}
	if err := read.WriteJSON(&objects, "nickname", "seed"); err != nil {
		t.Fatal(err)
	}
	want := "nickname,seed\n\"a \"\"name\"\", & sign\",7\n" + without.Nickname + ",\n"
	if csv.String() != want {
		t.Errorf("CSV is %q, want %q", csv.String(), want)
	}
	want = "[\n{\"nickname\": \"a \\\"name\\\", \\u0026 sign\", \"seed\": 7},\n{\"nickname\": \"" + without.Nickname + "\", \"seed\": null}\n]\n"
	if objects.String() != want {
		t.Errorf("JSON is %q, want %q", objects.String(), want)
	}
}
