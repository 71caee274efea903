package render

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"math"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Theme is the background that a picture file is made for.
type Theme string

// The themes of the site.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
	// Print is black on white, with the marks of the light theme.
	Print Theme = "print"
)

// palette is what the tokens of a page are in one theme.
type palette map[string]color.NRGBA

// needed are the tokens that files and cards cannot do without.
var needed = []string{"--panel", "--bg", "--fg", "--muted", "--line", "--bar", "--accent"}

// palettes reads the tokens that are colors. Others, such as fonts and lengths, are of no use in a file.
func palettes(tokens map[string]string) (map[Theme]palette, error) {
	themes := map[Theme]palette{Light: {}, Dark: {}}
	for name, value := range tokens {
		light, dark, both := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(value, "light-dark("), ")"), ",")
		if !both {
			dark = light
		}
		onLight, ok := digits(strings.TrimSpace(light))
		onDark, ok2 := digits(strings.TrimSpace(dark))
		if ok && ok2 {
			themes[Light][name], themes[Dark][name] = onLight, onDark
		}
	}
	for _, name := range needed {
		if _, ok := themes[Light][name]; !ok {
			return nil, fmt.Errorf("charts: token %s is %q: want #rrggbb or light-dark(#rrggbb, #rrggbb)", name, tokens[name])
		}
	}
	themes[Print] = maps.Clone(themes[Light])
	for _, name := range []string{"--fg", "--muted", "--label", "--late-text"} {
		themes[Print][name] = color.NRGBA{A: 255}
	}
	for _, name := range []string{"--panel", "--bg"} {
		themes[Print][name] = color.NRGBA{255, 255, 255, 255}
	}
	return themes, nil
}

// ink is a color in each of two themes, in which pictures are painted at once.
type ink [2]color.NRGBA

// inks are the colors of two themes.
type inks [2]palette

// alone is the colors of a picture of one theme.
func (p palette) alone() inks { return inks{p, p} }

// ink is what a color of a scene is in them.
func (p inks) ink(c scene.Color) (ink, error) {
	first, err := p[0].color(c)
	second, problem := p[1].color(c)
	return ink{first, second}, cmp.Or(err, problem)
}

// shows reports whether there is anything to see in a theme.
func (i ink) shows() bool { return i[0].A > 0 || i[1].A > 0 }

// faded is the ink at a part of its opacity.
func (i ink) faded(opacity float64) ink { return ink{faded(i[0], opacity), faded(i[1], opacity)} }

// color is what a color of a scene is in the theme.
func (p palette) color(c scene.Color) (color.NRGBA, error) {
	real, ok := digits(string(c))
	if name, isToken := strings.CutPrefix(string(c), "var("); isToken {
		real, ok = p[strings.TrimSuffix(name, ")")]
	}
	if !ok && c != "" {
		return real, fmt.Errorf("color %.40q cannot be written to a file: give #rrggbb, or var() of a token that is one", c)
	}
	return real, nil
}

// digits reads #rgb, #rgba, #rrggbb and #rrggbbaa.
func digits(value string) (color.NRGBA, bool) {
	digits, ok := strings.CutPrefix(value, "#")
	if len(digits) == 3 || len(digits) == 4 {
		digits = string(lists.FlatMap([]byte(digits), func(d byte) []byte { return []byte{d, d} }))
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if !ok || err != nil || len(digits) != 8 {
		return color.NRGBA{}, false
	}
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, true
}

// faded is the color at a part of its opacity.
func faded(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(math.Round(float64(c.A) * min(max(opacity, 0), 1)))
	return c
}
