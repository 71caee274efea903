package render_test

import (
	"math"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// golden are the drawings whose files are in testdata.
func golden() []render.Chart {
	return []render.Chart{
		{ID: "cloud", Title: "Energy against latency", Description: "The frontier falls from left to right.", Scene: cloud(24)},
		{ID: "lines", Title: "Power against batch size", Scene: lines()},
		{ID: "cells", Title: "Best on each GPU", Scene: cells()},
	}
}

// axes are a grid and its labels in 300 × 200 px.
func axes() []scene.Layer {
	return []scene.Layer{
		{
			Style: scene.Style{Stroke: "var(--line)"},
			Paths: []scene.Path{{Row: scene.NoRow, Lines: [][]scene.Point{
				{{X: 40, Y: 30.5}, {X: 290, Y: 30.5}}, {{X: 40, Y: 100.5}, {X: 290, Y: 100.5}}, {{X: 90.5, Y: 10}, {X: 90.5, Y: 170}},
			}}},
		},
		{
			Style: scene.Style{Fill: "var(--muted)"},
			Texts: []scene.Text{
				{X: 6, Y: 90, Text: "Energy, J (log)", Anchor: scene.Middle, Up: true},
				{X: 165, Y: 192, Text: "Latency, ms", Anchor: scene.Middle},
				{X: 34, Y: 30.5, Text: "0.3", Anchor: scene.End},
				{X: 34, Y: 100.5, Text: "0.1", Anchor: scene.End},
				{X: 90.5, Y: 180, Text: "10", Anchor: scene.Middle},
			},
		},
	}
}

// cloud is marks that stand for rows, every third of them a square, with a frontier and a ring around the best.
func cloud(count int) scene.Scene {
	circles := scene.Layer{Style: scene.Style{Fill: "#2f9a7880", Stroke: "#2f9a78", Opacity: 0.8}}
	squares := scene.Layer{Style: scene.Style{Fill: "#d8610580", Stroke: "#d86105", Opacity: 0.8}}
	for i := range count {
		x, y := 45+math.Mod(float64(i)*37.7, 240), 15+math.Mod(float64(i)*23.3, 150)
		if i%3 == 0 {
			squares.Marks = append(squares.Marks, scene.Mark{X: x, Y: y, W: 6, H: 6, Shape: scene.Rect, Row: i})
			continue
		}
		circles.Marks = append(circles.Marks, scene.Mark{X: x, Y: y, W: 7, H: 7, Shape: scene.Circle, Row: i})
	}
	rest := []scene.Layer{
		{
			Style: scene.Style{Fill: "var(--late)", Opacity: 0.35},
			Paths: []scene.Path{{Row: scene.NoRow, Closed: true, Lines: [][]scene.Point{
				{{X: 220.4, Y: 10}, {X: 290, Y: 10}, {X: 290, Y: 170}, {X: 220.4, Y: 170}},
			}}},
		},
		circles, squares,
		{
			Style: scene.Style{Stroke: "var(--frontier)", Width: 1.6},
			Paths: []scene.Path{{Row: scene.NoRow, Lines: [][]scene.Point{
				{{X: 50, Y: 60}, {X: 80, Y: 110.3}, {X: 150, Y: 130}, {X: 260, Y: 150.2}},
			}}},
		},
		{
			Style: scene.Style{Stroke: "var(--ring)", Width: 2},
			Marks: []scene.Mark{{X: 150, Y: 130, W: 16, H: 16, Shape: scene.Circle, Row: scene.NoRow}},
		},
		{
			Style: scene.Style{Fill: "var(--label)"},
			Texts: []scene.Text{{X: 160, Y: 142, Text: "Skerry 20B, batch 256", Bold: true}},
		},
	}
	return scene.Scene{Width: 300, Height: 200, Layers: append(axes(), rest...)}
}

// lines are a curve with its band, dashed where nothing was measured, with triangles and diamonds.
func lines() scene.Scene {
	curve := []scene.Point{{X: 50, Y: 150}, {X: 110, Y: 120.25}, {X: 170, Y: 70}, {X: 230, Y: 60}}
	rest := []scene.Layer{
		{
			Style: scene.Style{Fill: "#b15af9", Opacity: 0.14},
			Paths: []scene.Path{{Row: scene.NoRow, Closed: true, Lines: [][]scene.Point{
				{{X: 50, Y: 140}, {X: 170, Y: 60}, {X: 230, Y: 50}, {X: 230, Y: 75}, {X: 170, Y: 85}, {X: 50, Y: 160}},
			}}},
		},
		{
			Style: scene.Style{Stroke: "#b15af9", Width: 2},
			Paths: []scene.Path{{Row: 4, Lines: [][]scene.Point{curve}}, {Row: 5, Lines: [][]scene.Point{{{X: 50, Y: 20}, {X: 60, Y: 40}}}}},
		},
		{
			Style: scene.Style{Stroke: "#b15af9", Width: 2, Dash: []float64{4, 3}, Round: true},
			Paths: []scene.Path{{Row: scene.NoRow, Lines: [][]scene.Point{{{X: 230, Y: 60}, {X: 285, Y: 58}}}}},
		},
		{
			Style: scene.Style{Fill: "#fe396c", Stroke: "var(--panel)"},
			Marks: []scene.Mark{
				{X: 110, Y: 120.3, W: 9, H: 8, Shape: scene.Triangle, Row: 0}, {X: 170, Y: 70, W: 9, H: 9, Shape: scene.Diamond, Row: 1},
			},
			Texts: []scene.Text{{X: 250, Y: 20, Text: "A & B < C", Size: 10}},
		},
	}
	return scene.Scene{Width: 300, Height: 200, Layers: append(axes(), rest...)}
}

// cells are marks of one color and many opacities.
func cells() scene.Scene {
	layer := scene.Layer{Style: scene.Style{Fill: "var(--bar)"}}
	for i := range 12 {
		layer.Marks = append(layer.Marks, scene.Mark{
			X: 65 + 50*float64(i%4), Y: 40 + 45*float64(i/4), W: 48, H: 43, Shape: scene.Rect, Row: i, Opacity: float64(i+1) / 12,
		})
	}
	words := scene.Layer{
		Style: scene.Style{Fill: "var(--fg)"},
		Texts: []scene.Text{
			{X: 65, Y: 40, Text: "1.2", Anchor: scene.Middle}, {X: 115, Y: 40, Text: "Größe №漢", Anchor: scene.Middle, Bold: true},
		},
	}
	return scene.Scene{Width: 300, Height: 200, Layers: append(axes(), layer, words)}
}

// drawnOn is a scene of 100 × 60 px with the layers.
func drawnOn(layers ...scene.Layer) render.Chart {
	return render.Chart{ID: "one", Title: "One", Scene: scene.Scene{Width: 100, Height: 60, Layers: layers}}
}
