package render_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/charts/render"
)

// hostileNames are what a result file may call a model.
var hostileNames = []string{
	`</svg><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`' onload='alert(1)`,
	`]]><script>alert(1)</script>`,
	`<!--`, `&lt;script&gt;`, `&amp;`, `a & b`, `{a|rich} {b} {c}`, `../../etc/passwd`,
	"nul\x00 escape\x1b bell\x07", "\u202ereversed", "\ufffe\uffff", "𝕏 漢字 🙂", "half of a pair \xed\xa0\x80",
	`javascript:alert(1)`, `url(https://example.org/x)`, "two\nlines", `\u003cscript\u003e`,
}

// named puts the name wherever charts put names: series, legend, categories, labels, markers, axis names, title.
func named(tb testing.TB, name string) render.Chart {
	tb.Helper()
	option := map[string]any{
		"title":  map[string]any{"text": name},
		"legend": map[string]any{"top": 20},
		"xAxis":  map[string]any{"type": "category", "data": []string{name, "b"}, "name": name},
		"yAxis":  map[string]any{"type": "value", "name": name},
		"series": []any{map[string]any{
			"type": "line", "name": name, "data": []int{1, 2},
			"label":    map[string]any{"show": true, "formatter": "{b}"},
			"markLine": map[string]any{"data": []any{map[string]any{"yAxis": 1, "name": name, "label": map[string]any{"formatter": "{b}"}}}},
		}, map[string]any{
			"type": "scatter", "name": name,
			"data": []any{map[string]any{"name": name, "value": []any{0, 1}, "label": map[string]any{"show": true, "formatter": name}}},
		}},
	}
	text, err := json.Marshal(option)
	if err != nil {
		tb.Fatal(err)
	}
	return render.Chart{ID: "named", Title: name, Description: name, Option: text, Width: 400, Height: 300}
}

// drawingElements and drawingAttributes are what a browser may find in a page with a drawing. They are stated
// here once more, so that a mistake in the allow-list shows.
var (
	drawingElements   = set("svg title desc g path circle text defs clippath lineargradient radialgradient stop")
	drawingAttributes = set(`viewbox role aria-labelledby id d cx cy r x y x1 y1 x2 y2 transform data-i clip-path offset
		gradientunits stop-color stop-opacity fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray
		stroke-dashoffset stroke-miterlimit stroke-linecap stroke-linejoin paint-order opacity text-anchor
		dominant-baseline font-size font-style font-weight`)
)

func set(words string) map[string]bool {
	members := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		members[word] = true
	}
	return members
}

// inPage reads the drawing as a browser does, inside a page, and returns every element of the figure. It fails on
// anything that may not be there, and when the drawing reaches beyond its figure.
func inPage(tb testing.TB, svg string) []*html.Node {
	tb.Helper()
	page, err := html.Parse(strings.NewReader("<!doctype html><body><figure>" + svg + "</figure><p>after"))
	if err != nil {
		tb.Fatal(err)
	}
	body := page.LastChild.LastChild
	if body.FirstChild.Data != "figure" || body.FirstChild.NextSibling == nil || body.FirstChild.NextSibling.Data != "p" || body.LastChild.Data != "p" {
		tb.Errorf("the drawing does not end where its figure ends: %s", svg)
	}
	var found []*html.Node
	for n := range body.FirstChild.Descendants() {
		if n.Type == html.TextNode {
			continue
		}
		found = append(found, n)
		if n.Type != html.ElementNode || n.Namespace != "svg" || !drawingElements[strings.ToLower(n.Data)] {
			tb.Errorf("the drawing has %s", n.Data)
		}
		for _, a := range n.Attr {
			if !drawingAttributes[strings.ToLower(a.Key)] || a.Namespace != "" {
				tb.Errorf("%s has the attribute %s", n.Data, a.Key)
			}
			if strings.Contains(a.Val, "url(") && !strings.HasPrefix(a.Val, "url(#") {
				tb.Errorf("%s has %s=%q", n.Data, a.Key, a.Val)
			}
		}
	}
	return found
}

func TestNamesFromResultsStayText(t *testing.T) {
	r := renderer(t, render.Options{})
	for _, name := range hostileNames {
		t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
			svg := draw(t, r, named(t, name))
			inPage(t, svg)
			if strings.ContainsAny(svg, "\x00\x07\x1b") {
				t.Errorf("control characters reach the page: %q", svg)
			}
		})
	}
}

func TestNameIsShownAsItIs(t *testing.T) {
	r := renderer(t, render.Options{})
	name := `<b>"A & B"</b>`
	svg := draw(t, r, named(t, name))
	if got := strings.Count(svg, "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;"); got < 7 {
		t.Errorf("the name is there %d times in full, want title, desc, heading, legend, axes and labels:\n%s", got, svg)
	}
}

func TestGoldenDrawingsFitAStrictPolicy(t *testing.T) {
	r := renderer(t, render.Options{})
	for _, chart := range golden {
		chart.Option = option(t, chart.ID)
		inPage(t, draw(t, r, chart))
	}
}

func TestIDsOfChartsInOnePageDiffer(t *testing.T) {
	r := renderer(t, render.Options{})
	seen := map[string]bool{}
	for _, id := range []string{"wide", "narrow", "other"} {
		svg := draw(t, r, render.Chart{ID: id, Title: "Heat map", Option: option(t, "heat"), Width: 340, Height: 240})
		for _, n := range inPage(t, svg) {
			for _, a := range n.Attr {
				if a.Key != "id" {
					continue
				}
				if seen[a.Val] || !strings.HasPrefix(a.Val, id+"-") {
					t.Errorf("the id %q is there twice or does not begin with the chart's", a.Val)
				}
				seen[a.Val] = true
			}
		}
	}
	if len(seen) < 6 {
		t.Errorf("%d ids, want a title's and some gradients' of each chart", len(seen))
	}
}

func TestHostileOptionsAreErrors(t *testing.T) {
	r := renderer(t, render.Options{Workers: 1})
	series := func(s string) string {
		return `{"xAxis":{"type":"value"},"yAxis":{"type":"value"},"series":[` + s + `]}`
	}
	for name, test := range map[string]struct{ option, want string }{
		"no JSON":            {`{`, "not drawn"},
		"null":               {`null`, "not drawn"},
		"unknown series":     {series(`{"type":"nosuch","data":[1]}`), "not drawn"},
		"image symbol":       {series(`{"type":"scatter","symbol":"image://https://example.org/x.png","data":[[1,1]]}`), "drawing has image"},
		"quote in a colour":  {series(`{"type":"scatter","itemStyle":{"color":"red\" onload=\"alert(1)"},"data":[[1,1]]}`), "fill="},
		"foreign url":        {series(`{"type":"scatter","itemStyle":{"color":"url(https://example.org/x)"},"data":[[1,1]]}`), "fill="},
		"shadow":             {series(`{"type":"scatter","itemStyle":{"shadowBlur":3,"shadowColor":"#000"},"data":[[1,1]]}`), "filter"},
		"negative row":       {strings.Replace(series(`{"type":"scatter","data":[[1,1]]}`), "{", `{"rows":[-1],`, 1), "row"},
		"row that is markup": {strings.Replace(series(`{"type":"scatter","data":[[1,1]]}`), "{", `{"rows":[["\"><script>"]],`, 1), "row"},
		"deeply nested":      {strings.Repeat(`{"a":`, 100_000) + "1" + strings.Repeat("}", 100_000), "not drawn"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.SVG(t.Context(), render.Chart{ID: "hostile", Title: "x", Option: []byte(test.option), Width: 300, Height: 200})
			if err == nil || !strings.HasPrefix(err.Error(), "chart hostile: ") || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want one with %q", err, test.want)
			}
		})
	}
	draw(t, r, small(0)) // and the renderer goes on
}

func TestDrawingWithoutEndIsStopped(t *testing.T) {
	r := renderer(t, render.Options{Workers: 1, Limit: 300 * time.Millisecond})
	points := strings.TrimSuffix(strings.Repeat("[1,2],", 300_000), ",")
	endless := render.Chart{ID: "endless", Title: "x", Width: 300, Height: 200, Option: axes("x", "y", `{"type":"scatter","data":[`+points+`]}`)}
	if _, err := r.SVG(t.Context(), endless); err == nil || !strings.Contains(err.Error(), "interrupted") {
		t.Errorf("error %v, want one about the interruption", err)
	}
	// On a busy machine a small drawing may take longer than this limit too.
	var err error
	for range 20 {
		if _, err = r.SVG(t.Context(), small(0)); err == nil {
			return
		}
	}
	t.Errorf("nothing is drawn afterwards: %v", err)
}

func TestDrawingThatNeedsTooMuchMemoryIsStopped(t *testing.T) {
	r := renderer(t, render.Options{Workers: 1, Limit: 10 * time.Minute}) // memory is to end it, not time
	points := strings.TrimSuffix(strings.Repeat("[1,2],", 300_000), ",")
	vast := render.Chart{ID: "vast", Title: "x", Width: 300, Height: 200, Option: axes("x", "y", `{"type":"scatter","data":[`+points+`]}`)}
	if _, err := r.SVG(t.Context(), vast); err == nil || !strings.Contains(err.Error(), "MB") {
		t.Errorf("error %v, want one about memory", err)
	}
	draw(t, r, small(0))
}

func TestDrawingEndsWithItsContext(t *testing.T) {
	r := renderer(t, render.Options{Workers: 1})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.SVG(ctx, small(0)); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
	draw(t, r, small(0))
}

func TestChartsThatCannotBeNamedAreErrors(t *testing.T) {
	r := renderer(t, render.Options{})
	for want, chart := range map[string]render.Chart{
		"id":    {ID: `a"b`, Title: "x", Option: []byte(`{}`), Width: 1, Height: 1},
		"title": {ID: "a", Title: " ", Option: []byte(`{}`), Width: 1, Height: 1},
		"size":  {ID: "a", Title: "x", Option: []byte(`{}`), Width: 0, Height: 1},
		"bytes": {ID: "a", Title: "x", Option: make([]byte, 5<<20), Width: 1, Height: 1},
	} {
		if _, err := r.SVG(t.Context(), chart); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about the %s", err, want)
		}
	}
}
