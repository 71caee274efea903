// Package paper draws a declared figure for paper: at the size, in the type and in the theme that its author states.
//
// The layout is that of package charts in the px that remain when a line of text has the stated size, so text is never
// scaled. A figure that is too small for its text, and a font that cannot be read, are errors that name file, line, key
// and remedy. Package charts/render writes the files.
package paper

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Open returns the TrueType file of a path that a look names.
type Open func(name string) ([]byte, error)

// What a look that says something else leaves open, in pt and pixels per inch: as files without a look.
const (
	usualWidth    = 510
	usualFontSize = 9
	usualDPI      = 300
)

// Draw returns the plot as its look wants it, and as wide as on a page without a look; id names it. The error is a
// [content.Error].
func Draw(id string, plot charts.Plot, l content.Look, open Open) (render.Chart, error) {
	chart := render.Chart{ID: id, Title: plot.Title, Description: plot.Description}
	if !l.Sized() {
		chart.Scene = plot.Wide().Scene()
		return chart, nil
	}
	l = l.Over(content.Look{Width: usualWidth, FontSize: usualFontSize, DPI: usualDPI})
	font, err := fontOf(l.Font, open)
	if err != nil {
		return chart, l.Fault("font", "%v", err)
	}
	unit := l.FontSize / scene.TextSize
	drawing, err := plot.Within(int(l.Width/unit), int(l.Height/unit))
	if err != nil {
		return chart, tooSmall(l, unit, err)
	}
	height := cmp.Or(l.Height, math.Round(100*unit*float64(drawing.Height))/100)
	chart.Scene = drawing.Scene()
	chart.Unlabeled = lists.Sum(drawing.Panels, func(p charts.Panel) int { return p.Unlabeled })
	chart.Paper = render.Paper{Width: l.Width, Height: height, Unit: unit, DPI: l.DPI, Font: font, Theme: render.Theme(l.Theme)}
	if text := chart.Misfit(); text != "" {
		return chart, tooSmall(l, unit, charts.TooSmall{Side: "width", Why: fmt.Sprintf("%q has no room of its own", text)})
	}
	return chart, nil
}

func fontOf(name string, open Open) (*render.Font, error) {
	switch name {
	case "", "sans":
		return nil, nil
	case "serif":
		return render.Serif()
	}
	file, err := open(name)
	if err != nil {
		return nil, err
	}
	font, err := render.OpenFont(file)
	if err != nil {
		return nil, fmt.Errorf("%s %w", name, err)
	}
	return font, nil
}

// decimal is a number as an author writes it.
func decimal(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// tooSmall says how large the figure must be, as far as that is known.
func tooSmall(l content.Look, unit float64, err error) error {
	var small charts.TooSmall
	if !errors.As(err, &small) {
		return l.Fault("", "%v", err)
	}
	is, wanted := l.Width, "a greater width"
	if small.Side == "height" {
		is, wanted = l.Height, "a greater height"
	}
	if small.Need > 0 {
		const hundredths = 100
		wanted = fmt.Sprintf("%s: %sin or more", small.Side, decimal(math.Ceil(hundredths*float64(small.Need+1)*unit/72)/hundredths))
	}
	return l.Fault(small.Side, "%sin is too small for text of %s pt: %s; give %s, a smaller font_size, or shorter text",
		decimal(math.Round(100*is/72)/100), decimal(l.FontSize), small.Why, wanted)
}
