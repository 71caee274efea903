package leaderboard

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"

	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/internal/lists"
)

//go:embed schemas.yaml
var schemasFile []byte

// Schemas returns the JSON schemas (2020-12) of the published files, under schema/: index, the task and model files
// of both domains, meta and problems, and the full records of each domain; of record types only those in ds. Names,
// units and meanings come from the field tables and the table of keys, so that they agree with the files; what no record
// has is declared in schemas.yaml.
//
// Their ids are URNs with SchemaVersion: a published tree may be copied to any
// address.
func Schemas(ds data.Dataset) (schemas []Draft, err error) {
	declared := map[string]map[string]any{}
	if err := yaml.Unmarshal(schemasFile, &declared); err != nil {
		return nil, err
	}
	has := map[string]bool{"llm": ds.LLM().Len() > 0, "diffusion": ds.Diffusion().Len() > 0}
	for _, name := range sortedKeys(declared) {
		if _, domain, ofDomain := strings.Cut(name, "-"); !ofDomain || has[domain] {
			schemas = append(schemas, schemaFile(name, declared[name]["$title"], objectSchema(declared[name])))
		}
	}
	titles := map[string]string{
		"llm": "One run of a language model, with all fields", "diffusion": "One run of an image or video model, with all fields",
	}
	for _, runs := range ds.Tables {
		if s := runs.Schema(); s.Board != nil || has[s.Domain] {
			title := cmp.Or(titles[s.Domain], "One run of "+s.Domain+" with all recorded values")
			schemas = append(schemas, schemaFile(s.Domain+"-run", title, recordSchema(s)))
		}
	}
	return schemas, nil
}

func schemaFile(name string, title any, schema object) Draft {
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["$id"] = fmt.Sprintf("urn:jouleboard:schema:%d:%s", SchemaVersion, name)
	schema["title"] = title
	return made("schema/"+name+".json", schema)
}

// schemaFrom is a schema as it is declared.
func schemaFrom(declared any) object {
	switch v := declared.(type) {
	case []any:
		return object{"type": "array", "items": schemaFrom(v[0])}
	case string:
		return valueSchema(v)
	}
	return objectSchema(declared.(map[string]any))
}

// objectSchema is the schema of an object with the declared keys, or with any, or of one of several.
func objectSchema(declared map[string]any) object {
	if values, ok := declared["*"]; ok {
		return object{"type": "object", "additionalProperties": schemaFrom(values)}
	}
	if several, ok := declared["$oneOf"].([]any); ok {
		return object{"oneOf": lists.Map(several, schemaFrom)}
	}
	fields, _ := declared["$fields"].(string)
	absent, _ := declared["$optional"].(string)
	properties, optional := wireSchema(fields), strings.Fields(absent)
	for key, v := range declared {
		if strings.HasPrefix(key, "$") {
			continue
		}
		name, mayLack := strings.CutSuffix(key, "?")
		if properties[name] = schemaFrom(v); mayLack {
			optional = append(optional, name)
		}
	}
	s := closed(properties, optional...)
	if is := declared["$is"]; is != nil {
		s["description"] = is
	}
	return s
}

// valueSchema is the schema of a value by its kind and its meaning.
func valueSchema(declared string) object {
	kind, meaning, _ := strings.Cut(declared, " ")
	s := object{"type": kind}
	if meaning != "" {
		s["description"] = meaning
	}
	text, isConstant := strings.CutPrefix(kind, "is:")
	switch {
	case isConstant:
		delete(s, "type")
		s["const"] = text
	case kind == "version":
		return object{"const": SchemaVersion}
	case kind == "count":
		s["type"], s["minimum"] = "integer", 0
	case kind == "numbers":
		s["type"], s["items"] = "array", object{"type": "number"}
	case kind == "date?":
		s["type"], s["pattern"] = []string{"string", "null"}, date.String()
	case strings.HasSuffix(kind, "?"):
		s["type"] = []string{strings.TrimSuffix(kind, "?"), "null"}
	}
	return s
}

// closed is the schema of an object whose keys are known; all are required but
// the optional ones.
func closed(properties object, optional ...string) object {
	required := slices.DeleteFunc(sortedKeys(properties), func(key string) bool { return slices.Contains(optional, key) })
	return object{
		"type": "object", "properties": properties,
		"required": required, "additionalProperties": false,
	}
}

// fieldSchema is the schema of one value of a record.
func fieldSchema(f data.Field, positive bool) object {
	s := object{"type": f.Kind.String(), "description": f.Help, "title": f.Label}
	if f.Unit != "" {
		s["description"] = f.Help + " Unit: " + f.Unit + "."
	}
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

// wireSchema lists the published keys of a layout that stand at some places, or of all without any: "llm row split".
func wireSchema(declared string) object {
	properties, words := object{}, strings.Fields(declared)
	if len(words) == 0 {
		return properties
	}
	l := map[string]*layout{"llm": llmLayout, "image": imageLayout, "video": videoLayout}[words[0]]
	schema := data.LLMRun{}.Schema()
	if l != llmLayout {
		schema = data.DiffusionRun{}.Schema()
	}
	for _, w := range l.fields {
		if w.isAt(lists.Map(words[1:], func(word string) place { return place(word) })) {
			f, _ := schema.Field(w.field)
			properties[w.key] = fieldSchema(f, f.Positive)
		}
	}
	return properties
}
