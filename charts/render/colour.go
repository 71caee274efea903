package render

import (
	"fmt"
	"image/color"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/colornames"
)

// Theme is the ground that a picture file is made for.
type Theme string

// The themes of the site.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
)

// palette says what the colours of a drawing are in one theme.
type palette struct {
	tokens map[string]string
	theme  Theme
}

// mostTokens bounds how often one token may lead to another.
const mostTokens = 8

// colour is the real colour that a CSS value means. Colours that only a browser computes (oklch, color-mix, calc)
// are an error: a file has none of it.
func (p palette) colour(value string) (color.NRGBA, error) {
	return p.resolve(value, mostTokens)
}

func (p palette) resolve(value string, depth int) (color.NRGBA, error) {
	value = strings.TrimSpace(value)
	if depth == 0 {
		return color.NRGBA{}, fmt.Errorf("colour %q leads back to itself", shorten(value))
	}
	name, arguments, called := strings.Cut(strings.TrimSuffix(value, ")"), "(")
	parts := splitArguments(arguments)
	switch {
	case strings.HasPrefix(value, "#"):
		return hexColour(value)
	case !called:
		return p.named(value, depth)
	case name == "var":
		return p.variable(parts, depth)
	case name == "light-dark" && len(parts) == 2:
		if p.theme == Dark {
			return p.resolve(parts[1], depth-1)
		}
		return p.resolve(parts[0], depth-1)
	case name == "rgb" || name == "rgba" || name == "hsl" || name == "hsla":
		if c, ok := functionColour(name[:3], arguments); ok {
			return c, nil
		}
	}
	return color.NRGBA{}, unknownColour(value)
}

func unknownColour(value string) error {
	return fmt.Errorf("colour %q cannot stand in a file: give a name, #rrggbb, rgb(), hsl(), light-dark() or var() of a token", shorten(value))
}

func (p palette) named(value string, depth int) (color.NRGBA, error) {
	switch value = strings.ToLower(value); value {
	case "transparent":
		return color.NRGBA{}, nil
	case "currentcolor":
		return p.resolve("var(--fg)", depth-1)
	}
	c, ok := colornames.Map[value]
	if !ok {
		return color.NRGBA{}, unknownColour(value)
	}
	return color.NRGBA(c), nil // all of them are opaque
}

// variable is var(--name) or var(--name, otherwise).
func (p palette) variable(parts []string, depth int) (color.NRGBA, error) {
	value, ok := p.tokens[strings.TrimSpace(parts[0])]
	switch {
	case ok:
		return p.resolve(value, depth-1)
	case len(parts) == 2:
		return p.resolve(parts[1], depth-1)
	}
	return color.NRGBA{}, fmt.Errorf("colour var(%s): no such token", shorten(parts[0]))
}

// splitArguments cuts at the commas that no parentheses enclose.
func splitArguments(s string) []string {
	var parts []string
	depth, begin := 0, 0
	for i, r := range s {
		switch {
		case r == '(':
			depth++
		case r == ')':
			depth--
		case r == ',' && depth == 0:
			parts = append(parts, s[begin:i])
			begin = i + 1
		}
	}
	return append(parts, s[begin:])
}

func hexColour(value string) (color.NRGBA, error) {
	digits := value[1:]
	if len(digits) == 3 || len(digits) == 4 {
		var doubled strings.Builder
		for _, r := range digits {
			doubled.WriteString(strings.Repeat(string(r), 2))
		}
		digits = doubled.String()
	}
	if len(digits) == 6 {
		digits += "ff"
	}
	n, err := strconv.ParseUint(digits, 16, 32)
	if err != nil || len(digits) != 8 {
		return color.NRGBA{}, unknownColour(value)
	}
	return color.NRGBA{uint8(n >> 24), uint8(n >> 16), uint8(n >> 8), uint8(n)}, nil
}

// functionColour reads the arguments of rgb and hsl in their old and new spelling.
func functionColour(name, arguments string) (color.NRGBA, bool) {
	fields := strings.FieldsFunc(arguments, func(r rune) bool { return strings.ContainsRune(" ,/\t\n", r) })
	if len(fields) != 3 && len(fields) != 4 {
		return color.NRGBA{}, false
	}
	alpha := 1.0
	if len(fields) == 4 {
		var ok bool
		if alpha, ok = share(fields[3], 1); !ok {
			return color.NRGBA{}, false
		}
	}
	channels := rgbChannels
	if name == "hsl" {
		channels = hslChannels
	}
	r, g, b, ok := channels(fields[:3])
	return color.NRGBA{level(r), level(g), level(b), level(alpha)}, ok
}

func rgbChannels(fields []string) (r, g, b float64, ok bool) {
	r, okR := share(fields[0], 255)
	g, okG := share(fields[1], 255)
	b, okB := share(fields[2], 255)
	return r, g, b, okR && okG && okB
}

// hslChannels follows CSS Color 4, section 7.1.
func hslChannels(fields []string) (r, g, b float64, ok bool) {
	hue, okH := parseNumber(strings.TrimSuffix(fields[0], "deg"))
	saturation, okS := share(fields[1], 100)
	lightness, okL := share(fields[2], 100)
	reach := saturation * min(lightness, 1-lightness)
	channel := func(n float64) float64 {
		k := math.Mod(math.Mod(n+hue/30, 12)+12, 12)
		return lightness - reach*max(-1, min(k-3, 9-k, 1))
	}
	return channel(0), channel(8), channel(4), okH && okS && okL
}

// share is a number as a part of the whole, or a percentage, between 0 and 1.
func share(s string, whole float64) (float64, bool) {
	if percent, ok := strings.CutSuffix(s, "%"); ok {
		s, whole = percent, 100
	}
	x, ok := parseNumber(s)
	return min(max(x/whole, 0), 1), ok
}

func level(x float64) uint8 { return uint8(math.Round(min(max(x, 0), 1) * 255)) }

// faded is the colour at a part of its opacity.
func faded(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = level(float64(c.A) / 255 * opacity)
	return c
}
