// Package render writes drawings as SVG in pages, and as SVG, PNG, PDF and TikZ files. It computes no layout and is
// independent of charts; package charts makes the scenes, package site uses the files.
//
// # Trust
//
// The shapes of a scene are trusted, because this project computes them; its texts come from result files and are not
// trusted. Every text is escaped, and characters that XML forbids, that are invisible or that reverse text are
// replaced (attributes.go). Drawings in pages have presentation attributes only, no style, class or script, since the
// pages' Content-Security-Policy forbids inline styles.
//
// # Libraries
//
// Pixels come from the rasterizer of golang/freetype, which converts lines with a width, their corners and letters
// into spans. git.sr.ht/~sbinet/gg also uses it, but processes the whole picture for each shape and draws true color,
// for which a palette must be computed afterwards: it takes 1.5 times as long before anything is encoded. rasterx
// processes the whole picture with its own scanner and takes seconds.
//
// PNG files are encoded here because of their compression: klauspost/compress at level 5 takes a quarter of the time
// of the standard library, which image/png uses, for 3% more bytes. A palette that is collected while shapes are
// painted saves 10% of the bytes compared with one that is computed afterwards.
//
// PDF files are written here, since a page of lines and text needs few of the format's means. With fpdf they took four
// times as long, most of it for the widths of all 65,536 characters of each font, were twice as large, and could not be
// searched for characters beyond the first 65,536.
//
// # Speed
//
// Nothing is cached between builds. One core writes a drawing of 150 marks for a page in 0.1 ms, its PNG file at
// double size in 7 ms, and its PDF in 3 ms.
package render

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Renderer makes files of charts. It is safe for concurrent use, and gives the same bytes for the same chart.
type Renderer struct {
	fonts  *Font
	themes map[Theme]palette
	tokens []string // those that are colors, in order
}

// New makes a renderer. The tokens are the values of "var(--name)" in files, see assets.Tokens: #rrggbb, or
// light-dark(#rrggbb, #rrggbb). --panel, --bg, --fg, --muted, --line, --bar and --accent are required; the error names one that
// is missing or is not a color.
func New(tokens map[string]string) (*Renderer, error) {
	themes, err := palettes(tokens)
	if err != nil {
		return nil, err
	}
	f, err := sans()
	return &Renderer{f, themes, slices.Sorted(maps.Keys(themes[Light]))}, err
}

// File is one file of a figure.
type File struct {
	Name  string // without a folder
	Bytes []byte
}

// FileScale is the number of pixels in the PNG files of a figure for each px of its chart.
const FileScale = 2

// Files returns the pictures of a chart for readers and papers: <name>-light.svg, <name>-dark.svg, <name>-light.png,
// <name>-dark.png and <name>.pdf, in this order. The PDF file has the theme of the paper, light without one. The caller writes the rows. The error names the chart.
func (r *Renderer) Files(ctx context.Context, c Chart, name string) (files []File, err error) {
	add := func(ending string, content []byte, problem error) {
		files, err = append(files, File{name + ending, content}), cmp.Or(err, problem)
	}
	for _, theme := range []Theme{Light, Dark} {
		content, err := r.SVG(c, theme)
		add("-"+string(theme)+".svg", content, err)
	}
	themes := [2]Theme{Light, Dark}
	pictures, problem := r.pngs(ctx, c, themes, c.Paper.Scale())
	for i, theme := range themes {
		add("-"+string(theme)+".png", pictures[i], problem)
	}
	content, problem := r.PDF(c, c.Paper.Shown())
	add(".pdf", content, problem)
	return files, err
}

// ThumbnailWidth is the width of a thumbnail in pixels.
const ThumbnailWidth = 400

// ThumbnailHeight is the height of the thumbnail of a chart whose size is given in px.
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
