package data

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

func run(task, model, gpu string, gpus, batch int, energy float64) LLMRun {
	return LLMRun{
		Domain: "llm", Task: task, ModelID: model, Nickname: model, Architecture: "MoE", WeightPrecision: "fp8",
		TotalParamsBillions: 30, ActivatedParamsBillions: 3, GPUModel: gpu, NumGPUs: gpus, MaxNumSeqs: batch,
		TensorParallel: 1, ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: energy,
		OutputThroughputTokensPerSec: 100, AvgPowerWatts: 400, MedianITLMillis: 10, P50ITLMillis: 10,
		P90ITLMillis: 11, P95ITLMillis: 12, P99ITLMillis: 13, IsStable: true,
	}
}

func sample() LLMRuns {
	seeded := run("gpqa", "a/x", "H100", 2, 64, 0.5)
	seeded.Seed = Some(7)
	return NewRuns([]LLMRun{
		run("gpqa", "a/x", "B200", 1, 8, 1.5), run("lm-arena-chat", "a/x", "B200", 1, 16, 0.25),
		seeded, run("gpqa", "b/y", "B200", 4, 128, 2),
	}, true)
}

func energies(rs LLMRuns) []float64 {
	return Column(rs, func(r LLMRun) float64 { return r.EnergyPerTokenJoules })
}

func TestFilters(t *testing.T) {
	rs := sample()
	for _, c := range []struct {
		name string
		got  LLMRuns
		want []float64
	}{
		{"task", rs.Task("gpqa"), []float64{1.5, 0.5, 2}},
		{"several values are alternatives", rs.Task("gpqa", "lm-arena-chat"), []float64{1.5, 0.25, 0.5, 2}},
		{"filters chain", rs.Task("gpqa").GPU("B200").Model("b/y"), []float64{2}},
		{"exact counts", rs.NumGPUs(Exactly(1), Exactly(4)), []float64{1.5, 0.25, 2}},
		{"least", rs.NumGPUs(AtLeast(2)), []float64{0.5, 2}},
		{"range", rs.Batch(AtLeast(16), AtMost(64)), []float64{0.25, 0.5}},
		{"stable", rs.Stable(), []float64{1.5, 0.25, 0.5, 2}},
		{"predicate", rs.Where(func(r LLMRun) bool { return r.EnergyPerTokenJoules < 1 }), []float64{0.25, 0.5}},
		{"expression", rs.Filter(`task == "gpqa" && num_gpus >= 2`), []float64{0.5, 2}},
		{"missing is nil", rs.Filter(`seed == nil`), []float64{1.5, 0.25, 2}},
		{"missing is below nothing", rs.Filter(`seed < 100 || num_gpus == 4`), []float64{0.5, 2}},
		{"arithmetic with missing selects nothing", rs.Filter(`seed + 1 == 8`), []float64{0.5}},
		{"no filter value selects nothing", rs.Task(), nil},
		{"sorted down", rs.Sorted("-energy_per_token_joules"), []float64{2, 1.5, 0.5, 0.25}},
		{"missing sorts last", rs.Sorted("-seed"), []float64{0.5, 1.5, 0.25, 2}},
		{"schema order", rs.InOrder(), []float64{1.5, 0.5, 2, 0.25}},
		{"concatenation", rs.GPU("H100").Concat(rs.Task("lm-arena-chat")), []float64{0.5, 0.25}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if err := c.got.Err(); err != nil {
				t.Fatal(err)
			}
			if got := energies(c.got); !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestFilterErrorsReachTheEndOfTheChain(t *testing.T) {
	rs := sample()
	all := NewRuns([]LLMRun{rs.At(0)}, false)
	for _, c := range []struct {
		name string
		err  error
		want string
	}{
		{"exact and bound", rs.Batch(Exactly(8), AtLeast(4)).Task("gpqa").Err(), "not both"},
		{"no batch size", rs.Batch().Task("gpqa").Err(), "max_num_seqs: give at least one exact value or bound"},
		{"no number of GPUs", DiffusionRuns{}.NumGPUs([]Count{}...).Err(), "num_gpus: give at least one"},
		{"unstable without loading them", rs.Unstable().GPU("B200").Err(), "only stable runs were loaded"},
		{"unstable when loaded", all.Unstable().Err(), ""},
		{"unknown field", rs.Sorted("energy_per_tokn_joules").Err(), `did you mean "energy_per_token_joules"?`},
		{"unknown name", rs.Filter("gpu == 1").Err(), `did you mean "gpu_model"?`},
		{"no condition", rs.Filter("num_gpus + 1").Err(), "expected a condition"},
		{"unknown name in an ordering", rs.Filter("num_gp > 1 && !(2 <= num_gp)").Err(), `did you mean "num_gpus"?`},
		{"mismatched types", rs.Filter(`task == 1`).Err(), "mismatched types"},
		{"text in an order", rs.Filter(`task < 1`).Err(), "cannot compare"},
		{"syntax", rs.Filter(`task == `).Err(), "unexpected end"},
		{"field of another record", NewRuns[DiffusionRun](nil, false).Architecture("MoE").Err(), "diffusion runs have no field"},
		{"stability of diffusion runs", NewRuns[DiffusionRun](nil, false).Stable().Err(), `no field "stable"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			switch {
			case c.want == "" && c.err != nil:
				t.Error(c.err)
			case c.want != "" && (c.err == nil || !strings.Contains(c.err.Error(), c.want)):
				t.Errorf("got %v, want an error with %q", c.err, c.want)
			}
		})
	}
}

func TestGroupsComeInOrderOfTheirFirstRun(t *testing.T) {
	groups, err := sample().GroupBy("gpu_model", "seed")
	if err != nil {
		t.Fatal(err)
	}
	var keys [][]any
	for _, g := range groups {
		keys = append(keys, g.Key)
	}
	got, _ := json.Marshal(keys)
	if want := `[["B200",null],["H100",7]]`; string(got) != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if groups[0].Runs.Len() != 3 {
		t.Errorf("got %d runs on B200, want 3", groups[0].Runs.Len())
	}
	if _, err := sample().GroupBy("color"); err == nil {
		t.Error("an unknown field is no error")
	}
}

func TestIntakeLeavesOutWrongRowsAndSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name, field, message string
		change               func(*LLMRun)
	}{
		{"negative energy", "energy_per_token_joules", "positive", func(r *LLMRun) { r.EnergyPerTokenJoules = -1 }},
		{"NaN", "p99_itl_ms", "finite", func(r *LLMRun) { r.P99ITLMillis = nan() }},
		{"path in a model id", "model_id", "organization/name", func(r *LLMRun) { r.ModelID = "../etc" }},
		{"parent in a model id", "model_id", "organization/name", func(r *LLMRun) { r.ModelID = "a/.." }},
		{"markup in a model id", "model_id", "organization/name", func(r *LLMRun) { r.ModelID = "a/<b>" }},
		{"task with a slash", "task", "lower-case", func(r *LLMRun) { r.Task = "../x" }},
		{"no GPUs", "num_gpus", "positive", func(r *LLMRun) { r.NumGPUs = 0 }},
		{"no name", "nickname", "empty", func(r *LLMRun) { r.Nickname = " " }},
		{"control character", "gpu_model", "printable", func(r *LLMRun) { r.GPUModel = "H\x00" }},
		{"unstable does not excuse no GPUs", "num_gpus", "positive", func(r *LLMRun) { r.NumGPUs = 0; r.IsStable = false }},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := NewIntake(llmSchema())
			r := run("gpqa", "a/x", "B200", 1, 8, 1)
			c.change(&r)
			if in.Add(RowOf(r), "runs/llm.parquet", 3) || len(in.Problems) != 1 {
				t.Fatalf("kept %d, problems %v", in.Len(), in.Problems)
			}
			p := in.Problems[0]
			if p.Field != c.field || p.Row != 3 || p.LeftOut != 1 || !strings.Contains(p.Message, c.message) {
				t.Errorf("got %+v", p)
			}
		})
	}
}

func TestIntakeKeepsRepeatsAndDropsTwins(t *testing.T) {
	in := NewIntake(llmSchema())
	r := run("gpqa", "a/x", "B200", 1, 8, 1)
	repeat := r
	repeat.EnergyPerTokenJoules = 1.05
	in.Add(RowOf(r), "f", 1)
	in.Add(RowOf(repeat), "f", 2)
	in.Add(RowOf(r), "f", 3)
	if in.Len() != 2 || len(in.Problems) != 1 {
		t.Fatalf("kept %d records, problems %v", in.Len(), in.Problems)
	}
	if got := in.Problems[0].Error(); !strings.Contains(got, "f: row 3: duplicate of row 1 of f") {
		t.Errorf("got %q", got)
	}
}

func TestUnstableRunsMayHaveNoEnergy(t *testing.T) {
	in := NewIntake(llmSchema())
	r := run("gpqa", "a/x", "B200", 1, 8, -2)
	r.IsStable, r.UnstableReason = false, "invalid_energy_per_token:-2.0"
	if !in.Add(RowOf(r), "f", 1) {
		t.Error(in.Problems)
	}
}

func TestMarkupInANicknameIsKeptAndNamed(t *testing.T) {
	in := NewIntake(llmSchema())
	r := run("gpqa", "a/x", "B200", 1, 8, 1)
	r.Nickname = "<script>alert(1)</script>"
	if !in.Add(RowOf(r), "f", 1) || len(in.Problems) != 1 || in.Problems[0].LeftOut != 0 {
		t.Errorf("problems %v", in.Problems)
	}
}

func TestMergeTakesARunOfTwoSourcesOnce(t *testing.T) {
	part := NewDataset(Source{Name: "a", Runs: 4}, sample().Table)
	both := Merge(part, part)
	if both.LLM().Len() != 4 || both.Sources[1].LeftOut != 4 || len(both.Problems()) != 1 {
		t.Errorf("got %d runs, sources %+v", both.LLM().Len(), both.Sources)
	}
	if len(part.Sources[0].Problems) != 0 {
		t.Error("merging changed its input")
	}
}

func TestWrittenFormatsKeepFullPrecisionAndMissing(t *testing.T) {
	one := sample().GPU("H100")
	var csvText, jsonText, file bytes.Buffer
	if err := one.WriteCSV(&csvText, "model_id", "energy_per_token_joules", "mean_itl_ms", "seed"); err != nil {
		t.Fatal(err)
	}
	if want := "model_id,energy_per_token_joules,mean_itl_ms,seed\na/x,0.5,,7\n"; csvText.String() != want {
		t.Errorf("got %q, want %q", csvText.String(), want)
	}
	if err := one.WriteJSON(&jsonText); err != nil {
		t.Fatal(err)
	}
	var objects []map[string]any
	if err := json.Unmarshal(jsonText.Bytes(), &objects); err != nil {
		t.Fatal(err)
	}
	if o := objects[0]; len(o) != 38 || o["run"] != one.Run(0) || o["mean_itl_ms"] != nil || o["seed"] != 7.0 {
		t.Errorf("got %v", o)
	}
	if err := one.WriteParquet(&file, map[string]string{"b": "2", "a": "1"}); err != nil {
		t.Fatal(err)
	}
	checkParquet(t, file.Bytes())
}

func checkParquet(t *testing.T, file []byte) {
	t.Helper()
	f, err := parquet.OpenFile(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	fields := f.Schema().Fields()
	if len(fields) != 38 || fields[0].Name() != "run" || fields[37].Name() != "prometheus_path" {
		t.Errorf("got %d columns from %s", len(fields), fields[0].Name())
	}
	rows := make([]parquet.Row, 1)
	if n, _ := f.RowGroups()[0].Rows().ReadRows(rows); n != 1 {
		t.Fatalf("got %d rows", n)
	}
	if v := rows[0][19]; v.Double() != 0.5 {
		t.Errorf("got energy %v, want 0.5", v)
	}
	if v := rows[0][27]; !v.IsNull() {
		t.Errorf("got mean ITL %v, want null", v)
	}
	if v, ok := f.Lookup("a"); !ok || v != "1" {
		t.Errorf("got metadata %q", v)
	}
}

func TestHistogramClosesItsLastBin(t *testing.T) {
	exact := OutputLengths{Lengths: []int{0, 1, 5, 10}, Counts: []int{1, 2, 3, 4}}
	counts, ok := exact.Binned([]float64{0, 5, 10})
	if !ok || !slices.Equal(counts, []int{3, 7}) {
		t.Errorf("got %v", counts)
	}
	binned := OutputLengths{Edges: []float64{0, 5, 10}, Counts: []int{3, 7}}
	if _, ok := binned.Binned([]float64{0, 1, 10}); ok {
		t.Error("bins answered for other edges")
	}
}

func TestIntegersSurviveADoubleColumn(t *testing.T) {
	var r DiffusionRun
	if err := Set(&r, "num_frames", 81.0); err != nil || r.NumFrames != Some(81) {
		t.Errorf("got %v, %v", r.NumFrames, err)
	}
	if err := Set(&r, "num_frames", 81.5); err == nil {
		t.Error("81.5 frames were taken")
	}
	if err := Set(&r, "batch_size", nil); err == nil {
		t.Error("a missing batch size was taken")
	}
}

func nan() float64 { zero := 0.0; return zero / zero }

func TestNumbersReadBackAsTheyWere(t *testing.T) {
	for x, want := range map[float64]string{
		1486296: "1486296", 0.0318: "0.0318", 0: "0", 1.6666666666666666e19: "1.6666666666666666e+19", 2.5e-7: "2.5e-07", -3: "-3",
	} {
		if got := Text(x); got != want {
			t.Errorf("%v: got %s, want %s", x, got, want)
		}
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range 10_000 {
		x := math.Float64frombits(random.Uint64())
		var back float64
		if text := Text(x); !math.IsNaN(x) && !math.IsInf(x, 0) {
			if err := json.Unmarshal([]byte(text), &back); err != nil || back != x {
				t.Fatalf("%v came back from %s as %v, %v", x, text, back, err)
			}
		}
	}
}

// Digests only find candidates: what differs stays, whatever its digest.
func TestRecordsOfOneDigestAreToldApart(t *testing.T) {
	in := NewIntake(llmSchema())
	records := []LLMRun{run("gpqa", "a/x", "B200", 1, 8, 1), run("gpqa", "a/y", "B200", 1, 8, 1), run("gpqa", "a/z", "B200", 1, 8, 1)}
	twin := func(r LLMRun) int {
		return in.found.Find(7, func(row int) bool { return in.holds(row, RowOf(r)) })
	}
	for i, r := range records {
		if twin(r) >= 0 {
			t.Errorf("record %d counts as a twin", i)
		}
		in.found.Add(7, i)
		in.add(RowOf(r).values, Place{0, "f", i + 1})
	}
	for i, r := range records {
		if at := twin(r); at != i {
			t.Errorf("record %d: got %d", i, at)
		}
	}
}

func TestIntakeKeepsEveryRecordAsItCame(t *testing.T) {
	in := NewIntake(llmSchema())
	for i := range 1000 + 1 {
		bad := run("gpqa", "a/x", "B200", 0, i+1, 1)
		if in.Add(RowOf(run("gpqa", "a/x", "B200", 1, i+1, 1)), "f", 2*i+1); in.Add(RowOf(bad), "f", 2*i+2) {
			t.Fatal("a run without GPUs was taken")
		}
	}
	runs := As[LLMRun](in.Table(false))
	if runs.Len() != 1000+1 || in.Len() != runs.Len() {
		t.Fatalf("kept %d and %d", runs.Len(), in.Len())
	}
	for i := range runs.Len() {
		if r := runs.At(i); r.MaxNumSeqs != i+1 || r.NumGPUs != 1 || runs.Value(i, "max_num_seqs") != i+1 || runs.Value(i, "color") != nil {
			t.Fatalf("run %d is %+v", i, r)
		}
	}
}

// Pages ask rows of every type for fields that some types lack: no message may be
// made that nobody reads.
func TestAskingForAnUnknownFieldMakesNoMessage(t *testing.T) {
	runs := NewRuns([]LLMRun{{Task: "a"}}, false)
	made := testing.AllocsPerRun(10, func() {
		if runs.Value(0, "tesk") != nil {
			t.Error("a field tesk")
		}
	})
	if made > 0 {
		t.Errorf("%v allocations", made)
	}
	if err := runs.Sorted("tesk").Err(); err == nil || !strings.Contains(err.Error(), `did you mean "task"?`) {
		t.Error(err)
	}
}
