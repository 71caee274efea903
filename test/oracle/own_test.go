package oracle_test

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
	"github.com/jouleboard/jouleboard/data/plausible"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/jouleboard/jouleboard/source"
	"github.com/jouleboard/jouleboard/test/sites"
)

// ownAnswer is what the script of a board makes of a run of the reader's own.
type ownAnswer struct {
	Error    string
	Values   map[string]any
	Findings []struct{ Code, Text string }
	Unranked []string // published runs that lost their rank
	Ranked   bool
}

// boardOf is the file of a task's board on the site of the sample.
func boardOf(t *testing.T, task string) json.RawMessage {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(sites.Of(t, "--source", "sample:"), "assets", task+".*.json"))
	if err != nil || len(found) != 1 {
		t.Fatalf("%v, %v", found, err)
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func ownAnswers(t *testing.T, task string, raws []string, rows []map[string]any) []ownAnswer {
	t.Helper()
	return runScript[ownAnswer](t, "own.mjs", map[string]any{"file": boardOf(t, task), "raws": raws, "rows": rows})
}

// A result of the benchmark that is damaged at random is the same run for the script of a board as for the build, or for
// neither.
func TestTheScriptReadsRawResultsAsGoDoes(t *testing.T) {
	for kind, of := range map[string]struct {
		task, dir string
		make      func(r *rand.Rand) map[string]any
	}{
		"llm":       {"gpqa", "llm/h100/current/run/llm/gpqa/results/org/m%d/H100/num_gpus+1+max_num_seqs+8+num_request_repeats+1+seed+7", rawLLM},
		"diffusion": {"text-to-image", "diffusion/h100/current/run/diffusion/text-to-image/org/m%d/batch-2+size-64x32+steps-20+uly-1+ring-1+tc-False", rawDiffusion},
	} {
		t.Run(kind, func(t *testing.T) {
			r, root := rand.New(rand.NewPCG(7, 11)), t.TempDir()
			var texts []string
			for i := range 200 {
				document := of.make(r)
				for range r.IntN(3) {
					damageResult(r, document)
				}
				text, err := json.Marshal(document)
				if err != nil {
					t.Fatal(err)
				}
				texts = append(texts, string(text))
				write(t, root, fmt.Sprintf(of.dir, i)+"/results.json", texts[i])
				for _, server := range []string{"vllm/gpqa", "xdit/text-to-image"} {
					write(t, root, fmt.Sprintf("configs/%s/org/m%d/model_info.json", server, i), `{"nickname": "m", "total_parameters_billion": 8}`)
					write(t, root, fmt.Sprintf("configs/%s/org/m%d/H100/monolithic.config.yaml", server, i), "max-model-len: 4096\n")
				}
			}
			corpus, err := raw.Open(context.Background(), []string{root}, raw.Options{})
			if err != nil {
				t.Fatal(err)
			}
			runs, known := corpus.Dataset.Tables[0], 0
			rowOf := map[string]int{}
			for i := range runs.Len() {
				if schema := runs.Schema(); !schema.Has(schema.Name(data.RoleStable)) || runs.Value(i, schema.Name(data.RoleStable)) == true {
					rowOf[runs.Text(i, runs.Schema().Name(data.RoleModel))] = i
				}
			}
			for i, got := range ownAnswers(t, of.task, texts, nil) {
				row, there := rowOf[fmt.Sprintf("org/m%d", i)]
				if there != (got.Error == "") {
					t.Errorf("%.1500s\nis a run: %v; the script says %q; %v", texts[i], there, got.Error, problemsOf(corpus.Dataset, i))
				}
				if !there || got.Error != "" {
					continue
				}
				known++
				for _, name := range slices.Sorted(maps.Keys(got.Values)) {
					if f, _ := runs.Schema().Field(name); f.Kind == data.Float && !slices.Contains(inFolders, name) && !sameNumber(got.Values[name], runs.Value(row, name)) {
						t.Errorf("%.1500s\n%s is %v; the script has %v", texts[i], name, runs.Value(row, name), got.Values[name])
					}
				}
			}
			t.Logf("%d of %d are runs", known, len(texts))
			if known < 80 || known > 195 {
				t.Errorf("%d of %d are runs", known, len(texts))
			}
		})
	}
}

func problemsOf(ds data.Dataset, i int) (all []string) {
	for _, p := range ds.Problems() {
		if strings.Contains(p.File, fmt.Sprintf("/m%d/", i)) {
			all = append(all, p.Error())
		}
	}
	return all
}

// sameNumber passes over the order in which numbers were summed.
func sameNumber(script, build any) bool {
	x, known := script.(float64)
	y, stated := build.(float64)
	return known == stated && (x == y || math.Abs(x-y) <= 1e-12*math.Abs(y))
}

func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func rawLLM(r *rand.Rand) map[string]any {
	var requests []any
	for range 1 + r.IntN(40) {
		gaps := []any{}
		for range r.IntN(12) {
			gaps = append(gaps, []any{0.0, 0.0, r.Float64() / 10, r.ExpFloat64() / 50}[r.IntN(4)])
		}
		requests = append(requests, map[string]any{"success": r.IntN(9) > 0, "output_len": 1 + r.IntN(30), "itl": gaps})
	}
	energy, duration := 1e4*(0.5+r.Float64()), 20+100*r.Float64()
	return map[string]any{
		"model_id": "org/m", "gpu_model": "H100", "num_gpus": 1, "max_num_seqs": 8, "seed": 7, "num_request_repeats": 1,
		"steady_state_duration": duration, "steady_state_energy": energy, "steady_state_energy_per_token": 0.1 + r.Float64(),
		"energy_per_token_joules": 0.1 + r.Float64(), "output_throughput": 1000 * r.Float64(), "total_output_tokens": 100 + r.IntN(1e6),
		"completed": 1 + r.IntN(1000), "total_input_tokens": 1 + r.IntN(1e6), "median_ttft_ms": 500 * r.Float64(), "p90_ttft_ms": 600 * r.Float64(),
		"p99_ttft_ms": 900 * r.Float64(), "median_e2el_ms": 5000 * r.Float64(), "p95_e2el_ms": 9000 * r.Float64(), "results": requests,
	}
}

func rawDiffusion(r *rand.Rand) map[string]any {
	var batches []any
	for range 1 + r.IntN(20) {
		batches = append(batches, map[string]any{"time": 1 + 9*r.Float64(), "gpu_energy": map[string]any{"0": 900 * r.Float64(), "1": 900 * r.Float64()}})
	}
	return map[string]any{
		"model_id": "org/m", "gpu_model": "H100", "batch_size": 2, "ulysses_degree": 1, "ring_degree": 1, "height": 64, "width": 32,
		"inference_steps": 20, "iteration_energy_measurements": batches,
	}
}

// inFolders are what the build reads from the names of folders and descriptions of models.
var inFolders = strings.Fields(`model_id gpu_model num_gpus max_num_seqs seed num_request_repeats batch_size ulysses_degree ring_degree height width
	inference_steps total_params_billions activated_params_billions`)

// damageResult replaces or removes a value of a document, or of an element of its list.
func damageResult(r *rand.Rand, document map[string]any) {
	keys := slices.Sorted(maps.Keys(document))
	key := keys[r.IntN(len(keys))]
	if slices.Contains(inFolders, key) {
		return
	}
	if list, is := document[key].([]any); is && len(list) > 0 && r.IntN(3) > 0 {
		if inner, is := list[r.IntN(len(list))].(map[string]any); is && len(inner) > 0 {
			damageResult(r, inner)
			return
		}
	}
	odd := []any{nil, true, "12.5", " 30.5 ", "1_6", "x", "", []any{}, map[string]any{}, 0, -1, 1e-300, 1e300, 19.999, 20, 3}
	if i := r.IntN(len(odd) + 3); i < len(odd) {
		document[key] = odd[i]
	} else {
		delete(document, key)
	}
}

// A published run with changed numbers breaks the same laws for the script of a board as for the build, and takes no other
// run's rank.
func TestTheScriptChecksTheLawsAsGoDoes(t *testing.T) {
	rules := plausible.Rules{GPUs: map[string]plausible.Limit{}}
	for _, g := range content.EmbeddedGPUs() {
		least, most := g.Draws()
		rules.GPUs[g.Model] = plausible.Limit{Least: least, Most: most}
	}
	ds, err := source.Open(context.Background(), "sample:")
	if err != nil {
		t.Fatal(err)
	}
	for _, task := range []string{"gpqa", "text-to-image"} {
		t.Run(task, func(t *testing.T) {
			var table data.Table
			for _, of := range ds.Tables {
				if own := of.Filter(fmt.Sprintf("task == %q", task)); own.Len() > 0 {
					table = own
				}
			}
			checked := []string{plausible.CodeLimit, plausible.CodeIdle, plausible.CodeNeighbors}
			checked = append(checked, lists.Map(table.Schema().Laws, func(l data.Law) string { return l.Code })...)
			r := rand.New(rand.NewPCG(3, 5))
			var rows []map[string]any
			var want []string
			for range 200 {
				values := damagedRow(r, table)
				rows, want = append(rows, values), append(want, codesOf(t, rules, table, values, checked))
			}
			broken := map[string]int{}
			for i, got := range ownAnswers(t, task, nil, rows) {
				codes := lists.Map(got.Findings, func(f struct{ Code, Text string }) string { return f.Code })
				slices.Sort(codes)
				if text := strings.Join(slices.Compact(codes), " "); text != want[i] {
					t.Errorf("%s breaks %q; the script says %v", rows[i], want[i], got.Findings)
				}
				if len(got.Unranked) > 0 || got.Ranked != (want[i] == "") {
					t.Errorf("%v: %v lost their rank; ranked: %v, for %q", rows[i], got.Unranked, got.Ranked, want[i])
				}
				broken[want[i]]++
			}
			t.Log(broken)
			if len(broken) < 5 || broken[""] < 10 {
				t.Errorf("runs break %v", broken)
			}
		})
	}
}

// damagedRow is the values of a run, some numbers of which are others or missing.
func damagedRow(r *rand.Rand, table data.Table) map[string]any {
	values, row := map[string]any{}, r.IntN(table.Len())
	var metrics []data.Field
	for _, f := range table.Schema().Stated() {
		values[f.Name] = table.Value(row, f.Name)
		if f.Kind == data.Float && values[f.Name] != nil {
			metrics = append(metrics, f)
		}
	}
	for changes := 1 + r.IntN(3); changes > 0; {
		f := metrics[r.IntN(len(metrics))]
		x, known := values[f.Name].(float64)
		if !known {
			changes--
			continue
		}
		rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 3, 64), 64)
		others := []any{rounded, x * (1 + 1e-7), 1.01 * x, x / 2, 2 * x, 10 * x, x / 200, 150 * x, nil}
		if !f.Nullable {
			others = others[:len(others)-1]
		}
		if other := others[r.IntN(len(others))]; other != x {
			values[f.Name] = other
			changes--
		}
	}
	return values
}

// codesOf are the laws among those of a name that a run breaks beside others.
func codesOf(t *testing.T, rules plausible.Rules, others data.Table, values map[string]any, named []string) string {
	t.Helper()
	in := data.NewIntake(others.Schema())
	add := func(value func(name string) any) {
		row := data.NewRow(others.Schema())
		for _, f := range others.Schema().Stated() {
			if v := value(f.Name); v != nil {
				if err := row.Set(f.Name, v); err != nil {
					t.Fatal(err)
				}
			}
		}
		if !in.Add(row, "rows", 0) {
			t.Fatal(in.Problems)
		}
	}
	for i := range others.Len() {
		add(func(name string) any { return others.Value(i, name) })
	}
	add(func(name string) any { return values[name] })
	var codes []string
	for found := range rules.Findings(in.Table(false)) {
		for _, f := range found {
			if f.Run == others.Len() && slices.Contains(named, f.Code) {
				codes = append(codes, f.Code)
			}
		}
	}
	slices.Sort(codes)
	return strings.Join(slices.Compact(codes), " ")
}
