package assets_test

import (
	"io/fs"
	"testing"

	"github.com/jouleboard/jouleboard/assets"
)

func TestStylesheetIsEmbedded(t *testing.T) {
	if _, err := fs.Stat(assets.Files(), "css/site.css"); err != nil {
		t.Error(err)
	}
}

func TestTokensAreThoseOfTheStylesheet(t *testing.T) {
	tokens := assets.Tokens()
	for name, value := range map[string]string{"--fg": "light-dark(#1b1d21, #e8e9eb)", "--panel": "light-dark(#fff, #1b1e24)"} {
		if tokens[name] != value {
			t.Errorf("%s is %q, want %q", name, tokens[name], value)
		}
	}
}

func TestUncommentedKeepsRules(t *testing.T) {
	got := assets.Uncommented(
		"/* Text, and\n   more */\na { b: c } /* why; d { } */\n  /* **/\ne::before { content: \"✓\" / \"\";\n    b: d }\n",
	)
	if want := "\na { b: c }\ne::before { content: \"✓\" / \"\"; b: d }\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
