package render_test

import (
	"bytes"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/jouleboard/jouleboard/charts/render"
)

// small is a line of ten points, as on a model's page; salt makes each one another chart.
func small(salt int) render.Chart {
	points := make([]string, 10)
	for i := range points {
		points[i] = fmt.Sprintf("[%d,%g]", 8<<i, math.Round(1e4*(5/float64(i+1)+float64(salt)/1e3))/1e4)
	}
	return render.Chart{
		ID: "small-" + strconv.Itoa(salt), Title: "Energy against batch size", Width: 300, Height: 220,
		Option: axes("Batch size (log)", "Energy per token, J", `{"type":"line","symbol":"circle","symbolSize":6,`+
			`"itemStyle":{"color":"var(--accent)"},"lineStyle":{"color":"var(--accent)"},"data":[`+strings.Join(points, ",")+`]}`),
	}
}

// medium has four lines of twelve points.
func medium() render.Chart {
	var series []string
	for k := range 4 {
		points := make([]string, 12)
		for i := range points {
			points[i] = fmt.Sprintf("[%d,%d]", 1<<i, (i+1)*(k+1)*25)
		}
		series = append(series, `{"type":"line","symbol":"diamond","data":[`+strings.Join(points, ",")+`]}`)
	}
	return render.Chart{
		ID: "medium", Title: "Throughput against batch size", Width: 560, Height: 320,
		Option: axes("Batch size (log)", "Throughput", strings.Join(series, ",")),
	}
}

// large is a scatter of 400 points that stand for rows.
func large() render.Chart {
	points := make([]string, 400)
	for i := range points {
		points[i] = fmt.Sprintf("[%d,%d]", 4+i*37%400, 1+i*91%977)
	}
	option := axes("Latency", "Energy", `{"type":"scatter","symbolSize":7,"itemStyle":{"color":"#0b6b4f60","borderColor":"var(--accent)"},`+
		`"data":[`+strings.Join(points, ",")+`]}`)
	return render.Chart{
		ID: "large", Title: "Energy against latency", Width: 1120, Height: 440,
		Option: bytes.Replace(option, []byte("{"), []byte(`{"rows":[0],`), 1),
	}
}

func axes(x, y, series string) []byte {
	return fmt.Appendf(nil, `{"grid":{"left":50,"right":12,"top":12,"bottom":42,"outerBoundsMode":"none"},`+
		`"xAxis":{"type":"log","name":%q,"nameLocation":"middle","nameGap":28},`+
		`"yAxis":{"type":"value","name":%q,"nameLocation":"middle","nameGap":34},"series":[%s]}`, x, y, series)
}

// BenchmarkDraw is the time per drawing and core.
func BenchmarkDraw(b *testing.B) {
	for _, chart := range []render.Chart{small(0), medium(), large()} {
		b.Run(chart.ID, func(b *testing.B) {
			r := renderer(b, render.Options{Workers: 1})
			var svg string
			for b.Loop() {
				svg = draw(b, r, chart)
			}
			b.ReportMetric(float64(len(svg)), "B/svg")
		})
	}
}

// BenchmarkSite draws 400 small charts as a build does: cold, on all processors, engine start included; and warm.
func BenchmarkSite(b *testing.B) {
	charts := make([]render.Chart, 400)
	for i := range charts {
		charts[i] = small(i)
	}
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			drawAll(b, renderer(b, render.Options{CacheDir: b.TempDir()}), charts)
		}
	})
	b.Run("warm", func(b *testing.B) {
		dir := b.TempDir()
		drawAll(b, renderer(b, render.Options{CacheDir: dir}), charts)
		for b.Loop() {
			drawAll(b, renderer(b, render.Options{CacheDir: dir}), charts)
		}
	})
}

// BenchmarkFile is the time per file and core, once the chart is drawn.
func BenchmarkFile(b *testing.B) {
	r := lettered(b, render.Options{})
	for _, chart := range []render.Chart{medium(), large()} {
		d := drawn(b, r, chart)
		for form, make := range map[string]func() ([]byte, error){
			"svg": func() ([]byte, error) { return d.SVG(render.Dark) },
			"png": func() ([]byte, error) { return d.PNG(b.Context(), render.Dark, 2) },
			"pdf": d.PDF,
		} {
			b.Run(chart.ID+"/"+form, func(b *testing.B) {
				var content []byte
				for b.Loop() {
					var err error
					if content, err = make(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(len(content)), "B/file")
			})
		}
	}
}
