package render

import (
	"cmp"
	"context"
	"math"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// surface is what a scene is drawn on: pixels or a page.
type surface interface {
	fill(outline, ink)
	stroke(outline, ink, scene.Style)
	text(scene.Text, ink)
}

// outline is a circle around a center, or lines.
type outline struct {
	radius float64 // of a circle, else 0
	center scene.Point
	lines  [][]scene.Point
	closed bool
}

// draw draws the scene in the colors of two themes, as far as they are visible.
func draw(ctx context.Context, on surface, s scene.Scene, colors inks) error {
	for _, l := range s.Layers {
		fill, err := colors.ink(l.Style.Fill)
		stroke, problem := colors.ink(l.Style.Stroke)
		if err := cmp.Or(ctx.Err(), err, problem); err != nil {
			return err
		}
		drawLayer(on, l, fill, stroke)
	}
	return nil
}

func drawLayer(on surface, l scene.Layer, fill, stroke ink) {
	opacity := cmp.Or(l.Style.Opacity, 1)
	stroke = stroke.faded(opacity)
	shape := func(o outline, inside ink) {
		if inside.shows() {
			on.fill(o, inside)
		}
		if stroke.shows() {
			on.stroke(o, stroke, l.Style)
		}
	}
	for _, m := range l.Marks {
		shape(outlineOf(m), fill.faded(cmp.Or(m.Opacity, opacity)))
	}
	fill = fill.faded(opacity)
	for _, p := range l.Paths {
		shape(outline{lines: p.Lines, closed: p.Closed}, fill)
	}
	for _, t := range l.Texts {
		if fill.shows() {
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
