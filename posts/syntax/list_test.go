package syntax

import (
	"strings"
	"testing"
)

// A text may name each language by any of its names; one name has one language.
func TestEachNameHasOneLanguage(t *testing.T) {
	seen := map[string]string{}
	for _, l := range list {
		for name := range strings.FieldsSeq(l.names) {
			if other, twice := seen[name]; twice || name != strings.ToLower(name) {
				t.Errorf("%q of %q: also in %q, or not in lower case", name, l.names, other)
			}
			seen[name] = l.names
		}
	}
}

func TestEveryLanguageHasAnExample(t *testing.T) {
	for _, l := range list {
		found := false
		for name := range strings.FieldsSeq(l.names) {
			found = found || examples[name] != ""
		}
		if !found {
			t.Errorf("%s: no example in testdata/examples.txt", l.names)
		}
	}
}
