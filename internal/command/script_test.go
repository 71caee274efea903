package command

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/test/sites"
	"github.com/parquet-go/parquet-go"
	"github.com/rogpeppe/go-internal/testscript"
)

// tests share sites with those of other packages.
type tests struct{ *testing.M }

func (t tests) Run() int { return sites.Run(t.M) }

func TestMain(m *testing.M) {
	testscript.Main(tests{m}, map[string]func(){"jouleboard": Main, "small-disk": smallDisk, "as-nobody": asNobody})
}

// TestScripts runs the command as a user does, each script in a directory of its
// own. $SERVER serves that directory.
func TestScripts(t *testing.T) {
	cache := t.TempDir() // shared, so that each chart is drawn once
	module, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Condition: func(name string) (bool, error) {
			if name != "arrow" { // npm ci in test/arrow brings the reader
				return false, fmt.Errorf("unknown condition %q", name)
			}
			_, err := os.Stat(filepath.Join(module, "test", "arrow", "node_modules", "apache-arrow"))
			return err == nil, nil
		},
		Setup: func(env *testscript.Env) error {
			server := httptest.NewServer(http.FileServer(http.Dir(env.WorkDir)))
			env.Defer(server.Close)
			env.Setenv("SERVER", server.URL)
			env.Setenv("LONG", strings.Repeat("x", 300))
			env.Setenv("HOME", filepath.Join(env.WorkDir, ".home"))
			env.Setenv("XDG_CACHE_HOME", cache)
			env.Setenv("MODULE", module)
			env.Setenv("ARROW_READER", filepath.Join(module, "test", "arrow", "read.mjs"))
			startHub(env)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"llm":       writeRuns(llmRow),
			"diffusion": writeRuns(diffusionRow),
			"rawllm":    rawLLM,
			"rawimage":  rawDiffusion,
			"cut":       cutFile,
			"hub":       hubCommand,
			"status":    status,
			"sametree":  sameTree,
		},
	})
}

// status checks the exit status of a command: status N command...
func status(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	if exit, ok := err.(interface{ ExitCode() int }); ok {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// sameTree compares two directories by names and bytes.
func sameTree(ts *testscript.TestScript, neg bool, args []string) {
	a, b := treeText(ts, args[0]), treeText(ts, args[1])
	if (a == b) == neg {
		ts.Fatalf("%s and %s: equal is %v", args[0], args[1], a == b)
	}
}

func treeText(ts *testscript.TestScript, dir string) string {
	var b strings.Builder
	root := os.DirFS(ts.MkAbs(dir))
	ts.Check(walkFiles(root, func(name string, content []byte) {
		fmt.Fprintf(&b, "%q %q\n", name, content)
	}))
	return b.String()
}

// cutFile keeps the first bytes of a file: cut FILE BYTES.
func cutFile(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.Truncate(ts.MkAbs(args[0]), n))
}

// llmRow is the i-th plausible run of a model on one GPU.
func llmRow(i int) data.LLMRun {
	energy := 2 / float64(i+1)
	return data.LLMRun{
		Domain: "llm", Task: "gpqa", ModelID: "Acme/Small-1B", Nickname: "Acme Small 1B", Architecture: "Dense",
		TotalParamsBillions: 1, ActivatedParamsBillions: 1, WeightPrecision: "bfloat16", GPUModel: "H100",
		NumGPUs: 1, MaxNumSeqs: 8 << i, TensorParallel: 1, ExpertParallel: 1, DataParallel: 1,
		EnergyPerTokenJoules: energy, EnergyPerRequestJoules: data.Some(energy * 100), AvgOutputLen: data.Some(100.0),
		OutputThroughputTokensPerSec: 400 / energy, AvgPowerWatts: 400, MedianITLMillis: float64(10 + i),
		P50ITLMillis: float64(10 + i), P90ITLMillis: float64(12 + i), P95ITLMillis: float64(13 + i), P99ITLMillis: float64(14 + i),
		IsStable: true,
	}
}

// settled are edits of a plausible run that leave it plausible.
var settled = map[string]func(r *data.LLMRun, x float64){
	"energy": func(r *data.LLMRun, x float64) {
		r.EnergyPerTokenJoules, r.EnergyPerRequestJoules = x, data.Some(x*r.AvgOutputLen.Or(0))
		r.OutputThroughputTokensPerSec = r.AvgPowerWatts / x
	},
	"latency": func(r *data.LLMRun, x float64) {
		r.MedianITLMillis, r.P50ITLMillis, r.P90ITLMillis, r.P95ITLMillis, r.P99ITLMillis = x, x, x+2, x+3, x+4
	},
}

func diffusionRow(i int) data.DiffusionRun {
	rate := float64(int(1)<<i) / float64(i+1)
	return data.DiffusionRun{
		Domain: "diffusion", Task: "text-to-image", ModelID: "Acme/Paint", Nickname: "Acme Paint",
		TotalParamsBillions: 2, ActivatedParamsBillions: 2, WeightPrecision: "bfloat16", GPUModel: "H100",
		NumGPUs: 1, BatchSize: 1 << i, InferenceSteps: data.Some(20), Height: 512, Width: 512,
		BatchLatencySeconds: float64(i + 1), AvgPowerWatts: 500, EnergyPerGenerationJoules: 500 / rate, ThroughputGenerationsPerSec: rate,
	}
}

// writeRuns writes a Parquet file: FILE [rows=N] [ROW.FIELD=VALUE]... [copy=ROW]
// [drop=FIELD] [retype=FIELD]. Rows count from 1; copy repeats one, drop leaves a
// column out, retype writes it as text. Of a language model, “energy” and “latency” are
// fields too: what must go with the energy per token and the median ITL goes with them.
func writeRuns[R data.Record](row func(int) R) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, _ bool, args []string) {
		f := runsFile[R]{}
		for i := range 3 {
			f.rows = append(f.rows, row(i))
		}
		for _, edit := range args[1:] {
			key, value, _ := strings.Cut(edit, "=")
			ts.Check(f.edit(key, value, row))
		}
		path := ts.MkAbs(args[0])
		ts.Check(os.MkdirAll(filepath.Dir(path), 0o755))
		ts.Check(f.write(path))
	}
}

type runsFile[R data.Record] struct {
	rows         []R
	drop, retype string
}

func (f *runsFile[R]) edit(key, value string, row func(int) R) error {
	n, _ := strconv.Atoi(value)
	switch key {
	case "rows":
		f.rows = nil
		for i := range n {
			f.rows = append(f.rows, row(i))
		}
	case "copy":
		f.rows = append(f.rows, f.rows[n-1])
	case "drop":
		f.drop = value
	case "retype":
		f.retype = value
	default:
		return f.set(key, value)
	}
	return nil
}

func (f *runsFile[R]) set(key, value string) error {
	number, name, _ := strings.Cut(key, ".")
	i, err := strconv.Atoi(number)
	if err != nil {
		return err
	}
	r := &f.rows[i-1]
	if together, ok := settled[name]; ok {
		x, err := strconv.ParseFloat(value, 64)
		if err == nil {
			together(any(r).(*data.LLMRun), x)
		}
		return err
	}
	field, _ := (*r).Schema().Field(name)
	var v any = value
	switch field.Kind {
	case data.Int:
		v, err = strconv.Atoi(value)
	case data.Float:
		v, err = strconv.ParseFloat(value, 64)
	case data.Bool:
		v, err = strconv.ParseBool(value)
	}
	if err != nil {
		return err
	}
	return data.Set(r, name, v)
}

func (f *runsFile[R]) write(path string) error {
	out, err := os.Create(path)
	if err != nil {
		return err
	}
	defer out.Close()
	if f.drop == "" && f.retype == "" {
		return data.NewRuns(f.rows, false).WriteStated(out, nil)
	}
	return f.writeBent(out)
}

// writeBent writes a file whose columns are not those of the field table.
func (f *runsFile[R]) writeBent(out *os.File) error {
	var zero R
	s := zero.Schema()
	columns := parquet.Group{}
	for _, field := range s.Stated() {
		if field.Name != f.drop {
			columns[field.Name] = f.node(field)
		}
	}
	w := parquet.NewGenericWriter[map[string]any](out, parquet.NewSchema("bent", columns))
	runs := data.NewRuns(f.rows, false)
	for i := range runs.Len() {
		line := map[string]any{}
		for _, field := range s.Stated() {
			if v := runs.Value(i, field.Name); v != nil && field.Name == f.retype {
				line[field.Name] = data.Text(v)
			} else if v != nil && field.Name != f.drop {
				line[field.Name] = v
			}
		}
		if _, err := w.Write([]map[string]any{line}); err != nil {
			return err
		}
	}
	return w.Close()
}

func (f *runsFile[R]) node(field data.Field) parquet.Node {
	node := map[data.Kind]parquet.Node{
		data.String: parquet.String(), data.Int: parquet.Int(64),
		data.Float: parquet.Leaf(parquet.DoubleType), data.Bool: parquet.Leaf(parquet.BooleanType),
	}[field.Kind]
	if field.Name == f.retype {
		node = parquet.String()
	}
	if field.Nullable {
		node = parquet.Optional(node)
	}
	return node
}
