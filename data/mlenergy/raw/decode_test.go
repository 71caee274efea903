package raw

import (
	"slices"
	"strings"
	"testing"
)

func TestAPathTellsTheRun(t *testing.T) {
	p, ok := PlaceOf("llm/h100/current/run/mllm/image-chat/results/org/model/H100/num_gpus+2+max_num_seqs+8+odd+note+x+seed+-1+tail/" +
		"results.json")
	if !ok || p.Domain != llm || p.Task != "image-chat" || p.ModelID != "org/model" || p.GPU != "H100" ||
		p.integer("num_gpus").Or(0) != 2 || p.integer("seed").Present() || p.Tokens["-1"] != "tail" {
		t.Errorf("got %+v", p)
	}
	p, ok = PlaceOf("diffusion/b200/current/run/diffusion/text-to-video/org/model/batch-1+size-2x3+seed--5+tc-False/results.json")
	if !ok || p.Domain != diffusion || p.Task != "text-to-video" || p.ModelID != "org/model" || p.GPU != "b200" ||
		p.integer("seed").Or(0) != -5 || p.Tokens["tc"] != "False" {
		t.Errorf("got %+v", p)
	}
	for _, path := range []string{
		"", "results.json", "llm/h100/current/run/llm/results.json",
		"llm/h100/2026-01/run/llm/gpqa/results/org/model/H100/max_num_seqs+8/results.json",
		"llm/h100/current/run/llm/gpqa/requests/org/model/H100/max_num_seqs+8/results.json",
		"llm/h100/current/run/llm/gpqa/results/org/model/H100/max_num_seqs+8/more/results.json",
		"llm/h100/current/run/llm/gpqa/results/org/model/H100/max_num_seqs+8/prometheus.json",
		"diffusion/h100/current/run/other/text-to-image/org/model/batch-1/results.json",
		"other/h100/current/run/diffusion/text-to-image/org/model/batch-1/results.json",
	} {
		if p, ok := PlaceOf(path); ok {
			t.Errorf("%q: got %+v", path, p)
		}
	}
}

func TestNumbersAreWrittenAsPythonWritesThem(t *testing.T) {
	for want, x := range map[string]float64{
		"12.34": 12.34, "3.0": 3, "0.0": 0, "-1.5": -1.5, "1e-05": 1e-5, "0.0001": 1e-4, "1e+16": 1e16,
		"1234567890123456.0": 1234567890123456, "1.5e+300": 1.5e300,
	} {
		if got := (number{state: present, value: x}).repr(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := (number{}).repr(); got != "None" {
		t.Errorf("got %s for a missing number", got)
	}
}

// FuzzPath: a path that is a run's names all its parts.
func FuzzPath(f *testing.F) {
	f.Add("llm/h100/current/run/mllm/image-chat/results/org/model/H100/num_gpus+2+max_num_seqs+8/results.json")
	f.Add("diffusion/b200/current/run/diffusion/text-to-video/org/model/batch-1+size-2x3+seed--5+tc-False/results.json")
	f.Fuzz(func(t *testing.T, path string) {
		p, ok := PlaceOf(path)
		if !ok {
			return
		}
		if !strings.HasSuffix(p.beside(prometheusFile), "/"+prometheusFile) || strings.Count(p.ModelID, "/") != 1 ||
			!strings.Contains(path, p.Task) {
			t.Errorf("%q: got %+v", path, p)
		}
		for key := range p.Tokens {
			p.integer(key)
		}
		f := Finding{Place: p}
		f.judge(&llmFacts{}, number{})
	})
}

// FuzzFlags: whatever a configuration holds, reading ends with flags or an error,
// and no key is made up.
func FuzzFlags(f *testing.F) {
	for _, text := range []string{
		"a: 1\nenable-expert-parallel: yes\n", `"data-parallel-size": "2" # x`, "- a", "a: |\n  b: 2\nc: [1,\n 2]\n",
		"a: &x {b: 1}\r\nc: *x", "'a", "a:\n- b\n- c: d",
		`{"a": 1, b: [c, {d: "]}"}], # e
 'f''g': h}`, "a: 1\n---\nb: 2", "{a: 'b', c:d, e: }\n...", "a:\n  1\n # b\n  2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, err := flatYAML([]byte(text))
		text = strings.ReplaceAll(text, "\r\n", "\n")
		escaped := strings.ContainsAny(text, `"'|>`)
		for key, value := range values {
			if err != nil || !escaped && (!strings.Contains(text, key) || !value.opaque && !strings.Contains(text, value.text)) {
				t.Errorf("%q: got %q: %+v, %v", text, key, value, err)
			}
		}
		_, _ = readFlags([]byte(text)) // what counts is that it returns
	})
}

// FuzzModelInfo: the same of a model's description.
func FuzzModelInfo(f *testing.F) {
	f.Add([]byte(`{"nickname": "N", "total_parameters_billion": "7.5", "active_parameters_billion": 3, "weight_precision": "fp8", ` +
		`"architecture": "MoE"}`))
	f.Add([]byte(`{"total_parameters_billion": NaN}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		m, err := readModelInfo(content)
		if err == nil && slices.Contains([]string{m.precisionOf("a/b"), m.architectureOr()}, "") {
			t.Errorf("%q: got %+v", content, m)
		}
	})
}
