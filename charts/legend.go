package charts

import (
	"github.com/jouleboard/jouleboard/charts/scene"
)

// Entry is a line of a legend: a sample of the series of that name, and the name. X is its left end, Y the middle of
// its line.
type Entry struct {
	X, Y   float64
	Sample float64 // width of the sample in px
	Name   string  // of the series
	Text   string  // the name, shortened if there is not enough room
	Key    Key
}

// Key is the sample of a series: a mark, a line, or a mark on a line. An empty style omits it.
type Key struct {
	Shape      scene.Shape
	Mark, Line scene.Style
}

// keySeries is a series of which a legend can show a sample.
type keySeries interface{ key() Key }

// legendGap is between entries, wide enough for fonts that are wider than the estimate.
const legendGap = 8

// lineHeight is that of a legend.
const lineHeight = 20

// markWidth is how wide a legend's sample of a mark is; keyGap is between it and the
// name.
const (
	markWidth = 9
	keyGap    = 5
)

// keyed gives each entry the sample of the topmost series of its name; a name without
// one is left out.
func keyed(entries []Entry, panels []Panel) []Entry {
	keys := map[string]Key{}
	for _, p := range panels {
		for _, s := range p.Series {
			if with, ok := s.(keySeries); ok {
				keys[string(s.Named())] = with.key()
			}
		}
	}
	var kept []Entry
	for _, e := range entries {
		if key, ok := keys[e.Name]; ok {
			e.Key = key
			kept = append(kept, e)
		}
	}
	return kept
}

// shapes are the sample.
func (e Entry) shapes() (layers []scene.Layer) {
	if e.Key.Line.Stroke != "" {
		ends := []scene.Point{{X: e.X, Y: e.Y}, {X: e.X + e.Sample, Y: e.Y}}
		layers = append(layers, scene.Layer{Style: e.Key.Line, Paths: []scene.Path{{Lines: [][]scene.Point{ends}, Row: scene.NoRow}}})
	}
	if e.Key.Shape != "" {
		mark := scene.Mark{X: e.X + e.Sample/2, Y: e.Y, W: markWidth, H: markWidth, Shape: e.Key.Shape, Row: scene.NoRow}
		layers = append(layers, scene.Layer{Style: e.Key.Mark, Marks: []scene.Mark{mark}})
	}
	return layers
}

// legendTexts are the names.
func legendTexts(entries []Entry) scene.Layer {
	l := scene.Layer{Style: scene.Style{Fill: muted}}
	for _, e := range entries {
		l.Texts = append(l.Texts, scene.Text{X: e.X + e.Sample + keyGap, Y: e.Y, Text: e.Text})
	}
	return l
}
