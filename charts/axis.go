package charts

import (
	"math"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
	"github.com/jouleboard/jouleboard/content/words"
	"github.com/jouleboard/jouleboard/internal/lists"
)

// Axis maps values to px of the drawing: Least to From, Most to To. Scripts of pages read it too.
type Axis struct {
	Log     bool    `json:"log"`
	Least   float64 `json:"least"`
	Most    float64 `json:"most"`
	From    float64 `json:"from"`
	To      float64 `json:"to"`
	Ticks   []Tick  `json:"ticks"`
	Name    string  `json:"name"`
	NameGap float64 `json:"name_gap"` // px from the plotting area to the near edge of the name
	// Categories are the labels at 0, 1, …; nil for an axis of numbers.
	Categories []string `json:"-"`
	// Size is of the multiple of the unit in which ticks are written; 0 is 1.
	Size float64 `json:"size,omitempty"`
	// Break is what the axis leaves out; nil for nothing.
	Break *Break `json:"break,omitempty"`
	// Every is the number of categories per label, 0 for no labels.
	Every int `json:"-"`
	// TextSize is that of labels below categories in px; 0 for the usual one.
	TextSize float64 `json:"-"`
}

// Tick is a value with its text.
type Tick struct {
	At   float64 `json:"at"`
	Text string  `json:"text"`
}

// At returns the place of a value in px. A value far outside of the axis is moved to a place that files can contain.
func (a Axis) At(v float64) float64 {
	const far = 10
	return a.From + min(max(a.part(v), -far), far)*(a.To-a.From)
}

// part is the place of a value as a part of the axis.
func (a Axis) part(v float64) float64 {
	if a.Log {
		return (math.Log(v) - math.Log(a.Least)) / (math.Log(a.Most) - math.Log(a.Least))
	}
	return (a.Break.closed(v) - a.Least) / (a.Break.closed(a.Most) - a.Least)
}

// axis is the scale as it is drawn.
func (s scale) axis(w *words.Catalog, nameGap float64) Axis {
	a := s.Axis
	a.NameGap, a.Size = nameGap, s.form.Size
	a.Ticks = append(a.Ticks, lists.Map(s.ticks, func(t float64) Tick { return Tick{t, strings.Replace(w.Short(s.form.Of(t)), "-", "−", 1)} })...)
	if s.tail.Text != "" {
		a.Ticks = append(a.Ticks, s.tail)
	}
	return a
}

// categorized is an axis of categories between two px.
func (a Axis) categorized(from, to float64) Axis {
	a.Least, a.Most, a.From, a.To = -0.5, float64(len(a.Categories))-0.5, from, to
	return a
}

// labels are what is written along the axis, and where.
func (a Axis) labels() []Tick {
	if a.Categories == nil {
		return a.Ticks
	}
	var labels []Tick
	step := (a.To - a.From) / float64(max(len(a.Categories), 1))
	for i := 0; a.Every > 0 && i < len(a.Categories); i += a.Every {
		if end := a.From + step*(float64(i)+0.5) + textWidth(a.Categories[i], fontSize)/2; a.Every > 1 && end > a.To+labelDrop {
			break // would be cut
		}
		labels = append(labels, Tick{float64(i), a.Categories[i]})
	}
	return labels
}

// Px from the plotting area to the labels, and to the middle of a line of text.
const (
	labelGap  = 8
	labelDrop = 14
	halfLine  = 6
)

// nameRoom is how many px longer than its axis a name may be.
const nameRoom = 28

// forAxis makes the name of an axis fit: what is too long first loses the words before a unit, as of “output tok/s”.
func forAxis(name string, width float64) string {
	for at := strings.LastIndex(name, ", ") + 2; at > 1 && textWidth(name, fontSize) > width; {
		word, rest, more := strings.Cut(name[at:], " ")
		if !more || strings.Contains(word, "/") || strings.HasPrefix(rest, "(") {
			break
		}
		name = name[:at] + rest
	}
	return forLabel(name, fontSize, width)
}

// axes are the lines of a panel's ticks and what is written beside it.
func (p *Panel) axes() []scene.Layer {
	grid := scene.Layer{Style: scene.Style{Stroke: line}}
	if lines := p.grid(); len(lines) > 0 {
		grid.Paths = []scene.Path{{Lines: lines, Row: scene.NoRow}}
	}
	level := (p.Y.From + p.Y.To) / 2
	named := []scene.Text{
		{X: float64(p.Left) - p.Y.NameGap - halfLine, Y: level, Up: true, Text: forAxis(p.Y.Name, float64(p.Bottom-p.Top)+nameRoom)},
		{
			X: (p.X.From + p.X.To) / 2, Y: float64(p.Bottom) + p.X.NameGap + halfLine,
			Text: forAxis(p.X.Name, float64(p.Right-p.Left)+nameRoom),
		},
	}
	left, below := p.Y.inked(), p.X.inked()
	if p.Y2 != nil {
		named = append(named, scene.Text{X: float64(p.Right) + p.Y2.NameGap + halfLine, Y: level, Up: true, Text: p.Y2.Name})
		for _, t := range p.Y2.Ticks {
			left.Texts = append(left.Texts, scene.Text{X: float64(p.Right + labelGap), Y: p.Y2.At(t.At), Text: t.Text})
		}
	}
	names := scene.Layer{Style: scene.Style{Fill: muted}}
	for _, t := range named {
		if t.Anchor = scene.Middle; t.Text != "" {
			names.Texts = append(names.Texts, t)
		}
	}
	for _, t := range p.Y.labels() {
		left.Texts = append(left.Texts, scene.Text{X: float64(p.Left - labelGap), Y: p.Y.At(t.At), Text: t.Text, Anchor: scene.End})
	}
	for _, t := range p.X.labels() {
		text := scene.Text{X: p.X.At(t.At), Y: float64(p.Bottom + labelDrop), Text: t.Text, Anchor: scene.Middle}
		text.Size = p.X.TextSize
		below.Texts = append(below.Texts, text)
	}
	return []scene.Layer{grid, names, left, below}
}

// inked is the layer of an axis' labels: names are ink, numbers stand back.
func (a Axis) inked() scene.Layer {
	if a.Categories != nil {
		return scene.Layer{Style: scene.Style{Fill: ink}}
	}
	return scene.Layer{Style: scene.Style{Fill: muted}}
}

// grid is a line across the panel at each tick, on half px so that it is one px wide.
func (p *Panel) grid() (lines [][]scene.Point) {
	half := func(v float64) float64 { return math.Round(v-0.5) + 0.5 }
	for _, t := range p.Y.Ticks {
		y := half(p.Y.At(t.At))
		lines = append(lines, []scene.Point{{X: float64(p.Left), Y: y}, {X: float64(p.Right), Y: y}})
	}
	for _, t := range p.X.Ticks {
		x := half(p.X.At(t.At))
		lines = append(lines, []scene.Point{{X: x, Y: float64(p.Top)}, {X: x, Y: float64(p.Bottom)}})
	}
	return lines
}
