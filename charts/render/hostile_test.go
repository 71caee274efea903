package render_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// hostileNames are what a result file may call a model.
var hostileNames = []string{
	`</svg><script>alert(1)</script>`,
	`"><img src=x onerror=alert(1)>`,
	`' onload='alert(1)`,
	`]]><script>alert(1)</script>`,
	`<!--`, `&lt;script&gt;`, `&amp;`, `a & b`, `{a|rich} {b} {c}`, `../../etc/passwd`,
	"nul\x00 escape\x1b bell\x07 next\u0085", "\u202ereversed", "zero\u200bwidth", "\ufffe\uffff",
	"𝕏 漢字 🙂", "half of a pair \xed\xa0\x80",
	`javascript:alert(1)`, "two\nlines", `\u003cscript\u003e`, `) Tj ET (`, `\`, `trailing \`, "(((", "\r\n", "",
}

// called puts the name wherever drawings hold text, and wherever they hold a name that only charts give.
func called(name string) render.Chart {
	layers := append(axes(), scene.Layer{
		Style: scene.Style{Fill: "var(--fg)"},
		Marks: []scene.Mark{{X: 50, Y: 50, W: 4, H: 4, Shape: scene.Circle, Row: 1}},
		Texts: []scene.Text{
			{X: 150, Y: 20, Text: name, Anchor: scene.Middle},
			{X: 290, Y: 90, Text: name, Anchor: scene.End, Bold: true},
			{X: 20, Y: 90, Text: name, Up: true},
		},
	})
	return render.Chart{ID: "called", Title: name, Description: name, Scene: scene.Scene{Width: 300, Height: 200, Layers: layers}}
}

// drawingElements and drawingAttributes are what a browser may find in a page with a drawing.
var (
	drawingElements   = set("svg title desc g path circle text")
	drawingAttributes = set(`viewbox role aria-labelledby id d cx cy r x y transform data-i fill fill-opacity stroke
		stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin text-anchor dominant-baseline font-size
		font-weight`)
	fileAttributes = set("xmlns width height font-family")
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
	after := body.FirstChild.NextSibling
	if body.FirstChild.Data != "figure" || after == nil || after.Data != "p" || body.LastChild != after {
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
		}
	}
	return found
}

// onlyShapes reads the drawing as XML and returns the texts in it, title and description first.
func onlyShapes(tb testing.TB, svg []byte) (texts []string) {
	tb.Helper()
	decoder := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			tb.Fatalf("%v: %s", err, svg)
		}
		switch t := token.(type) {
		case xml.CharData:
			texts = append(texts, string(t))
		case xml.StartElement:
			if !drawingElements[t.Name.Local] && t.Name.Local != "tspan" { // of letters in a file
				tb.Errorf("the drawing has %s", t.Name.Local)
			}
			checkAttributes(tb, t)
		case xml.EndElement:
		default:
			tb.Errorf("the drawing has %v", t)
		}
	}
}

func checkAttributes(tb testing.TB, e xml.StartElement) {
	tb.Helper()
	seen := map[string]bool{}
	for _, a := range e.Attr {
		name := strings.ToLower(a.Name.Local)
		if !drawingAttributes[name] && !fileAttributes[name] || seen[name] || strings.Contains(a.Value, "url(") {
			tb.Errorf("%s has %s=%q", e.Name.Local, name, a.Value)
		}
		seen[name] = true
	}
}

func TestNamesFromResultsStayText(t *testing.T) {
	for _, name := range hostileNames {
		svg := called(name).Inline()
		inPage(t, svg)
		if strings.ContainsAny(svg, "\x00\x07\x1b\u0085\u202e\u200b") {
			t.Errorf("%q: characters that are not seen reach the page: %q", name, svg)
		}
	}
}

func TestNameIsShownAsItIs(t *testing.T) {
	svg := called(`<b>"A & B"</b>`).Inline()
	if got := strings.Count(svg, "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;"); got != 5 {
		t.Errorf("the name is there %d times in full, want title, desc and three texts:\n%s", got, svg)
	}
}

// TestHostileNamesStayTextInFiles: whatever a model is called, its files hold shapes and text and nothing else.
func TestHostileNamesStayTextInFiles(t *testing.T) {
	for _, name := range hostileNames {
		for _, f := range files(t, called(name)) {
			switch filepath.Ext(f.Name) {
			case ".svg":
				onlyShapes(t, f.Bytes)
			case ".png":
				decoded(t, f.Bytes)
			case ".pdf":
				if got := strings.Join(pageTexts(t, f.Bytes), "|"); strings.Count(got, clean(name)) < 3 {
					t.Errorf("%q: the page says %q", name, got)
				}
			}
		}
	}
}

// clean is what is to be seen of a hostile name in a PDF.
func clean(name string) string {
	return strings.NewReplacer("\x00", "�", "\x1b", "�", "\x07", "�", "\u0085", " ", "\u202e", "�", "\u200b", "�", "\ufffe", "�",
		"\uffff", "�", "\xed\xa0\x80", "���", "\n", " ", "\r", " ").Replace(name)
}

func TestHostileColorsAndIDsStayValues(t *testing.T) {
	for _, value := range hostileNames {
		chart := square(scene.Style{Fill: scene.Color(value), Stroke: scene.Color(value)})
		chart.ID = value
		svg := chart.Inline()
		inPage(t, svg)
		onlyShapes(t, []byte(svg))
	}
}

func TestIDsOfChartsInOnePageDiffer(t *testing.T) {
	seen := map[string]bool{}
	for _, id := range []string{"wide", "narrow", "other"} {
		chart := golden()[0]
		chart.ID = id
		for _, n := range inPage(t, chart.Inline()) {
			for _, a := range n.Attr {
				if a.Key == "id" && (seen[a.Val] || !strings.HasPrefix(a.Val, id+"-")) {
					t.Errorf("the id %q is there twice or does not begin with the chart's", a.Val)
				}
				seen[a.Val] = a.Key == "id" || seen[a.Val]
			}
		}
	}
}

func TestChartsWithoutASizeAreErrors(t *testing.T) {
	r := renderer(t)
	for _, s := range []scene.Scene{{}, {Width: 10}, {Width: -3, Height: 5}, {Width: 10_001, Height: 5}} {
		chart := render.Chart{ID: "a", Title: "x", Scene: s}
		_, svg := r.SVG(chart, render.Light)
		_, png := r.PNG(t.Context(), chart, render.Light, 1)
		_, pdf := r.PDF(chart, render.Light)
		for _, err := range []error{svg, png, pdf} {
			if err == nil || !strings.Contains(err.Error(), "px: want 1 to 10000") {
				t.Errorf("%d × %d: error %v", s.Width, s.Height, err)
			}
		}
	}
}
