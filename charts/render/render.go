// Package render answers how a chart becomes a picture: an ECharts option, as JSON, becomes an inline SVG at
// build time, without a browser. It knows nothing of runs, metrics or pages; package charts decides what is
// drawn, package site where it stands.
//
// # Flow
//
// ECharts runs in a JavaScript engine written in Go (engine.go). What it returns is not trusted: it passes one
// allow-list of elements, attributes and values (parse.go, allow.go), is made small (tidy.go, merge.go), and is
// written anew (write.go). The result has no style attribute, style element, class or script, so that it stands
// in a page whose Content-Security-Policy forbids inline styles.
//
// # What an option may say
//
// Everything that ECharts 6 draws with scatter, line, bar, boxplot and heatmap series on grids, with title,
// legend, dataset, visualMap, graphic, markPoint, markLine and markArea; no functions, images or shadows.
// Colours may be CSS: "var(--fg)" and "light-dark(#000, #fff)" reach the page as they are, so that one drawing
// serves both themes. Where none is stated ECharts puts fixed ones of a light theme. Those that it computes with
// (visualMap, labels that must stand out from their mark) must be ordinary colours.
//
// Text has no font-family: it takes the font of the page. ECharts measures it with a table that fits Arial and
// Liberation Sans; leave a few pixels for wider system fonts.
//
// # Marks that stand for rows
//
// The top-level member "rows", which ECharts does not see, tells which marks stand for rows of a table. It has
// one entry per series: null (none), a number (the row of the first datum, the others follow in order), or an
// array with one row number per datum. Each such mark carries data-i="row". For two series of marks over rows 0
// to 119 and 120 to 186, and a line that joins some of them: "rows": [0, 120, null].
//
// # Lines that have a path already
//
// The top-level member "paths" has one entry per series too: "" or the path, in px of the drawing and as SVG writes
// it, of a line series. ECharts is not shown such a series. It is drawn below the marks that stand for rows, or with
// a z above 2 on top, with lineStyle's color, width and type or, where it has one, filled with areaStyle's color and opacity. A live chart
// draws the series itself.
//
// # Speed
//
// One core draws a small line chart in 20 ms, two such series with a legend in 30 ms, and a scatter of 400 marks in
// 60 ms, because ECharts makes one mark of those that look alike (assets/js/alike.js); a cached drawing takes 25 µs.
// Nearly all of it is ECharts, spread evenly: legends, axes and labels count as
// much as marks. "outerBoundsMode": "none" in a grid saves a fifth of a small chart; ECharts then keeps the margins
// that the grid states and does not look whether labels fit. A worker holds 15 MB.
package render

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"strings"
	"time"

	"github.com/jouleboard/jouleboard/charts/render/vector"
)

// Chart is one drawing in a page.
type Chart struct {
	// ID is the chart's name, unique in its page: letters, digits, "-" and "_", a letter first. Every id inside
	// the drawing begins with it.
	ID string
	// Title is one line that names the drawing for those who cannot see it; required.
	Title string
	// Description says what the drawing shows; may be empty.
	Description string
	// Option is the ECharts option as JSON.
	Option []byte
	// Width and Height in px are the drawing's own size; the page scales it by CSS.
	Width, Height int
}

// Options tells how to draw. Engine is required.
type Options struct {
	// Engine is the JavaScript that defines render(option, width, height), see assets.ChartEngine.
	Engine []byte
	// Regular and Bold are the TrueType files that picture files are lettered with, see assets.ChartFonts. Drawings
	// for pages need none.
	Regular, Bold []byte
	// Tokens say what "var(--name)" is in picture files, see assets.Tokens: a colour, or two as light-dark(a, b).
	Tokens map[string]string
	// CacheDir keeps drawings from one build to the next; empty: none are kept. The folder is made when needed
	// and belongs to this package: drawings that no recent build used are removed when it grows over 64 MB.
	CacheDir string
	// Workers is how many drawings are made at once; 0: one per processor. Each takes some 15 MB.
	Workers int
	// Limit is the longest time that one drawing may take; 0: 30 seconds.
	Limit time.Duration
}

// Renderer draws charts. It is safe for concurrent use.
type Renderer struct {
	engine *engine
	cache  *cache
	fonts  vector.Fonts // nil where none were given
	tokens map[string]string
}

// New makes a renderer. It starts no engine yet: a build whose drawings are all cached never does.
func New(options Options) (*Renderer, error) {
	if len(options.Engine) == 0 {
		return nil, errors.New("charts: no drawing engine: run make generate and build again")
	}
	if options.Workers <= 0 {
		options.Workers = runtime.GOMAXPROCS(0)
	}
	if options.Limit <= 0 {
		options.Limit = 30 * time.Second
	}
	fonts, err := parseFonts(options)
	if err != nil {
		return nil, err
	}
	return &Renderer{
		engine: newEngine(options.Engine, options.Workers, options.Limit),
		cache:  openCache(options),
		fonts:  fonts,
		tokens: options.Tokens,
	}, nil
}

func parseFonts(options Options) (fonts vector.Fonts, err error) {
	if options.Regular == nil {
		return fonts, nil
	}
	if fonts.Regular, err = vector.ParseFont(options.Regular); err != nil {
		return fonts, fmt.Errorf("charts: regular %w", err)
	}
	if fonts.Bold, err = vector.ParseFont(options.Bold); err != nil {
		return fonts, fmt.Errorf("charts: bold %w", err)
	}
	return fonts, nil
}

// SVG draws the chart, or takes it from the cache. The same chart gives the same bytes, whichever worker draws
// it and in whatever order. The error names the chart.
func (r *Renderer) SVG(ctx context.Context, chart Chart) (string, error) {
	svg, err := r.svg(ctx, chart)
	if err != nil {
		return "", fmt.Errorf("chart %s: %w", chart.ID, err)
	}
	return svg, nil
}

func (r *Renderer) svg(ctx context.Context, chart Chart) (string, error) {
	if err := chart.check(); err != nil {
		return "", err
	}
	key := r.cache.key(chart)
	if svg, ok := r.cache.load(key); ok {
		return svg, nil
	}
	drawn, err := r.engine.draw(ctx, chart)
	if err != nil {
		return "", err
	}
	svg, err := rewrite(drawn, chart)
	if err != nil {
		return "", err
	}
	r.cache.store(key, svg)
	return svg, nil
}

// CacheProblem is the first reason why drawings could not be kept, or nil. Drawing goes on without.
func (r *Renderer) CacheProblem() error { return r.cache.problem() }

// Close ends the workers and removes what has long not been used from a cache that has grown too large. No
// drawing may be under way.
func (r *Renderer) Close() {
	r.engine.close()
	r.cache.prune(cacheLimit)
}

var chartID = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]*$`)

const (
	// largestSide in px keeps a mistyped size from becoming a page-long drawing.
	largestSide = 10_000
	// largestOption in bytes is thirty times what 2,000 marks need.
	largestOption = 4 << 20
)

func (c Chart) check() error {
	switch {
	case !chartID.MatchString(c.ID):
		return fmt.Errorf("id %q: want a letter, then letters, digits, - and _", c.ID)
	case strings.TrimSpace(c.Title) == "":
		return errors.New("no title: say in one line what it shows")
	case c.Width < 1 || c.Height < 1 || c.Width > largestSide || c.Height > largestSide:
		return fmt.Errorf("size %d × %d px: want 1 to %d", c.Width, c.Height, largestSide)
	case len(c.Option) > largestOption:
		return fmt.Errorf("option of %d bytes: want at most %d: leave marks out", len(c.Option), largestOption)
	}
	return nil
}

// rewrite makes the engine's output fit for a page: checked, small, with ids and texts of the chart's own.
func rewrite(drawn string, chart Chart) (string, error) {
	root, err := parse(drawn)
	if err != nil {
		return "", err
	}
	if err := addPaths(root, chart.Option); err != nil {
		return "", err
	}
	tidy(root)
	if err := nameIDs(root, chart.ID); err != nil {
		return "", err
	}
	merge(root)
	return write(root, chart), nil
}
