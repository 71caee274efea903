// Package color computes with colors that are written #rrggbb.
package color

import (
	"encoding/hex"
	"fmt"
	"math"
)

// channels are red, green and blue from 0 to 255. A text of another form panics: callers have checked it.
func channels(color string) [3]float64 {
	b, err := hex.DecodeString(color[1:])
	if err != nil || len(b) != 3 {
		panic("color: " + color)
	}
	return [3]float64{float64(b[0]), float64(b[1]), float64(b[2])}
}

// Linear returns a color in linear RGB, from 0 to 1.
func Linear(color string) [3]float64 {
	c := channels(color)
	for i := range c {
		if c[i] /= 255; c[i] <= 0.04045 {
			c[i] /= 12.92
		} else {
			c[i] = math.Pow((c[i]+0.055)/1.055, 2.4)
		}
	}
	return c
}

// Contrast returns that of WCAG between two colors in linear RGB, from 1 to 21.
func Contrast(a, b [3]float64) float64 {
	luminance := func(c [3]float64) float64 { return 0.2126*c[0] + 0.7152*c[1] + 0.0722*c[2] }
	high, low := luminance(a), luminance(b)
	return (max(high, low) + 0.05) / (min(high, low) + 0.05)
}

// Mixed returns a color of which a part from 0 to 1 is of one and the rest of another.
func Mixed(color, into string, part float64) string {
	a, b, text := channels(color), channels(into), "#"
	for i := range a {
		text += fmt.Sprintf("%02x", int(math.Round(a[i]*part+b[i]*(1-part))))
	}
	return text
}
