package yamltree_test

import (
	"bytes"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml/ast"
	"github.com/jouleboard/jouleboard/data/yamltree"
	"github.com/jouleboard/jouleboard/internal/shared"
)

// bomb is nine levels of nine aliases each: 387 million values in 300 bytes.
func bomb() string {
	var b strings.Builder
	b.WriteString("a: &a [x, x, x, x, x, x, x, x, x]\n")
	for c := 'b'; c <= 'i'; c++ {
		b.WriteString(string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 8) + "*" + string(c-1) + "]\n")
	}
	return b.String()
}

func TestWhatATextMustNotHold(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"anchor":           {"a: 1\nb: &x 2", `line 2: "&x" is an anchor`},
		"alias":            {"a: *x", `line 1: "*x" is an alias`},
		"bomb":             {bomb(), `line 1: "&a" is an anchor`},
		"merge":            {"a:\n  <<: {b: c}", `line 2: "<<" is a merge key`},
		"tag":              {"a: !!binary x", `line 1: "!!binary" is a tag`},
		"tags":             {strings.Repeat("!a ", 100_000), "line 1: "},
		"brackets":         {strings.Repeat(`{"a":`, 50_000), "line 1: "},
		"some brackets":    {"a:\n  " + strings.Repeat("[", 40), "line 2: lists and mappings nest deeper than 32 levels"},
		"dashes":           {strings.Repeat("- ", 100), "line 1: lists and mappings nest"},
		"question marks":   {strings.Repeat("? ", 100), "line 1: lists and mappings nest"},
		"keys in a line":   {strings.Repeat("a: ", 100), "line 1: lists and mappings nest"},
		"keys in brackets": {"{" + strings.Repeat("? ", 100), "line 1: lists and mappings nest"},
		"indentation":      {staircase(40), "line 33: lists and mappings nest"},
		"tokens":           {"[" + strings.Repeat("a,", 11_000) + "]", "line 1: has more than 20000"},
		"bytes":            {strings.Repeat(" ", 1<<20+1), "line 1: larger than 1048576 bytes"},
		"syntax":           {"a: 1\nb: \"", "line 2: "},
		"empty":            {"", "line 1: expected one YAML document"},
		"Latin-1":          {"a: 1\nb: T\xe9st\n", `line 2: “b: T\xe9st” is not UTF-8`},
		"two":              {"a: 1\n---\nb: 2\n", "line 1: expected one YAML document"},
	} {
		_, err := yamltree.Parse([]byte(c.text))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s…", name, err, c.want)
		}
	}
}

func staircase(levels int) string {
	var b strings.Builder
	for i := range levels {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.String()
}

func TestKeysOfAnyLengthAreSiblings(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		b.WriteString(strings.Repeat("k", i+1) + ": {a: [1, 2], b: \"& * <<\"}\n")
	}
	if _, err := yamltree.Parse([]byte(b.String())); err != nil {
		t.Error(err)
	}
	if _, err := yamltree.Parse([]byte(staircase(31) + strings.Repeat(" ", 31) + "a: 1")); err != nil {
		t.Error(err)
	}
}

func FuzzParse(f *testing.F) {
	site, err := os.ReadFile("../../content/site.yaml")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(site)
	for _, text := range []string{bomb(), strings.Repeat(`{"a":`, 2000), strings.Repeat("- ", 100), "a: !b c", "<<: {}", "? a\n: b\n- c"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var tree ast.Node
		var err error
		shared.Bounded(func() { tree, err = yamltree.Parse(text) })
		var at yamltree.Error
		if err != nil {
			lines := bytes.Count(text, []byte("\n")) + bytes.Count(text, []byte("\r")) + 2
			if !errors.As(err, &at) || at.Line < 1 || at.Line > lines || at.Message == "" {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		// a list may stand at the column of its key, and a pair is a node of its own
		if d := depthOf(tree); d > 4*yamltree.Deepest {
			t.Errorf("a tree of %d levels", d)
		}
	})
}

type measure struct{ now, most *int }

func (m measure) Visit(ast.Node) ast.Visitor {
	now := *m.now + 1
	*m.most = max(*m.most, now)
	return measure{&now, m.most}
}

func depthOf(n ast.Node) int {
	var now, most int
	ast.Walk(measure{&now, &most}, n)
	return most
}
