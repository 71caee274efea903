package render

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/jouleboard/jouleboard/charts/scene"
)

// svg writes a drawing as SVG. Its fields say what drawings in pages and files differ in.
type svg struct {
	out  []byte
	fill string // of the root: what most texts have
	// ink is a color as it is written, and the opacity that must be stated beside it.
	ink   func(scene.Color) (value string, opacity float64)
	fonts *Font // to find base lines with; nil in a page, whose own fonts stand on their middle
}

// color is a color as it is written, which may be none, and its opacity.
func (w *svg) color(c scene.Color) (value string, opacity float64) {
	if c == "" {
		return none, 1
	}
	return w.ink(c)
}

// inPage reports whether rows and parts have names.
func (w *svg) inPage() bool { return w.fonts == nil }

// drawing writes the rest of an svg element: an image that its title names and its description describes.
func (w *svg) drawing(c Chart, more []byte) {
	width, height := c.Paper.px(c.Scene)
	w.attribute("viewBox", "0 0 "+short3(width)+" "+short3(height))
	w.attribute("role", "img")
	labels := c.ID + "-title"
	if c.Description != "" {
		labels += " " + c.ID + "-desc"
	}
	w.attribute("aria-labelledby", labels)
	w.attribute("fill", w.fill)
	w.length("font-size", scene.TextSize)
	w.attribute("stroke-linejoin", "round")
	w.write(string(more), ">")
	w.label("title", c.ID, c.Title)
	if c.Description != "" {
		w.label("desc", c.ID, c.Description)
	}
	if about := c.About.lines(); len(about) > 0 && !w.inPage() {
		w.out = append(escaped(append(w.out, "<metadata>"...), strings.Join(about, " | ")), "</metadata>"...)
	}
	for _, l := range c.Scene.Layers {
		w.layer(l)
	}
	w.write("</svg>")
}

func (w *svg) label(element, id, text string) {
	w.write("<", element)
	w.attribute("id", id+"-"+element)
	w.out = escaped(append(w.out, '>'), text)
	w.write("</", element, ">")
}

func (w *svg) layer(l scene.Layer) {
	runs := lettered(l.Texts)
	w.group(w.style(l), len(l.Marks)+len(l.Paths)+len(runs), func(own []byte) {
		w.marks(l, own)
		for _, p := range l.Paths {
			w.open("path", p.Row, own)
			w.path(p.Lines, p.Closed)
		}
		for _, run := range runs {
			w.group(append(slices.Clip(own), lettering(run[0])...), len(run), func(own []byte) {
				for _, t := range run {
					w.text(t, own)
				}
			})
		}
	})
}

// group writes attributes around what is inside, or has the one that is inside write them as its own.
func (w *svg) group(shared []byte, count int, inside func(own []byte)) {
	if len(shared) == 0 || count < 2 {
		inside(shared)
		return
	}
	w.write("<g", string(shared), ">")
	inside(nil)
	w.write("</g>")
}

func (w *svg) marks(l scene.Layer, own []byte) {
	fade := marksFade(l)
	_, opacity := w.color(l.Style.Fill)
	for _, m := range l.Marks {
		element := "path"
		if m.Shape == scene.Circle {
			element = "circle"
		}
		w.open(element, m.Row, own)
		if fade {
			w.out = faint(w.out, "fill", opacity*cmp.Or(m.Opacity, l.Style.Opacity, 1))
		}
		if element == "path" {
			w.path([][]scene.Point{m.Outline()}, true)
			continue
		}
		w.length("cx", m.X)
		w.length("cy", m.Y)
		w.length("r", m.W/2)
		w.write("/>")
	}
}

func (w *svg) open(element string, row int, own []byte) {
	w.write("<", element)
	if w.inPage() && row != scene.NoRow {
		w.attribute("data-i", strconv.Itoa(row))
	}
	w.out = append(w.out, own...)
}

func (w *svg) path(lines [][]scene.Point, closed bool) {
	w.write(` d="`)
	w.out = pathData(w.out, lines, closed)
	w.write(`"/>`)
}

// text is written where its base line is, or its middle. Text that reads upwards has an x axis that points up.
func (w *svg) text(t scene.Text, own []byte) {
	down := 0.0
	if !w.inPage() {
		down = w.fonts.of(t).rise * em(t)
	}
	w.open("text", scene.NoRow, own)
	if t.Up {
		at := append(appendTenths(nil, tenths(t.X+down)), ' ')
		w.attribute("transform", "matrix(0 -1 1 0 "+string(appendTenths(at, tenths(t.Y)))+")")
	} else {
		w.length("x", t.X)
		w.length("y", t.Y+down)
	}
	w.letters(t)
	w.write("</text>")
}

// letters ends the tag of a text and writes it, in a file in parts whose places are stated, so that all programs show its
// letters where the other files have them.
func (w *svg) letters(t scene.Text) {
	if w.inPage() {
		w.out = escaped(append(w.out, '>'), t.Text)
		return
	}
	face := w.fonts.of(t)
	parts := face.parts(t.Text)
	if len(parts) == 1 {
		w.out = escaped(append(w.out, '>'), t.Text)
		return
	}
	x := face.along(t, t.Text)
	if !t.Up {
		x += t.X
	}
	w.write("><tspan")
	w.attribute("text-anchor", string(scene.Start)) // instead of that of the text or its group
	w.write(">")
	for _, part := range parts {
		w.write("<tspan")
		w.length("x", x)
		w.out = escaped(append(w.out, '>'), part)
		w.write("</tspan>")
		x += face.width(part) * em(t)
	}
	w.write("</tspan>")
}

// em is the size of a text in px.
func em(t scene.Text) float64 { return cmp.Or(t.Size, scene.TextSize) }

// lettered cuts texts into runs of one lettering.
func lettered(texts []scene.Text) (runs [][]scene.Text) {
	for len(texts) > 0 {
		end := 1
		for end < len(texts) && bytes.Equal(lettering(texts[0]), lettering(texts[end])) {
			end++
		}
		runs, texts = append(runs, texts[:end]), texts[end:]
	}
	return runs
}

func (w *svg) write(parts ...string) {
	for _, s := range parts {
		w.out = append(w.out, s...)
	}
}

func (w *svg) attribute(name, value string)   { w.out = attribute(w.out, name, value) }
func (w *svg) length(name string, px float64) { w.out = length(w.out, name, px) }
