package raw_test

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/data/mlenergy/raw"
)

// leftOut expects that a run with one part replaced is left out for a reason, and
// its verdict.
func leftOut(old, replacement, problem, verdict string) func(t *testing.T) {
	return func(t *testing.T) {
		x := newTree(t)
		good := x.llm("good", 8, "")
		bad := x.llm("bad", 8, goodRunWith(t, old, replacement))
		c := open(t, raw.Options{}, x.root)
		if got := data.Column(c.Dataset.LLM(), pathOf[data.LLMRun]); !slices.Equal(got, []string{good}) {
			t.Errorf("got runs %q", got)
		}
		says := func(p data.Problem) bool { return p.File == bad && strings.Contains(p.Field+": "+p.Message, problem) }
		if !slices.ContainsFunc(c.Dataset.Problems(), says) || c.Dataset.Sources[0].LeftOut != 1 {
			t.Errorf("no problem says %q: %v", problem, c.Dataset.Problems())
		}
		for _, f := range c.Files {
			if f.Path == bad && (f.InRuns || (f.UnstableReason == "") != (verdict == "") || !sameVerdict(f.UnstableReason, verdict)) {
				t.Errorf("got %+v, want the verdict %q", f, verdict)
			}
		}
	}
}

// sameVerdict passes over what follows a verdict that ends with a colon.
func sameVerdict(got, want string) bool {
	return got == want || strings.HasSuffix(want, ":") && strings.HasPrefix(got, want)
}

// noLengths expects that a run stays, with a problem and without output lengths.
func noLengths(old, replacement, problem string) func(t *testing.T) {
	return func(t *testing.T) {
		x := newTree(t)
		path := x.llm("model", 8, goodRunWith(t, old, replacement))
		c := x.wantOnly(raw.Options{}, []string{path}, map[string]string{path: problem})
		if lengths := c.Dataset.LLM().Lengths(0); lengths != nil {
			t.Errorf("got lengths %v", lengths)
		}
		for _, err := range c.Archive.OutputLengths(t.Context(), c.Dataset.LLM(), false) {
			if err == nil || !strings.Contains(err.Error(), problem) {
				t.Errorf("got error %v, want %q", err, problem)
			}
		}
	}
}

// badFlags expects that a server's flags keep a run out.
func badFlags(flags, problem string) func(t *testing.T) {
	return func(t *testing.T) {
		x := newTree(t)
		path := x.llm("model", 8, "")
		x.write("configs/vllm/gpqa/org/model/H100/monolithic.config.yaml", flags)
		x.wantOnly(raw.Options{}, nil, map[string]string{path: problem})
	}
}

// info expects what a model's description makes of a run.
func info(content string, check func(r data.LLMRun) bool) func(t *testing.T) {
	return func(t *testing.T) {
		x := newTree(t)
		x.llm("model", 8, "")
		x.write("configs/vllm/gpqa/org/model/model_info.json", content)
		if run, problems := x.only(raw.Options{}); !check(run) {
			t.Errorf("got %+v, %s", run, problems)
		}
	}
}

var differences = map[string]func(t *testing.T){
	"not-an-object": leftOut(goodRun, "[1]", "expected an object, got a list", "failed_to_load_results:expected an object, got a list"),
	"silent-drop":   leftOut(`"steady_state_energy": 12000.25,`, "", "steady_state_energy: the file does not contain it", ""),
	"true-as-number": leftOut("30.5", "true", "expected a number, got true",
		"failed_to_load_results:steady_state_duration: expected a number, got true"),
	"true-as-length":  noLengths(`"output_len": 3`, `"output_len": true`, "request 1: output_len: expected a number of tokens, got true"),
	"true-as-latency": leftOut("0.0625", "true", "request 1: itl: expected a number, got true", ""),
	"number-in-text": func(t *testing.T) {
		x := newTree(t)
		path := x.llm("model", 8, goodRunWith(t, "30.5", `" 30.5 "`))
		c := x.wantOnly(raw.Options{}, []string{path}, map[string]string{path: "steady_state_duration: a number is in quotes"})
		if run := c.Dataset.LLM().At(0); run.SteadyStateDurationSeconds != data.Some(30.5) {
			t.Errorf("got %v", run.SteadyStateDurationSeconds)
		}
	},
	"word-in-text": leftOut("12000.25", `"1_6"`, `steady_state_energy: expected a number, got the string "1_6"`, ""),
	"no-number": func(t *testing.T) {
		x := newTree(t)
		path := x.llm("model", 8, goodRunWith(t, `"total_output_tokens": 60`, `"total_output_tokens": []`))
		c := x.wantOnly(raw.Options{}, []string{path},
			map[string]string{path: "total_output_tokens: expected a number, got a list; treated as missing"})
		if run := c.Dataset.LLM().At(0); run.TotalOutputTokens.Present() || run.AvgOutputLen.Present() || run.EnergyPerRequestJoules.Present() {
			t.Errorf("got %+v", run)
		}
	},
	"nan-duration":         leftOut("30.5", "NaN", "expected a finite number, got NaN", "short_steady_state:nan"),
	"nan-per-token":        leftOut("2.5,", "NaN,", "neither a positive energy per token", "invalid_energy_per_token:nan"),
	"nan-energy":           leftOut("12000.25", "Infinity", "expected a finite number, got +Inf", ""),
	"nan-latency":          leftOut("0.0625", "NaN", "NaN or infinite", ""),
	"latencies-not-a-list": leftOut("[0.125, 0.0625]", `"123"`, "itl: expected a list, got a string", ""),
	"no-gpu-energy": func(t *testing.T) {
		x := newTree(t)
		path := x.diffusion(strings.Replace(goodDiffusion, `"time": 4, "gpu_energy": {"0": 300}`, `"time": 4`, 1))
		x.wantOnly(raw.Options{}, nil, map[string]string{path: "gpu_energy is missing"})
	},
	"zero-in-stable-run": leftOut(`"total_output_tokens": 60`, `"total_output_tokens": 0`, "avg_output_len: expected a positive number", ""),
	"negative-length":    noLengths(`"output_len": 3`, `"output_len": -3`, "expected a number of tokens, got -3.0"),
	"text-seed": func(t *testing.T) {
		x := newTree(t)
		x.llm("model", 8, "")
		old := filepath.Join(x.root, runDir("model", 8))
		if err := os.Rename(old, old+"x"); err != nil {
			t.Fatal(err)
		}
		run, problems := x.only(raw.Options{})
		if run.Seed.Present() || run.ModelID == "" || !strings.Contains(problems, "treated as missing") {
			t.Errorf("got seed %v, %s", run.Seed, problems)
		}
	},
	"blank-nickname": info(`{"nickname": "  ", "total_parameters_billion": 3}`, func(r data.LLMRun) bool { return r.Nickname == "model" }),
	"blank-precision": info(`{"weight_precision": "", "total_parameters_billion": 3}`,
		func(r data.LLMRun) bool { return r.WeightPrecision == "bfloat16" }),
	"true-parameters": info(`{"total_parameters_billion": 3, "active_parameters_billion": true}`,
		func(r data.LLMRun) bool { return r.ActivatedParamsBillions == 3 }),
	"quoted-flag":      badFlags(`enable-expert-parallel: "off"`, "expected true or false"),
	"number-flag":      badFlags("data-parallel-size: 2.0", "expected an integer"),
	"yaml-beyond-flat": badFlags("a: &x {b: 1}\n<<: *x", "\"<<\" is a merge key"),
	"long-number":      leftOut("30.5", "30.5"+strings.Repeat("0", 1000), "more than 960 characters", "failed_to_load_results:"),
	"deep-nesting": leftOut(`"completed"`, `"x": `+strings.Repeat("[", 10_000)+strings.Repeat("]", 10_000)+`, "completed"`,
		"nest deeper than 10000 levels", "failed_to_load_results:"),
	"misplaced-file": func(t *testing.T) {
		x := newTree(t)
		path := x.llm("model", 8, "")
		stray := "llm/h100/current/run/llm/results.json"
		x.write(stray, "{}")
		c := x.wantOnly(raw.Options{}, []string{path}, map[string]string{stray: "not the path of an LLM or diffusion run"})
		if len(c.Files) != 1 {
			t.Errorf("got files %v", c.Files)
		}
	},
	"odd-name": func(t *testing.T) {
		x := newTree(t)
		good, odd := x.llm("good", 8, ""), x.llm("größer", 8, "")
		x.wantOnly(raw.Options{}, []string{good}, map[string]string{odd: "model_id: expected organization/name of letters"})
	},
	"no-gpu-count": func(t *testing.T) {
		x := newTree(t)
		good := x.llm("model", 8, "")
		bad := strings.Replace(good, "num_gpus+1+", "", 1)
		x.write(bad, goodRun)
		x.wantOnly(raw.Options{}, []string{good}, map[string]string{bad: "num_gpus: the folder name must have an integer"})
	},
	"zero-frames": func(t *testing.T) {
		x := newTree(t)
		path := x.diffusion(strings.Replace(goodDiffusion, "{", `{"fps": 0, `, 1))
		x.wantOnly(raw.Options{}, nil, map[string]string{path: "fps: expected a positive integer, got 0"})
	},
	"unknown-task": func(t *testing.T) {
		x := newTree(t)
		path := x.llm("model", 8, "")
		of := func(p string) string { return strings.Replace(p, "/gpqa/", "/novel/", 1) }
		x.write(of(path), goodRun)
		if err := os.Rename(filepath.Join(x.root, "configs/vllm/gpqa"), filepath.Join(x.root, "configs/vllm/novel")); err != nil {
			t.Fatal(err)
		}
		x.wantOnly(raw.Options{Tasks: []string{"novel"}}, []string{of(path)}, nil)
	},
	"link-out-of-root": func(t *testing.T) {
		x, y := newTree(t), newTree(t)
		path := x.llm("model", 8, "")
		y.llm("model", 8, "")
		x.link(filepath.Join(y.root, "llm", "h100"), "llm/b200")
		x.wantOnly(raw.Options{}, []string{path}, map[string]string{"llm/b200": "points outside the root"})
	},
	"same-run-twice": func(t *testing.T) {
		x, y := newTree(t), newTree(t)
		x.llm("model", 8, "")
		y.llm("model", 8, "")
		c := open(t, raw.Options{}, x.root, y.root)
		if s := c.Dataset.Sources; c.Dataset.LLM().Len() != 1 || s[0].Runs != 1 || s[1].Runs != 0 || s[1].LeftOut != 1 {
			t.Errorf("got %d runs, %+v", c.Dataset.LLM().Len(), s)
		}
		if !c.Files[0].InRuns || c.Files[1].InRuns {
			t.Errorf("got files %+v", c.Files)
		}
	},
	"tie": func(t *testing.T) {
		x := newTree(t)
		first := x.llm("model", 8, "")
		second := strings.Replace(first, "seed+48105", "seed+48106", 1)
		x.write(second, goodRunWith(t, "30.5", "31.5"))
		c := open(t, raw.Options{Workers: 2}, x.root)
		if got := data.Column(c.Dataset.LLM(), pathOf[data.LLMRun]); !slices.Equal(got, []string{first, second}) {
			t.Errorf("got %q", got)
		}
	},
}

func TestDifferencesFromThePythonToolkit(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(differences)) {
		t.Run(name, differences[name])
	}
}

// The table in the documentation has these rows and no other.
func TestTheDocumentedDifferencesAreTheTestedOnes(t *testing.T) {
	doc, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "raw-differences.md"))
	if err != nil {
		t.Fatal(err)
	}
	var documented []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(string(doc), -1) {
		documented = append(documented, row[1])
	}
	slices.Sort(documented)
	if tested := slices.Sorted(maps.Keys(differences)); !slices.Equal(documented, tested) {
		t.Errorf("documented %q, tested %q", documented, tested)
	}
}
