package digest

import (
	"testing"
)

type inner struct {
	text string
	to   *inner
}

type outer struct {
	Number float64
	Any    any
	words  map[string]inner
}

func TestEqualValuesHaveEqualDigests(t *testing.T) {
	make := func() outer {
		return outer{1.5, []any{1, "two", nil}, map[string]inner{"a": {"x", &inner{text: "y"}}, "b": {}, "c": {"z", nil}}}
	}
	if again := Of(make()); Of(make()) != again {
		t.Error("equal values differ")
	}
	seen := map[string]string{Of(make()): "none"}
	for name, change := range map[string]func(*outer){
		"number":  func(o *outer) { o.Number = 2 },
		"any":     func(o *outer) { o.Any = []any{1, "two"} },
		"kind":    func(o *outer) { o.Any = []any{1.0, "two", nil} },
		"key":     func(o *outer) { o.words["d"] = inner{} },
		"pointer": func(o *outer) { o.words["a"].to.text = "z" },
		"where":   func(o *outer) { o.words["a"], o.words["c"] = o.words["c"], o.words["a"] },
	} {
		o := make()
		change(&o)
		if was, again := seen[Of(o)]; again {
			t.Errorf("%s has the digest of %s", name, was)
		}
		seen[Of(o)] = name
	}
	if Of("ab", "c") == Of("a", "bc") {
		t.Error("texts run into each other")
	}
	defer func() {
		if recover() == nil {
			t.Error("a function has a digest")
		}
	}()
	Of(func() {})
}
