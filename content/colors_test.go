package content

import "testing"

func TestColorsBecomeTokensOfBothThemes(t *testing.T) {
	tokens := Colors{"accent": {"#0b57d0", "#8ab4f8"}}.Tokens()
	for name, want := range map[string]string{
		"--accent": "light-dark(#0b57d0, #8ab4f8)", "--ring": "light-dark(#0b57d0, #8ab4f8)", "--accent-soft": "light-dark(#e2ebf9, #2d3646)",
	} {
		if tokens[name] != want {
			t.Errorf("%s is %s, want %s", name, tokens[name], want)
		}
	}
	if _, changed := tokens["--bar"]; changed || len((Colors{}).Tokens()) > 0 {
		t.Error("a color that nobody gave changes")
	}
}

func TestEveryColorMayBeReplacedByTheSitesOwn(t *testing.T) {
	for _, token := range []string{"--accent", "--accent-soft", "--bar", "--bg", "--panel"} {
		if c := ground(token); !isOf("color", c.Light) || !isOf("color", c.Dark) {
			t.Errorf("%s is %+v", token, c)
		}
	}
}
