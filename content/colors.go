package content

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/internal/color"
)

// Color is a color for light pages and one for dark pages, as #rrggbb. The zero Color is that of the site.
type Color struct{ Light, Dark string }

func (c Color) token() string { return "light-dark(" + c.Light + ", " + c.Dark + ")" }

// Colors are the colors that a publisher sets, by the name of the setting.
type Colors map[string]Color

// Tokens are the stylesheet's custom properties that change with the colors.
func (c Colors) Tokens() map[string]string {
	tokens := map[string]string{}
	for name, v := range c {
		for _, token := range declared().Tokens[name] {
			tokens[token] = v.token()
		}
	}
	if c["accent"] != (Color{}) || c["panel"] != (Color{}) {
		tokens["--accent-soft"] = c.soft().token()
	}
	return tokens
}

// get is a publisher's color, or the stylesheet's.
func (c Colors) get(name string) Color { return cmp.Or(c[name], ground(declared().Tokens[name][0])) }

// Contrasts that WCAG 2.2 asks of text and of marks.
const textContrast, markContrast = 4.5, 3

// checked are the colors that are complete. The pages' grounds and texts must be told apart.
func (c Colors) checked(e entry) Colors {
	maps.DeleteFunc(c, func(_ string, v Color) bool { return v.Light == "" || v.Dark == "" })
	grounds := []Color{c.get("background"), c.get("panel")}
	for _, name := range []string{"text", "muted", "accent"} {
		c.contrast(e, name, textContrast, append(grounds, c.soft())...)
	}
	c.contrast(e, "bar", markContrast, grounds...)
	return c
}

var shortForm = regexp.MustCompile(`^#(.)(.)(.)$`)

// contrast refuses a color that cannot be told from the grounds it stands on, if the publisher gave it or them.
func (c Colors) contrast(e entry, name string, least float64, grounds ...Color) {
	if len(c) == 0 {
		return
	}
	v := c.get(name)
	for _, g := range grounds {
		for _, pair := range [][2]string{{v.Light, g.Light}, {v.Dark, g.Dark}} {
			if found := color.Contrast(color.Linear(pair[0]), color.Linear(pair[1])); found < least {
				e.fault(name, "%s: %s has a contrast of %.1f on %s; use at least %g", name, pair[0], found, pair[1], least)
				return
			}
		}
	}
}

var lightDark = regexp.MustCompile(`^light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)$`)

// ground is a token of the stylesheet that is a color for each theme.
func ground(token string) Color {
	found := lightDark.FindStringSubmatch(assets.Tokens()[token])
	if found == nil {
		panic(fmt.Sprintf("content: the stylesheet's %s is not a pair of colors", token))
	}
	long := func(hex string) string { return shortForm.ReplaceAllString(hex, "#$1$1$2$2$3$3") }
	return Color{long(found[1]), long(found[2])}
}

// soft is a ground with a breath of the accent, for rows that are set apart.
func (c Colors) soft() Color {
	if c["accent"] == (Color{}) && c["panel"] == (Color{}) {
		return ground("--accent-soft")
	}
	accent, panel := c.get("accent"), c.get("panel")
	return Color{color.Mixed(accent.Light, panel.Light, 0.12), color.Mixed(accent.Dark, panel.Dark, 0.16)}
}
