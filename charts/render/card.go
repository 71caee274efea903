package render

import (
	"context"
	"fmt"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// Card is the picture in previews of a link to a page: the page's subject, its main result and a chart.
type Card struct {
	Site     string // the site's name
	Title    string
	Sentence string
	Chart    *Chart // nil for a page without one; best about as wide as high
}

// The size of a card in pixels is the one that previews of links are made for.
const (
	CardWidth  = 1200
	CardHeight = 630
)

// Card draws the card as PNG in light colors. Text that does not fit ends in an ellipsis. The error names the card,
// or is the context's.
func (r *Renderer) Card(ctx context.Context, card Card) ([]byte, error) {
	l := cardLayout{fonts: r.fonts}
	l.lay(card)
	colors := r.themes[Light].alone()
	files, err := r.fonts.painted(CardWidth, CardHeight, ink{colors[0]["--bg"]}, func(on *canvas) error {
		err := draw(ctx, on, scene.Scene{Layers: l.layers}, colors)
		if err == nil && card.Chart != nil {
			on.scale, on.left, on.top = l.scale, l.left, l.top
			err = draw(ctx, on, card.Chart.Scene, colors)
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("card %.60q: %w", card.Title, err)
	}
	return files[0], nil
}

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

// cardLayout is everything on a card but the chart, and where the chart stands.
type cardLayout struct {
	fonts            *Font
	layers           []scene.Layer
	scale, left, top float64
}

func (l *cardLayout) lay(card Card) {
	width := float64(CardWidth - 2*cardMargin)
	if card.Chart != nil {
		width = chartLeft - 2*cardMargin + chartPad
		l.panel(card.Chart.Scene)
	}
	const factor = 1.9
	l.layers = append(l.layers, mark(cardMargin-3*factor, cardMargin-3*factor, factor, "var(--bar)", "var(--accent)")...)
	l.lines([]string{card.Site}, cardMargin+50, cardMargin+brandSize*0.9, brandSize, true, "var(--muted)")
	y := l.title(card.Title, width)
	room := int((CardHeight - cardMargin - y) / (sentenceSize * leading))
	text := l.fonts.regular.wrap(card.Sentence, width/sentenceSize, room)
	l.lines(text, cardMargin, y+sentenceSize, sentenceSize, false, "var(--muted)")
}

// Icon draws the program's mark as a square PNG, for home screens.
func (r *Renderer) Icon(ctx context.Context, size int) ([]byte, error) {
	const box = 32.0 // px of the mark with its margin
	factor := float64(size) / box
	layers := mark((box/2-11.5)*factor, (box/2-10.5)*factor, factor, "#9fd8c3", "#ffffff")
	files, err := r.fonts.painted(size, size, ink{{0x0b, 0x6b, 0x4f, 0xff}}, func(on *canvas) error {
		return draw(ctx, on, scene.Scene{Layers: layers}, r.themes[Light].alone())
	})
	return files[0], err
}

// mark is the program's, as at the head of pages: M3 2v6q0 11 11 11h6 around a dot.
func mark(left, top, factor float64, bar, accent scene.Color) []scene.Layer {
	at := func(x, y float64) scene.Point { return scene.Point{X: left + x*factor, Y: top + y*factor} }
	line := []scene.Point{at(3, 2)}
	for i := range 33 {
		t := float64(i) / 32
		line = append(line, at(3+11*t*t, 8+11*t*(2-t)))
	}
	line = append(line, at(20, 19))
	dot := scene.Mark{X: at(6.5, 0).X, Y: at(0, 15.5).Y, W: 8 * factor, H: 8 * factor, Shape: scene.Circle}
	return []scene.Layer{
		{Style: scene.Style{Stroke: bar, Width: 2.5 * factor, Round: true}, Paths: []scene.Path{{Lines: [][]scene.Point{line}}}},
		{Style: scene.Style{Fill: accent}, Marks: []scene.Mark{dot}},
	}
}

// lines writes text line by line from the first base line on and returns where the next one would be.
func (l *cardLayout) lines(texts []string, x, y, size float64, bold bool, ink scene.Color) float64 {
	layer := scene.Layer{Style: scene.Style{Fill: ink}}
	for _, text := range texts {
		t := scene.Text{X: x, Text: text, Size: size, Bold: bold}
		t.Y = y - l.fonts.of(t).rise*size
		layer.Texts = append(layer.Texts, t)
		y += size * leading
	}
	l.layers = append(l.layers, layer)
	return y
}

// title is as large as its lines allow; it returns the height below.
func (l *cardLayout) title(text string, width float64) float64 {
	var size float64
	for _, size = range titleSizes {
		if len(l.fonts.bold.wrap(text, width/size, titleLines+1)) <= titleLines {
			break
		}
	}
	return l.lines(l.fonts.bold.wrap(text, width/size, titleLines), cardMargin, titleTop+size, size, true, "var(--fg)")
}

// panel is the ground of the chart, at the right, which is as large as it fits.
func (l *cardLayout) panel(chart scene.Scene) {
	const width, height = CardWidth - cardMargin - chartLeft, CardHeight - 2*cardMargin
	chartWidth, chartHeight := float64(max(1, chart.Width)), float64(max(1, chart.Height))
	l.scale = min((width-2*chartPad)/chartWidth, (height-2*chartPad)/chartHeight)
	l.left, l.top = chartLeft+(width-l.scale*chartWidth)/2, (CardHeight-l.scale*chartHeight)/2
	l.layers = append(l.layers, scene.Layer{
		Style: scene.Style{Fill: "var(--panel)", Stroke: "var(--line)", Width: 2},
		Marks: []scene.Mark{{X: chartLeft + width/2, Y: CardHeight / 2, W: width, H: l.scale*chartHeight + 2*chartPad, Shape: scene.Rect}},
	})
}
