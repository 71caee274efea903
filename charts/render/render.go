// Package render answers how a drawing becomes a file: the shapes of a scene become SVG in a page, and SVG, PNG and
// PDF files. It places nothing and knows no chart; package charts makes the scenes, package site uses the files.
//
// # Trust
//
// A scene is trusted in its shapes, which this project computes, and not in its texts, which come from result files.
// Every text is escaped, and what XML forbids, what is not seen and what turns text around is replaced
// (attributes.go). Drawings in pages have presentation attributes only, no style, class or script, since the pages'
// Content-Security-Policy forbids inline styles.
//
// # Libraries
//
// Pixels are covered by the rasterizer of golang/freetype, which turns lines of a width, their corners and letters
// into spans. git.sr.ht/~sbinet/gg draws with it too, but goes over the whole picture for each shape and gives true
// color, whose palette must be found afterwards: 1.5 times as long before anything is encoded. rasterx goes over the
// whole picture with its own scanner and takes seconds.
//
// PNG files are put together here for the sake of their compression: klauspost/compress at level 5 takes a quarter of
// the time of the standard library, which image/png is bound to, for 3 % more bytes. A palette that is gathered while
// shapes are painted leaves a tenth fewer bytes than one that is chosen of all colors afterwards.
//
// PDF files are written by fpdf. A writer of our own made them up to 30 % smaller and faster, in four times the code;
// few are made.
//
// # Speed
//
// Nothing is kept from one build to the next. One core writes a drawing of 150 marks for a page in 0.1 ms, and makes
// its PNG file at double size in 7 ms, its PDF in 20 ms, most of that for reading and cutting the font.
package render

import (
	"cmp"
	"context"
	"fmt"
	"math"
)

// Options tells what drawings look like outside of pages.
type Options struct {
	// Tokens say what "var(--name)" is in files, see assets.Tokens: #rrggbb, or light-dark(#rrggbb, #rrggbb).
	// --panel, --bg, --fg, --muted, --line, --bar and --accent are required.
	Tokens map[string]string
}

// Renderer makes files of charts. It is safe for concurrent use, and gives the same bytes for the same chart.
type Renderer struct {
	fonts  fonts
	themes map[Theme]palette
}

// New makes a renderer. The error names the token that is missing or no color.
func New(options Options) (*Renderer, error) {
	themes, err := palettes(options.Tokens)
	if err != nil {
		return nil, err
	}
	f, err := openFonts()
	return &Renderer{f, themes}, err
}

// File is one file of a figure.
type File struct {
	Name  string // without a folder
	Bytes []byte
}

// FileScale is how many pixels the PNG files of a figure have for each px of its chart.
const FileScale = 2

// Files are the pictures of a chart that a reader downloads or a paper includes: <name>-light.svg, <name>-dark.svg,
// <name>-light.png, <name>-dark.png and <name>.pdf, in this order. The rows that it draws are the caller's to write.
// The error names the chart.
func (r *Renderer) Files(ctx context.Context, c Chart, name string) (files []File, err error) {
	add := func(ending string, content []byte, problem error) {
		files, err = append(files, File{name + ending, content}), cmp.Or(err, problem)
	}
	for _, theme := range []Theme{Light, Dark} {
		content, err := r.SVG(c, theme)
		add("-"+string(theme)+".svg", content, err)
	}
	for _, theme := range []Theme{Light, Dark} {
		content, err := r.PNG(ctx, c, theme, FileScale)
		add("-"+string(theme)+".png", content, err)
	}
	content, problem := r.PDF(c)
	add(".pdf", content, problem)
	return files, err
}

// ThumbnailWidth is that of a thumbnail in pixels.
const ThumbnailWidth = 400

// ThumbnailHeight is that of the thumbnail of a chart whose size is given in px.
func ThumbnailHeight(width, height int) int {
	return int(math.Round(float64(height) * ThumbnailWidth / float64(width)))
}

// Thumbnail is a small PNG file for lists of pages. The error names the chart.
func (r *Renderer) Thumbnail(ctx context.Context, c Chart, t Theme) ([]byte, error) {
	return r.PNG(ctx, c, t, ThumbnailWidth/float64(c.Scene.Width))
}

// largestSide in px keeps a mistyped size from becoming a picture as long as a page.
const largestSide = 10_000

// failed says which file of the chart an error is about, or that its size is none.
func (c Chart) failed(form string, err error) error {
	if s := c.Scene; err == nil && (min(s.Width, s.Height) < 1 || max(s.Width, s.Height) > largestSide) {
		err = fmt.Errorf("size %d × %d px: want 1 to %d", s.Width, s.Height, largestSide)
	}
	if err != nil {
		return fmt.Errorf("chart %s: %s file: %w", c.ID, form, err)
	}
	return nil
}
