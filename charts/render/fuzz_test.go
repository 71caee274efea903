package render

import (
	"context"
	"errors"
	"image/color"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts/render/pdf"
	"github.com/jouleboard/jouleboard/charts/render/raster"
)

// FuzzPictures takes any text for a drawing that was kept: it becomes files or an error, within bounds.
func FuzzPictures(f *testing.F) {
	for _, name := range goldenNames {
		svg, err := os.ReadFile(filepath.Join("testdata", name+".svg"))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(svg))
	}
	for _, inside := range []string{
		`<path stroke="red" stroke-dasharray="0 1e-9" d="M0 0L1e9 1e9"/>`,
		`<path stroke="red" stroke-width="1e9" stroke-linecap="round" d="M0 0h0"/>`,
		`<path fill="none" stroke="red" stroke-dasharray="1 0 0" stroke-dashoffset="-1e9" d="M0 0H90000"/>`,
		`<circle fill="red" cx="5" cy="5" r="-4"/><circle fill="red" r="1e9"/>`,
		`<path fill="red" d="M0 0A1e9 1e-9 45 1 0 5 5A0 0 0 0 0 9 9z z z"/>`,
		`<text fill="red" font-size="1e9" transform="matrix(0 0 0 0 0 0)">x</text>`,
		`<text fill="red" font-weight="bold" font-style="italic" stroke="blue" paint-order="stroke">𝕏漢🙂` + "\u202e" + `</text>`,
		`<g clip-path="url(#a)"><path fill="url(#a)" d="M0 0h9v9z"/></g><linearGradient id="a"/>`,
		`<defs><radialGradient id="g" r="0"><stop offset="9" stop-color="red"/><stop offset="-1" stop-color="hsl(9,9%,9%)"/></radialGradient></defs><path fill="url(#g)" d="M0 0h9v9z"/>`,
	} {
		f.Add(`<svg viewBox="0 0 40 30">` + inside + `</svg>`)
	}
	_, fonts := goldenScene(f, "empty", Light)
	tokens := assets.Tokens()
	f.Fuzz(func(t *testing.T, svg string) {
		read, err := readDrawn(svg)
		if err != nil || !(read.width > 0 && read.height > 0 && read.width <= 1000 && read.height <= 1000) {
			return
		}
		d, err := read.scene(palette{tokens, Dark}, fonts)
		if err != nil {
			return
		}
		if _, err := pdf.Page(d, fonts, svg); err != nil {
			t.Errorf("PDF: %v", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if _, err := raster.PNG(ctx, d, fonts, color.NRGBA{}, 0.5); err != nil && !errors.Is(err, context.DeadlineExceeded) && read.width > 2 && read.height > 2 {
			t.Errorf("PNG: %v", err)
		}
		chart := Chart{ID: "x", Title: svg, Width: 40, Height: 30}
		if content, err := read.svgFile(chart, palette{tokens, Light}, fonts); err == nil {
			if _, err := readDrawn(string(content)); err != nil {
				t.Errorf("SVG file is no drawing: %v", err)
			}
		}
	})
}
