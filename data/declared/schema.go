package declared

import (
	"cmp"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"github.com/jouleboard/jouleboard/data"
)

// choices are the values of keys that take one of some, by the struct and its field.
func choices() map[string][]string {
	return map[string][]string{
		"File.Benchmark": Shipped(), "Rows.Format": formats, "Power.Kind": sortedKeys(powerKinds),
		"DeclaredField.Role": data.Roles(), "DeclaredField.Better": {"lower", "higher"},
		"DeclaredField.Type": {"text", "text?", "whole", "whole?", "number", "number?", "flag", "flag?"},
		"Board.Percentile":   {"p50", "p90", "p95", "p99"},
	}
}

// JSONSchema returns the JSON Schema of declarations, with which editors check and complete them.
func JSONSchema() []byte {
	s := schemaOf(reflect.TypeFor[File](), choices())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["properties"].(map[string]any)["domain"] = map[string]any{"type": "string", "not": map[string]any{"enum": reserved}}
	s["title"] = "Declaration of a benchmark for jouleboard"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("declared: " + err.Error())
	}
	return append(text, '\n')
}

// schemaOf is what the YAML of a Go type may be.
func schemaOf(t reflect.Type, choices map[string][]string) map[string]any {
	switch t.Kind() {
	case reflect.Pointer:
		return schemaOf(t.Elem(), choices)
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(t.Elem(), choices)}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(t.Elem(), choices)}
	case reflect.Struct:
		properties := map[string]any{}
		keysOf(t, choices, properties)
		return map[string]any{"type": "object", "additionalProperties": false, "properties": properties}
	case reflect.String:
		return map[string]any{"type": []string{"string", "number", "boolean"}} // a text without quotes may look so
	case reflect.Int:
		return map[string]any{"type": "integer"}
	case reflect.Float64:
		return map[string]any{"type": "number"}
	}
	return map[string]any{}
}

// keysOf adds the keys of a struct and of those within it that have no key of their own.
func keysOf(t reflect.Type, choices map[string][]string, properties map[string]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		key, _, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if f.Anonymous {
			keysOf(f.Type, choices, properties)
			continue
		}
		of := schemaOf(f.Type, choices)
		if words := choices[t.Name()+"."+f.Name]; words != nil {
			of = map[string]any{"enum": slices.Clone(words)}
		}
		properties[cmp.Or(key, strings.ToLower(f.Name))] = of
	}
}
