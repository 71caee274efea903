package declared

import (
	"encoding/json"
	"reflect"

	"github.com/jouleboard/jouleboard/data"
)

// Choices returns the values that a key takes, nil for any.
func (File) Choices(key string) []string { return map[string][]string{"benchmark": Shipped()}[key] }

// Choices returns the values that a key takes, nil for any.
func (Rows) Choices(key string) []string {
	return map[string][]string{"format": formats, "separator": separators, "decimal": {".", ","}, "thousands": thousandsMarks}[key]
}

// Choices returns the values that a key takes, nil for any.
func (Power) Choices(key string) []string {
	return map[string][]string{"kind": sortedKeys(powerKinds)}[key]
}

// JSONSchema returns the JSON Schema of declarations, with which editors check and complete them.
func JSONSchema() []byte {
	s := data.TreeSchema(reflect.TypeFor[File]())
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["properties"].(map[string]any)["domain"] = map[string]any{"type": "string", "not": map[string]any{"enum": reserved}}
	s["title"] = "Declaration of a benchmark for jouleboard"
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		panic("declared: " + err.Error())
	}
	return append(text, '\n')
}
