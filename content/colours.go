package content

import (
	"fmt"
	"math"
	"regexp"
	"strconv"

	"github.com/jouleboard/jouleboard/assets"
)

// Colour is a colour for light pages and one for dark ones, as #rrggbb. The zero Colour is the site's own.
type Colour struct{ Light, Dark string }

func (c Colour) token() string { return "light-dark(" + c.Light + ", " + c.Dark + ")" }

// Colours are those that a publisher may change: of links, the best rows and highlights, and of bars.
type Colours struct{ Accent, Bar Colour }

// Tokens are the stylesheet's custom properties that change with the colours.
func (c Colours) Tokens() map[string]string {
	tokens := map[string]string{}
	if c.Accent != (Colour{}) {
		tokens["--accent"], tokens["--ring"] = c.Accent.token(), c.Accent.token()
		tokens["--accent-soft"] = soft(c.Accent).token()
	}
	if c.Bar != (Colour{}) {
		tokens["--bar"] = c.Bar.token()
	}
	return tokens
}

// Contrasts that WCAG 2.2 asks of text and of marks.
const (
	textContrast = 4.5
	markContrast = 3
)

func (c *Colours) readOver(m *mapping) {
	e, ok := m.optionalEntry("colours")
	if !ok {
		return
	}
	panel := ground("--panel")
	if v := e.colour("accent"); v != (Colour{}) {
		c.Accent = v
		e.contrast("accent", v, textContrast, ground("--bg"), panel, soft(v))
	}
	if v := e.colour("bar"); v != (Colour{}) {
		c.Bar = v
		e.contrast("bar", v, markContrast, ground("--bg"), panel)
	}
	e.done()
}

var hexForm = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// colour is a pair of colours that may be left out; a faulty one counts as left out.
func (m *mapping) colour(key string) Colour {
	e, ok := m.optionalEntry(key)
	if !ok {
		return Colour{}
	}
	c := Colour{e.text("light", `"#0b57d0"`), e.text("dark", `"#8ab4f8"`)}
	e.done()
	for name, v := range map[string]string{"light": c.Light, "dark": c.Dark} {
		if !hexForm.MatchString(v) {
			if v != "" {
				e.fault(e.at(name), `%s: want a colour such as "#0b57d0", in quotes, got %q`, name, v)
			}
			c = Colour{}
		}
	}
	return c
}

// contrast refuses a colour that cannot be told from the grounds it stands on.
func (m *mapping) contrast(key string, c Colour, least float64, grounds ...Colour) {
	for _, g := range grounds {
		for _, pair := range [][2]string{{c.Light, g.Light}, {c.Dark, g.Dark}} {
			if found := contrast(pair[0], pair[1]); found < least {
				m.fault(m.at(key), "%s: %s has a contrast of %.1f on %s; want %g at least", key, pair[0], found, pair[1], least)
				return
			}
		}
	}
}

var lightDark = regexp.MustCompile(`^light-dark\((#[0-9a-f]+), (#[0-9a-f]+)\)$`)

// ground is a token of the stylesheet that is a colour for each theme.
func ground(token string) Colour {
	found := lightDark.FindStringSubmatch(assets.Tokens()[token])
	if found == nil {
		panic(fmt.Sprintf("content: the stylesheet's %s is no pair of colours", token))
	}
	return Colour{long(found[1]), long(found[2])}
}

// long writes #rgb as #rrggbb.
func long(hex string) string {
	if len(hex) == 7 {
		return hex
	}
	return "#" + hex[1:2] + hex[1:2] + hex[2:3] + hex[2:3] + hex[3:4] + hex[3:4]
}

// soft is a ground with a breath of the colour, for rows that are set apart.
func soft(c Colour) Colour {
	panel := ground("--panel")
	return Colour{mixed(c.Light, panel.Light, 0.12), mixed(c.Dark, panel.Dark, 0.16)}
}

func mixed(hex, into string, part float64) string {
	a, b := channels(hex), channels(into)
	text := "#"
	for i := range a {
		text += fmt.Sprintf("%02x", int(math.Round(a[i]*part+b[i]*(1-part))))
	}
	return text
}

// channels are red, green and blue from 0 to 255.
func channels(hex string) (c [3]float64) {
	for i := range c {
		v, _ := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8) // its form was checked
		c[i] = float64(v)
	}
	return c
}

// contrast is WCAG's, from 1 to 21.
func contrast(a, b string) float64 {
	high, low := luminance(a), luminance(b)
	return (max(high, low) + 0.05) / (min(high, low) + 0.05)
}

func luminance(hex string) float64 {
	sum := 0.0
	for i, v := range channels(hex) {
		v /= 255
		if v <= 0.04045 {
			v /= 12.92
		} else {
			v = math.Pow((v+0.055)/1.055, 2.4)
		}
		sum += v * [3]float64{0.2126, 0.7152, 0.0722}[i]
	}
	return sum
}
