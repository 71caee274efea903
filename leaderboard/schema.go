package leaderboard

import (
	"fmt"

	"github.com/jouleboard/jouleboard/data"
)

// Schemas returns the JSON schemas (2020-12) of the published files, under schema/: index, the task and model files
// of both domains, meta and problems, and the full records of each domain; of record types only those in ds. Names,
// units and meanings come from the field tables and the table of keys, so that they agree with the files.
//
// Their ids are URNs with SchemaVersion: a published tree may be copied to any
// address.
func Schemas(ds data.Dataset) ([]File, error) {
	t := tree{}
	all := []namedSchema{
		{"index", "The list of tasks and models", indexSchema()},
		{"meta", "Sources of the data, and what is published", metaSchema()},
		{"problems", "Problems in the sources", problemsSchema()},
		{"recorded", "Values recorded during runs, by the ID of the run", recordedSchema()},
	}
	if ds.LLM().Len() > 0 {
		all = append(all,
			namedSchema{"task-llm", "The runs of language models on one task", llmTaskSchema()},
			namedSchema{"model-llm", "The runs of one language model on one task", llmModelSchema()},
			namedSchema{"llm-run", "One run of a language model, with all fields", recordSchema(data.LLMRun{}.Schema())})
	}
	if ds.Diffusion().Len() > 0 {
		all = append(all,
			namedSchema{"task-diffusion", "The runs of image or video models on one task", diffusionTaskSchema()},
			namedSchema{"model-diffusion", "The runs of one image or video model on one task", diffusionModelSchema()},
			namedSchema{"diffusion-run", "One run of an image or video model, with all fields", recordSchema(data.DiffusionRun{}.Schema())})
	}
	for _, s := range all {
		t.addSchema(s)
	}
	for _, runs := range ds.Tables {
		domain := runs.Schema().Domain
		if runs.Schema().Board == nil { // above
			continue
		}
		t.addSchema(namedSchema{domain + "-run", "One run of " + domain + " with all recorded values", recordSchema(runs.Schema())})
	}
	return t.files, t.err
}

type namedSchema struct {
	name, title string
	schema      object
}

func (t *tree) addSchema(s namedSchema) {
	s.schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s.schema["$id"] = fmt.Sprintf("urn:jouleboard:schema:%d:%s", SchemaVersion, s.name)
	s.schema["title"] = s.title
	t.add("schema/"+s.name+".json", s.schema)
}

// closed is the schema of an object whose keys are known; all are required but
// the optional ones.
func closed(properties object, optional ...string) object {
	required := object{}
	for key := range properties {
		required[key] = true
	}
	for _, key := range optional {
		delete(required, key)
	}
	return object{
		"type": "object", "properties": properties,
		"required": sortedKeys(required), "additionalProperties": false,
	}
}

func listOf(items object) object { return object{"type": "array", "items": items} }

// mapOf is the schema of an object with a value of one kind under any key.
func mapOf(values object) object { return object{"type": "object", "additionalProperties": values} }

// oneOf is the schema of values that match exactly one of the alternatives.
func oneOf(alternatives ...object) object { return object{"oneOf": alternatives} }

func typed(kind, description string) object {
	return object{"type": kind, "description": description}
}

func orMissing(kind, description string) object {
	return object{"type": []string{kind, "null"}, "description": description}
}

func constant(value, description string) object {
	return object{"const": value, "description": description}
}

func whole(description string) object {
	return object{"type": "integer", "minimum": 0, "description": description}
}

// fieldSchema is the schema of one value of a record.
func fieldSchema(f data.Field, positive bool) object {
	s := typed(f.Kind.String(), f.Help)
	if f.Unit != "" {
		s["description"] = f.Help + " Unit: " + f.Unit + "."
	}
	s["title"] = f.Label
	switch {
	case f.JSON:
		s["type"] = []string{"array", "object", "null"}
	case f.Nullable:
		s["type"] = []string{f.Kind.String(), "null"}
	}
	if positive {
		s["exclusiveMinimum"] = 0
	}
	return s
}

// recordSchema is the schema of a record under the names of its field table.
// Only counts are surely positive there: an unstable run may have no energy.
func recordSchema(s *data.Schema) object {
	properties, added := object{}, []string{}
	for _, f := range s.Fields() {
		properties[f.Name] = fieldSchema(f, f.Positive && f.Kind == data.Int)
		if f.Added {
			added = append(added, f.Name)
		}
	}
	return closed(properties, added...)
}

// wireSchema lists the published keys that stand at one of the places.
func wireSchema(l *layout, places ...place) object {
	schema := data.LLMRun{}.Schema()
	if l.domain != llmLayout.domain {
		schema = data.DiffusionRun{}.Schema()
	}
	properties := object{}
	for _, w := range l.fields {
		if w.isAt(places) {
			f, _ := schema.Field(w.field)
			properties[w.key] = fieldSchema(f, f.Positive)
		}
	}
	return properties
}
