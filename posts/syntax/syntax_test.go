package syntax

import (
	_ "embed"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

//go:embed testdata/examples.txt
var exampleText []byte

// examples is code with its marked parts by the name of its language.
var examples = func() map[string]string {
	texts := map[string]string{}
	for _, file := range txtar.Parse(exampleText).Files {
		texts[file.Name] = string(file.Data)
	}
	return texts
}()

var marks = regexp.MustCompile(`(?s)⟨[a-z]+ (.*?)⟩`)

func marked(parts []Part) string {
	var b strings.Builder
	for _, p := range parts {
		if p.Class == Plain {
			b.WriteString(p.Text)
			continue
		}
		b.WriteString("⟨" + string(p.Class) + " " + p.Text + "⟩")
	}
	return b.String()
}

func TestPartsOfEachLanguage(t *testing.T) {
	for name, want := range examples {
		if got := marked(Parts(name, marks.ReplaceAllString(want, "$1"))); got != want {
			t.Errorf("%s:\n%swant:\n%s", name, got, want)
		}
	}
}

func TestCodeOfAnUnknownLanguageIsPlain(t *testing.T) {
	for _, name := range []string{"", "klingon", "text"} {
		if got := marked(Parts(name, `if "a" # 1`)); got != `if "a" # 1` {
			t.Errorf("%q: %s", name, got)
		}
	}
}

func TestNamesOfLanguagesIgnoreCase(t *testing.T) {
	if got := marked(Parts("YAML", "a: 1")); got != "⟨f a⟩: ⟨m 1⟩" {
		t.Error(got)
	}
}

// What is not closed is colored to its end, and none of it is lost.
func TestUnclosedPartsEnd(t *testing.T) {
	for name, want := range map[string]string{
		"go":     "⟨c /* a\nb⟩",
		"python": "x = ⟨s 'a⟩\n⟨s \"\"\"b\nc⟩",
		"json":   "⟨s \"a⟩\n⟨m 1⟩",
		"html":   "⟨c <!-- a⟩",
	} {
		if got := marked(Parts(name, marks.ReplaceAllString(want, "$1"))); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func FuzzPartsAreTheCode(f *testing.F) {
	for name, text := range examples {
		f.Add(name, text)
	}
	f.Fuzz(func(t *testing.T, name, code string) {
		var joined strings.Builder
		for _, p := range Parts(name, code) {
			joined.WriteString(p.Text)
		}
		if joined.String() != code {
			t.Errorf("%s: %q became %q", name, code, joined.String())
		}
	})
}
