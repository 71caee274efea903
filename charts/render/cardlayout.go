package render

import (
	"strings"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// Places on a card in pixels.
const (
	cardMargin = 56
	brandSize  = 28
	chartLeft  = 620 // of the panel, if there is a chart; text ends before it
	chartPad   = 20  // between the panel's edge and the chart
	titleTop   = 150
)

// titleSizes are tried in turn until the title fits on so many lines.
var titleSizes = []float64{54, 46, 38}

const (
	titleLines   = 4
	sentenceSize = 28
	leading      = 1.3 // height of a line in sizes
)

// layCard places everything on a card.
func layCard(card Card, p palette, fonts vector.Fonts) (vector.Drawing, error) {
	l := &cardLayout{palette: p, fonts: fonts}
	width := float64(CardWidth - 2*cardMargin)
	if card.Chart != nil {
		width = chartLeft - 2*cardMargin + chartPad
		l.chart(card.Chart)
	}
	l.brand(card.Site)
	y := l.title(card.Title, width)
	room := int((CardHeight - cardMargin - y) / (sentenceSize * leading))
	l.lines(wrap(card.Sentence, l.fonts.Regular, width/sentenceSize, room), y+sentenceSize, sentenceSize, false, "--muted")
	return vector.Drawing{Width: CardWidth, Height: CardHeight, Shapes: l.shapes}, l.err
}

type cardLayout struct {
	palette palette
	fonts   vector.Fonts
	shapes  []vector.Shape
	err     error
}

// ink is the colour of a token.
func (l *cardLayout) ink(token string) vector.Paint {
	c, err := l.palette.colour("var(" + token + ")")
	if l.err == nil {
		l.err = err
	}
	return vector.Paint{Color: c}
}

// brand is the site's mark, as at the head of its pages, and its name.
func (l *cardLayout) brand(name string) {
	const factor = 1.9
	m := vector.Move(cardMargin-3*factor, cardMargin-3*factor).Of(vector.Scale(factor))
	curve, _ := parsePath("M3 2v6q0 11 11 11h6")
	l.shapes = append(l.shapes,
		vector.Shape{Path: curve.vector(), Matrix: m, Stroke: l.ink("--bar"), Pen: vector.Pen{Width: 2.5, Cap: vector.RoundCap}},
		vector.Shape{Path: vector.Circle(6.5, 15.5, 4), Matrix: m, Fill: l.ink("--accent")},
	)
	l.label(name, cardMargin+50, cardMargin+brandSize*0.9, brandSize, true, "--muted")
}

func (l *cardLayout) label(text string, x, y, size float64, bold bool, token string) {
	l.shapes = append(l.shapes, vector.Shape{
		Label:  &vector.Label{Text: text, X: x, Y: y, Size: size, Bold: bold},
		Matrix: vector.Identity, Fill: l.ink(token),
	})
}

// lines writes text line by line from the first base line and returns where the next one would be.
func (l *cardLayout) lines(texts []string, y, size float64, bold bool, token string) float64 {
	for _, text := range texts {
		l.label(text, cardMargin, y, size, bold, token)
		y += size * leading
	}
	return y
}

// title is as large as its lines allow; it returns the height below.
func (l *cardLayout) title(text string, width float64) float64 {
	for i, size := range titleSizes {
		lines := wrap(text, l.fonts.Bold, width/size, titleLines+1)
		if len(lines) <= titleLines || i == len(titleSizes)-1 {
			lines = wrap(text, l.fonts.Bold, width/size, titleLines)
			return l.lines(lines, titleTop+size, size, true, "--fg")
		}
	}
	return titleTop
}

// chart stands at the right on a panel, as large as it fits.
func (l *cardLayout) chart(d *Drawing) {
	read, err := d.read()
	if err != nil {
		l.err = err
		return
	}
	scene, err := read.scene(l.palette, l.fonts)
	if err != nil {
		l.err = err
		return
	}
	const width, height = CardWidth - cardMargin - chartLeft, CardHeight - 2*cardMargin
	k := min((width-2*chartPad)/scene.Width, (height-2*chartPad)/scene.Height)
	left, top := chartLeft+(width-k*scene.Width)/2, (CardHeight-k*scene.Height)/2
	l.shapes = append(l.shapes, vector.Shape{
		Path:   vector.Rect(chartLeft, top-chartPad, width, k*scene.Height+2*chartPad),
		Matrix: vector.Identity,
		Fill:   l.ink("--panel"), Stroke: l.ink("--line"), Pen: vector.Pen{Width: 2, Join: vector.RoundJoin},
	})
	m := vector.Move(left, top).Of(vector.Scale(k))
	for _, s := range scene.Shapes {
		s.Matrix = m.Of(s.Matrix)
		for i, clip := range s.Clips {
			if i == 0 {
				s.Clips = append([]vector.Path{}, s.Clips...)
			}
			s.Clips[i] = clip.Transform(m)
		}
		l.shapes = append(l.shapes, s)
	}
}

// wrap breaks text into at most so many lines of a width in em. What does not fit is cut off with an ellipsis.
func wrap(text string, font *vector.Font, width float64, most int) []string {
	var lines []string
	line := ""
	words := strings.Fields(strings.Map(legal, strings.ToValidUTF8(text, "\uFFFD")))
	for i, word := range words {
		longer := strings.TrimSpace(line + " " + word)
		switch {
		case font.Width(longer) <= width:
			line = longer
			continue
		case line != "" && len(lines)+1 < most:
			lines, line = append(lines, line), cut(word, font, width)
			continue
		case line == "":
			line = cut(word, font, width)
			continue
		}
		return append(lines, cut(line+" "+strings.Join(words[i:], " "), font, width))
	}
	if line != "" && most > 0 {
		lines = append(lines, line)
	}
	return lines
}

// cut shortens text to a width in em.
func cut(text string, font *vector.Font, width float64) string {
	if font.Width(text) <= width {
		return text
	}
	runes := []rune(text)
	for len(runes) > 1 && font.Width(string(runes)+"…") > width {
		runes = runes[:len(runes)-1]
	}
	return strings.TrimSpace(string(runes)) + "…"
}
