package declared_test

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/jouleboard/jouleboard/data/declared"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Declarations that can be used are those that editors call right.
func TestTheSchemaTakesEveryDeclaration(t *testing.T) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(declared.JSONSchema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("benchmark.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("benchmark.json")
	if err != nil {
		t.Fatal(err)
	}
	files, _ := filepath.Glob("shipped/*.yaml")
	fixtures, _ := filepath.Glob("testdata/*/benchmark.yaml")
	for _, file := range append(append(files, fixtures...), "../../source/testdata/published.yaml") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := valid(schema, text); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
	for _, wrong := range []string{
		"domian: x", "domain: llm", "rows: [{format: xml}]", "fields: [{name: a, role: modell}]", "benchmark: vlm",
	} {
		if valid(schema, []byte(wrong)) == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

func valid(schema *jsonschema.Schema, text []byte) error {
	asJSON, err := yaml.YAMLToJSON(text)
	if err != nil {
		return err
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(asJSON))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}
