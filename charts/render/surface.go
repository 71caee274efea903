package render

import (
	"cmp"
	"context"
	"image/color"
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// surface is what a scene is drawn on: pixels or a page.
type surface interface {
	fill(outline, color.NRGBA)
	stroke(outline, color.NRGBA, scene.Style)
	text(scene.Text, color.NRGBA)
}

// outline is a circle around a center, or lines.
type outline struct {
	radius float64 // of a circle, else 0
	center scene.Point
	lines  [][]scene.Point
	closed bool
}

// draw draws the scene in the colors of a palette, as far as they are visible.
func draw(ctx context.Context, on surface, s scene.Scene, colors palette) error {
	for _, l := range s.Layers {
		fill, err := colors.color(l.Style.Fill)
		stroke, problem := colors.color(l.Style.Stroke)
		if err := cmp.Or(ctx.Err(), err, problem); err != nil {
			return err
		}
		drawLayer(on, l, fill, stroke)
	}
	return nil
}

func drawLayer(on surface, l scene.Layer, fill, stroke color.NRGBA) {
	opacity := cmp.Or(l.Style.Opacity, 1)
	stroke = faded(stroke, opacity)
	shape := func(o outline, inside color.NRGBA) {
		if inside.A > 0 {
			on.fill(o, inside)
		}
		if stroke.A > 0 {
			on.stroke(o, stroke, l.Style)
		}
	}
	for _, m := range l.Marks {
		shape(outlineOf(m), faded(fill, cmp.Or(m.Opacity, opacity)))
	}
	fill = faded(fill, opacity)
	for _, p := range l.Paths {
		shape(outline{lines: p.Lines, closed: p.Closed}, fill)
	}
	for _, t := range l.Texts {
		if fill.A > 0 {
			on.text(t, fill)
		}
	}
}

func outlineOf(m scene.Mark) outline {
	if m.Shape == scene.Circle {
		return outline{radius: m.W / 2, center: scene.Point{X: m.X, Y: m.Y}}
	}
	return outline{lines: [][]scene.Point{m.Outline()}, closed: true}
}

// farthest place in px and in pixels that is drawn. What lies beyond takes time and is not seen.
const farthest = 100_000

// bounded is a place that can be drawn.
func bounded(x float64) float64 {
	if math.IsNaN(x) {
		return 0
	}
	return min(max(x, -farthest), farthest)
}
