package live

import (
	"cmp"
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// letters is how a text looks. It states the height of a line, which ECharts would measure by a Chinese letter that a
// reader's font may lack.
type letters struct {
	Color      string `json:"color,omitempty"`
	FontWeight string `json:"fontWeight,omitempty"`
	FontSize   int    `json:"fontSize,omitempty"`
	LineHeight int    `json:"lineHeight,omitempty"`
}

func lettersOf(color string) *letters {
	return &letters{Color: color, FontSize: textSize, LineHeight: textSize}
}

func bold(color string) *letters {
	l := lettersOf(color)
	l.FontWeight = boldWeight
	return l
}

const boldWeight = "600"

type lineStyle struct {
	Color   string    `json:"color,omitempty"`
	Width   float32   `json:"width,omitempty"`
	Opacity *float32  `json:"opacity,omitempty"`
	Type    []float64 `json:"type,omitempty"` // px on and off
	Cap     string    `json:"cap,omitempty"`
}

func strokeOf(s scene.Style) *lineStyle {
	style := &lineStyle{Color: string(s.Stroke), Width: float32(width(s)), Opacity: opacity(s.Opacity), Type: s.Dash}
	if s.Round {
		style.Cap = "round"
	}
	return style
}

type itemStyle struct {
	Color       string   `json:"color,omitempty"`
	BorderColor string   `json:"borderColor,omitempty"`
	BorderWidth float32  `json:"borderWidth,omitempty"`
	Opacity     *float32 `json:"opacity,omitempty"`
}

func itemStyleOf(s scene.Style) *itemStyle {
	style := &itemStyle{Color: "transparent", Opacity: opacity(s.Opacity)}
	if s.Fill != "" {
		style.Color = string(s.Fill)
	}
	if s.Stroke != "" {
		style.BorderColor, style.BorderWidth = string(s.Stroke), float32(width(s))
	}
	return style
}

// areaStyle fills from a line to a value.
type areaStyle struct {
	Color   string  `json:"color"`
	Opacity float64 `json:"opacity"`
	Origin  float64 `json:"origin"`
}

func width(s scene.Style) float64 { return cmp.Or(s.Width, 1) }

// opacity states what ECharts would choose by itself otherwise.
func opacity(x float64) *float32 { return new(float32(math.Round(1000*cmp.Or(x, 1)) / 1000)) }
