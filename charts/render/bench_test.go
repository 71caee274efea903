package render_test

import (
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

// BenchmarkInline is the time and the bytes of a drawing in a page.
func BenchmarkInline(b *testing.B) {
	for name, chart := range map[string]render.Chart{
		"150 marks": {ID: "b", Title: "T", Scene: cloud(150)}, "lines": {ID: "b", Title: "T", Scene: lines()},
	} {
		b.Run(name, func(b *testing.B) {
			size := 0
			for b.Loop() {
				size = len(chart.Inline())
			}
			b.ReportMetric(float64(size), "B/drawing")
		})
	}
}

// BenchmarkFile is the time and the bytes of a file of 150 marks.
func BenchmarkFile(b *testing.B) {
	r := renderer(b)
	chart := render.Chart{ID: "b", Title: "T", Scene: cloud(150)}
	for form, make := range map[string]func() ([]byte, error){
		"svg": func() ([]byte, error) { return r.SVG(chart, render.Dark) },
		"png": func() ([]byte, error) { return r.PNG(b.Context(), chart, render.Dark, 2) },
		"pdf": func() ([]byte, error) { return r.PDF(chart, render.Light) },
		"card": func() ([]byte, error) {
			return r.Card(b.Context(), render.Card{Site: "S", Title: "Title", Sentence: "Words.", Chart: &chart})
		},
	} {
		b.Run(form, func(b *testing.B) {
			size := 0
			for b.Loop() {
				content, err := make()
				if err != nil {
					b.Fatal(err)
				}
				size = len(content)
			}
			b.ReportMetric(float64(size), "B/file")
		})
	}
}
