package paper_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"image/png"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-fonts/liberation/liberationmonoregular"

	"github.com/jouleboard/jouleboard/assets"
	"github.com/jouleboard/jouleboard/charts"
	"github.com/jouleboard/jouleboard/charts/render"
	"github.com/jouleboard/jouleboard/content"
	"github.com/jouleboard/jouleboard/data"
	"github.com/jouleboard/jouleboard/posts/paper"
	"github.com/jouleboard/jouleboard/posts/query"
)

func runs() data.Table {
	var all []data.LLMRun
	for i, gpu := range []string{"H100", "B200"} {
		for batch := 8; batch <= 64; batch *= 2 {
			all = append(all, data.LLMRun{
				Domain: "llm", Task: "gpqa", ModelID: "acme/A", Nickname: "A", Architecture: "Dense", TotalParamsBillions: 8,
				ActivatedParamsBillions: 8, WeightPrecision: "bfloat16", GPUModel: gpu, NumGPUs: 1, MaxNumSeqs: batch, TensorParallel: 1,
				ExpertParallel: 1, DataParallel: 1, EnergyPerTokenJoules: 8 / float64(batch*(i+1)), AvgPowerWatts: 350,
				OutputThroughputTokensPerSec: 300, MedianITLMillis: float64(batch), P50ITLMillis: float64(batch), P90ITLMillis: float64(batch),
				P95ITLMillis: float64(batch), P99ITLMillis: float64(batch), IsStable: true,
			})
		}
	}
	return data.NewRuns(all, true).Table
}

const lines = `name: f
kind: line
title: Energy and batch
alt: Two lines.
series: gpu_model
x: max_num_seqs
y: energy_per_token_joules
`

func draw(t *testing.T, yaml string) (render.Chart, error) {
	t.Helper()
	c, err := content.Load(content.Embedded())
	if err != nil {
		t.Fatal(err)
	}
	declared, err := content.ReadFigure(content.Markdown{Text: yaml, File: "posts/a.md", Line: 10})
	if err != nil {
		return render.Chart{}, err
	}
	f, err := query.New(data.NewDataset(data.Source{}, runs()), c, charts.MarksInOrder([]string{"B200", "H100"})).Text(content.Declared{}).Figure(declared)
	if err != nil {
		return render.Chart{}, err
	}
	return paper.Draw("f", f.Plot, f.Look, func(name string) ([]byte, error) {
		switch name {
		case "fonts/mono.ttf":
			return liberationmonoregular.TTF, nil
		case "fonts/bad.ttf":
			return []byte("OTTO"), nil
		}
		return c.Typeface(name)
	})
}

func renderer(t *testing.T) *render.Renderer {
	t.Helper()
	r, err := render.New(assets.Tokens())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// operators are what a page of a PDF file draws.
func operators(t *testing.T, file []byte) string {
	t.Helper()
	at := bytes.Index(file, []byte("stream\n")) + len("stream\n")
	r, err := zlib.NewReader(bytes.NewReader(file[at:]))
	if err != nil {
		t.Fatal(err)
	}
	text, _ := io.ReadAll(r)
	return string(text)
}

func TestAFigureHasTheStatedSizeAndType(t *testing.T) {
	for _, c := range []struct{ keys, page, size string }{
		{"width: 3.3in\nfont_size: 8\n", "237.60", "8"},
		{"width: 84mm\nfont_size: 7.5\nfont: serif\n", "238.11", "7.5"},
		{"preset: slide\n", "720.00", "18"},
		{"preset: column\nfont_size: 10\n", "237.60", "10"},
		{"font: fonts/mono.ttf\n", "510.00", "9"},
		{"width: 3.3in\nfont_size: 8\nlabel: string(max_num_seqs)\nnotes: [{text: half, y: 0.5}]\n", "237.60", "8"},
		{"width: 3.3in\nfont_size: 8\nlegend: direct\n", "237.60", "8"},
	} {
		chart, err := draw(t, lines+c.keys)
		if err != nil {
			t.Errorf("%q: %v", c.keys, err)
			continue
		}
		file, err := renderer(t).PDF(chart, render.Light)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Contains(file, []byte("/MediaBox [0 0 "+c.page+" ")) {
			t.Errorf("%q: the page is %s", c.keys, regexp.MustCompile(`/MediaBox[^\]]*`).Find(file))
		}
		sizes := regexp.MustCompile(`/F\S+ (\S+) Tf`).FindAllStringSubmatch(operators(t, file), -1)
		if len(sizes) < 5 {
			t.Errorf("%q: %d texts", c.keys, len(sizes))
		}
		for _, tf := range sizes {
			if tf[1] != c.size {
				t.Errorf("%q: a text has %s pt, want %s", c.keys, tf[1], c.size)
			}
		}
		if !regexp.MustCompile(`/BaseFont /[A-Z]{6}\+\w+`).Match(file) || !bytes.Contains(file, []byte("/FontFile2")) {
			t.Errorf("%q: no font is embedded in part", c.keys)
		}
	}
}

// The marks of the SVG file are in the PNG file, to the pixel.
func TestPicturesAgree(t *testing.T) {
	chart, err := draw(t, lines+"width: 3.3in\nheight: 2.5in\nfont_size: 8\ndpi: 300\n")
	if err != nil {
		t.Fatal(err)
	}
	svg, err := renderer(t).SVG(chart, render.Light)
	if err != nil {
		t.Fatal(err)
	}
	file, err := renderer(t).PNG(context.Background(), chart, render.Light, chart.Paper.Scale())
	if err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	if size := picture.Bounds().Size(); size.X != 990 || size.Y != 750 {
		t.Errorf("the picture has %v pixels", size)
	}
	if !bytes.Contains(svg, []byte(`width="237.6pt" height="180pt"`)) {
		t.Errorf("the drawing is %.300s", svg)
	}
	scale := 990 / 356.4
	circles := regexp.MustCompile(`<circle[^>]* cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"`).FindAllSubmatch(svg, -1)
	if len(circles) != 4+1 { // of one series, and its sample
		t.Errorf("%d circles", len(circles))
	}
	for _, c := range circles {
		at := func(i int) float64 { x, _ := strconv.ParseFloat(string(c[i]), 64); return x * scale }
		x, y, r := at(1), at(2), at(3)
		for _, side := range []float64{-1, 1} {
			inside := picture.At(int(math.Floor(x)), int(math.Floor(y+side*(r-1.5))))
			if fmt.Sprint(inside) != fmt.Sprint(picture.At(int(x), int(y))) {
				t.Errorf("at %.1f, %.1f the circle ends before its edge", x, y)
			}
		}
	}
}

// Messages about sizes name a size that suffices.
func TestASizeThatAMessageProposesSuffices(t *testing.T) {
	_, err := draw(t, lines+"width: 1in\n")
	proposed := regexp.MustCompile(`width: ([\d.]+in) or more`).FindStringSubmatch(fmt.Sprint(err))
	if proposed == nil {
		t.Fatal(err)
	}
	if _, err := draw(t, lines+"width: "+proposed[1]+"\n"); err != nil && !strings.Contains(err.Error(), "no room of its own") {
		t.Errorf("%s: %v", proposed[1], err)
	}
}
