package content

import (
	"flag"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write docs/settings.md")

func TestTheReferenceIsThatOfTheDeclarations(t *testing.T) {
	const file = "../docs/settings.md"
	if *update {
		if err := os.WriteFile(file, []byte(Reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != Reference() {
		t.Errorf("%s is not what Reference says (%v); run go test ./content -update", file, err)
	}
}

// Each declared key is read: an example that stands alone changes what is loaded, or is a fault of its own.
func TestEveryKeyOfASiteIsRead(t *testing.T) {
	folder := func(extra string) fstest.MapFS {
		return fstest.MapFS{
			"site.yaml": {Data: []byte("name: A\ndescription: B\n" + extra)},
			"logo.svg":  {Data: []byte(`<svg viewBox="0 0 1 1"/>`)},
		}
	}
	plain, err := Over(folder(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keysOf("site").keys {
		if k.need || k.example == "" {
			continue
		}
		changed, err := Over(folder(k.name + ": " + k.example + "\n"))
		if err == nil && reflect.DeepEqual(plain.Site, changed.Site) {
			t.Errorf("%s: %s changes nothing", k.name, k.example)
		}
		if err != nil {
			t.Errorf("the example of %s: %v", k.name, err)
		}
	}
}

func TestSchemasAcceptTheBuiltInFilesAndExamples(t *testing.T) {
	for _, f := range settingsFiles() {
		text, _ := Schema(f.name)
		s := compile(t, f.name, text)
		var errs Errors
		if err := s.Validate(plainly(layers{base: embedded}.parseBase(f.name, &errs))); err != nil {
			t.Errorf("%s: %v", f.name, err)
		}
		for name, wrong := range map[string]any{"unknown": map[string]any{"no-such-key": 1.0}, "list": []any{}} {
			if s.Validate(wrong) == nil {
				t.Errorf("%s accepts what is %s", f.name, name)
			}
		}
	}
}

func compile(t *testing.T, name string, text []byte) *jsonschema.Schema {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource(name, doc); err != nil {
		t.Fatal(err)
	}
	return c.MustCompile(name)
}

// plainly is a node as a JSON reader would see it.
func plainly(n *node) any {
	switch n.kind {
	case mappingNode:
		m := map[string]any{}
		for key, v := range n.values {
			m[key] = plainly(v)
		}
		return m
	case listNode:
		list := []any{}
		for _, v := range n.items {
			list = append(list, plainly(v))
		}
		return list
	case truth:
		return n.text == "true"
	}
	if v, ok := number(n.text); ok {
		return v
	}
	return n.text
}
