package leaderboard

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// compile reads the schemas as a stranger would, from their published bytes.
func compile(t *testing.T) map[string]*jsonschema.Schema {
	t.Helper()
	drafts, err := Schemas(sample())
	if err != nil {
		t.Fatal(err)
	}
	files, err := filesOf(drafts)
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	schemas := map[string]*jsonschema.Schema{}
	for _, f := range files {
		o, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Bytes))
		if err != nil {
			t.Fatal(err)
		}
		id := o.(map[string]any)["$id"].(string)
		if err := compiler.AddResource(id, o); err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
		name := strings.TrimSuffix(strings.TrimPrefix(f.Path, "schema/"), ".json")
		if schemas[name], err = compiler.Compile(id); err != nil {
			t.Fatalf("%s: %v", f.Path, err)
		}
	}
	return schemas
}

func schemaOf(path string, o any) string {
	kind, _, _ := strings.Cut(path, "/")
	kind = strings.TrimSuffix(strings.TrimSuffix(kind, "s"), ".json")
	switch {
	case path == "problems.json":
		return "problems"
	case kind != "task" && kind != "model":
		return kind
	case strings.Contains(path, "text-to-"):
		return kind + "-diffusion"
	}
	return kind + "-llm"
}

func checkSchemas(t *testing.T, files []File) {
	t.Helper()
	schemas := compile(t)
	for _, f := range files {
		o, err := jsonschema.UnmarshalJSON(bytes.NewReader(f.Bytes))
		if err != nil {
			t.Fatal(err)
		}
		if err := schemas[schemaOf(f.Path, o)].Validate(o); err != nil {
			t.Errorf("%s: %v", f.Path, err)
		}
	}
}

func allFiles(t *testing.T, ds data.Dataset) []File {
	t.Helper()
	files, err := Files(ds, ds.Date())
	if err != nil {
		t.Fatal(err)
	}
	_, problems := Publishable(ds)
	more, err := filesOf(ProvenanceFiles(ds, Provenance{Tool: "jouleboard", Version: "1.0", LastUpdated: ds.Date(), Problems: problems}))
	if err != nil {
		t.Fatal(err)
	}
	return append(files, more...)
}

func TestEveryFileFitsItsSchema(t *testing.T) {
	ds := sample()
	ds.Sources[0].Problems = []data.Problem{{File: "runs/llm.parquet", Row: 3, Field: "seed", Message: "odd"}}
	checkSchemas(t, allFiles(t, ds))
}

func TestEveryFileOfThePublishedLeaderboardFitsItsSchema(t *testing.T) {
	shared.Each(t, func(t *testing.T, root string) {
		checkSchemas(t, allFiles(t, readPublished(t, root)))
	})
}

func TestRecordsFitTheirSchema(t *testing.T) {
	ds, schemas := sample(), compile(t)
	unstable := llmRun("gpqa", "org/m", 1, 8, -1)
	unstable.IsStable, unstable.Seed = false, data.Some(7)
	ds = ds.With(ds.LLM().Concat(data.NewRuns([]data.LLMRun{unstable}, false)).Table)
	var llm, diffusion bytes.Buffer
	if err := ds.LLM().WriteJSON(&llm); err != nil {
		t.Fatal(err)
	}
	if err := ds.Diffusion().WriteJSON(&diffusion); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]*bytes.Buffer{"llm-run": &llm, "diffusion-run": &diffusion} {
		records, err := jsonschema.UnmarshalJSON(text)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range records.([]any) {
			if err := schemas[name].Validate(r); err != nil {
				t.Errorf("%s %d: %v", name, i, err)
			}
		}
	}
}

func TestSchemasRefuseWhatReadersWouldNotExpect(t *testing.T) {
	schema := compile(t)["task-llm"]
	var good []byte
	for _, f := range allFiles(t, sample()) {
		if f.Path == "tasks/gpqa.json" {
			good = f.Bytes
		}
	}
	for _, c := range []struct {
		name   string
		change func(row map[string]any)
	}{
		{"missing key", func(r map[string]any) { delete(r, "num_gpus") }},
		{"unknown key", func(r map[string]any) { r["color"] = "red" }},
		{"text for a number", func(r map[string]any) { r["median_itl_ms"] = "10" }},
		{"null for a number", func(r map[string]any) { r["energy_per_token_joules"] = nil }},
		{"no energy", func(r map[string]any) { r["energy_per_token_joules"] = 0 }},
		{"part of a GPU", func(r map[string]any) { r["num_gpus"] = 1.5 }},
	} {
		t.Run(c.name, func(t *testing.T) {
			var o map[string]any
			if err := json.Unmarshal(good, &o); err != nil {
				t.Fatal(err)
			}
			c.change(o["configurations"].([]any)[1].(map[string]any))
			if schema.Validate(o) == nil {
				t.Error("accepted")
			}
		})
	}
}

func TestSchemasExplainTheirFields(t *testing.T) {
	drafts, _ := Schemas(sample())
	files, _ := filesOf(drafts)
	for _, f := range files {
		if f.Path == "schema/task-llm.json" &&
			!bytes.Contains(f.Bytes, []byte(`"description": "GPU energy per output token in the steady state. Unit: J per output token."`)) {
			t.Error("the unit of the energy is not told")
		}
	}
}
