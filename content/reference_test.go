package content

import (
	"flag"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/lists"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

var update = flag.Bool("update", false, "write docs/settings.md")

func TestTheReferenceIsThatOfTheDeclarations(t *testing.T) {
	const file = "../docs/settings.md"
	if *update {
		if err := os.WriteFile(file, []byte(reference()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != reference() {
		t.Errorf("%s is not what the declarations say (%v); run go test ./content -update", file, err)
	}
}

// Each declared key is read: an example that stands alone changes what is loaded, or is a fault of its own.
func TestEveryKeyOfASiteIsRead(t *testing.T) {
	folder := func(extra string) fstest.MapFS {
		return fstest.MapFS{
			"site.yaml": {Data: []byte("name: A\ndescription: B\n" + extra)},
			"logo.svg":  {Data: []byte(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>`)},
		}
	}
	plain, err := Over(folder(""))
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keysOf("site").Keys {
		if k.Need || k.Example == "" {
			continue
		}
		changed, err := Over(folder(k.Name + ": " + k.Example + "\n"))
		if err == nil && reflect.DeepEqual(plain.Site, changed.Site) {
			t.Errorf("%s: %s changes nothing", k.Name, k.Example)
		}
		if err != nil {
			t.Errorf("the example of %s: %v", k.Name, err)
		}
	}
}

func TestSchemasAcceptTheBuiltInFilesAndExamples(t *testing.T) {
	for _, f := range declared().Files {
		text, _ := Schema(f.Name)
		s := compile(t, f.Name, text)
		var errs Errors
		if err := s.Validate(plainly(layers{base: embedded}.parseBase(f.Name, &errs))); err != nil {
			t.Errorf("%s: %v", f.Name, err)
		}
		for name, wrong := range map[string]any{"unknown": map[string]any{"no-such-key": 1.0}, "list": []any{}} {
			if s.Validate(wrong) == nil {
				t.Errorf("%s accepts what is %s", f.Name, name)
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
	switch n.Kind {
	case yamltree.Mapping:
		m := map[string]any{}
		for key, v := range n.Values {
			m[key] = plainly(v)
		}
		return m
	case yamltree.List:
		list := []any{}
		for _, v := range n.Items {
			list = append(list, plainly(v))
		}
		return list
	case yamltree.Truth:
		return n.Text == "true"
	}
	if v, ok := number(n.Text); ok {
		return v
	}
	return n.Text
}

const referenceHead = `# Settings

Every key of the settings files in a content folder, with an example.

This page is generated from the declarations in the program. A folder given with ` + "`--content`" + ` changes the built-in content and
settings. Its files contain only the changes:

- A key in one of its YAML files overrides the built-in value of that key. Entries of a list are identified by their name (the
  first key of each table below): an entry with the name of a built-in one changes only the keys that it contains, and an entry
  with a new name is added. Required keys must be in your file, unless they are built in.
- ` + "`remove: true`" + ` removes an entry or a built-in page; ` + "`builtin`" + ` in ` + "`site.yaml`" + ` removes groups of them.
- A page or a post with the file name of a built-in one changes its front matter key by key, and replaces its text unless the
  new text is empty.
- ` + "`static/`" + ` contains pictures and other files, which are published at the root of the site:
  ` + "`static/team/us.jpg` is `/team/us.jpg`" + `. Pictures
  (PNG, JPEG, GIF, WebP, SVG without scripts), icons, WOFF2 fonts, PDF, MP4, ZIP, text files, ` + "`CNAME` and `.nojekyll`" + ` of at most
  10 MiB each are published. Other files are an error.

The file given with ` + "`--config`" + ` also overrides ` + "`site.yaml`" + `.

The first command prints the effective settings, each with its file and line; the second prints a JSON Schema:

` + "```sh" + `
jouleboard content show --content content site.yaml
jouleboard content schema site.yaml > content/site.schema.json
` + "```" + `

For an editor with a YAML language server, begin the file with ` + "`# yaml-language-server: $schema=site.schema.json`" + `.
`

// reference explains every key of every file, in Markdown.
func reference() string {
	var b strings.Builder
	b.WriteString(referenceHead)
	for _, f := range declared().Files {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", f.Name, f.Help)
		explain(f.object(), &b, "")
	}
	for _, front := range []struct {
		title, help string
		*object
	}{
		{"pages/NAME.md", "Front matter of a page, which is published at `/NAME/`.", keysOf("page")},
		{"posts/NAME.md", "Front matter of a post, which is published at `/posts/NAME/`. " +
			"[Posts and pages](posts.md) explains how to write one.", keysOf("post")},
		{"Blocks `board` and `answer`", "Keys of the blocks `board` and `answer` in pages and posts.", keysOf("board")},
	} {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n", front.title, front.help)
		explain(front.object, &b, "")
	}
	return b.String()
}

// explain writes a table of the keys, and after it one for each key that has keys below it, or for several with the same.
func explain(o *object, b *strings.Builder, path string) {
	b.WriteString("\n| key | value | example | meaning |\n|---|---|---|---|\n")
	for _, k := range o.Keys {
		fmt.Fprintf(b, "| `%s` | %s | %s | %s |\n", k.Name, valueOf(k), shownIn(k), strings.ReplaceAll(k.Help, "|", `\|`))
	}
	var explained []*object
	for _, k := range o.Keys {
		if k.Under == nil || k.Brief || slices.Contains(explained, k.Under) {
			continue
		}
		explained = append(explained, k.Under)
		same := lists.Filter(o.Keys, func(other key) bool { return other.Under == k.Under })
		fmt.Fprintf(b, "\n### %s\n", path+strings.Join(lists.Map(same, func(k key) string { return k.Name }), ", "))
		explain(k.Under, b, path+k.Name+".")
	}
}

func valueOf(k key) string {
	text := k.Kind.Name
	if k.Brief {
		text = "mapping"
	}
	switch {
	case len(k.Words) > 0:
		text += ": " + strings.Join(k.Words, ", ")
	case k.Most > 0 && k.Kind == yamltree.ListKind:
		text += fmt.Sprintf(", at most %v", k.Most)
	case k.Most > 0:
		text += fmt.Sprintf(" from %v to %v", k.Least, k.Most)
	case k.Below > 0:
		text += fmt.Sprintf(" above 0 and below %v", k.Below)
	case k.Kind == yamltree.NumberKind:
		text += " above 0"
	}
	if k.Need {
		text += "; required"
	}
	return text
}

func shownIn(k key) string {
	if k.Example == "" || k.Example == "|" {
		return ""
	}
	return "`" + strings.ReplaceAll(k.Example, "|", `\|`) + "`"
}
