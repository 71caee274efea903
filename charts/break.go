package charts

import (
	"math"
	"slices"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Break is a part of an axis that is left out: from From to To, which stand Gap apart. All are values of the axis.
type Break struct {
	From float64 `json:"start"`
	To   float64 `json:"end"`
	Gap  float64 `json:"gap"`
}

// breakShare is the part of an axis that a break takes.
const breakShare = 0.04

// closed is how far a value would be from 0 if the axis were whole and without what is left out.
func (b *Break) closed(v float64) float64 {
	if b == nil {
		return v
	}
	return v - min(max(v-b.From, 0), b.To-b.From)*(1-b.Gap/(b.To-b.From))
}

// opened is the value at such a distance.
func (b *Break) opened(v float64) float64 {
	switch {
	case b == nil || v <= b.From:
		return v
	case v < b.From+b.Gap:
		return b.From + (v-b.From)*(b.To-b.From)/b.Gap
	}
	return v + b.To - b.From - b.Gap
}

// broken leaves out a part of a linear scale. Its greatest value keeps the distance from the end that it has on a whole
// scale, unless the author states the end.
func (s *scale) broken(b [2]float64, greatest float64, stated bool) {
	s.Break = &Break{From: b[0], To: b[1]}
	if !stated && s.Least >= 0 {
		s.Most = round(greatest + 0.04*(greatest-s.Least-(b[1]-b[0])))
	}
	left := s.Most - s.Least - (b[1] - b[0])
	s.Break.Gap = left * breakShare / (1 - breakShare)
	s.candidates = brokenTicks
}

// brokenTicks are round values on both sides of what is left out, or its end where there are none.
func brokenTicks(s scale) [][]float64 {
	const apart = 0.08 // of the axis, which a number before the gap needs
	length := s.Break.closed(s.Most) - s.Least
	var all [][]float64
	for _, n := range []float64{7, 6, 5, 4, 3, 2, 1} {
		step := niceStep((s.Most - s.Least - (s.Break.To - s.Break.From)) / n)
		above := steps(math.Ceil(s.Break.To/step)*step, s.Most, step)
		if len(above) == 0 {
			above = []float64{s.Break.To}
		}
		below := lists.Filter(steps(math.Ceil(s.Least/step)*step, s.Break.From, step), func(t float64) bool {
			return s.Break.closed(above[0])-t > apart*length
		})
		all = append(all, append(below, above...))
	}
	return append(all, []float64{s.Least, s.Break.To})
}

// BeforeBreaks is how many series of a panel the gaps of its axes cut: marks and texts stand before them, since none of
// them is in a gap.
func (p *Panel) BeforeBreaks() int {
	i := slices.IndexFunc(p.Series, func(s Series) bool {
		switch s.(type) {
		case Points, Texts:
			return true
		}
		return false
	})
	if i < 0 {
		return len(p.Series)
	}
	return i
}

// breaks are the gaps that broken axes leave in a panel.
func (p *Panel) breaks() []scene.Layer {
	gap := scene.Layer{Style: scene.Style{Fill: "var(--panel)"}}
	edge := scene.Layer{Style: scene.Style{Stroke: muted, Dash: []float64{3, 3}}}
	add := func(a, b, c, d scene.Point) {
		gap.Paths = append(gap.Paths, scene.Path{Lines: [][]scene.Point{{a, b, d, c}}, Closed: true, Row: scene.NoRow})
		edge.Paths = append(edge.Paths, scene.Path{Lines: [][]scene.Point{{a, b}, {c, d}}, Row: scene.NoRow})
	}
	left, right, top, bottom := float64(p.Left), float64(p.Right), float64(p.Top), float64(p.Bottom)
	if cut := p.Y.Break; cut != nil {
		from, to := p.Y.At(cut.From), p.Y.At(cut.To)
		add(scene.Point{X: left, Y: from}, scene.Point{X: right, Y: from}, scene.Point{X: left, Y: to}, scene.Point{X: right, Y: to})
	}
	if cut := p.X.Break; cut != nil {
		from, to := p.X.At(cut.From), p.X.At(cut.To)
		add(scene.Point{X: from, Y: bottom}, scene.Point{X: from, Y: top}, scene.Point{X: to, Y: bottom}, scene.Point{X: to, Y: top})
	}
	if len(gap.Paths) == 0 {
		return nil
	}
	return []scene.Layer{gap, edge}
}
