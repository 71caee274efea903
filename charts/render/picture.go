package render

import (
	"context"
	"errors"
	"fmt"
	"image/color"
	"math"
	"sync"

	"github.com/jouleboard/jouleboard/charts/render/pdf"
	"github.com/jouleboard/jouleboard/charts/render/raster"
	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// groundToken is what figures stand on in pages, and in their files.
const groundToken = "--panel"

// Drawing is a chart that was drawn, ready to become files. Its methods are safe for concurrent use, take from the
// cache what is there, and give the same bytes for the same chart. Their errors name the chart.
type Drawing struct {
	renderer *Renderer
	chart    Chart
	inline   string
	read     func() (*drawn, error) // of inline, once
}

// Draw draws the chart, or takes it from the cache.
func (r *Renderer) Draw(ctx context.Context, chart Chart) (*Drawing, error) {
	inline, err := r.SVG(ctx, chart)
	if err != nil {
		return nil, err
	}
	return &Drawing{r, chart, inline, sync.OnceValues(func() (*drawn, error) { return readDrawn(inline) })}, nil
}

// Inline is the SVG for a page: its colours and its font are those of the page.
func (d *Drawing) Inline() string { return d.inline }

// SVG is a file that stands alone on its own ground: real colours, a named font, text as text.
func (d *Drawing) SVG(theme Theme) ([]byte, error) {
	return d.file(func(read *drawn, p palette) ([]byte, error) {
		return read.svgFile(d.chart, p, d.renderer.fonts)
	}, theme, "svg")
}

// PNG is a file of pixels, scale of them for each px of the chart: 2 suits screens of today and print.
func (d *Drawing) PNG(ctx context.Context, theme Theme, scale float64) ([]byte, error) {
	return d.file(func(read *drawn, p palette) ([]byte, error) {
		ctx, cancel := context.WithTimeout(ctx, d.renderer.engine.limit)
		defer cancel()
		ground, shapes, err := d.scene(read, p)
		if err != nil {
			return nil, err
		}
		return raster.PNG(ctx, shapes, d.renderer.fonts, ground, scale)
	}, theme, "png", fmt.Sprint(scale))
}

// ThumbnailWidth is that of a thumbnail in pixels.
const ThumbnailWidth = 400

// ThumbnailHeight is that of the thumbnail of a chart whose size is given in px.
func ThumbnailHeight(width, height int) int {
	return int(math.Round(float64(height) * ThumbnailWidth / float64(width)))
}

// Thumbnail is a small PNG file for lists of pages.
func (d *Drawing) Thumbnail(ctx context.Context, theme Theme) ([]byte, error) {
	return d.PNG(ctx, theme, ThumbnailWidth/float64(d.chart.Width))
}

// PDF is a file of one page for papers, in light colours on no ground: lines stay lines, text can be searched and
// copied, its font is embedded. A px of the chart is 0.75 pt, so that its text of 12 px has 9 pt.
func (d *Drawing) PDF() ([]byte, error) {
	return d.file(func(read *drawn, p palette) ([]byte, error) {
		_, shapes, err := d.scene(read, p)
		if err != nil {
			return nil, err
		}
		return pdf.Page(shapes, d.renderer.fonts, d.chart.Title)
	}, Light, "pdf")
}

func (d *Drawing) scene(read *drawn, p palette) (ground color.NRGBA, shapes vector.Drawing, err error) {
	if ground, err = p.colour("var(" + groundToken + ")"); err != nil {
		return ground, shapes, err
	}
	shapes, err = read.scene(p, d.renderer.fonts)
	return ground, shapes, err
}

// file takes the chart's picture of the form from the cache, or makes it.
func (d *Drawing) file(make func(*drawn, palette) ([]byte, error), theme Theme, form ...string) ([]byte, error) {
	key := d.renderer.cache.key(d.chart, append(form, string(theme))...)
	if kept, ok := d.renderer.cache.load(key); ok {
		return []byte(kept), nil
	}
	content, err := d.made(make, theme)
	if err != nil {
		return nil, fmt.Errorf("chart %s: %s file: %w", d.chart.ID, form[0], err)
	}
	d.renderer.cache.store(key, string(content))
	return content, nil
}

var errNoFonts = errors.New("no fonts were given to the renderer")

func (d *Drawing) made(make func(*drawn, palette) ([]byte, error), theme Theme) ([]byte, error) {
	if d.renderer.fonts.Regular == nil {
		return nil, errNoFonts
	}
	read, err := d.read()
	if err != nil {
		return nil, err
	}
	return make(read, palette{d.renderer.tokens, theme})
}
