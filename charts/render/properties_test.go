package render_test

import (
	"encoding/xml"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/charts/scene"
)

// random is a scene of anything that a scene may hold.
func random(r *rand.Rand, width, height int) scene.Scene {
	colors := []scene.Color{"", "#abc", "#12345680", "var(--fg)", "var(--muted)", "var(--accent)"}
	place := func() float64 { return (r.Float64()*1.4 - 0.2) * float64(max(width, height)) }
	line := func() (line []scene.Point) {
		for range r.IntN(6) {
			line = append(line, scene.Point{X: place(), Y: place()})
		}
		return line
	}
	layer := func() scene.Layer {
		l := scene.Layer{Style: scene.Style{
			Fill: colors[r.IntN(len(colors))], Stroke: colors[r.IntN(len(colors))], Width: float64(r.IntN(4)),
			Opacity: []float64{0, 0.5, 0.125}[r.IntN(3)], Round: r.IntN(2) == 0, Dash: [][]float64{nil, {4, 3}, {0.5}}[r.IntN(3)],
		}}
		for range r.IntN(4) {
			shape := []scene.Shape{scene.Circle, scene.Rect, scene.Triangle, scene.Diamond}[r.IntN(4)]
			l.Marks = append(l.Marks, scene.Mark{
				X: place(), Y: place(), W: r.Float64() * 20, H: r.Float64() * 20, Shape: shape, Row: r.IntN(9) - 1,
				Opacity: []float64{0, 0, 0.3}[r.IntN(3)],
			})
		}
		for range r.IntN(3) {
			l.Paths = append(l.Paths, scene.Path{Lines: [][]scene.Point{line(), line()}, Closed: r.IntN(2) == 0, Row: r.IntN(9) - 1})
		}
		for range r.IntN(4) {
			l.Texts = append(l.Texts, scene.Text{
				X: place(), Y: place(), Text: hostileNames[r.IntN(len(hostileNames))], Size: float64(r.IntN(2) * 15),
				Anchor: []scene.Anchor{"", scene.Start, scene.Middle, scene.End}[r.IntN(4)], Bold: r.IntN(2) == 0, Up: r.IntN(3) == 0,
			})
		}
		return l
	}
	s := scene.Scene{Width: width, Height: height}
	for range r.IntN(6) {
		s.Layers = append(s.Layers, layer())
	}
	return s
}

var numbers = regexp.MustCompile(`^-?(\d+(\.\d)?|\.\d)$`)

// TestAnySceneBecomesFiles: well-formed SVG of known parts with all texts and rows, PNG of its size, and a PDF with all
// texts.
func TestAnySceneBecomesFiles(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	one := renderer(t)
	for i := range 150 {
		s := random(r, 1+r.IntN(200), 1+r.IntN(200))
		chart := render.Chart{ID: "any", Title: "Title", Scene: s}
		inline := chart.Inline()
		inPage(t, inline)
		if shown, want := onlyShapes(t, []byte(inline))[1:], notEmpty(texts(s)); len(shown) != len(want) {
			t.Errorf("scene %d: texts %q, want %q", i, shown, want)
		}
		if got, want := rowsIn(t, inline), rowsOf(s); !slices.Equal(got, want) {
			t.Errorf("scene %d: rows %v, want %v", i, got, want)
		}
		file, err := one.SVG(chart, render.Dark)
		if err != nil {
			t.Fatal(err)
		}
		onlyShapes(t, file)
		content, err := one.PNG(t.Context(), chart, render.Light, 1.5)
		if err != nil {
			t.Fatal(err)
		}
		if got := decoded(t, content).Bounds().Size(); got.X != rounded(1.5*float64(s.Width)) || got.Y != rounded(1.5*float64(s.Height)) {
			t.Errorf("scene %d of %d × %d px: %v pixels", i, s.Width, s.Height, got)
		}
		page, err := one.PDF(chart, render.Light)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := len(pageTexts(t, page)), len(visible(s)); got != want {
			t.Errorf("scene %d: %d texts in the page, want %d", i, got, want)
		}
	}
}

func rounded(x float64) int { return int(math.Round(x)) }

func notEmpty(all []string) []string {
	return slices.DeleteFunc(all, func(text string) bool { return text == "" })
}

// visible are the texts that have a color.
func visible(s scene.Scene) []string {
	s.Layers = slices.DeleteFunc(slices.Clone(s.Layers), func(l scene.Layer) bool { return l.Style.Fill == "" })
	return texts(s)
}

func rowsOf(s scene.Scene) (rows []int) {
	for _, l := range s.Layers {
		for _, m := range l.Marks {
			rows = append(rows, m.Row)
		}
		for _, p := range l.Paths {
			rows = append(rows, p.Row)
		}
	}
	return slices.DeleteFunc(rows, func(row int) bool { return row == scene.NoRow })
}

// rowsIn are the rows of a drawing in a page, whose numbers are checked on the way.
func rowsIn(t *testing.T, svg string) (rows []int) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := decoder.Token()
		if err != nil {
			return rows
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		for _, a := range e.Attr {
			switch a.Name.Local {
			case "data-i":
				rows = append(rows, int(a.Value[0]-'0'))
			case "cx", "cy", "r", "x", "y", "stroke-width", "font-size":
				if !numbers.MatchString(a.Value) {
					t.Errorf("%s=%q is no short number", a.Name.Local, a.Value)
				}
			}
		}
	}
}

// FuzzScene takes any text, color and place: each becomes files, or an error of the color alone.
func FuzzScene(f *testing.F) {
	for i, name := range hostileNames {
		f.Add(name, "var(--fg)", float64(i)*7, 30.0, 12.0, uint64(i))
	}
	f.Add("x", `red" onload="alert(1)`, math.NaN(), math.Inf(1), -5.0, uint64(7))
	f.Add("x", "#12345680", 1e300, -1e-300, 1e9, uint64(8))
	one := renderer(f)
	f.Fuzz(func(t *testing.T, text, ink string, x, y, size float64, seed uint64) {
		s := random(rand.New(rand.NewPCG(seed, 5)), 60, 40)
		s.Layers = append(s.Layers, scene.Layer{
			Style: scene.Style{Fill: scene.Color(ink), Stroke: scene.Color(ink), Width: size, Dash: []float64{size, y}, Opacity: x},
			Marks: []scene.Mark{{X: x, Y: y, W: size, H: x, Shape: scene.Circle}, {X: y, Y: x, W: y, H: size, Shape: scene.Rect, Opacity: y}},
			Paths: []scene.Path{{Lines: [][]scene.Point{{{X: x, Y: y}, {X: size, Y: x}, {X: 3, Y: 3}}}, Closed: seed%2 == 0}},
			Texts: []scene.Text{{X: x, Y: y, Text: text, Size: size, Anchor: scene.End}, {X: 5, Y: 5, Text: text, Up: true}},
		})
		chart := render.Chart{ID: text, Title: text, Description: text, Scene: s}
		inline := chart.Inline()
		inPage(t, inline)
		file, err := one.SVG(chart, render.Dark)
		_, err2 := one.PNG(t.Context(), chart, render.Light, 0.5)
		_, err3 := one.PDF(chart, render.Light)
		if (err == nil) != (err2 == nil) || (err == nil) != (err3 == nil) {
			t.Errorf("errors %v, %v, %v", err, err2, err3)
		}
		if err == nil {
			onlyShapes(t, file)
		} else if !strings.Contains(err.Error(), "cannot be written to a file") {
			t.Error(err)
		}
	})
}
