package raw_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// only is the LLM run of a tree with one, or the problems' text.
func (x tree) only(o raw.Options) (run data.LLMRun, problems string) {
	x.t.Helper()
	c := open(x.t, o, x.root)
	for _, p := range c.Dataset.Problems() {
		problems += p.Error() + "\n"
	}
	if c.Dataset.LLM().Len() > 0 {
		run = c.Dataset.LLM().At(0)
	}
	return run, problems
}

func TestParallelismComesFromTheServersFlags(t *testing.T) {
	for flags, want := range map[string]string{ // on 4 GPUs: tensor, expert, data
		"max-model-len: 4096":                                      "4 1 1",
		"enable-expert-parallel: true":                             "1 4 1",
		"enable-expert-parallel: Yes # all":                        "1 4 1",
		"enable-expert-parallel: off":                              "4 1 1",
		"enable-expert-parallel:":                                  "4 1 1",
		"enable-expert-parallel: ~":                                "4 1 1",
		"enable-expert-parallel: on\nexpert-parallel-size: 2":      "1 2 1",
		"enable-expert-parallel: on\nexpert-parallel-size: 1":      "4 1 1",
		"expert-parallel-size: 2":                                  "4 1 1",
		"enable-expert-parallel: true\ntensor-parallel-size: 2":    "2 4 1",
		"data-parallel-size: 0":                                    "4 1 4",
		`data-parallel-size: "2"`:                                  "4 1 2",
		`'data-parallel-size': '2'`:                                "4 1 2",
		"tensor-parallel-size: 0x2":                                "2 1 1",
		"tensor-parallel-size: null":                               "4 1 1",
		"tensor-parallel-size : 2\r\na: 1\r":                       "2 1 1",
		"---\n# flags\ntensor-parallel-size: 2\n...":               "2 1 1",
		"tensor-parallel-size:\n  2":                               "2 1 1",
		"list:\n- 1\n- a: 2\ntensor-parallel-size: 2":              "2 1 1",
		"text: |\n  tensor-parallel-size: 9\n\n  b\na: &x {b: 1}":  "4 1 1",
		"flow: [1,\n  2]\nc: *x\nd: !t 1\ntensor-parallel-size: 2": "2 1 1",
		"quoted: 'a\n  b'\ntensor-parallel-size: 2":                "2 1 1",
		`{"tensor-parallel-size": 2}`:                              "2 1 1",
		"# JSON\n---\n{\r\n  \"a\": {\"b\": [\"]}\", 'c'']', don't]},\r\n\t\"data-parallel-size\":\"2\",\r\n" +
			" \"enable-expert-parallel\": true}\r\n...\n": "1 4 2",
		"{a, b: , c:1, enable-expert-parallel: on, # all\n expert-parallel-size: 2,\n" +
			"} # end\n": "1 2 1",
	} {
		x := newTree(t)
		x.llm("model", 8, "")
		four := strings.Replace(runDir("model", 8), "num_gpus+1", "num_gpus+4", 1)
		x.write(four+"/results.json", goodRun)
		if err := os.RemoveAll(filepath.Join(x.root, runDir("model", 8))); err != nil {
			t.Fatal(err)
		}
		x.write("configs/vllm/gpqa/org/model/H100/monolithic.config.yaml", flags)
		run, problems := x.only(raw.Options{})
		if got := fmt.Sprint(run.TensorParallel, run.ExpertParallel, run.DataParallel); got != want {
			t.Errorf("%q: got %s, want %s; %s", flags, got, want, problems)
		}
	}
}

func TestFlagsThatCannotBeReadAreNamed(t *testing.T) {
	for flags, want := range map[string]string{
		"":                              "contains no flags",
		"# nothing\n":                   "contains no flags",
		"- a\n- b":                      "line 1: expected a mapping",
		"just words":                    "line 1: expected a mapping",
		"{}":                            "contains no flags",
		"{a: 1":                         "line 1: a bracket that was opened is not closed",
		"# x\n{a: [1, 2}":               "line 2: ",
		"{[a]: 1}":                      "line 1: found an invalid key",
		"{a: 1, <<: *b}":                `line 1: "<<" is a merge key`,
		"{a: 1}\nb: 2":                  "line 2: ",
		"a: 1\n---\nb: 2":               "line 1: expected one YAML document",
		"a: 1\n...\nb: 2":               "line 1: expected one YAML document",
		"tensor-parallel-size: 2\n  3":  `expected an integer, got "2 3"`,
		"{tensor-parallel-size: 2\n 3}": "line 2: ",
		"tensor-parallel-size: &x 2":    "expected an integer",
		"data-parallel-size: *x":        "expected an integer",
		"{tensor-parallel-size: [2]}":   "expected an integer, got",
		"enable-expert-parallel: on\n # x\n  off": "line 3: ",
		"a: 1\nwords":  "line 2: ",
		"a: 1\n<<: *b": `line 2: "<<" is a merge key`,
		"tensor-parallel-size: 1\ntensor-parallel-size: 2": `line 2: the key "tensor-parallel-size" is written twice`,
		`"a: 1`:                                   "line 1: could not find end",
		"tensor-parallel-size: two":               `tensor-parallel-size: expected an integer, got "two"`,
		"tensor-parallel-size: 1_6":               "expected an integer",
		"tensor-parallel-size: 2.0":               "expected an integer",
		"tensor-parallel-size: [2]":               "expected an integer",
		"enable-expert-parallel: maybe":           "enable-expert-parallel: expected true or false",
		`enable-expert-parallel: "off"`:           "expected true or false",
		"a: 1\ntensor-parallel-size: 99999999999": "expected an integer",
		"tensor-parallel-size: 0":                 "tensor_parallel: expected a positive integer",
		strings.Repeat("a: 1\n", 300_000):         "larger than",
	} {
		x := newTree(t)
		x.llm("model", 8, "")
		x.write("configs/vllm/gpqa/org/model/H100/monolithic.config.yaml", flags)
		run, problems := x.only(raw.Options{})
		if run.ModelID != "" || !strings.Contains(problems, want) {
			t.Errorf("%.60q: got run %v and %q, want %q", flags, run, problems, want)
		}
	}
}

func TestAModelsDescriptionHasFallbacks(t *testing.T) {
	for _, c := range []struct{ model, info, want string }{
		{"plain", `{"total_parameters_billion": 8}`, "plain 8 8 bfloat16 Dense"},
		{"moe", `{"total_parameters_billion": 30, "active_parameters_billion": 3.5}`, "moe 30 3.5 bfloat16 MoE"},
		{
			"full",
			`{"nickname": "Full", "total_parameters_billion": 30, "active_parameters_billion": 30, "weight_precision": "mxfp4", "architecture": ` +
				`"Hybrid"}`,
			"Full 30 30 mxfp4 Hybrid",
		},
		{"empty", `{"nickname": " ", "total_parameters_billion": 3, "weight_precision": "", "architecture": null}`, "empty 3 3 bfloat16 Dense"},
		{
			"wrong",
			`{"nickname": 7, "total_parameters_billion": "7.5", "active_parameters_billion": "x", "weight_precision": 8, "architecture": []}`,
			"wrong 7.5 7.5 bfloat16 Dense",
		},
		{"A-FP8-B", `{"total_parameters_billion": 1}`, "A-FP8-B 1 1 fp8 Dense"},
		{"DeepSeek-V3.1", `{"total_parameters_billion": 1}`, "DeepSeek-V3.1 1 1 fp8 Dense"},
		{"DeepSeek-R1-0528", `{"total_parameters_billion": 1}`, "DeepSeek-R1-0528 1 1 fp8 Dense"},
	} {
		x := newTree(t)
		x.llm(c.model, 8, "")
		x.write("configs/vllm/gpqa/org/"+c.model+"/model_info.json", c.info)
		r, problems := x.only(raw.Options{})
		got := fmt.Sprint(r.Nickname, " ", r.TotalParamsBillions, " ", r.ActivatedParamsBillions, " ", r.WeightPrecision, " ", r.Architecture)
		if got != c.want {
			t.Errorf("%s: got %s, want %s; %s", c.model, got, c.want, problems)
		}
	}
}

func TestAModelsDescriptionThatCannotBeReadIsNamed(t *testing.T) {
	for info, want := range map[string]string{
		"[]":                                    "expected an object, got a list",
		"{}":                                    "total_parameters_billion: expected a number, got null",
		`{"total_parameters_billion": true}`:    "expected a number, got true",
		`{"total_parameters_billion": "seven"}`: "expected a number",
		`{"total_parameters_billion": NaN}`:     "expected a finite number",
		`{"total_parameters_billion": 0}`:       "expected a positive number",
		`{"total_parameters_billion": 1`:        "the file ends",
	} {
		x := newTree(t)
		x.llm("model", 8, "")
		x.write("configs/vllm/gpqa/org/model/model_info.json", info)
		if run, problems := x.only(raw.Options{}); run.ModelID != "" || !strings.Contains(problems, want) {
			t.Errorf("%s: got run %v and %q, want %q", info, run, problems, want)
		}
	}
}

func TestConfigurationsMayLieElsewhere(t *testing.T) {
	x := newTree(t)
	x.llm("model", 8, "")
	x.diffusion(goodDiffusion)
	moved := filepath.Join(t.TempDir(), "moved")
	if err := os.Rename(filepath.Join(x.root, "configs"), moved); err != nil {
		t.Fatal(err)
	}
	if c := open(t, raw.Options{}, x.root); c.Dataset.Len() != 0 || len(c.Dataset.Problems()) < 2 {
		t.Errorf("without configurations: got %d runs, %v", c.Dataset.Len(), c.Dataset.Problems())
	}
	if c := open(t, raw.Options{ConfigDir: moved}, x.root); c.Dataset.Len() != 2 {
		t.Errorf("got %d runs, %v", c.Dataset.Len(), c.Dataset.Problems())
	}
	if c := open(t, raw.Options{ConfigDir: filepath.Join(moved, "vllm")}, x.root); c.Dataset.LLM().Len() != 1 ||
		c.Dataset.Diffusion().Len() != 0 {
		t.Errorf("one kind: got %d runs, %v", c.Dataset.Len(), c.Dataset.Problems())
	}
	if _, err := raw.Open(t.Context(), []string{x.root}, raw.Options{ConfigDir: moved + "-not"}); err == nil {
		t.Error("a directory that is not there is taken")
	}
	// a root without configurations uses those of the first that has any
	y := newTree(t)
	y.llm("model", 16, "")
	if c := open(t, raw.Options{}, x.root, y.root); c.Dataset.LLM().Len() != 2 {
		t.Errorf("two roots: got %d runs, %v", c.Dataset.Len(), c.Dataset.Problems())
	}
}
