package leaderboard

import (
	"bytes"
	"strings"
	"testing"
)

// problem is what a damaged file should lead to.
type problem struct {
	file, field, message string
	row, leftOut         int
}

func TestDamageCostsOnlyWhatItTouches(t *testing.T) {
	const all, gpqa = 42, 14
	edit := func(old, new string) func([]byte) []byte {
		return func(text []byte) []byte {
			if !bytes.Contains(text, []byte(old)) {
				panic("the sample has no " + old)
			}
			return bytes.Replace(text, []byte(old), []byte(new), 1)
		}
	}
	firstEnergy := `"energy_per_token_joules": 3.0`
	for _, c := range []struct {
		name, file string
		change     func([]byte) []byte
		runs       int
		want       problem
	}{
		{
			"NaN", "tasks/gpqa.json", edit(firstEnergy, `"energy_per_token_joules": NaN`), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "expected a finite number, got NaN", 1, 1},
		},
		{
			"minus infinity", "tasks/gpqa.json", edit(firstEnergy, `"energy_per_token_joules": -Infinity`), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "expected a finite number, got -Inf", 1, 1},
		},
		{
			"NaN latency is told once", "tasks/gpqa.json", edit(`"median_itl_ms": 10.0`, `"median_itl_ms": NaN`), all - 1,
			problem{"tasks/gpqa.json", "median_itl_ms", "expected a finite number", 1, 1},
		},
		{
			"huge number", "tasks/gpqa.json", edit(firstEnergy, `"energy_per_token_joules": 1e999`), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "expected number, got 1e999, which is out of the range of a double", 1, 1},
		},
		{
			"huge integer", "tasks/gpqa.json", edit(`"num_gpus": 8`, `"num_gpus": 99999999999999999999`), all - 1,
			problem{"tasks/gpqa.json", "num_gpus", "expected integer, got 1e+20", 1, 1},
		},
		{
			"negative energy", "tasks/gpqa.json", edit(firstEnergy, `"energy_per_token_joules": -3.0`), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "expected a positive number", 1, 1},
		},
		{
			"part of a GPU", "tasks/gpqa.json", edit(`"num_gpus": 8`, `"num_gpus": 8.5`), all - 1,
			problem{"tasks/gpqa.json", "num_gpus", "expected integer, got 8.5", 1, 1},
		},
		{
			"text for a number", "tasks/gpqa.json", edit(firstEnergy, `"energy_per_token_joules": "3"`), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", `expected number, got "3"`, 1, 1},
		},
		{
			"list for a text", "tasks/gpqa.json", edit(`"gpu_model": "B200"`, `"gpu_model": ["B200"]`), all - 1,
			problem{"tasks/gpqa.json", "gpu_model", "expected string, got a list", 1, 1},
		},
		{
			"null for a number", "tasks/gpqa.json", edit(firstEnergy, `"energy_per_token_joules": null`), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "expected number, got nothing", 1, 1},
		},
		{
			"missing key", "tasks/gpqa.json", edit(firstEnergy+",", ``), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "the key is missing", 1, 1},
		},
		{
			"key in another case", "tasks/gpqa.json", edit(`"num_gpus": 8`, `"Num_GPUs": 8`), all - 1,
			problem{"tasks/gpqa.json", "num_gpus", "the key is missing", 1, 1},
		},
		{
			"key twice", "tasks/gpqa.json", edit(firstEnergy, firstEnergy+", "+firstEnergy), all - 1,
			problem{"tasks/gpqa.json", "energy_per_token_joules", "the key occurs twice", 1, 1},
		},
		{
			"missing optional key", "tasks/gpqa.json", edit(`"avg_batch_size": null,`, ``), all,
			problem{"tasks/gpqa.json", "avg_batch_size", "1 rows without the key; the values are missing", 0, 0},
		},
		{
			"unknown key", "tasks/gpqa.json", edit(`"num_gpus": 8`, `"num_gpus": 8, "color": "red"`), all,
			problem{"tasks/gpqa.json", "color", "1 rows have this unknown key; ignored", 0, 0},
		},
		{
			"path in a model id", "tasks/gpqa.json", edit(`"model_id": "bare"`, `"model_id": "../../etc/passwd"`), all - 1,
			problem{"tasks/gpqa.json", "model_id", "expected organization/name", 1, 1},
		},
		{
			"markup in a model id", "tasks/gpqa.json", edit(`"model_id": "bare"`, `"model_id": "<script>"`), all - 1,
			problem{"tasks/gpqa.json", "model_id", "expected organization/name", 1, 1},
		},
		{
			"half a surrogate pair", "tasks/gpqa.json", edit(`"gpu_model": "B200"`, `"gpu_model": "\ud83d"`), all - 1,
			problem{"tasks/gpqa.json", "gpu_model", "expected printable text", 1, 1},
		},
		{
			"row is no object", "tasks/gpqa.json", edit("[\n    {", "[\n 5, {"), all,
			problem{"tasks/gpqa.json", "", "expected an object, got 5; row left out", 1, 1},
		},
		{
			"diffusion key", "tasks/text-to-image.json", edit(`"energy_per_image_joules": 500.0`, `"energy_per_image_joules": 0`), all - 1,
			problem{"tasks/text-to-image.json", "energy_per_image_joules", "expected a positive number, got 0", 1, 1},
		},
		{
			"cut short", "tasks/gpqa.json", func(text []byte) []byte { return text[:len(text)-40] }, all - gpqa,
			problem{"tasks/gpqa.json", "", "it is truncated", 0, 0},
		},
		{
			"empty", "tasks/gpqa.json", func([]byte) []byte { return nil }, all - gpqa,
			problem{"tasks/gpqa.json", "", "line 1: the file ends where a value should be", 0, 0},
		},
		{
			"a web page", "tasks/gpqa.json", func([]byte) []byte { return []byte("<!doctype html>") }, all - gpqa,
			problem{"tasks/gpqa.json", "", "got a web page, not JSON; task left out", 0, 0},
		},
		{
			"another task", "tasks/gpqa.json", edit(`"task": "gpqa"`, `"task": "gsm8k"`), all - gpqa,
			problem{"tasks/gpqa.json", "", `task: expected "gpqa", got "gsm8k"`, 0, 0},
		},
		{
			"list of tasks twice", "tasks/gpqa.json", edit(`"task": "gpqa"`, `"task": "gpqa", "task": "gpqa"`), all - gpqa,
			problem{"tasks/gpqa.json", "", `the key "task" is there twice`, 0, 0},
		},
		{
			"no such task file", "index.json", edit(`"riddles",`, `"riddles", "lost",`), all,
			problem{"tasks/lost.json", "", "there is no such file; task left out", 0, 0},
		},
		{
			"path in a task", "index.json", edit(`"riddles",`, `"riddles", "../../secret",`), all,
			problem{"index.json", "tasks", `entry 4: expected a name of lower-case letters, digits and hyphens, got "../../secret"`, 0, 0},
		},
		{
			"task twice", "index.json", edit(`"riddles",`, `"riddles", "gpqa",`), all,
			problem{"index.json", "tasks", "gpqa is listed twice", 0, 0},
		},
		{
			"odd date", "index.json", edit(`"2026-02-16"`, `"yesterday"`), all,
			problem{"index.json", "last_updated", "expected a date such as 2026-02-16", 0, 0},
		},
		{
			"no model file", "models/bare__gpqa.json", nil, all,
			problem{"models/bare__gpqa.json", "", "there is no such file; no histogram of response lengths for its 1 runs", 0, 0},
		},
		{
			"model file cut short", "models/org__model-0__gpqa.json", func(text []byte) []byte { return text[:50] }, all,
			problem{"models/org__model-0__gpqa.json", "", "it is truncated; no histogram of response lengths for its 5 runs", 0, 0},
		},
		{
			"model file of another model", "models/bare__gpqa.json", edit(`"model_id": "bare"`, `"model_id": "other"`), all,
			problem{"models/bare__gpqa.json", "", `model_id: expected "bare", got "other"`, 0, 0},
		},
		{
			"edges out of order", "models/org__model-0__gpqa.json", edit(`"bins": [`, `"bins": [ 1e300,`), all,
			problem{
				"models/org__model-0__gpqa.json", "output_length_distribution",
				"expected 1 to 10000 counts and one edge more, got 50 and 52", 1, 0,
			},
		},
		{
			"part of a request", "models/org__model-0__gpqa.json", edit("\"counts\": [\n          7", "\"counts\": [\n          7.5"), all,
			problem{
				"models/org__model-0__gpqa.json", "output_length_distribution",
				"counts: expected whole numbers from 0, got 7.5 at position 1", 1, 0,
			},
		},
		{
			"model row that no task row equals", "models/bare__gpqa.json", edit(`"avg_power_watts": 400.0`, `"avg_power_watts": 401.0`), all,
			problem{"models/bare__gpqa.json", "", "tasks/gpqa.json has no row with the same values of all shared fields", 1, 0},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			tree := smallTree(t)
			if c.change == nil {
				delete(tree, c.file)
			} else {
				tree[c.file] = c.change(tree[c.file])
			}
			ds := readTree(t, tree)
			problems := ds.Problems()
			if ds.Len() != c.runs || len(problems) != 1 {
				t.Fatalf("got %d runs, want %d; problems %v", ds.Len(), c.runs, problems)
			}
			p := problems[0]
			got := problem{p.File, p.Field, p.Message, p.Row, p.LeftOut}
			if !strings.Contains(got.message, c.want.message) {
				t.Errorf("got %q, want %q", got.message, c.want.message)
			}
			if got.message = c.want.message; got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
}
