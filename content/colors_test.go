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

func TestLogosAreMeasured(t *testing.T) {
	for text, want := range map[string]float64{
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"/>`:                          2,
		`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="5" height="10px"/>`: 0.5,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0,0,3,3" width="9"><g/></svg>`:         1,
	} {
		if w, h, err := svgSize([]byte(text)); err != nil || w/h != want {
			t.Errorf("%s: %v × %v, %v, want a ratio of %v", text, w, h, err, want)
		}
	}
	for _, text := range []string{
		"", "<html/>", "<svg/>", `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><a onclick="x"/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><a href="javascript:x"/></svg>`,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1 1\"><a href=\"java&#9;script:x\"/></svg>",
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><foreignObject/></svg>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 0"/>`, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">`, "GIF89a",
	} {
		if w, h, err := svgSize([]byte(text)); err == nil {
			t.Errorf("%s: %v × %v, want an error", text, w, h)
		}
	}
}
